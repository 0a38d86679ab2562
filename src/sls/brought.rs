//! Python modules in the tree itself: `_modules/`, `_states/`, `_grains/` …
//!
//! Salt copies these files to the minion and loads them. This program runs no Python, so their functions are missing. A
//! name from such a file is distinguished from a misspelt one by the file names, and by the `__virtualname__` in the
//! files. See <https://docs.saltproject.io/en/3007/topics/development/modules/index.html>.

use std::fs;
use std::path::{Path, PathBuf};

use super::tree::Tree;
use model::{Map, Problem, Value};

/// Modules of one kind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ModuleKind {
    /// The directory at the top of the tree.
    pub folder: &'static str,
    /// What the modules add.
    pub what: &'static str,
    /// What an author can use instead.
    pub instead: &'static str,
}

/// Execution functions.
pub const MODULES: ModuleKind = ModuleKind {
    folder: "_modules",
    what: "execution functions",
    instead: "put their answers into the pillar or a map.jinja, or call a program: salt['cmd.run'](…)",
};

/// States.
pub const STATES: ModuleKind = ModuleKind {
    folder: "_states",
    what: "states",
    instead: "declare the same with the states of this program, or with cmd.run and its 'unless'",
};

/// Runners.
pub const RUNNERS: ModuleKind = ModuleKind {
    folder: "_runners",
    what: "runners",
    instead: "call the commands of this program from a script",
};

/// Grains. No SLS calls them by name: without them templates see undefined values.
pub const GRAINS: ModuleKind = ModuleKind {
    folder: "_grains",
    what: "grains",
    instead: "let a program in 'grains_dirs' print them, or write them under 'grains' in the configuration",
};

/// Every kind that has a replacement.
const KINDS: &[ModuleKind] = &[
    MODULES,
    STATES,
    GRAINS,
    RUNNERS,
    ModuleKind {
        folder: "_pillar",
        what: "external pillars",
        instead: "let a program print the pillar: cmd_yaml or cmd_json under 'ext_pillar'",
    },
    ModuleKind { folder: "_renderers", what: "renderers", instead: "write the files with Jinja and YAML" },
    ModuleKind {
        folder: "_returners",
        what: "returners",
        instead: "let a program read the output of --out=json",
    },
    ModuleKind { folder: "_sdb", what: "drivers of sdb", instead: "use a driver that sdb.get supports" },
    ModuleKind { folder: "_tops", what: "top files", instead: "write a top.sls" },
    ModuleKind { folder: "_matchers", what: "matchers", instead: "match by grains or by a compound" },
];

impl ModuleKind {
    /// The file that would define a module of that name: `_modules/name.py`.
    pub fn find(self, tree: &Tree, module: &str) -> Option<String> {
        let files = self.files(tree);
        let by_name = files.iter().find(|(_, name, _)| name == module);
        let found = by_name.or_else(|| files.iter().find(|(_, _, path)| is_called(path, module)));
        found.map(|(file, ..)| file.clone())
    }

    /// The files of this kind: the shown path, the module's name, and the path.
    fn files(self, tree: &Tree) -> Vec<(String, String, PathBuf)> {
        let roots = tree.environments().flat_map(|env| tree.directories(env));
        let mut files = vec![];
        for entry in roots.filter_map(|root| fs::read_dir(root.join(self.folder)).ok()).flatten().flatten() {
            let Ok(file) = entry.file_name().into_string() else { continue };
            let package = entry.path().join("__init__.py");
            let (name, path) = match file.strip_suffix(".py") {
                Some("__init__") => continue,
                Some(name) => (name.to_owned(), entry.path()),
                None if package.is_file() => (file.clone(), package),
                None => continue,
            };
            files.push((format!("{}/{file}", self.folder), name, path));
        }
        files.sort();
        files.dedup_by(|one, other| one.0 == other.0);
        files
    }

    /// The sentence for a use of such a module.
    pub fn refusal(file: &str) -> String {
        format!("it is Python in this tree ({file}), and this program runs no Python")
    }
}

/// True for the text that a [`ModuleKind`] gives as its replacement.
pub fn is_advice(text: &str) -> bool {
    KINDS.iter().any(|kind| kind.instead == text)
}

