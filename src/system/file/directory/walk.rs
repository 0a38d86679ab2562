//! All contents of a directory.

use std::path::Path;

use super::Inside;
use machine::file::{FileKind, Stat};

/// Deeper than any real tree: a mount may lead in a circle.
const MAX_DEPTH: usize = 256;

/// Files and links of each directory before its directories, by name. Links are not followed.
///
/// # Errors
/// A path that cannot be read.
pub(super) fn walk(root: &Path, depth: Option<usize>) -> Result<Vec<Inside>, String> {
    let mut found = vec![];
    level(root, depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH), &mut found)?;
    Ok(found)
}

fn level(directory: &Path, depth: usize, found: &mut Vec<Inside>) -> Result<(), String> {
    if depth == 0 {
        return Ok(());
    }
    let entries = entries(directory)?;
    let (directories, others): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|entry| entry.stat.kind == FileKind::Directory);
    found.extend(others);
    let paths: Vec<_> = directories.iter().map(|entry| entry.path.clone()).collect();
    found.extend(directories);
    paths.iter().try_for_each(|path| level(path, depth - 1, found))
}

/// The entries of a directory, by name.
pub(super) fn entries(directory: &Path) -> Result<Vec<Inside>, String> {
    let failed = |error: std::io::Error| format!("'{}' cannot be read: {error}", directory.display());
    let mut entries = vec![];
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if let Some(stat) = Stat::find_link(&path).map_err(|error| model::chain(&error))? {
            entries.push(Inside { path, stat });
        }
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(entries)
}
