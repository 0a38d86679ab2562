//! The keys that this program uses, checked.

use std::path::{Path, PathBuf};

use super::load::Entries;
use super::roots::{self, Roots, Start};
use super::{Config, defaults::defaults};
use model::problem::did_you_mean;
use model::{Key, Map, Node, Problem, Problems, Value};

/// How the top files of several environments are merged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TopMerge {
    /// The top file of `base` first; those of other environments only for environments that it does not mention.
    Merge,
    /// Each environment's own section of its own top file.
    Same,
    /// All sections of all top files, one after the other.
    MergeAll,
}

/// How pillar files are merged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PillarMerge {
    /// Mapping by mapping, key by key.
    Recurse,
    /// Key by key at the top level; a later file replaces.
    Overwrite,
    /// Lists and mappings are joined, keys tagged with their source.
    Aggregate,
    /// Only the first environment's files.
    None,
}

/// Fills in the defaults and reads the known keys.
pub fn check(files: Entries, config_dir: Option<&Path>, problems: &mut Problems) -> Config {
    let mut reader = Reader { entries: files, defaults: defaults(), problems };
    let base_dir = reader.entries.get("root_dir").and_then(|entry| entry.node.as_str()).map(PathBuf::from);
    let start = Start { root_dir: base_dir.as_deref(), config_dir };
    let file_roots = reader.roots("file_roots", start);
    let pillar_roots = reader.roots("pillar_roots", start);
    let top_merges =
        [("merge", TopMerge::Merge), ("same", TopMerge::Same), ("merge_all", TopMerge::MergeAll)];
    let pillar_merges = [
        ("smart", PillarMerge::Recurse),
        ("recurse", PillarMerge::Recurse),
        ("overwrite", PillarMerge::Overwrite),
        ("aggregate", PillarMerge::Aggregate),
        ("none", PillarMerge::None),
    ];
    Config {
        id: reader.text("id"),
        saltenv: reader.text("saltenv"),
        pillarenv: reader.text("pillarenv"),
        pillarenv_from_saltenv: reader.flag("pillarenv_from_saltenv"),
        state_top_saltenv: reader.text("state_top_saltenv"),
        state_top: reader.text("state_top").unwrap_or_else(|| "top.sls".to_owned()),
        top_merge: reader.word("top_file_merging_strategy", &top_merges).unwrap_or(TopMerge::Merge),
        default_top: reader.text("default_top").unwrap_or_else(|| "base".to_owned()),
        env_order: reader.texts("env_order"),
        pillar_merge: reader
            .word("pillar_source_merging_strategy", &pillar_merges)
            .unwrap_or(PillarMerge::Recurse),
        pillar_merge_lists: reader.flag("pillar_merge_lists"),
        pillar_includes_override: reader.flag("pillar_includes_override_sls"),
        renderer: reader.text("renderer").unwrap_or_else(|| "jinja|yaml".to_owned()),
        nodegroups: reader.map("nodegroups"),
        grains: reader.map("grains"),
        failhard: reader.flag("failhard"),
        state_output: reader.text("state_output").unwrap_or_else(|| "full".to_owned()),
        state_verbose: reader.flag("state_verbose"),
        log_level: reader.text("log_level").unwrap_or_else(|| "warning".to_owned()),
        opts: reader.opts(&file_roots, &pillar_roots),
        file_roots,
        pillar_roots,
    }
}

struct Reader<'a> {
    entries: Entries,
    defaults: Map,
    problems: &'a mut Problems,
}

impl Reader<'_> {
    fn node(&self, key: &str) -> Option<&Node> {
        self.entries.get(key).map(|entry| &entry.node).filter(|node| !node.is_null())
    }

    /// Notes that the value of a key has a wrong type.
    fn refuse(&mut self, key: &str, wanted: &str) {
        if let Some(node) = self.node(key) {
            let message = format!("'{key}' must be {wanted}, not {}", node.type_name());
            let problem = Problem::at(&node.place, message);
            self.problems.push(problem);
        }
    }

    fn text(&mut self, key: &str) -> Option<String> {
        let value = self.node(key).map(Node::to_value).or_else(|| self.defaults.get(key).cloned())?;
        match value {
            Value::Str(text) => Some(text),
            Value::Int(number) => Some(number.to_string()),
            Value::Null => None,
            _ => {
                self.refuse(key, "text");
                None
            }
        }
    }

    fn texts(&mut self, key: &str) -> Vec<String> {
        let Some(node) = self.node(key) else { return Vec::new() };
        let list =
            node.as_list().map(|list| list.iter().filter_map(Node::as_str).map(str::to_owned).collect());
        list.unwrap_or_else(|| {
            self.refuse(key, "a list");
            Vec::new()
        })
    }

    fn flag(&mut self, key: &str) -> bool {
        let Some(value) = self.node(key).map(Node::to_value) else {
            return self.defaults.get(key).and_then(Value::as_bool).unwrap_or_default();
        };
        value.as_bool().unwrap_or_else(|| {
            self.refuse(key, "True or False");
            false
        })
    }

    fn map(&mut self, key: &str) -> Map {
        match self.node(key).map(Node::to_value) {
            Some(Value::Map(map)) => map,
            None => Map::new(),
            Some(_) => {
                self.refuse(key, "a mapping");
                Map::new()
            }
        }
    }

    fn word<T: Copy>(&mut self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let typed = self.text(key)?;
        let found = words.iter().find(|(word, _)| *word == typed).map(|(_, meaning)| *meaning);
        if found.is_none()
            && let Some(node) = self.node(key)
        {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let guess = did_you_mean(&typed, known.iter().copied());
            let hint = guess.map_or_else(
                || format!("one of {}", known.join(", ")),
                |word| format!("did you mean '{word}'?"),
            );
            let problem = Problem::at(&node.place, format!("'{key}' cannot be '{typed}'")).hint(hint);
            self.problems.push(problem);
        }
        found
    }

    fn roots(&mut self, key: &str, start: Start<'_>) -> Roots {
        match self.entries.get(key).filter(|entry| !entry.node.is_null()) {
            Some(entry) => roots::read(key, entry, start, self.problems),
            None => {
                let place = model::Place::file("the defaults");
                let default = self.defaults.get(key).cloned().unwrap_or_default();
                let start = Start { root_dir: None, config_dir: None };
                roots::read(key, &super::load::entry(default, &place), start, self.problems)
            }
        }
    }

    /// The configuration in templates: the files over the defaults, with resolved roots.
    fn opts(&self, file_roots: &Roots, pillar_roots: &Roots) -> Map {
        let mut opts = self.defaults.clone();
        for (key, entry) in &self.entries {
            opts.insert(key.clone(), entry.node.to_value().plain());
        }
        for (key, roots) in [("file_roots", file_roots), ("pillar_roots", pillar_roots)] {
            opts.insert(key.into(), roots_value(roots));
        }
        opts
    }
}

fn roots_value(roots: &Roots) -> Value {
    let shown =
        |dirs: &Vec<PathBuf>| Value::List(dirs.iter().map(|dir| dir.display().to_string().into()).collect());
    roots.iter().map(|(env, dirs)| (Key::from(env.as_str()), shown(dirs))).collect()
}
