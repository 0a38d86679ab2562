//! Conversion between Python's values and the data model.

use indexmap::IndexMap;

use super::{Dict, DictKind, Key, Py};
use crate::jinja::raise::{Outcome, Raise};
use model::{self, Map, Value};

/// The maximum nesting of lists and dicts that leave the template.
const MAX_DEPTH: usize = 100;

/// The maximum number of values in a value that leaves the template: lists within lists multiply.
const MAX_PARTS: usize = 2_000_000;

impl Py {
    /// The data of a value; functions and other objects have none.
    pub(crate) fn to_value(&self) -> Outcome<Value> {
        self.value_at(0, &mut MAX_PARTS.clone())
    }

    fn value_at(&self, depth: usize, left: &mut usize) -> Outcome<Value> {
        if depth > MAX_DEPTH {
            return Err(Raise::new("the value is nested too deeply"));
        }
        let Some(rest) = left.checked_sub(1) else {
            return Err(Raise::new(format!("the value has more than {MAX_PARTS} parts")));
        };
        *left = rest;
        Ok(match self.defined()? {
            Self::Undefined(_) | Self::None => Value::Null,
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Int(number) => Value::Int(*number),
            Self::Float(number) => Value::Float(*number),
            Self::Str(text) => Value::Str(text.to_string()),
            Self::Dict(dict) => {
                let mut map = Map::new();
                for (key, value) in dict.borrow().iter() {
                    map.insert(key.to_model(), value.value_at(depth + 1, left)?);
                }
                Value::Map(if dict.kind() == DictKind::Ordered { map.ordered() } else { map })
            }
            other => {
                let items = other.iterate().map_err(|_| {
                    Raise::new(format!("a {} is not data that can be passed on", other.type_name()))
                })?;
                Value::List(items.iter().map(|item| item.value_at(depth + 1, left)).collect::<Outcome<_>>()?)
            }
        })
    }
}

impl Key {
    /// The key of the data model; a tuple becomes its text.
    pub(crate) fn to_model(&self) -> model::Key {
        match self {
            Self::None => model::Key::Null,
            Self::Bool(truth) => model::Key::Bool(*truth),
            Self::Int(number) => model::Key::Int(*number),
            Self::Float(number) => model::Key::Float(*number),
            Self::Str(text) => model::Key::Str(text.to_string()),
            Self::Tuple(_) => model::Key::Str(self.to_py().repr_or_type()),
        }
    }

    /// The key for a key of the data model.
    pub(crate) fn from_model(key: model::Key) -> Self {
        match key {
            model::Key::Null => Self::None,
            model::Key::Bool(truth) => Self::Bool(truth),
            model::Key::Int(number) => Self::Int(number),
            model::Key::Float(number) => Self::Float(number),
            model::Key::Str(text) => Self::Str(text.into()),
        }
    }
}

impl From<Value> for Py {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::None,
            Value::Bool(truth) => Self::Bool(truth),
            Value::Int(number) => Self::Int(number),
            Value::Float(number) => Self::Float(number),
            Value::Str(text) => Self::str(text),
            Value::List(items) => Self::list(items.into_iter().map(Self::from).collect()),
            Value::Map(map) => {
                let kind = DictKind::of(&map);
                let entries: IndexMap<Key, Self> =
                    map.into_iter().map(|(key, item)| (Key::from_model(key), Self::from(item))).collect();
                Self::Dict(Dict::of_kind(kind, entries))
            }
        }
    }
}
