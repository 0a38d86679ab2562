//! The paths that `clean` removes: all that no state keeps and no pattern excludes.

use std::path::{Path, PathBuf};

use super::walk::entries;
use crate::Call;
use crate::file::patterns::Paths;
use machine::file::{self, FileKind};
use machine::text;
use model::fields::text;
use model::{Low, chain};

/// The paths that stay.
#[derive(Clone, Debug, Default)]
pub(in crate::file) struct Kept {
    /// Only these paths.
    pub paths: Vec<PathBuf>,
    /// These paths and all below them.
    pub trees: Vec<PathBuf>,
}

/// The paths that are removed.
#[derive(Clone, Debug, Default)]
pub(in crate::file) struct Cleaned {
    /// The files and whole directories that are removed, by name.
    pub tops: Vec<PathBuf>,
    /// These and all their contents.
    pub all: Vec<PathBuf>,
}

impl Kept {
    /// The paths of the required file states.
    pub fn of(call: &Call<'_>) -> Self {
        let mut kept = Self::default();
        for low in call.context.required.iter().filter(|low| low.state == "file") {
            let path = PathBuf::from(low.name.trim_end_matches('/'));
            if matches!(low.function.as_str(), "directory" | "recurse") && !is_cleaned(low) {
                kept.trees.push(path);
            } else {
                kept.paths.push(path);
            }
        }
        kept
    }

    fn has_tree(&self, path: &Path) -> bool {
        self.trees.iter().any(|tree| path.starts_with(tree))
    }

    fn has(&self, path: &Path) -> bool {
        self.has_tree(path) || self.paths.iter().any(|kept| kept == path)
    }

    fn has_below(&self, path: &Path) -> bool {
        self.paths.iter().chain(&self.trees).any(|kept| kept.starts_with(path) && kept != path)
    }
}

/// A directory that is itself cleaned keeps only the paths of its own states.
fn is_cleaned(low: &Low) -> bool {
    low.function == "directory"
        && low.argument("clean").and_then(|entry| text(&entry.node)).is_some_and(|it| it == "true")
}

/// The paths to remove from a directory.
///
/// # Errors
/// A path that cannot be read.
pub(in crate::file) fn cleanable(
    root: &Path,
    kept: &Kept,
    excluded: Option<&Paths>,
) -> Result<Cleaned, String> {
    let mut cleaned = Cleaned::default();
    if root == Path::new("/") {
        return Err("Refusing to clean \"/\"".to_owned());
    }
    let mut kept = kept.clone();
    let root_itself = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    // What is mounted below is another file system, with contents of its own.
    for point in file::mounts_below(&root_itself).map_err(|error| chain(&error))? {
        if let Ok(below) = point.strip_prefix(&root_itself)
            && point != root_itself
        {
            kept.trees.push(root.join(below));
        }
    }
    if !kept.has_tree(root) {
        level(root, root, (&kept, excluded), &mut cleaned)?;
    }
    Ok(cleaned)
}

/// True if something in the directory stays.
fn level(
    root: &Path,
    directory: &Path,
    rules: (&Kept, Option<&Paths>),
    cleaned: &mut Cleaned,
) -> Result<bool, String> {
    let (kept, excluded) = rules;
    let mut something_stays = false;
    for entry in entries(directory)? {
        let path = entry.path;
        let relative = text::of_path(path.strip_prefix(root).unwrap_or(&path));
        if kept.has_tree(&path) || excluded.is_some_and(|excluded| excluded.mean(&relative)) {
            something_stays = true;
            continue;
        }
        if entry.stat.kind != FileKind::Directory {
            if kept.has(&path) {
                something_stays = true;
            } else {
                cleaned.tops.push(path.clone());
                cleaned.all.push(path);
            }
            continue;
        }
        let mut inside = Cleaned::default();
        let stays = level(root, &path, rules, &mut inside)?;
        if stays || kept.has(&path) || kept.has_below(&path) {
            something_stays = true;
            cleaned.tops.extend(inside.tops);
        } else {
            cleaned.tops.push(path.clone());
            cleaned.all.push(path);
        }
        cleaned.all.extend(inside.all);
    }
    Ok(something_stays)
}
