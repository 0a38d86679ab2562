//! Mounted file systems at or below a path. They are never emptied with the directory that holds them.

use std::path::{Path, PathBuf};

use super::FileError;
use crate::mount;

/// The mount points at or below a path, as the kernel names them. The last name of the path is not followed if it is a link.
///
/// # Errors
///
/// The mounts cannot be read.
pub fn mounts_below(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mounted = mount::list().map_err(|source| FileError::Look { path: path.to_owned(), source })?;
    let Some(real) = real(path) else { return Ok(vec![]) };
    Ok(mounted.into_iter().map(|it| it.point).filter(|point| point.starts_with(&real)).collect())
}

/// Whether nothing is mounted at or below a path.
///
/// # Errors
///
/// [`FileError::Mounted`]; or the mounts cannot be read.
pub fn check_unmounted(path: &Path) -> Result<(), FileError> {
    match mounts_below(path)?.into_iter().next() {
        Some(point) => Err(FileError::Mounted { path: path.to_owned(), point }),
        None => Ok(()),
    }
}

/// The path without links on the way; nothing if it does not exist.
fn real(path: &Path) -> Option<PathBuf> {
    if path.symlink_metadata().ok()?.is_symlink() {
        return None;
    }
    path.canonicalize().ok()
}
