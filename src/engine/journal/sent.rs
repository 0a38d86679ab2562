//! Which runs have been copied to another place: a mark beside the file of each.

use std::fs;
use std::path::{Path, PathBuf};

use super::read::{file_of, names};
use super::write::JournalError;
use machine::append_only::is_growing;
use machine::file::{self, Permissions};

/// The ending of the marks' names.
const ENDING: &str = ".sent";

fn mark_of(directory: &Path, run: &str) -> PathBuf {
    directory.join(format!("{run}{ENDING}"))
}

/// The ended runs that are not copied yet, the oldest first.
///
/// # Errors
/// The directory cannot be read.
pub fn unsent(directory: &Path) -> Result<Vec<String>, JournalError> {
    let mut runs = names(directory)?;
    runs.retain(|run| !is_sent(directory, run) && !is_growing(&file_of(directory, run)));
    Ok(runs)
}

pub(super) fn is_sent(directory: &Path, run: &str) -> bool {
    mark_of(directory, run).exists()
}

/// Notes that a run is copied.
///
/// # Errors
/// The mark cannot be written.
pub fn mark_sent(directory: &Path, run: &str) -> Result<(), JournalError> {
    let own = Permissions { mode: Some(0o600), ..Permissions::default() };
    let path = mark_of(directory, run);
    file::replace(&path, b"", own).map_err(|source| JournalError::Directory { path, source })
}

/// The mark of a deleted run is deleted with it.
pub(super) fn forget(directory: &Path, run: &str) {
    let _ = fs::remove_file(mark_of(directory, run));
}

/// The content of a run's file.
///
/// # Errors
/// It cannot be read.
pub fn bytes(directory: &Path, run: &str) -> Result<Vec<u8>, JournalError> {
    let path = file_of(directory, run);
    fs::read(&path).map_err(|source| JournalError::Read { path, source })
}