/// True if the module sets that name itself.
fn is_called(path: &Path, name: &str) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix("__virtualname__")).any(|rest| {
        let value = rest.trim_start().strip_prefix('=').unwrap_or_default();
        value
            .trim_start()
            .trim_start_matches(['"', '\''])
            .strip_prefix(name)
            .is_some_and(|end| end.starts_with(['"', '\'']))
    })
}

/// The tree of states that the configuration names.
pub fn tree_of(opts: &Map) -> Tree {
    let texts = |value: &Value| -> Vec<PathBuf> {
        value.as_list().unwrap_or_default().iter().filter_map(Value::as_str).map(PathBuf::from).collect()
    };
    let roots = opts.get("file_roots").and_then(Value::as_map);
    let roots = roots.into_iter().flatten().map(|(env, list)| (env.to_string(), texts(list)));
    Tree::new(roots.collect())
}

/// All Python modules of a tree in one problem, each kind with its replacement.
pub fn all(tree: &Tree) -> Option<Problem> {
    brought(tree, KINDS, "this tree brings Python, which this program does not run")
}

/// The grains modules of a tree: without this problem, no message would explain why a template misses them.
pub fn missing_grains(tree: &Tree) -> Option<Problem> {
    brought(
        tree,
        &[GRAINS],
        "this tree has grains in Python, which this program does not run, so templates do not see them",
    )
}

fn brought(tree: &Tree, kinds: &[ModuleKind], heading: &str) -> Option<Problem> {
    let found = kinds.iter().map(|kind| (kind, kind.files(tree))).filter(|(_, files)| !files.is_empty());
    let found: Vec<_> = found.collect();
    if found.is_empty() {
        return None;
    }
    let names: Vec<&str> =
        found.iter().flat_map(|(_, files)| files).map(|(file, ..)| file.as_str()).collect();
    let advice: Vec<String> =
        found.iter().map(|(kind, _)| format!("for {}: {}", kind.what, kind.instead)).collect();
    Some(Problem::nowhere(format!("{heading} ({})", names.join(", "))).hint(advice.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, Tree) {
        let dir = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let roots = [("base".to_owned(), vec![dir.path().to_owned()])];
        let tree = Tree::new(roots.into_iter().collect());
        (dir, tree)
    }

    #[test]
    fn a_module_is_found_by_its_file_its_package_and_its_own_name() {
        let (_dir, tree) = tree(&[
            ("_modules/shop.py", "def port():\n    return 1\n"),
            ("_modules/pack/__init__.py", ""),
            ("_modules/long.py", "__virtualname__ = \"short\"\n"),
            ("_modules/__init__.py", ""),
            ("_modules/notes.txt", ""),
            ("_states/shop.py", ""),
        ]);
        for (module, expected) in [
            ("shop", Some("_modules/shop.py")),
            ("pack", Some("_modules/pack")),
            ("short", Some("_modules/long.py")),
            ("shor", None),
            ("__init__", None),
            ("notes", None),
        ] {
            assert_eq!(MODULES.find(&tree, module).as_deref(), expected, "{module}");
        }
        assert_eq!(STATES.find(&tree, "shop").as_deref(), Some("_states/shop.py"));
        assert_eq!(RUNNERS.find(&tree, "shop"), None);
    }

    #[test]
    fn everything_is_reported_at_once() {
        let (_dir, brings) = tree(&[("_modules/b.py", ""), ("_modules/a.py", ""), ("_grains/role.py", "")]);
        let problem = all(&brings).unwrap();
        assert!(problem.message.ends_with("(_modules/a.py, _modules/b.py, _grains/role.py)"), "{problem:?}");
        let advice = problem.hint.unwrap();
        assert!(advice.contains("map.jinja") && advice.contains("grains_dirs"), "{advice}");
        assert!(missing_grains(&brings).unwrap().message.ends_with("(_grains/role.py)"));
        let (_dir, plain) = tree(&[("a.sls", "")]);
        assert_eq!((all(&plain), missing_grains(&plain)), (None, None));
    }
}
