//! Checks before a change at a path, for test runs too.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{FileType, OFlags};

use super::place::{Last, Place};
use super::{FileError, Permissions, permit};

/// Whether `whose` may have something written at a path; directories on the way may still be missing.
///
/// # Errors
///
/// [`FileError::Untrusted`]; other errors show when it is written.
pub fn check_path(path: &Path, follows: bool, whose: Option<u32>) -> Result<(), FileError> {
    let last = if follows { Last::Followed } else { Last::Itself };
    only_untrusted(Place::find(path, last, whose).map(drop))
}

/// Whether a path is free, or a regular file: a device, a pipe or a socket is never replaced by a file.
///
/// # Errors
///
/// [`FileError::Untrusted`]; other errors show when it is written.
pub fn check_regular(path: &Path, follows: bool) -> Result<(), FileError> {
    let last = if follows { Last::Followed } else { Last::Itself };
    let Ok(place) = Place::find(path, last, None) else { return Ok(()) };
    let Ok(Some(stat)) = place.stat() else { return Ok(()) };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile | FileType::Symlink | FileType::Directory => Ok(()),
        _ => {
            let is_link = path.symlink_metadata().is_ok_and(|seen| seen.is_symlink());
            let why = if is_link { "its link leads to" } else { "it is" };
            let why = format!("{why} a device, a pipe or a socket, and only regular files are replaced");
            Err(FileError::Untrusted { path: path.to_owned(), attempt: "changed", why })
        }
    }
}

/// Whether an existing file may get these permissions.
///
/// # Errors
///
/// [`FileError::Untrusted`]; other errors show when it is changed.
pub fn check_permit(path: &Path, follows: bool, permissions: Permissions) -> Result<(), FileError> {
    let last = if follows { Last::Followed } else { Last::Itself };
    only_untrusted(Place::find(path, last, None).and_then(|place| permit::check_place(&place, permissions)))
}

/// Opens a directory in which something is created for `whose`. Later changes of the path do not redirect it.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub fn open_directory(path: &Path, whose: Option<u32>) -> Result<OwnedFd, FileError> {
    let place = Place::find(path, Last::Followed, whose)?;
    let opened = place.open(OFlags::PATH | OFlags::DIRECTORY);
    opened.map_err(|source| FileError::Look { path: path.to_owned(), source })
}

fn only_untrusted(checked: Result<(), FileError>) -> Result<(), FileError> {
    match checked {
        Err(error @ FileError::Untrusted { .. }) => Err(error),
        _ => Ok(()),
    }
}
