//! From the written tree to data with places: tags, merges, duplicate keys.

use std::collections::HashMap;
use std::rc::Rc;

use indexmap::IndexMap;

use super::compose::{Raw, RawKind};
use super::merge::{Budget, Pair, flatten};
use super::{Source, Spot, fault, scalar};
use model::{Entry, Key, Node, NodeKind, Place, Problem, Problems, Value};

/// The maximum number of nodes that aliases may add to a file.
const ALIAS_NODES: usize = 200_000;

/// More problems than this in one file do not help anyone, and an excerpt for each would take long.
const MAX_PROBLEMS: usize = 50;

/// Makes data from the written tree, and frees the tree on the way: a file may be large.
pub fn construct(source: &Source<'_>, raw: Rc<Raw>) -> Result<Node, Problems> {
    // No text holds more nodes than characters; further ones come from aliases.
    let budget = Budget(source.text.len() + ALIAS_NODES);
    let mut constructor = Constructor { source, budget, problems: Problems::default() };
    match constructor.node(raw) {
        Ok(node) => constructor.problems.or(node),
        Err(last) => {
            constructor.problems.push(last);
            Err(constructor.problems)
        }
    }
}

struct Constructor<'a> {
    source: &'a Source<'a>,
    budget: Budget,
    problems: Problems,
}

impl Constructor<'_> {
    /// Notes mistakes and continues; only an exhausted budget ends it.
    fn node(&mut self, raw: Rc<Raw>) -> Result<Node, Problem> {
        self.budget.take(self.source, &raw, 0)?;
        // The target of an alias is needed again.
        let Raw { spot, tag, kind } = Rc::unwrap_or_clone(raw);
        let place = self.source.place(spot);
        let kind = match kind {
            RawKind::Scalar { text, plain } => {
                let value = scalar::value(text, plain, tag.as_deref());
                NodeKind::Scalar(value.unwrap_or_else(|message| self.note(spot, message)))
            }
            RawKind::List(list) => {
                self.check_tag(spot, tag.as_deref(), "tag:yaml.org,2002:seq");
                let items = list.into_iter().map(|item| self.node(item)).collect::<Result<_, _>>()?;
                NodeKind::List(items)
            }
            RawKind::Map(pairs) => {
                self.check_tag(spot, tag.as_deref(), "tag:yaml.org,2002:map");
                NodeKind::Map(self.mapping(pairs)?)
            }
        };
        Ok(Node { place, kind })
    }

    fn mapping(&mut self, pairs: Vec<Pair>) -> Result<IndexMap<Key, Entry>, Problem> {
        let pairs = match flatten(self.source, pairs, &mut self.budget) {
            Ok(pairs) => pairs,
            Err(problem) if self.budget.0 == 0 => return Err(problem),
            Err(problem) => {
                self.problems.push(problem);
                return Ok(IndexMap::new());
            }
        };
        let mut map: IndexMap<Key, Entry> = IndexMap::with_capacity(pairs.len());
        let mut numbers: HashMap<Key, Spot> = HashMap::new();
        for (raw_key, raw_value) in pairs {
            let (node, spot) = (self.node(raw_value)?, raw_key.spot);
            let Some(key) = self.key(raw_key) else { continue };
            let number = match &key {
                Key::Str(_) | Key::Null => None,
                number => numbers.insert(equal_in_python(number), spot),
            };
            if let Some(first) = number {
                self.twice(spot, &key, &self.source.place(first));
                continue;
            }
            match map.entry(key) {
                indexmap::map::Entry::Occupied(first) => {
                    self.twice(spot, first.key(), &first.get().key_place);
                }
                indexmap::map::Entry::Vacant(free) => {
                    free.insert(Entry { key_place: self.source.place(spot), node });
                }
            }
        }
        Ok(map)
    }

    fn twice(&mut self, spot: Spot, key: &Key, first: &Place) {
        let hint = format!("the first is at {first}: rename or remove one");
        self.report(spot, format!("the key '{key}' is twice in one mapping"), Some(hint));
    }

    fn key(&mut self, raw: Rc<Raw>) -> Option<Key> {
        let Raw { spot, tag, kind } = Rc::unwrap_or_clone(raw);
        let RawKind::Scalar { text, plain } = kind else {
            let hint = "put the value in quotes: '{' and '[' start a mapping or list in YAML";
            self.report(spot, "a list or mapping cannot be a key".to_owned(), Some(hint.to_owned()));
            return None;
        };
        match scalar::key(text, plain, tag.as_deref()) {
            Ok(key) => Some(key),
            Err(message) => {
                self.note(spot, message);
                None
            }
        }
    }

    fn check_tag(&mut self, spot: Spot, tag: Option<&str>, allowed: &str) {
        if let Some(tag) = tag.filter(|tag| *tag != allowed) {
            self.note(spot, scalar::unknown_tag(tag));
        }
    }

    fn note(&mut self, spot: Spot, message: String) -> Value {
        self.report(spot, message, None);
        Value::Null
    }

    fn report(&mut self, spot: Spot, message: String, hint: Option<String>) {
        match self.problems.0.len() {
            0..MAX_PROBLEMS => {
                let problem = fault::at(self.source, spot, message);
                self.problems.push(Problem { hint, ..problem });
            }
            MAX_PROBLEMS => {
                let place = self.source.place(spot);
                self.problems.push(Problem::at(
                    &place,
                    "there are more mistakes from here on; correct the ones above first",
                ));
            }
            _ => {}
        }
    }
}

/// Python takes `1`, `1.0` and `True` for the same key.
fn equal_in_python(key: &Key) -> Key {
    match key {
        Key::Bool(truth) => Key::Int((*truth).into()),
        #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and within range")]
        Key::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Key::Int(*number as i64),
        other => other.clone(),
    }
}
