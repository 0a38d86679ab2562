//! Changes of the contents of a file, through links: its length, and a copy of another file.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fchmod, fstat, ftruncate, unlinkat};

use super::place::{Last, Place};
use super::{FileError, Permissions, holes, permit, read, tree};
use crate::account;

/// Cuts a file to a length, or makes it longer.
///
/// # Errors
///
/// I/O errors; it is no regular file; [`FileError::Untrusted`].
pub fn truncate(path: &Path, length: u64) -> Result<(), FileError> {
    let failed = |source| changed(path, "cut", source);
    let place = find(path, "cut")?;
    check_regular(&place).map_err(failed)?;
    permit::check_place(&place, Permissions::default())?;
    let cut = || {
        let file = place.open(OFlags::WRONLY)?;
        let is_file = FileType::from_raw_mode(fstat(&file)?.st_mode) == FileType::RegularFile;
        if is_file { Ok(ftruncate(&file, length)?) } else { Err(not_regular()) }
    };
    cut().map_err(failed)
}

/// Copies the target of a link, or a directory with all its contents. An existing file keeps its owner.
///
/// # Errors
///
/// I/O errors; pipes and devices are neither copied nor replaced; [`FileError::Untrusted`].
pub fn copy_followed(from: &Path, to: &Path) -> Result<(), FileError> {
    let failed = |source| changed(from, "copied", source);
    let new = find(to, "copied")?;
    if from.is_dir() {
        return tree::copy(&find(from, "copied")?, &new, false).map_err(failed);
    }
    let mut source = read::open(from)?;
    let original = fstat(&source).map_err(|errno| failed(errno.into()))?;
    let before = new.stat().map_err(failed)?;
    if before.is_some() {
        check_regular(&new).map_err(|source| changed(to, "replaced", source))?;
    }
    let owner = before.as_ref().map_or_else(account::own_uid, |before| before.st_uid);
    let copied = tree::in_place(&new, |name| {
        let mut file = File::from(new.beside(name.to_owned())?.create(0o600)?);
        holes::copy(&mut source, &mut file)?;
        if let Some(before) = &before {
            let owner = Permissions { mode: None, uid: Some(before.st_uid), gid: Some(before.st_gid) };
            permit::change_owner(&file, owner)?;
        }
        Ok(fchmod(&file, Mode::from_raw_mode(permit::mode_of_copy(&original, owner)))?)
    });
    copied.map_err(failed)
}

/// Removes an empty directory.
///
/// # Errors
///
/// I/O errors; a link is no directory.
pub fn remove_directory(path: &Path) -> Result<(), FileError> {
    let place = Place::find(path, Last::Itself, None)?;
    unlinkat(&place.directory, &place.name, AtFlags::REMOVEDIR)
        .map_err(|errno| changed(path, "removed", errno.into()))
}

fn find(path: &Path, attempt: &'static str) -> Result<Place, FileError> {
    Place::find(path, Last::Followed, None).map_err(|error| match error {
        FileError::Look { path, source } => FileError::Change { path, attempt, source },
        other => other,
    })
}

fn check_regular(place: &Place) -> io::Result<()> {
    let (_, stat) = place.handle()?;
    if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile { Ok(()) } else { Err(not_regular()) }
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")
}

fn changed(path: &Path, attempt: &'static str, source: io::Error) -> FileError {
    FileError::Change { path: path.to_owned(), attempt, source }
}
