//! The file in which a private key is saved.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// True where the file is there and empty.
pub(super) fn is_empty(path: &str) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// Makes the file before the key is made, readable by its owner only. One that a run left empty when it was cut off is taken.
///
/// # Errors
/// When it cannot be made, or holds something.
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

/// Takes the file away again, as no key was made.
pub(super) fn dropped(path: &str) {
    if is_empty(path) {
        drop(fs::remove_file(Path::new(path)));
    }
}
