//! The file in which a private key is saved.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// True if the file exists and is empty.
pub(super) fn is_empty(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// Creates the file, readable by its owner only, before the key is made. An empty file of an interrupted run is used again.
///
/// # Errors
/// When it cannot be made, or is not empty.
pub(super) fn prepared(path: &str) -> io::Result<File> {
    if is_empty(path) {
        fs::remove_file(path)?;
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Writes the key.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(mut file: File, key: &str) -> io::Result<()> {
    file.write_all(key.as_bytes())?;
    file.sync_all()
}

/// Removes the file again, because no key was made.
pub(super) fn dropped(path: &str) {
    if is_empty(path) {
        drop(fs::remove_file(Path::new(path)));
    }
}
