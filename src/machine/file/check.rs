//! Checks before a change at a path, for test runs too.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::OFlags;

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
