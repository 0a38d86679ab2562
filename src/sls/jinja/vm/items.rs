//! The items of a loop, one after the other, as Python's iterators give them.
//!
//! The body of a loop may change the list of the loop: added items are visited, and a removed item shifts the rest. The
//! size of a dict may not change.

use crate::jinja::py::{Dict, DictKind, List, Py};
use crate::jinja::raise::{Outcome, Raise};

/// Items still to come.
pub(super) struct Items {
    source: Source,
    at: usize,
    /// True once there was no next item: items that are added later are not visited.
    is_over: bool,
}

enum Source {
    /// A list, read at each step.
    List(List),
    /// The keys of a dict, with its size at the beginning.
    Dict(Dict, Vec<Py>),
    /// Items that do not change.
    Fixed(Vec<Py>),
}

impl Items {
    /// The items of a value; fails for what cannot be iterated over.
    pub(super) fn new(value: &Py) -> Outcome<Self> {
        let source = match value.defined()? {
            Py::List(list) => Source::List(list.clone()),
            Py::Dict(dict) if dict.kind() != DictKind::Namespace => {
                Source::Dict(dict.clone(), value.iterate()?)
            }
            other => Source::Fixed(other.iterate()?),
        };
        Ok(Self { source, at: 0, is_over: false })
    }

    /// These items.
    pub(super) fn fixed(items: Vec<Py>) -> Self {
        Self { source: Source::Fixed(items), at: 0, is_over: false }
    }

    /// The number of items copied for it.
    pub(super) fn copied(&self) -> usize {
        match &self.source {
            Source::List(_) => 0,
            Source::Dict(_, items) | Source::Fixed(items) => items.len(),
        }
    }

    /// The next item.
    pub(super) fn next(&mut self) -> Outcome<Option<Py>> {
        if self.is_over {
            return Ok(None);
        }
        let at = self.at;
        self.at += 1;
        let found = match &self.source {
            Source::List(list) => list.borrow().get(at).cloned(),
            Source::Dict(dict, keys) => {
                if dict.len() != keys.len() {
                    return Err(Raise::new("dictionary changed size during iteration")
                        .hint("loop over a copy: 'for key in mapping|list'"));
                }
                keys.get(at).cloned()
            }
            Source::Fixed(items) => items.get(at).cloned(),
        };
        self.is_over = found.is_none();
        Ok(found)
    }

    /// The number of items, visited ones included.
    pub(super) fn length(&self) -> usize {
        match &self.source {
            Source::List(list) => list.borrow().len(),
            Source::Dict(dict, _) => dict.len(),
            Source::Fixed(items) => items.len(),
        }
    }

    /// Moves out its values before it is dropped.
    pub(super) fn surrender(&mut self) -> Vec<Py> {
        match std::mem::replace(&mut self.source, Source::Fixed(Vec::new())) {
            Source::List(list) => vec![Py::List(list)],
            Source::Dict(dict, mut items) => {
                items.push(Py::Dict(dict));
                items
            }
            Source::Fixed(items) => items,
        }
    }
}
