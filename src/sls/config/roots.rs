//! `file_roots` and `pillar_roots`: directories by environment.

use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;

use model::{Entry, Node, NodeKind, Problem, Problems};

/// The directories of each environment, in search order.
pub type Roots = IndexMap<String, Vec<PathBuf>>;

/// Where relative directories start.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// The configured `root_dir`; without one, the working directory.
    pub root_dir: Option<&'a Path>,
    /// The directory of the configuration, for directories that are not below the working directory.
    pub config_dir: Option<&'a Path>,
}

/// Reads `{env: [dir, …]}`, or a list or single directory for `base`; relative ones start as `start` says.
pub fn read(key: &str, entry: &Entry, start: Start<'_>, problems: &mut Problems) -> Roots {
    let mut roots = Roots::new();
    match &entry.node.kind {
        NodeKind::Map(environments) => {
            for (env, entry) in environments {
                roots.insert(env.to_string(), directories(key, &entry.node, start, problems));
            }
        }
        _ => {
            roots.insert("base".to_owned(), directories(key, &entry.node, start, problems));
        }
    }
    roots
}

fn directories(key: &str, node: &Node, start: Start<'_>, problems: &mut Problems) -> Vec<PathBuf> {
    if node.is_null() {
        return Vec::new();
    }
    let single = std::slice::from_ref(node);
    let mut found = Vec::new();
    for item in node.as_list().unwrap_or(single) {
        match item.as_str() {
            Some(dir) => found.push(resolve(Path::new(dir), start)),
            None => problems.push(
                Problem::at(&item.place, format!("'{key}' holds directories, not {}", item.type_name()))
                    .hint(format!("write\n    {key}:\n      base:\n        - path/to/files")),
            ),
        }
    }
    found
}

/// A directory below another, without `.` steps, so that the places in its files look as the author would write them.
fn resolve(dir: &Path, start: Start<'_>) -> PathBuf {
    let joined = match start {
        Start { root_dir: Some(root), .. } => root.join(dir),
        Start { config_dir: Some(config), .. } if dir.is_relative() && !dir.exists() => {
            let near = [Some(config), config.parent()].into_iter().flatten().map(|above| above.join(dir));
            near.into_iter().find(|path| path.is_dir()).unwrap_or_else(|| dir.to_owned())
        }
        Start { .. } => dir.to_owned(),
    };
    let steps: PathBuf = joined.components().filter(|step| *step != Component::CurDir).collect();
    if steps.as_os_str().is_empty() { PathBuf::from(".") } else { steps }
}
