//! Values that were seen: a set that also accepts values that Python cannot hash.

use std::collections::HashSet;

use super::{Key, Py, compare};
use crate::jinja::raise::Outcome;
use crate::jinja::vm::work::Work;

/// A set of values, compared with `==`.
#[derive(Default)]
pub(crate) struct Seen {
    keys: HashSet<Key>,
    /// Lists, dicts and other values that cannot be keys: compared one by one.
    others: Vec<Py>,
}

impl Seen {
    /// True when the value is among them.
    pub(crate) fn holds(&self, value: &Py, work: &Work) -> Outcome<bool> {
        work.comparisons(1)?;
        value.defined()?;
        match Key::new(value) {
            Ok(key) => Ok(self.keys.contains(&key)),
            Err(_) => compare::among(&self.others, value, work),
        }
    }

    /// Adds a value; true when it was not among them.
    pub(crate) fn insert(&mut self, value: Py, work: &Work) -> Outcome<bool> {
        work.comparisons(1)?;
        value.defined()?;
        if let Ok(key) = Key::new(&value) {
            return Ok(self.keys.insert(key));
        }
        let is_new = !compare::among(&self.others, &value, work)?;
        if is_new {
            self.others.push(value);
        }
        Ok(is_new)
    }
}
