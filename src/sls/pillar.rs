//! The pillar: the files that its top file gives the minion, rendered and merged.
//!
//! Called by the compiler before any state is rendered. See <https://docs.saltproject.io/en/3007/topics/pillar/index.html>.

mod files;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::cipher;
use super::config::{Config, PillarMerge};
use super::ext_pillar::{self, SourceContext};
use super::high::include::{expand, missing};
use super::matcher::{MatchKind, Matcher};
use super::render::{Renderer, Variables};
use super::top::{self, Merged, Target};
use super::tree::Tree;
use model::{Entry, Key, Map, Place, Problem, Problems, Value};

/// Renders pillar files.
pub struct PillarCompiler<'a> {
    tree: &'a Tree,
    renderer: Renderer<'a>,
    shared: &'a Variables,
    config: &'a Config,
    seen: HashSet<(String, String)>,
    /// The content of each file that was read.
    read: HashMap<(String, String), Value>,
    /// The data of external pillars that come first, which templates see.
    given: Option<Arc<Value>>,
    problems: Problems,
}

impl<'a> PillarCompiler<'a> {
    /// Starts empty; `shared` are the variables of all templates.
    pub fn new(tree: &'a Tree, renderer: Renderer<'a>, shared: &'a Variables, config: &'a Config) -> Self {
        Self {
            tree,
            renderer,
            shared,
            config,
            seen: HashSet::new(),
            given: None,
            read: HashMap::new(),
            problems: Problems::default(),
        }
    }

    /// The whole pillar, `over` (from the command line) merged last.
    ///
    /// # Errors
    ///
    /// All mistakes in any of its files, at once.
    pub fn compile(mut self, matcher: &Matcher<'_>, over: Option<&Map>) -> Result<Map, Problems> {
        let tree = self.tree;
        let only = self.config.pillarenv.as_deref();
        let envs: Vec<&str> = only.map_or_else(|| tree.environments().collect(), |only| vec![only]);
        let tops = top::read(tree, self.renderer, self.shared, &envs, "top.sls")?;
        let mut merged = Merged::new();
        for section in tops.values().flatten() {
            for (env, section) in top::sections(section, &mut self.problems) {
                top::put_targets(section, merged.entry(env).or_default());
            }
        }
        // The requested environment has the highest priority.
        if let Some(asked) = only.and_then(|only| merged.shift_remove_entry(only)) {
            merged.insert(asked.0, asked.1);
        }
        let mut pillar = Value::Map(Map::new());
        let ext_first = self.config.opts.get("ext_pillar_first").and_then(Value::as_bool).unwrap_or_default();
        if ext_first {
            self.merge_ext_pillars(&mut pillar, matcher);
            self.given = Some(Arc::new(pillar.clone()));
        }
        for (env, targets) in &merged {
            for target in self.targets(env, targets, matcher) {
                for (name, place) in &target.names {
                    let names = self.names(env, name, place, target.ignores_missing);
                    for name in names {
                        if let Some(found) = self.file(&name, env) {
                            self.merge(&mut pillar, found);
                        }
                    }
                }
            }
        }
        if !ext_first {
            self.merge_ext_pillars(&mut pillar, matcher);
        }
        if let Value::Map(map) = &mut pillar {
            cipher::decrypt_pillar(map, &self.config.opts, self.renderer.outside, &mut self.problems);
        }
        if let Some(over) = over {
            self.merge(&mut pillar, Value::Map(over.clone()));
        }
        let Value::Map(pillar) = pillar else { return Err(self.problems) };
        self.problems.or(pillar)
    }

    fn merge_ext_pillars(&mut self, pillar: &mut Value, matcher: &Matcher<'_>) {
        let around = SourceContext {
            outside: self.renderer.outside,
            renderer: self.renderer,
            variables: self.shared,
            matcher,
            opts: &self.config.opts,
        };
        for found in ext_pillar::pillars(&around, &mut self.problems) {
            self.merge(pillar, found);
        }
    }

    /// The targets of an environment that match the minion, by their `order`.
    fn targets(
        &mut self,
        env: &str,
        targets: &IndexMap<String, Entry>,
        matcher: &Matcher<'_>,
    ) -> Vec<Target> {
        let mut found = Vec::new();
        for (expression, entry) in targets {
            let target = top::target(env, expression, entry, &mut self.problems);
            let kind = target.kind.unwrap_or(MatchKind::Compound);
            if matches!(kind, MatchKind::Pillar | MatchKind::PillarExact | MatchKind::PillarPcre) {
                let message = format!("the top file of the pillar asks for the pillar at '{expression}'");
                self.problems.push(
                    Problem::at(&entry.key_place, message)
                        .hint("match by grain or ID: the pillar is not known yet"),
                );
            } else if top::is_match(&target, expression, matcher) {
                found.push(target);
            }
        }
        found.sort_by_key(|target| target.order);
        found
    }

    fn names(&mut self, env: &str, name: &str, place: &Place, ignores_missing: bool) -> Vec<String> {
        let names = expand(self.tree, env, name);
        if names.is_empty() && !ignores_missing {
            self.problems.push(missing(self.tree, env, name, Some(place)));
        }
        names
    }

    /// Merges as configured.
    fn merge(&self, below: &mut Value, above: Value) {
        match self.config.pillar_merge {
            PillarMerge::Recurse | PillarMerge::None => merge(below, above, self.config.pillar_merge_lists),
            PillarMerge::Overwrite | PillarMerge::Aggregate => match (below, above) {
                (Value::Map(below), Value::Map(above)) => below.extend(above),
                (below, above) => *below = above,
            },
        }
    }
}

/// Mappings are merged key by key. Lists get the other's extra items, if that is configured. Anything else is replaced.
pub fn merge(below: &mut Value, above: Value, joins_lists: bool) {
    match (below, above) {
        (Value::Map(below), Value::Map(above)) => {
            for (key, value) in above {
                match below.get_mut(&key) {
                    Some(old) => merge(old, value, joins_lists),
                    None => {
                        below.insert(key, value);
                    }
                }
            }
        }
        (Value::List(below), Value::List(above)) if joins_lists => {
            // Duplicates in the upper list stay.
            let known = below.len();
            for item in above {
                if !below[..known].iter().any(|there| there.equals(&item)) {
                    below.push(item);
                }
            }
        }
        (below, above) => *below = above,
    }
}

/// Puts a value under a key such as `a:b`.
fn nested(key: Option<&str>, value: Value) -> Value {
    let Some(key) = key else { return value };
    key.rsplit(':').fold(value, |inner, step| Value::Map(Map::from_iter([(Key::from(step), inner)])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As recorded from Salt 3007: only items of the lower list are left out.
    #[test]
    fn what_stands_twice_in_the_list_above_stays_twice() {
        let mut below = Value::from(serde_json::json!({"l": ["a", "b"]}));
        merge(&mut below, serde_json::json!({"l": ["b", "c", "c"]}).into(), true);
        assert_eq!(below.to_json(), serde_json::json!({"l": ["a", "b", "c", "c"]}));
        let mut below = Value::from(serde_json::json!({"l": [1]}));
        merge(&mut below, serde_json::json!({"l": [1.0, true, "1"]}).into(), true);
        assert_eq!(below.to_json(), serde_json::json!({"l": [1, "1"]}));
    }
}
