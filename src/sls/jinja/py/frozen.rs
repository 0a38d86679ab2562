//! Data of the caller (pillar, grains) that becomes Python values only when a template reads it.
//!
//! A list or mapping keeps its root and the path to itself. Looking up a key copies the value of that key, and
//! iterating over all entries copies one level. So a big pillar costs only the parts that are read, and a template
//! changes only its own copy.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::containers::{Dict, DictKind, List};
use super::{Key, Py};
use model::{self, Value};

/// A list or mapping within shared data.
#[derive(Clone)]
pub(crate) struct Frozen {
    root: Arc<Value>,
    way: Option<Rc<Step>>,
}

/// The path from the root, last step first.
struct Step {
    before: Option<Rc<Step>>,
    index: usize,
}

impl Frozen {
    fn below(&self, index: usize) -> Self {
        Self { root: self.root.clone(), way: Some(Rc::new(Step { before: self.way.clone(), index })) }
    }

    fn value(&self) -> Option<&Value> {
        let mut steps = Vec::new();
        let mut here = self.way.as_deref();
        while let Some(step) = here {
            steps.push(step.index);
            here = step.before.as_deref();
        }
        steps.iter().rev().try_fold(&*self.root, |value, index| match value {
            Value::List(list) => list.get(*index),
            Value::Map(map) => map.get_index(*index).map(|(_, value)| value),
            _ => None,
        })
    }

    /// The elements, one level deep.
    pub(crate) fn list(&self) -> Vec<Py> {
        let Some(Value::List(items)) = self.value() else { return Vec::new() };
        items.iter().enumerate().map(|(index, item)| self.thaw(item, index)).collect()
    }

    /// The entries, one level deep; the `seen` ones stay the same objects.
    pub(crate) fn dict(&self, seen: &IndexMap<usize, Py>) -> IndexMap<Key, Py> {
        let Some(Value::Map(map)) = self.value() else { return IndexMap::new() };
        let value = |index: usize, item| seen.get(&index).cloned().unwrap_or_else(|| self.thaw(item, index));
        map.iter().enumerate().map(|(index, (key, item))| (thaw_key(key), value(index, item))).collect()
    }

    /// The position of a text key among the entries of a mapping.
    pub(crate) fn index(&self, key: &str) -> Option<usize> {
        self.value()?.as_map()?.get_index_of(key)
    }

    /// The value at a position among the entries of a mapping.
    pub(crate) fn at(&self, index: usize) -> Py {
        let found = self.value().and_then(Value::as_map).and_then(|map| map.get_index(index));
        found.map_or(Py::None, |(_, item)| self.thaw(item, index))
    }

    /// The number of entries of a mapping.
    pub(crate) fn len(&self) -> usize {
        self.value().and_then(Value::as_map).map_or(0, |map| map.len())
    }

    fn thaw(&self, value: &Value, index: usize) -> Py {
        match value {
            Value::List(_) => Py::List(List::frozen(self.below(index))),
            Value::Map(map) => Py::Dict(Dict::frozen(DictKind::of(map), self.below(index))),
            scalar => thaw_scalar(scalar),
        }
    }
}

/// The value of a datum of the caller, copied as far as it is read.
pub(crate) fn thaw(root: &Arc<Value>) -> Py {
    let frozen = || Frozen { root: root.clone(), way: None };
    match &**root {
        Value::List(_) => Py::List(List::frozen(frozen())),
        Value::Map(map) => Py::Dict(Dict::frozen(DictKind::of(map), frozen())),
        scalar => thaw_scalar(scalar),
    }
}

fn thaw_scalar(value: &Value) -> Py {
    match value {
        Value::Bool(truth) => Py::Bool(*truth),
        Value::Int(number) => Py::Int(*number),
        Value::Float(number) => Py::Float(*number),
        Value::Str(text) => Py::str(text.as_str()),
        _ => Py::None,
    }
}

fn thaw_key(key: &model::Key) -> Key {
    match key {
        model::Key::Str(text) => Key::Str(text.as_str().into()),
        model::Key::Int(number) => Key::Int(*number),
        model::Key::Bool(truth) => Key::Bool(*truth),
        model::Key::Null => Key::None,
        model::Key::Float(number) => Key::Float(*number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mapping as large as the hosts of a large site.
    fn hosts() -> Py {
        let host = |number: i64| -> Value { [("address", Value::Int(number))].into_iter().collect() };
        let all: model::Map = (0..10_000).map(|number| (format!("h{number}").into(), host(number))).collect();
        thaw(&Arc::new(Value::Map(all)))
    }

    #[test]
    fn looking_up_keys_copies_what_they_hold_and_nothing_else() {
        let Py::Dict(hosts) = hosts() else { panic!("a mapping") };
        for name in ["h1", "h2", "h1", "nosuch"] {
            let found = hosts.get(name);
            assert_eq!(found.is_some(), name != "nosuch");
        }
        assert_eq!((hosts.len(), hosts.copied()), (10_000, 2));
        assert!(hosts.get_key(&Key::Int(1)).is_none());
        assert_eq!(hosts.copied(), 10_000);
    }

    #[test]
    fn what_a_template_changed_is_found_again_however_it_is_looked_for() {
        let Py::Dict(hosts) = hosts() else { panic!("a mapping") };
        let Some(Py::Dict(first)) = hosts.get("h1") else { panic!("a mapping") };
        first.borrow_mut().insert("port".into(), Py::Int(80));
        let again = hosts.get("h1");
        let Some(Py::Dict(again)) = again else { panic!("a mapping") };
        assert!(again.same(&first));
        let Some(Py::Dict(walked)) = hosts.borrow().get("h1").cloned() else { panic!("a mapping") };
        assert!(walked.same(&first) && walked.len() == 2);
    }
}
