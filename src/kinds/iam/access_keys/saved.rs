//! The file in which secrets are saved, and the note next to it that a key is being created.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::SystemTime;

use nix::libc::O_NOFOLLOW;

/// The note from before a key was made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Note {
    /// The keys that existed.
    pub known: Vec<String>,
    /// When it was written.
    pub at: SystemTime,
}

fn note_of(file: &str) -> String {
    format!("{file}.making")
}

/// Notes the existing keys. No key is made if the note or the secret cannot be written.
///
/// # Errors
/// When one of the files cannot be opened.
pub(super) fn begin(file: &str, known: &[String]) -> io::Result<()> {
    if !Path::new(file).parent().is_some_and(Path::is_dir) {
        return Err(io::Error::new(io::ErrorKind::NotFound, "its directory does not exist"));
    }
    opened(file)?;
    let path = note_of(file);
    done(file)?;
    let mut note = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    note.write_all(known.join("\n").as_bytes())?;
    note.sync_all()
}

/// Follows no link, and removes all permissions of others from an existing file.
fn opened(file: &str) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    let file = options.append(true).create(true).mode(0o600).custom_flags(O_NOFOLLOW).open(file)?;
    if file.metadata()?.mode() & 0o077 != 0 {
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// Appends a key.
///
/// # Errors
/// When it cannot be written.
pub(super) fn append(file: &str, text: &str) -> io::Result<()> {
    let mut file = opened(file)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Removes the note after a key was made.
///
/// # Errors
/// When the note cannot be removed.
pub(super) fn done(file: &str) -> io::Result<()> {
    match fs::remove_file(note_of(file)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The note of an interrupted run.
pub(super) fn note(file: &str) -> Option<Note> {
    let path = note_of(file);
    let at = fs::metadata(&path).and_then(|note| note.modified()).ok()?;
    let known = fs::read_to_string(path).ok()?.lines().map(str::to_owned).collect();
    Some(Note { known, at })
}

/// True if the file contains this key.
pub(super) fn holds(file: &str, id: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.contains(id))
}

/// A format of Python's `str.format` with these values; none if it names others.
pub(super) fn formatted(format: &str, values: [&str; 4]) -> Option<String> {
    let (mut text, mut rest) = (String::new(), format);
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        text.push_str(before);
        if let Some(after) = brace.strip_prefix("{{").or_else(|| brace.strip_prefix("}}")) {
            text.push_str(&brace[..1]);
            rest = after;
            continue;
        }
        let (index, after) = brace.strip_prefix('{')?.split_once('}')?;
        text.push_str(values.get(index.parse::<usize>().ok()?)?);
        rest = after;
    }
    Some(text + rest)
}
