//! Renders the requested SLS and all SLS that they include, each once.

use std::collections::HashSet;

use indexmap::IndexMap;

use super::declare::{Declared, declared};
use super::include::{Includer, expand, includes, missing};
use super::{Declaration, HighData, check, exclude, extend};
use crate::model::{Entry, Key, Node, NodeKind, Place, Problem, Problems, Value};
use crate::sls::render::{Renderer, SlsFile, Variables};
use crate::sls::tree::Tree;

/// A mistake: deeper includes would exhaust the stack.
const MAX_DEPTH: usize = 100;

/// A requested SLS.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wanted {
    /// Its environment.
    pub env: String,
    /// Its name, or a pattern.
    pub sls: String,
    /// The place of the request, unless that is the command line.
    pub place: Option<Place>,
}

/// Gathers the declarations of a run.
pub struct Gatherer<'a> {
    tree: &'a Tree,
    renderer: Renderer<'a>,
    shared: &'a Variables,
    high: HighData,
    seen: HashSet<(String, String)>,
    /// Salt numbers declarations without an `order` of their own in reading order.
    order: i64,
    problems: Problems,
}

impl<'a> Gatherer<'a> {
    /// Starts empty; `shared` are the variables of all templates.
    pub fn new(tree: &'a Tree, renderer: Renderer<'a>, shared: &'a Variables) -> Self {
        Self {
            tree,
            renderer,
            shared,
            high: HighData::default(),
            seen: HashSet::new(),
            order: 10_000,
            problems: Problems::default(),
        }
    }

    /// Renders and checks the requested SLS and all that they include. Extensions and exclusions are noted in the
    /// result, together with `excluded` (as under the word `exclude`).
    ///
    /// # Errors
    ///
    /// All mistakes in any of the files, at once.
    pub fn gather(mut self, wanted: &[Wanted], excluded: &[Node]) -> Result<HighData, Problems> {
        for one in wanted {
            let names = expand(self.tree, &one.env, &one.sls);
            if names.is_empty() {
                self.problems.push(missing(self.tree, &one.env, &one.sls, one.place.as_ref()));
            }
            for name in names {
                let found = self.file(&name, &one.env, &[]);
                self.take(found);
            }
        }
        self.high.exclusions.extend(excluded.iter().cloned());
        check::check(&self.high, &mut self.problems);
        self.problems.or(self.high)
    }

    /// The declarations of data that are not a file of the tree, such as a template on the command line; they include
    /// nothing.
    ///
    /// # Errors
    ///
    /// All mistakes in them, at once.
    pub fn data(mut self, node: &Node, sls: &str, env: &str) -> Result<HighData, Problems> {
        let mut found = declared(node, sls, env, &mut self.problems);
        for (id, declaration) in &mut found.declarations {
            // High data name their own SLS and environment.
            let own = |word: &str| text_below(node, &[id, word]);
            declaration.sls = own("__sls__").unwrap_or_else(|| declaration.sls.clone());
            declaration.env = own("__env__").unwrap_or_else(|| declaration.env.clone());
        }
        self.note(&found, sls, env);
        if let Some(entry) = &found.include {
            let problem = Problem::at(&entry.key_place, "'include' works in files of the tree only");
            self.problems.push(problem.hint("put it into file_roots and run 'state.sls NAME'"));
        }
        found.declarations.iter_mut().for_each(|(_, declaration)| self.number(declaration));
        self.take(found.declarations);
        check::check(&self.high, &mut self.problems);
        self.problems.or(self.high)
    }

    /// The declarations of a file, followed by those of the files that it includes, which have the smaller numbers.
    fn file(&mut self, sls: &str, env: &str, from: &[String]) -> Vec<(String, Declaration)> {
        if !self.seen.insert((env.to_owned(), sls.to_owned())) {
            return Vec::new();
        }
        let Some(file) = self.tree.find_sls(env, sls) else { return Vec::new() };
        self.high.rendered.push(sls.to_owned());
        let node = match self.renderer.render(SlsFile { sls, env, file: &file }, self.shared) {
            Ok(node) => node,
            Err(problems) => {
                self.problems.extend(problems);
                return Vec::new();
            }
        };
        let mut found = declared(&node, sls, env, &mut self.problems);
        self.note(&found, sls, env);
        let included = match &found.include {
            Some(entry) => self.includes(entry, Includer { sls, file: &file }, env, from),
            None => Vec::new(),
        };
        for (_, declaration) in &mut found.declarations {
            declaration.included_from = from.to_vec();
            self.number(declaration);
        }
        found.declarations.extend(included);
        found.declarations
    }

    fn includes(
        &mut self,
        entry: &Entry,
        includer: Includer<'_>,
        env: &str,
        from: &[String],
    ) -> Vec<(String, Declaration)> {
        if from.len() == MAX_DEPTH {
            let message = format!("includes are nested more than {MAX_DEPTH} deep");
            self.problems.push(Problem::at(&entry.key_place, message));
            return Vec::new();
        }
        let chain: Vec<String> =
            std::iter::once(includer.sls.to_owned()).chain(from.iter().cloned()).collect();
        let mut found = Vec::new();
        for include in includes(entry, includer, &mut self.problems) {
            let env = include.env.as_deref().unwrap_or(env);
            let names = expand(self.tree, env, &include.sls);
            if names.is_empty() {
                self.problems.push(missing(self.tree, env, &include.sls, Some(&include.place)));
            }
            for name in names {
                let before = self.problems.0.len();
                found.extend(self.file(&name, env, &chain));
                self.problems.via(before, &include.place, &format!("SLS '{name}' is included here"));
            }
        }
        found
    }

    /// Keeps the extensions and exclusions of a file.
    fn note(&mut self, found: &Declared, sls: &str, env: &str) {
        if let Some(entry) = &found.extend {
            self.high.extensions.extend(extend::read(entry, sls, env, &mut self.problems));
        }
        if let Some(entry) = &found.exclude {
            self.high.exclusions.extend(exclude::read(entry, &mut self.problems));
        }
    }

    fn take(&mut self, found: Vec<(String, Declaration)>) {
        for (id, declaration) in found {
            match self.high.declarations.get(&id) {
                Some(first) => self.problems.push(conflict(&id, first, &declaration)),
                None => {
                    self.high.declarations.insert(id, declaration);
                }
            }
        }
    }

    fn number(&mut self, declaration: &mut Declaration) {
        for body in declaration.states.values_mut() {
            let has_order = body.items.iter().filter_map(Node::as_map).any(|map| map.contains_key("order"));
            if !has_order {
                let place = body.place.clone();
                let order = Entry {
                    key_place: place.clone(),
                    node: Node::scalar(place.clone(), Value::Int(self.order)),
                };
                let map = IndexMap::from([(Key::from("order"), order)]);
                body.items.push(Node { place, kind: NodeKind::Map(map) });
                body.numbered = Some(self.order);
                self.order += 1;
            }
        }
    }
}

fn conflict(id: &str, first: &Declaration, second: &Declaration) -> Problem {
    Problem::at(&second.place, format!("the ID '{id}' is declared twice in this run")).hint(format!(
        "the first is at {} (SLS '{}'): IDs must be unique; to use the same name twice, write 'name'",
        first.place, first.sls
    ))
}

/// The text at a path of keys.
fn text_below(node: &Node, path: &[&str]) -> Option<String> {
    let found =
        path.iter().try_fold(node, |node, word| node.as_map()?.get(&Key::from(*word)).map(|it| &it.node));
    found?.as_str().map(str::to_owned)
}
