//! Python's values as templates see them: mutable lists and dicts that are shared by reference.

pub(crate) mod arith;
pub(crate) mod bytes;
pub(crate) mod compare;
pub(crate) mod containers;
pub(crate) mod convert;
pub(crate) mod frozen;
pub(crate) mod key;
pub(crate) mod object;
pub(crate) mod percent;
pub(crate) mod pretty;
pub(crate) mod print;
pub(crate) mod random;
pub(crate) mod seen;
pub(crate) mod sequence;
pub(crate) mod sort;
pub(crate) mod spec;
pub(crate) mod str_format;

use std::rc::Rc;
use std::sync::Arc;

pub(crate) use containers::{Dict, DictKind, List, Tuple};
pub(crate) use key::Key;
pub(crate) use object::{Args, Object};

use super::raise::{Kind, Outcome, Raise};

/// A value.
#[derive(Clone)]
pub(crate) enum Py {
    Undefined(Rc<Missing>),
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Arc<str>),
    List(List),
    Tuple(Tuple),
    Dict(Dict),
    Range(Range),
    Object(Rc<dyn Object>),
}

/// `range(start, stop, step)`; `step` is never 0.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Range {
    pub(crate) start: i64,
    pub(crate) stop: i64,
    pub(crate) step: i64,
}

impl Range {
    /// The number of its numbers.
    pub(crate) fn len(self) -> usize {
        let (start, stop, step) = (i128::from(self.start), i128::from(self.stop), i128::from(self.step));
        let span = if step > 0 { stop - start } else { start - stop };
        if span <= 0 { 0 } else { usize::try_from((span - 1) / step.abs() + 1).unwrap_or(usize::MAX) }
    }

    /// The number at an index that is below `len`.
    pub(crate) fn get(self, index: usize) -> i64 {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        self.start.saturating_add(self.step.saturating_mul(index))
    }
}

/// What was missing.
pub(crate) enum Missing {
    /// An inline `if` without `else`: prints nothing.
    Silent,
    /// A variable.
    Name(Arc<str>),
    /// An attribute or item of a value.
    Member(Py, Py),
    /// Anything else, as a full message.
    Told(String, Option<String>),
}

impl Missing {
    /// The failure when the value is used.
    pub(crate) fn raise(&self) -> Box<Raise> {
        let raise = match self {
            Self::Silent => {
                Raise::new("the inline if-expression has no value: its condition is false and it has no else")
            }
            Self::Name(name) => {
                let mut raise = Raise::new(format!("'{name}' is undefined"));
                raise.sought = Some(name.clone());
                raise
            }
            Self::Member(of, member) => {
                let shown = match member {
                    Py::Str(name) => format!("attribute '{name}'"),
                    other => format!("element {}", other.repr_or_type()),
                };
                let raise = Raise::new(format!("'{} object' has no {shown}", of.type_name()));
                match (of, member) {
                    (Py::Dict(dict), Py::Str(name)) => near(raise, name, dict),
                    _ => raise,
                }
            }
            Self::Told(message, hint) => {
                let mut raise = Raise::new(message);
                raise.hint.clone_from(hint);
                raise
            }
        };
        raise.kind(Kind::Undefined)
    }
}

fn near(raise: Box<Raise>, name: &str, dict: &Dict) -> Box<Raise> {
    let entries = dict.borrow();
    let known: Vec<&str> = entries.keys().filter_map(Key::as_str).collect();
    if let Some(word) = model::problem::did_you_mean(name, known.iter().copied()) {
        return raise.hint(format!("did you mean '{word}'?"));
    }
    if known.is_empty() {
        raise.hint("it is empty; 'get(key, default)' gives a default for a missing key")
    } else if known.len() > 12 {
        raise
    } else {
        raise.hint(format!("it has {}", known.join(", ")))
    }
}

impl Py {
    pub(crate) fn str(text: impl Into<Arc<str>>) -> Self {
        Self::Str(text.into())
    }

    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(List::new(items))
    }

    pub(crate) fn tuple(items: Vec<Self>) -> Self {
        Self::Tuple(Tuple::new(items))
    }

    pub(crate) fn dict(entries: indexmap::IndexMap<Key, Self>) -> Self {
        Self::Dict(Dict::new(entries))
    }

    pub(crate) fn object(object: impl Object + 'static) -> Self {
        Self::Object(Rc::new(object))
    }

    pub(crate) fn undefined(missing: Missing) -> Self {
        Self::Undefined(Rc::new(missing))
    }

    /// A length or index as an integer.
    pub(crate) fn count(number: usize) -> Self {
        Self::Int(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// Python's name for the type.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Undefined(_) => "Undefined",
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Dict(dict) => match dict.kind() {
                DictKind::Namespace => "Namespace",
                _ => "dict",
            },
            Self::Range(_) => "range",
            Self::Object(object) => object.type_name(),
        }
    }

    /// Fails for an undefined value, unless it is silently undefined.
    pub(crate) fn defined(&self) -> Outcome<&Self> {
        match self {
            Self::Undefined(missing) if !matches!(**missing, Missing::Silent) => Err(missing.raise()),
            _ => Ok(self),
        }
    }

    /// Python's truth value.
    pub(crate) fn truth(&self) -> Outcome<bool> {
        Ok(match self.defined()? {
            Self::Undefined(_) | Self::None => false,
            Self::Bool(truth) => *truth,
            Self::Int(number) => *number != 0,
            Self::Float(number) => *number != 0.0,
            Self::Str(text) => !text.is_empty(),
            Self::List(list) => !list.borrow().is_empty(),
            Self::Tuple(items) => !items.is_empty(),
            Self::Dict(dict) => dict.kind() == DictKind::Namespace || dict.len() > 0,
            Self::Range(range) => range.len() > 0,
            Self::Object(object) => object.items().is_none_or(|items| !items.is_empty()),
        })
    }

    /// The text, if it is text.
    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Str(text) = self { Some(text) } else { None }
    }

    /// The integer of an `int` or `bool`.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// The number of an `int`, `bool` or `float`.
    pub(crate) fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(number) => Some(*number),
            #[expect(clippy::cast_precision_loss, reason = "as Python's float() rounds")]
            other => other.as_int().map(|number| number as f64),
        }
    }

    /// The `repr`, or the type if that fails: for messages.
    pub(crate) fn repr_or_type(&self) -> String {
        match self.repr() {
            Ok(text) if text.chars().count() <= 60 => text,
            _ => format!("'{}'", self.type_name()),
        }
    }
}

impl From<bool> for Py {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl From<&str> for Py {
    fn from(text: &str) -> Self {
        Self::str(text)
    }
}

impl From<String> for Py {
    fn from(text: String) -> Self {
        Self::str(text)
    }
}
