//! What is in the roots: every file, with the place that it gets in a sealed tree.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use super::TreeError;
use machine::file::{self, Algorithm};

/// Directories by environment, in the order in which they are searched.
pub type Roots = IndexMap<String, Vec<PathBuf>>;

/// Directories of version control are not part of a tree.
const LEFT_OUT: [&str; 3] = [".git", ".hg", ".svn"];
/// The most directories inside one another.
const DEEPEST: usize = 64;

/// The files of roots.
#[derive(Clone, Debug, Default)]
pub struct TreeFiles {
    /// The numbers of the directories of each environment, as `roots.json` of a sealed tree holds them.
    pub layout: IndexMap<String, Vec<String>>,
    /// Directories, by their place in the sealed tree, the outer before the inner.
    pub directories: Vec<String>,
    /// Files by their place: where they are, and whether they may be executed.
    pub files: Vec<(String, PathBuf, bool)>,
}

/// Lists the files of roots. Links are followed, so that what they lead to is published; missing roots are empty.
///
/// # Errors
///
/// A directory cannot be read, a name is not UTF-8, or an entry is neither a file nor a directory.
pub fn list_files(roots: &Roots) -> Result<TreeFiles, TreeError> {
    let mut tree_files = TreeFiles::default();
    let mut number = 0_usize;
    for (env, directories) in roots {
        let mut names = vec![];
        for directory in directories.iter().filter(|directory| directory.is_dir()) {
            let name = number.to_string();
            tree_files.directories.push(name.clone());
            tree_files.walk(directory, &name, 0)?;
            names.push(name);
            number += 1;
        }
        tree_files.layout.insert(env.clone(), names);
    }
    Ok(tree_files)
}

impl TreeFiles {
    fn walk(&mut self, directory: &Path, place: &str, depth: usize) -> Result<(), TreeError> {
        if depth > DEEPEST {
            return Err(TreeError::TooDeep(directory.to_owned()));
        }
        let failed = |source| TreeError::Read { path: directory.to_owned(), source };
        let mut names = vec![];
        for entry in fs::read_dir(directory).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            names.push(name.into_string().map_err(|name| TreeError::Name(directory.join(name)))?);
        }
        names.sort();
        for name in names.into_iter().filter(|name| !LEFT_OUT.contains(&name.as_str())) {
            let (path, place) = (directory.join(&name), format!("{place}/{name}"));
            let facts =
                fs::metadata(&path).map_err(|source| TreeError::Read { path: path.clone(), source })?;
            if facts.is_dir() {
                self.directories.push(place.clone());
                self.walk(&path, &place, depth + 1)?;
            } else if facts.is_file() {
                self.files.push((place, path, facts.permissions().mode() & 0o100 != 0));
            } else {
                return Err(TreeError::Kind(path));
            }
        }
        Ok(())
    }
}

/// A digest of trees: the same for the same files in the same places.
///
/// # Errors
///
/// A file cannot be read.
pub fn content(trees: &[&TreeFiles]) -> Result<String, TreeError> {
    let mut all = Sha256::new();
    for tree in trees {
        let layout: Vec<_> = tree.layout.iter().collect();
        let mut files = vec![];
        for (place, path, is_executable) in &tree.files {
            files.push((place, is_executable, file::digest(path, Algorithm::Sha256)?));
        }
        let text = serde_json::json!({"layout": layout, "directories": tree.directories, "files": files});
        all.update(text.to_string().as_bytes());
        all.update(b"\n");
    }
    Ok(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
