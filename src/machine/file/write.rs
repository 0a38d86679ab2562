//! Writing a file whole or not at all.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat, fchmod, fstat, openat, renameat, unlinkat};
use rustix::io::Errno;

use super::place::{Last, Place};
use super::{FileError, attributes, holes, left_over, permit};

/// Owner and mode of a file. If they are left out, they stay as they were. A new file gets `0644` less the umask, and the owner
/// of the process.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Permissions {
    /// The permission bits.
    pub mode: Option<u32>,
    /// The number of the owner.
    pub uid: Option<u32>,
    /// The number of the group.
    pub gid: Option<u32>,
}

/// Writes a file: beside its place first, with all its permissions, then by rename. A link is followed.
///
/// The new file gets the attributes of the old one: SELinux label, ACL, capabilities and other extended attributes.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`]; then the old file stays as it is.
pub fn write(path: &Path, contents: &[u8], permissions: Permissions) -> Result<(), FileError> {
    write_at(find(path, Last::Followed, permissions.uid)?, contents, permissions)
}

/// The same, but a link is not followed: the file replaces it.
///
/// # Errors
///
/// Those of [`write`].
pub fn replace(target: &Path, contents: &[u8], permissions: Permissions) -> Result<(), FileError> {
    write_at(find(target, Last::Itself, permissions.uid)?, contents, permissions)
}

fn find(path: &Path, last: Last, whose: Option<u32>) -> Result<Place, FileError> {
    Place::find(path, last, whose).map_err(|error| match error {
        FileError::Look { path, source } => FileError::Write { path, source },
        other => other,
    })
}

fn write_at(place: Place, contents: &[u8], permissions: Permissions) -> Result<(), FileError> {
    let place = &place;
    let failed = |source| FileError::Write { path: place.path.clone(), source };
    let is_link = |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
    let before = place.stat().map_err(failed)?.filter(|stat| !is_link(stat));
    let wanted = Permissions {
        mode: permissions.mode.or(before.as_ref().map(|stat| stat.st_mode & 0o7777)),
        uid: permissions.uid.or(before.as_ref().map(|stat| stat.st_uid)),
        gid: permissions.gid.or(before.as_ref().map(|stat| stat.st_gid)),
    };
    if before.as_ref().is_some_and(|stat| !is_replaceable(stat)) {
        return Err(failed(io::Error::other("only regular files are replaced")));
    }
    let temporary = left_over::temporary_name(&place.name);
    let written = fill(place, &temporary, contents, (wanted, before.as_ref()))
        .and_then(|()| Ok(renameat(&place.directory, &temporary, &place.directory, &place.name)?));
    if let Err(source) = written {
        let _ = unlinkat(&place.directory, &temporary, AtFlags::empty());
        // A file that is mounted, such as `/etc/hosts` of a container, cannot be replaced by another.
        if source.raw_os_error() == Some(Errno::BUSY.raw_os_error()) {
            return fill_in_place(place, contents, wanted).map_err(failed);
        }
        return Err(failed(source));
    }
    // The rename itself is lasting only when the directory is synchronized.
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if let Ok(directory) = openat(&place.directory, ".", flags, Mode::empty()) {
        let _ = rustix::fs::fsync(directory);
    }
    left_over::clear(place);
    Ok(())
}

/// A directory in the place is an error of its own.
fn is_replaceable(stat: &Stat) -> bool {
    matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Directory)
}

fn fill_in_place(place: &Place, contents: &[u8], wanted: Permissions) -> io::Result<()> {
    let mut file = File::from(place.open(OFlags::WRONLY)?);
    file.write_all(contents)?;
    file.set_len(u64::try_from(contents.len()).map_err(io::Error::other)?)?;
    permit::change_owner(&file, wanted)?;
    if let Some(mode) = wanted.mode {
        fchmod(&file, Mode::from_raw_mode(mode))?;
    }
    file.sync_all()
}

fn fill(
    place: &Place,
    temporary: &OsStr,
    contents: &[u8],
    (wanted, before): (Permissions, Option<&Stat>),
) -> io::Result<()> {
    // Private until it has its owner. A new file without a wanted mode gets `0644` less the umask.
    let mode = if wanted.mode.is_some() { 0o600 } else { 0o644 };
    let file = place.beside(temporary.to_owned())?.create(mode)?;
    let mut file = File::from(file);
    file.write_all(contents)?;
    permit::change_owner(&file, wanted)?;
    // After the owner: a change of owner removes capabilities and set-user bits.
    if let Some(before) = before.filter(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
    {
        keep_attributes(place, before, &file)?;
    }
    if let Some(mode) = wanted.mode {
        fchmod(&file, Mode::from_raw_mode(mode))?;
    }
    file.sync_all()
}

/// Copies the attributes of the old file to a new one, if the old one is still the file that was checked.
fn keep_attributes(place: &Place, before: &Stat, new: &File) -> io::Result<()> {
    let old = match place.open(OFlags::RDONLY) {
        Ok(old) => old,
        // If this user may not read the file, its attributes cannot be read either.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
        Err(error) => return Err(error),
    };
    let stat = fstat(&old)?;
    if (stat.st_dev, stat.st_ino) != (before.st_dev, before.st_ino) {
        return Err(io::Error::other("something else took its place while it was written"));
    }
    attributes::write(new, &attributes::read(&old)?)
}

/// Copies a file to `place`, with its permissions. Missing directories are made, with access for root alone.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub fn backup(path: &Path, place: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::Backup { path: path.to_owned(), source };
    if let Some(directory) = place.parent() {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(failed)?;
    }
    let from = Place::find(path, Last::Followed, None)?;
    let to = Place::find(place, Last::Itself, None)?;
    let copied = || {
        let mut source = File::from(from.open(OFlags::RDONLY)?);
        let stat = fstat(&source)?;
        let mut copy = File::from(to.create(0o600)?);
        holes::copy(&mut source, &mut copy)?;
        let owner = Permissions { mode: None, uid: Some(stat.st_uid), gid: Some(stat.st_gid) };
        permit::change_owner(&copy, owner)?;
        Ok(fchmod(&copy, Mode::from_raw_mode(stat.st_mode & 0o7777))?)
    };
    copied().map_err(failed)
}
