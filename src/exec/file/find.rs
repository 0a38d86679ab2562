//! `file.find`: walks directories and returns the paths that match all criteria.

use std::path::{Path, PathBuf};

use super::find_criteria::{Criteria, Found};
use super::path;
use super::search::expand;
use crate::Context;
use crate::call::{Bound, CallError};
use model::{Value, glob};

pub(super) const DOC: &str = "Finds files and directories below a path, which may be a shell \
                              pattern.\n\nCriteria: name, iname, regex, iregex, type (of b c d f l p \
                              s), owner, group, size, mtime, grep, maxdepth, mindepth; all must \
                              match.\nprint lists the facts to return of each path: path (the default), \
                              name, size, type, user, group, mode, mtime, md5.";

/// Deeper directories than this come from a cycle of mounts.
const MAX_DEPTH: usize = 128;

pub(super) fn find(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    // Salt answers an invalid criterion with a text.
    let criteria = match Criteria::of(&bound.named, context.clock) {
        Ok(criteria) => criteria,
        Err(reason) => return Ok(format!("error: {reason}").into()),
    };
    let given = path(context, bound, "path");
    let starts = if glob::is_glob(&given.display().to_string()) { expand(&given) } else { vec![given] };
    let mut found: Vec<PathBuf> = vec![];
    for start in starts.iter().filter(|start| start.symlink_metadata().is_ok()) {
        walk(start, 0, &criteria, &mut found);
    }
    found.sort_unstable();
    found.dedup();
    Ok(Value::List(found.iter().filter_map(|path| criteria.shown(&Found::at(path)?)).collect()))
}

fn walk(path: &Path, depth: usize, criteria: &Criteria, found: &mut Vec<PathBuf>) {
    let Some(here) = Found::at(path) else { return };
    if depth >= criteria.mindepth && criteria.fits(&here) {
        found.push(path.to_owned());
    }
    // A directory behind a link is returned, but not entered.
    let enters = path.is_dir() && (depth == 0 || !path.is_symlink());
    if !enters || criteria.maxdepth.is_some_and(|max| depth >= max) || depth >= MAX_DEPTH {
        return;
    }
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        walk(&entry.path(), depth + 1, criteria, found);
    }
}
