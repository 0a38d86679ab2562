//! The files and directories of an environment, all roots together.

use std::collections::BTreeSet;
use std::path::Path;

use super::env;
use crate::Context;
use crate::call::Bound;

/// Deeper directories than this come from a cycle of links.
const MAX_DEPTH: usize = 32;

/// The files below the roots, sorted, whose paths begin with `prefix`.
pub(super) fn files(context: &Context<'_>, bound: &Bound, prefix: &str) -> Vec<String> {
    all(context, bound, prefix, true)
}

/// The directories below the roots, sorted, whose paths begin with `prefix`.
pub(super) fn directories(context: &Context<'_>, bound: &Bound, prefix: &str) -> Vec<String> {
    all(context, bound, prefix, false)
}

fn all(context: &Context<'_>, bound: &Bound, prefix: &str, of_files: bool) -> Vec<String> {
    let (mut files, mut directories) = (BTreeSet::new(), BTreeSet::new());
    for root in context.states.directories(&env(context, bound)) {
        collect(root, "", 0, &mut files, &mut directories);
    }
    let prefix = prefix.trim_matches('/');
    let is_below = |path: &String| {
        prefix.is_empty()
            || path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    (if of_files { files } else { directories }).into_iter().filter(is_below).collect()
}

fn collect(
    directory: &Path,
    prefix: &str,
    depth: usize,
    files: &mut BTreeSet<String>,
    directories: &mut BTreeSet<String>,
) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, relative) = (entry.path(), format!("{prefix}{name}"));
        if path.is_dir() {
            directories.insert(relative.clone());
            if depth < MAX_DEPTH {
                collect(&path, &format!("{relative}/"), depth + 1, files, directories);
            }
        } else if path.is_file() {
            files.insert(relative);
        }
    }
}
