//! `file_roots` and `pillar_roots`: directories by environment.

use std::path::{Component, Path, PathBuf};

use indexmap::IndexMap;

use crate::model::{Entry, Node, NodeKind, Problem, Problems};

/// The directories of each environment, in search order.
pub type Roots = IndexMap<String, Vec<PathBuf>>;

/// Reads `{env: [dir, …]}`, or a list or single directory for `base`; relative ones are below `base_dir`.
pub fn read(key: &str, entry: &Entry, base_dir: Option<&Path>, problems: &mut Problems) -> Roots {
    let mut roots = Roots::new();
    match &entry.node.kind {
        NodeKind::Map(environments) => {
            for (env, entry) in environments {
                roots.insert(env.to_string(), directories(key, &entry.node, base_dir, problems));
            }
        }
        _ => {
            roots.insert("base".to_owned(), directories(key, &entry.node, base_dir, problems));
        }
    }
    roots
}

fn directories(key: &str, node: &Node, base_dir: Option<&Path>, problems: &mut Problems) -> Vec<PathBuf> {
    if node.is_null() {
        return Vec::new();
    }
    let single = std::slice::from_ref(node);
    let mut found = Vec::new();
    for item in node.as_list().unwrap_or(single) {
        match item.as_str() {
            Some(dir) => found.push(resolve(Path::new(dir), base_dir)),
            None => problems.push(
                Problem::at(&item.place, format!("'{key}' holds directories, not {}", item.type_name()))
                    .hint(format!("write\n    {key}:\n      base:\n        - path/to/files")),
            ),
        }
    }
    found
}

/// A directory below another, without `.` steps, so that the places in its files look as the author would write them.
fn resolve(dir: &Path, base_dir: Option<&Path>) -> PathBuf {
    let joined = base_dir.map_or_else(|| dir.to_owned(), |base| base.join(dir));
    let steps: PathBuf = joined.components().filter(|step| *step != Component::CurDir).collect();
    if steps.as_os_str().is_empty() { PathBuf::from(".") } else { steps }
}
