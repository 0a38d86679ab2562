//! Reading files and directories whole.

use std::path::Path;

use super::{FileError, found};
use crate::machine::text;

/// The contents of a file.
///
/// # Errors
///
/// I/O errors, "not found" among them.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    std::fs::read(path).map_err(|source| FileError::Read { path: path.to_owned(), source })
}

/// The contents of a file; nothing if there is none.
///
/// # Errors
///
/// Any I/O error but "not found".
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    found(read(path))
}

/// The same as text that loses no byte; see [`from_bytes`](text::from_bytes).
///
/// # Errors
///
/// Those of [`read_if_there`].
pub fn text_if_there(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read_if_there(path)?.map(|bytes| text::from_bytes(&bytes)))
}

/// The same of a file that must be UTF-8, because its data are written anew.
///
/// # Errors
///
/// Those of [`read_if_there`], and bytes that are not UTF-8.
pub fn utf8_if_there(path: &Path) -> Result<Option<String>, FileError> {
    let Some(bytes) = read_if_there(path)? else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|_| FileError::Read {
        path: path.to_owned(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8 text"),
    })?;
    Ok(Some(text))
}

/// The names in a directory, sorted, as [`text::from_bytes`] reads them; empty if it is missing.
///
/// # Errors
///
/// I/O errors.
pub fn names(directory: &Path) -> std::io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        other => other?,
    };
    let names = entries.map(|entry| Ok(text::of_path(entry?.file_name())));
    let mut names: Vec<String> = names.collect::<std::io::Result<_>>()?;
    names.sort();
    Ok(names)
}
