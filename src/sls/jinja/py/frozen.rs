//! Data of the caller (pillar, grains) that becomes Python values only where a template looks.
//!
//! A list or mapping keeps its root and the way to itself; looking at it copies one level. So a big pillar costs
//! nothing until it is read, and what a template changes is its own copy.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::containers::{Dict, DictKind, List};
use super::{Key, Py};
use crate::model::{self, Value};

/// A list or mapping within shared data.
#[derive(Clone)]
pub(crate) struct Frozen {
    root: Arc<Value>,
    way: Option<Rc<Step>>,
}

/// The way from the root, last step first.
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

    /// The entries, one level deep.
    pub(crate) fn dict(&self) -> IndexMap<Key, Py> {
        let Some(Value::Map(map)) = self.value() else { return IndexMap::new() };
        map.iter().enumerate().map(|(index, (key, item))| (thaw_key(key), self.thaw(item, index))).collect()
    }

    fn thaw(&self, value: &Value, index: usize) -> Py {
        match value {
            Value::List(_) => Py::List(List::frozen(self.below(index))),
            Value::Map(map) => Py::Dict(Dict::frozen(DictKind::of(map), self.below(index))),
            scalar => thaw_scalar(scalar),
        }
    }
}

/// The value of a datum of the caller, copied as far as it is looked at.
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
