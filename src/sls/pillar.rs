//! The pillar: the files that its top file gives the minion, rendered and merged.
//!
//! Called by the compiler before any state is rendered. See <https://docs.saltproject.io/en/3007/topics/pillar/index.html>.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::cipher;
use super::config::{Config, PillarMerge};
use super::ext_pillar::{self, SourceContext};
use super::high::include::{Include, Includer, expand, includes, missing};
use super::matcher::{MatchKind, Matcher};
use super::render::{Renderer, SlsFile, Variables};
use super::top::{self, Merged, Target};
use super::tree::Tree;
use crate::model::{Entry, Key, Map, Node, NodeKind, Place, Problem, Problems, Value};

/// A mistake: deeper includes would exhaust the stack.
const MAX_DEPTH: usize = 100;

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
                        if let Some(found) = self.file(&name, env, &Map::new(), 0) {
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

    /// One file with its includes; each is read once in an environment.
    fn file(&mut self, sls: &str, env: &str, defaults: &Map, depth: usize) -> Option<Value> {
        if !self.seen.insert((env.to_owned(), sls.to_owned())) {
            return None;
        }
        let file = self.tree.find_sls(env, sls)?;
        let mut shared = self.shared.clone();
        shared.extend(self.given.iter().map(|given| ("pillar".to_owned(), Arc::clone(given))));
        shared.extend(defaults.iter().map(|(key, value)| (key.to_string(), value.clone().into())));
        let node = match self.renderer.render(SlsFile { sls, env, file: &file }, &shared) {
            Ok(node) => node,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        let NodeKind::Map(mut map) = node.kind else {
            let message = format!("the pillar file '{sls}' must hold a mapping, not {}", node.type_name());
            self.problems.push(Problem::at(&node.place, message));
            return None;
        };
        let mut found = Value::Map(Map::new());
        let include = map.shift_remove("include");
        if let Some(entry) = &include {
            if depth == MAX_DEPTH {
                let message = format!("includes are nested more than {MAX_DEPTH} deep");
                self.problems.push(Problem::at(&entry.key_place, message));
                return None;
            }
            for include in includes(entry, Includer { sls, file: &file }, &mut self.problems) {
                for included in self.included(&include, env, depth) {
                    self.merge(&mut found, included);
                }
            }
        }
        let own = Node { place: node.place, kind: NodeKind::Map(map) }.into_value();
        if include.is_some() && self.config.pillar_includes_override {
            let mut own = own;
            self.merge(&mut own, found);
            found = own;
        } else {
            self.merge(&mut found, own);
        }
        self.read.insert((env.to_owned(), sls.to_owned()), found.clone());
        Some(found)
    }

    fn included(&mut self, include: &Include, env: &str, depth: usize) -> Vec<Value> {
        let env = include.env.as_deref().unwrap_or(env);
        let options = include.options.as_ref().map(Node::to_value).unwrap_or_default();
        let option = |name: &str| options.as_map().and_then(|map| map.get(name));
        let key = option("key").and_then(Value::as_str).map(str::to_owned);
        let defaults = option("defaults").and_then(Value::as_map).cloned().unwrap_or_default();
        let names = self.names(env, &include.sls, &include.place, false);
        let mut found = Vec::new();
        for name in &names {
            // Under its own key, the data read before are included once more.
            let again = key.as_ref().and_then(|_| self.read.get(&(env.to_owned(), name.clone())).cloned());
            let before = self.problems.0.len();
            let value = again.or_else(|| self.file(name, env, &defaults, depth + 1));
            self.problems.via(before, &include.place, &format!("SLS '{name}' is included here"));
            found.extend(value.map(|value| nested(key.as_deref(), value)));
        }
        found
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
