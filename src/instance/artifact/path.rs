//! Paths inside an artifact, as text: which paths may be unpacked.

use super::Refusal;

/// Longer paths are refused before the system refuses them.
const LONGEST: usize = 4096;

/// Checks a path: relative, of plain names only, none of which is `.` or `..`.
pub(super) fn check(path: &str) -> Result<(), Refusal> {
    let is_plain = |name: &str| !name.is_empty() && name != "." && name != "..";
    let is_fine = path.len() <= LONGEST && !path.contains(char::is_control) && path.split('/').all(is_plain);
    if is_fine { Ok(()) } else { Err(Refusal::Path(path.to_owned())) }
}

/// Checks the target of a link: relative, and without control characters. [`super::links`] checks where it leads.
pub(super) fn check_link(path: &str, target: &str) -> Result<(), Refusal> {
    if target.is_empty() || target.starts_with('/') || target.contains(char::is_control) {
        return Err(Refusal::Link { path: path.to_owned(), target: target.to_owned() });
    }
    Ok(())
}

/// The parent directories of a path, the outermost first.
pub(super) fn parents(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| &path[..end])
}

/// Checks the name of a service or revision: one plain name, so that it can be part of a path, a key and a URL.
///
/// # Errors
/// It is not one.
pub fn check_name(name: &str) -> Result<(), Refusal> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    let is_fine = starts_well && name.len() <= 128 && name.chars().all(is_plain);
    if is_fine { Ok(()) } else { Err(Refusal::Name(name.to_owned())) }
}
