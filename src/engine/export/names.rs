//! Names of things that others refer to by id.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use kind::export::{Exportable, Names};
use kind::{AnyKind, AnyLive};
use model::{Reference, Value};

/// Names of the things that were read, and the kinds that were asked for.
#[derive(Default)]
pub(super) struct KnownNames {
    things: HashMap<&'static str, Vec<Named>>,
    wanted: RefCell<BTreeSet<&'static str>>,
}

/// One thing and its name; none for a thing that no state declares.
struct Named {
    kind: &'static dyn AnyKind,
    live: AnyLive,
    name: Option<String>,
}

impl KnownNames {
    /// Notes all things of a kind.
    pub(super) fn add(&mut self, kind: &'static dyn AnyKind, things: Vec<(Reference, AnyLive)>) {
        let named = things.into_iter().map(|(reference, live)| {
            let name = match kind.exported(&reference, &live, &NoNames) {
                Exportable::Declared(declaration) => Some(declaration.name),
                Exportable::NotDeclared | Exportable::Impossible(_) => None,
            };
            Named { kind, live, name }
        });
        self.things.insert(kind.kind(), named.collect());
    }

    /// The kinds that were asked for and are not known.
    pub(super) fn unknown(&self) -> Vec<&'static str> {
        self.wanted.borrow().iter().filter(|kind| !self.things.contains_key(*kind)).copied().collect()
    }

    /// Notes that nothing can be known about a kind.
    pub(super) fn give_up(&mut self, kind: &'static str) {
        self.things.entry(kind).or_default();
    }
}

impl Names for KnownNames {
    fn name(&self, kind: &'static str, attribute: &'static str, value: &str) -> Option<String> {
        let name = self.find(kind, attribute, value)?.name.as_ref()?;
        let of_kind = self.things.get(kind)?;
        // A name of several things identifies none of them.
        (of_kind.iter().filter(|it| it.name.as_ref() == Some(name)).count() == 1).then(|| name.clone())
    }

    fn attribute(&self, kind: &'static str, id: &str, attribute: &'static str) -> Option<String> {
        let found = self.find(kind, "id", id)?;
        found.kind.attribute(&found.live, attribute)?.as_str().map(str::to_owned)
    }
}

impl KnownNames {
    fn find(&self, kind: &'static str, attribute: &str, value: &str) -> Option<&Named> {
        let Some(things) = self.things.get(kind) else {
            self.wanted.borrow_mut().insert(kind);
            return None;
        };
        let has = |it: &&Named| {
            let found = it.kind.attribute(&it.live, attribute);
            found.as_ref().and_then(Value::as_str) == Some(value)
        };
        things.iter().find(has)
    }
}

/// Knows no names: the name of a thing depends on no other thing.
struct NoNames;

impl Names for NoNames {
    fn name(&self, _kind: &'static str, _attribute: &'static str, _value: &str) -> Option<String> {
        None
    }

    fn attribute(&self, _kind: &'static str, _id: &str, _attribute: &'static str) -> Option<String> {
        None
    }
}
