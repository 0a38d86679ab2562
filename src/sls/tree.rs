//! The files of `file_roots` or `pillar_roots`: lists SLS and resolves `salt://` paths.
//!
//! Laws: in each environment the first root that has a file wins; no path leads out of the roots.

use std::path::{Component, Path, PathBuf};

use super::config::Roots;

/// The directories of all environments.
#[derive(Clone, Debug)]
pub struct Tree {
    roots: Roots,
}

/// A file below a root.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FoundFile {
    /// Its path below the root, with slashes: `elb/register.sls`.
    pub relative: String,
    /// Its path on disk, as the author would write it.
    pub path: PathBuf,
}

impl FoundFile {
    /// Its directory below the root; empty at the top.
    pub fn directory(&self) -> &str {
        self.relative.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// True for `init.sls`, which represents its directory.
    pub fn is_init(&self) -> bool {
        self.relative == "init.sls" || self.relative.ends_with("/init.sls")
    }
}

impl Tree {
    /// Serves these roots.
    pub fn new(roots: Roots) -> Self {
        Self { roots }
    }

    /// The environments, in the order of the configuration.
    pub fn environments(&self) -> impl Iterator<Item = &str> {
        self.roots.keys().map(String::as_str)
    }

    /// True if the environment is configured.
    pub fn has_environment(&self, env: &str) -> bool {
        self.roots.contains_key(env)
    }

    /// The directories of an environment.
    pub fn directories(&self, env: &str) -> &[PathBuf] {
        self.roots.get(env).map(Vec::as_slice).unwrap_or_default()
    }

    /// The file at a path below a root: `a/b.jinja` or `salt://a/b.jinja`.
    pub fn find(&self, env: &str, path: &str) -> Option<FoundFile> {
        let relative = normal(path.strip_prefix("salt://").unwrap_or(path))?;
        let found =
            self.directories(env).iter().map(|root| root.join(&relative)).find(|path| path.is_file())?;
        Some(FoundFile { relative, path: found })
    }

    /// The file of an SLS: for `a.b` it is `a/b.sls`, or else `a/b/init.sls`.
    pub fn find_sls(&self, env: &str, name: &str) -> Option<FoundFile> {
        let path = name.replace('.', "/");
        let file = self.find(env, &format!("{path}.sls"));
        file.or_else(|| self.find(env, &format!("{path}/init.sls")))
    }

    /// The names of all SLS of an environment, sorted.
    pub fn list_sls(&self, env: &str) -> Vec<String> {
        let mut names = Vec::new();
        for root in self.directories(env) {
            collect(root, "", 0, &mut names);
        }
        names.sort();
        names.dedup();
        names
    }
}

/// Nobody writes deeper directories than this; a link may lead in a circle.
const MAX_DEPTH: usize = 32;

fn collect(directory: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        if path.is_dir() && depth < MAX_DEPTH && !name.starts_with('.') {
            collect(&path, &format!("{prefix}{name}."), depth + 1, names);
        } else if name == "init.sls" && !prefix.is_empty() {
            names.push(prefix.trim_end_matches('.').to_owned());
        } else if let Some(stem) = name.strip_suffix(".sls") {
            names.push(format!("{prefix}{stem}"));
        }
    }
}

/// A path without `.` and `..` steps; none if it leads out of the root, or is an absolute path in another form.
fn normal(path: &str) -> Option<String> {
    let path = path.split_once('?').map_or(path, |(path, _)| path).trim_start_matches('/');
    let mut steps: Vec<&str> = Vec::new();
    for step in Path::new(path).components() {
        match step {
            Component::Normal(name) => steps.push(name.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => {
                steps.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    if steps.is_empty() { None } else { Some(steps.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str]) -> (tempfile::TempDir, Tree) {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, *file).unwrap();
        }
        let roots = [("base".to_owned(), vec![dir.path().join("one"), dir.path().join("two")])];
        let tree = Tree::new(roots.into_iter().collect());
        (dir, tree)
    }

    fn found(tree: &Tree, name: &str) -> Option<String> {
        tree.find_sls("base", name).map(|file| std::fs::read_to_string(file.path).unwrap())
    }

    #[test]
    fn a_file_wins_over_an_init_even_in_a_later_root() {
        let (_dir, tree) = tree(&["one/a/init.sls", "two/a.sls", "two/b/init.sls", "one/c.sls", "two/c.sls"]);
        assert_eq!(found(&tree, "a").as_deref(), Some("two/a.sls"));
        assert_eq!(found(&tree, "b").as_deref(), Some("two/b/init.sls"));
        assert_eq!(found(&tree, "c").as_deref(), Some("one/c.sls"));
        assert_eq!(found(&tree, "b.init").as_deref(), Some("two/b/init.sls"));
        assert_eq!(found(&tree, "nosuch"), None);
        assert!(tree.find_sls("dev", "a").is_none());
    }

    #[test]
    fn no_path_leads_out_of_the_roots() {
        let (_dir, tree) = tree(&["secret.sls", "one/a.sls", "one/x/b.sls"]);
        assert!(tree.find("base", "../secret.sls").is_none());
        assert!(tree.find("base", "salt://x/../../secret.sls").is_none());
        assert!(tree.find("base", "salt:///etc/passwd").is_none());
        assert_eq!(
            tree.find("base", "salt://x/../a.sls").map(|file| file.relative).as_deref(),
            Some("a.sls")
        );
    }

    #[test]
    fn every_sls_is_listed_once_by_its_name() {
        let (_dir, tree) =
            tree(&["one/a/init.sls", "two/a/b.sls", "two/top.sls", "two/a/map.jinja", "one/top.sls"]);
        assert_eq!(tree.list_sls("base"), ["a", "a.b", "top"]);
    }
}
