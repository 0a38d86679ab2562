//! Reading an archive, entry by entry.

use std::io::{self, Read};

use zip::result::ZipError;

use super::headers::LimitedHeaders;
use super::stream::Stream;
use super::{Archive, ArchiveError, Entry, EntryKind, Form, inside};
use crate::{file, text};

/// The attributes of an entry besides its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// Its permission bits, if it has any.
    pub mode: Option<u32>,
    /// The time of its last change, in seconds since 1970.
    pub modified: Option<u64>,
    /// Its size in bytes, as the archive says; no more is read.
    pub size: u64,
    /// It is encrypted.
    pub is_encrypted: bool,
}

type With<'a> = dyn FnMut(&Entry, Facts, &mut dyn Read) -> Result<(), ArchiveError> + 'a;

/// Calls a function with each entry and its contents.
pub(super) fn each(archive: &Archive, with: &mut With<'_>) -> Result<(), ArchiveError> {
    match archive.form {
        Form::Tar => each_of_tar(archive, with),
        Form::Zip => each_of_zip(archive, with),
    }
}

fn each_of_tar(archive: &Archive, with: &mut With<'_>) -> Result<(), ArchiveError> {
    let failed = |source| ArchiveError::Read { path: archive.path.clone(), source };
    let mut stream = Stream::open(&archive.path).map_err(failed)?;
    for entry in tar::Archive::new(LimitedHeaders::new(&mut stream)).entries().map_err(failed)? {
        let mut entry = entry.map_err(failed)?;
        if let Some(described) = of_tar(&entry, archive.strip).map_err(failed)?? {
            let header = entry.header();
            let facts = Facts {
                mode: header.mode().ok(),
                modified: header.mtime().ok(),
                size: entry.size(),
                is_encrypted: false,
            };
            with(&described, facts, &mut entry)?;
        }
    }
    stream.end().map_err(failed)
}

fn each_of_zip(archive: &Archive, with: &mut With<'_>) -> Result<(), ArchiveError> {
    let failed = |source| ArchiveError::Read { path: archive.path.clone(), source };
    let of_zip = |error| match error {
        ZipError::InvalidPassword => ArchiveError::Password { path: archive.path.clone() },
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            ArchiveError::Locked { path: archive.path.clone() }
        }
        other => failed(other.into()),
    };
    let file = file::open(&archive.path).map_err(|error| failed(error.into_io()))?;
    let mut zip = zip::ZipArchive::new(file).map_err(of_zip)?;
    for index in 0..zip.len() {
        let mut entry = match &archive.password {
            Some(password) => zip.by_index_decrypt(index, password.as_bytes()),
            None => zip.by_index(index),
        }
        .map_err(of_zip)?;
        let name = entry.name().map_err(of_zip)?.into_owned();
        let Some(path) = inside(&name, archive.strip)? else { continue };
        let kind = if entry.is_dir() {
            EntryKind::Directory
        } else if entry.is_symlink() {
            let mut target = String::new();
            entry.read_to_string(&mut target).map_err(failed)?;
            EntryKind::Link(target.into())
        } else {
            EntryKind::File
        };
        let facts = Facts {
            mode: entry.unix_mode().filter(|mode| mode & 0o777 != 0),
            modified: None,
            size: entry.size(),
            is_encrypted: entry.encrypted(),
        };
        with(&Entry { name, path, kind }, facts, &mut entry)?;
    }
    Ok(())
}

type Described = Result<Option<Entry>, ArchiveError>;

fn of_tar<R: Read>(entry: &tar::Entry<'_, R>, strip: usize) -> io::Result<Described> {
    use tar::EntryType;
    let name = text::from_bytes(&entry.path_bytes());
    let target = entry.link_name()?.map(std::borrow::Cow::into_owned).unwrap_or_default();
    let kind = match entry.header().entry_type() {
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => EntryKind::File,
        EntryType::Directory => EntryKind::Directory,
        EntryType::Symlink => EntryKind::Link(target),
        EntryType::Link => match inside(&text::of_path(&target), strip) {
            Ok(Some(target)) => EntryKind::HardLink(target),
            Ok(None) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        },
        EntryType::XGlobalHeader => return Ok(Ok(None)),
        _ => {
            return Ok(Err(ArchiveError::Refused {
                name,
                why: "which is neither file nor directory nor link",
            }));
        }
    };
    Ok(inside(&name, strip).map(|path| path.map(|path| Entry { name, path, kind })))
}
