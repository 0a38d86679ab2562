//! Renders the requested SLS and all SLS that they include, each once.

use std::collections::{HashSet, VecDeque};

use indexmap::IndexMap;

use super::declare::{Declared, declared};
use super::include::{Include, Includer, expand, includes, missing};
use super::{Declaration, HighData, check, exclude, extend};
use crate::render::{Renderer, SlsFile, Variables};
use crate::tree::Tree;
use model::{Entry, Key, Node, NodeKind, Place, Problem, Problems, Value};

/// Deeper includes are a mistake: nobody writes them by hand.
const MAX_DEPTH: usize = 1000;

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

/// A file whose includes are being read.
struct OpenFile {
    env: String,
    /// The SLS that lead to it, the nearest first.
    from: Vec<String>,
    /// The same for what it includes.
    chain: Vec<String>,
    own: Vec<(String, Declaration)>,
    todo: VecDeque<Todo>,
    included: Vec<(String, Declaration)>,
    via: Option<Via>,
}

/// What is left of the includes of a file.
enum Todo {
    Include(Include),
    File { sls: String, env: String, place: Place },
}

/// The include that leads to a file, and the number of problems before it.
struct Via {
    before: usize,
    place: Place,
    sls: String,
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
                let found = self.file(&name, &one.env);
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
    ///
    /// Includes are followed with a list and not with the stack: they may be a thousand deep.
    fn file(&mut self, sls: &str, env: &str) -> Vec<(String, Declaration)> {
        let mut open: Vec<OpenFile> = self.open(sls, env, &[], None).into_iter().collect();
        let mut found = vec![];
        while let Some(file) = open.last_mut() {
            match file.todo.pop_front() {
                Some(Todo::Include(include)) => self.expand(file, include),
                Some(Todo::File { sls, env, place }) => {
                    let chain = file.chain.clone();
                    let from = Via { before: self.problems.0.len(), place, sls: sls.clone() };
                    open.extend(self.open(&sls, &env, &chain, Some(from)));
                }
                None => {
                    let Some(done) = open.pop() else { break };
                    let declarations = self.close(done);
                    match open.last_mut() {
                        Some(includer) => includer.included.extend(declarations),
                        None => found = declarations,
                    }
                }
            }
        }
        found
    }

    /// Renders a file, once; none if it is known already or cannot be read. `from` are the SLS that lead to it, the
    /// nearest first.
    fn open(&mut self, sls: &str, env: &str, from: &[String], via: Option<Via>) -> Option<OpenFile> {
        if !self.seen.insert((env.to_owned(), sls.to_owned())) {
            return None;
        }
        let file = self.tree.find_sls(env, sls)?;
        self.high.rendered.push(sls.to_owned());
        let node = match self.renderer.render(SlsFile { sls, env, file: &file }, self.shared) {
            Ok(node) => node,
            Err(problems) => {
                self.problems.extend(problems);
                self.note_via(via);
                return None;
            }
        };
        let found = declared(&node, sls, env, &mut self.problems);
        self.note(&found, sls, env);
        let mut todo = VecDeque::new();
        match &found.include {
            Some(entry) if from.len() == MAX_DEPTH => {
                let message = format!("includes are nested more than {MAX_DEPTH} deep");
                self.problems.push(Problem::at(&entry.key_place, message));
            }
            Some(entry) => {
                let names = includes(entry, Includer { sls, file: &file }, &mut self.problems);
                todo.extend(names.into_iter().map(Todo::Include));
            }
            None => {}
        }
        Some(OpenFile {
            env: env.to_owned(),
            from: from.to_vec(),
            chain: std::iter::once(sls.to_owned()).chain(from.iter().cloned()).collect(),
            own: found.declarations,
            todo,
            included: vec![],
            via,
        })
    }

    /// Puts the files of an include before the others that are left to do.
    fn expand(&mut self, file: &mut OpenFile, include: Include) {
        let Include { sls, env, place, .. } = include;
        let env = env.unwrap_or_else(|| file.env.clone());
        let names = expand(self.tree, &env, &sls);
        if names.is_empty() {
            self.problems.push(missing(self.tree, &env, &sls, Some(&place)));
        }
        for sls in names.into_iter().rev() {
            file.todo.push_front(Todo::File { sls, env: env.clone(), place: place.clone() });
        }
    }

    /// Numbers the declarations of a file after those of its includes.
    fn close(&mut self, file: OpenFile) -> Vec<(String, Declaration)> {
        let OpenFile { from, mut own, included, via, .. } = file;
        for (_, declaration) in &mut own {
            declaration.included_from.clone_from(&from);
            self.number(declaration);
        }
        self.note_via(via);
        own.extend(included);
        own
    }

    /// Adds the place of an include to the problems of its file.
    fn note_via(&mut self, via: Option<Via>) {
        let Some(Via { before, place, sls }) = via else { return };
        self.problems.via(before, &place, &format!("SLS '{sls}' is included here"));
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
