//! The files of a pillar and their includes.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{PillarCompiler, nested};
use crate::high::include::{Include, Includer, includes};
use crate::render::SlsFile;
use model::{Key, Map, Node, NodeKind, Problem, Value};

/// Deeper includes are a mistake: nobody writes them by hand.
const MAX_DEPTH: usize = 1000;

/// A file that is being read.
struct Open {
    sls: String,
    env: String,
    /// The data of its includes so far.
    found: Value,
    own: Own,
    waiting: VecDeque<Waiting>,
    /// How it was included, and the number of problems before.
    included: Option<(Included, usize)>,
}

/// The data of a file itself.
struct Own {
    value: Value,
    /// True if those of its includes are merged over them.
    is_below: bool,
}

/// What a file includes and what has not been read yet.
enum Waiting {
    /// A name or a pattern.
    Include(Include),
    /// One file of it.
    File(Included),
}

/// A file, as it is included.
struct Included {
    name: String,
    env: String,
    include: Include,
}

impl Included {
    fn option(&self, name: &str) -> Option<&Node> {
        let options = self.include.options.as_ref()?.as_map()?;
        options.get(&Key::from(name)).map(|entry| &entry.node)
    }

    /// The key under which its data are put.
    fn key(&self) -> Option<&str> {
        self.option("key").and_then(Node::as_str)
    }

    fn defaults(&self) -> Map {
        let defaults = self.option("defaults").map(Node::to_value);
        defaults.and_then(|value| value.as_map().cloned()).unwrap_or_default()
    }

    fn note(&self) -> String {
        format!("SLS '{}' is included here", self.name)
    }
}

impl PillarCompiler<'_> {
    /// One file with its includes; each is read once in an environment. Includes are followed with a list and not with the
    /// stack: they may be a thousand deep.
    pub(super) fn file(&mut self, sls: &str, env: &str) -> Option<Value> {
        let mut open = vec![self.open(sls, env, &Map::new(), 0)?];
        loop {
            let depth = open.len();
            let file = open.last_mut()?;
            match file.waiting.pop_front() {
                Some(Waiting::Include(include)) => {
                    let env = include.env.clone().unwrap_or_else(|| file.env.clone());
                    let names = self.names(&env, &include.sls, &include.place, false);
                    for name in names.into_iter().rev() {
                        let named = Included { name, env: env.clone(), include: include.clone() };
                        file.waiting.push_front(Waiting::File(named));
                    }
                }
                Some(Waiting::File(included)) => {
                    // Under its own key, the data read before are included once more.
                    let read = || self.read.get(&(included.env.clone(), included.name.clone())).cloned();
                    if let Some(value) = included.key().and_then(|_| read()) {
                        self.merge(&mut file.found, nested(included.key(), value));
                        continue;
                    }
                    let before = self.problems.0.len();
                    match self.open(&included.name, &included.env, &included.defaults(), depth) {
                        Some(next) => open.push(Open { included: Some((included, before)), ..next }),
                        None => self.problems.via(before, &included.include.place, &included.note()),
                    }
                }
                None => {
                    let file = open.pop()?;
                    let value = self.close(file.sls, file.env, file.found, file.own);
                    let (Some(above), Some((included, before))) = (open.last_mut(), file.included) else {
                        return Some(value);
                    };
                    self.problems.via(before, &included.include.place, &included.note());
                    self.merge(&mut above.found, nested(included.key(), value));
                }
            }
        }
    }

    /// Renders a file.
    fn open(&mut self, sls: &str, env: &str, defaults: &Map, depth: usize) -> Option<Open> {
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
        let include = map.shift_remove("include");
        if let Some(entry) = include.as_ref().filter(|_| depth == MAX_DEPTH) {
            let message = format!("includes are nested more than {MAX_DEPTH} deep");
            self.problems.push(Problem::at(&entry.key_place, message));
            return None;
        }
        let waiting = include
            .as_ref()
            .map(|entry| includes(entry, Includer { sls, file: &file }, &mut self.problems))
            .unwrap_or_default();
        let found = Value::Map(Map::new());
        let own = Node { place: node.place, kind: NodeKind::Map(map) }.into_value();
        let is_below = include.is_some() && self.config.pillar_includes_override;
        let waiting = waiting.into_iter().map(Waiting::Include).collect();
        let (sls, env) = (sls.to_owned(), env.to_owned());
        Some(Open { sls, env, found, own: Own { value: own, is_below }, waiting, included: None })
    }

    /// The data of a file whose includes have been read.
    fn close(&mut self, sls: String, env: String, mut found: Value, own: Own) -> Value {
        let Own { value: mut own, is_below } = own;
        if is_below {
            self.merge(&mut own, found);
            found = own;
        } else {
            self.merge(&mut found, own);
        }
        self.read.insert((env, sls), found.clone());
        found
    }
}
