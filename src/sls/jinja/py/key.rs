//! Keys of a dict: hashable values, with `1`, `1.0` and `True` the same key as in Python.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use indexmap::Equivalent;

use super::Py;
use crate::jinja::raise::{Outcome, Raise};

/// The maximum number of values in a tuple that is a key, at all its depths.
const MAX_PARTS: usize = 1_000;

/// A key.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Arc<str>),
    Tuple(Vec<Key>),
}

impl Key {
    /// The key of a value; lists and dicts have none.
    pub(crate) fn new(value: &Py) -> Outcome<Self> {
        Self::of(value, &mut MAX_PARTS.clone())
    }

    /// As `new`, of at most `left` parts.
    fn of(value: &Py, left: &mut usize) -> Outcome<Self> {
        let Some(rest) = left.checked_sub(1) else {
            return Err(Raise::new(format!("a key of more than {MAX_PARTS} parts is too large")));
        };
        *left = rest;
        Ok(match value.defined()? {
            Py::None => Self::None,
            Py::Bool(truth) => Self::Bool(*truth),
            Py::Int(number) => Self::Int(*number),
            Py::Float(number) => Self::Float(*number),
            Py::Str(text) => Self::Str(text.clone()),
            Py::Tuple(items) => {
                Self::Tuple(items.iter().map(|item| Self::of(item, left)).collect::<Outcome<_>>()?)
            }
            other => return Err(Raise::new(format!("unhashable type: '{}'", other.type_name()))),
        })
    }

    /// The value of the key.
    pub(crate) fn to_py(&self) -> Py {
        match self {
            Self::None => Py::None,
            Self::Bool(truth) => Py::Bool(*truth),
            Self::Int(number) => Py::Int(*number),
            Self::Float(number) => Py::Float(*number),
            Self::Str(text) => Py::Str(text.clone()),
            Self::Tuple(items) => Py::tuple(items.iter().map(Self::to_py).collect()),
        }
    }

    /// The text of a text key.
    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Str(text) = self { Some(text) } else { None }
    }

    /// The integer that equals it.
    fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(truth) => Some(i64::from(*truth)),
            #[expect(clippy::cast_possible_truncation, reason = "only whole numbers in range are taken")]
            Self::Float(number) if number.fract() == 0.0 && number.abs() < 9.2e18 => Some(*number as i64),
            _ => None,
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::None, Self::None) => true,
            (Self::Tuple(a), Self::Tuple(b)) => a == b,
            (a, b) => match (a.as_int(), b.as_int()) {
                (Some(a), Some(b)) => a == b,
                (None, None) => match (a, b) {
                    (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
                    _ => false,
                },
                _ => false,
            },
        }
    }
}

impl Eq for Key {}

impl Hash for Key {
    /// Text hashes like `str`, so that a dict can be searched with a `&str`.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Str(text) => (**text).hash(state),
            Self::None => 0_u8.hash(state),
            Self::Tuple(items) => items.hash(state),
            other => match (other.as_int(), other) {
                (Some(number), _) => number.hash(state),
                (None, Self::Float(number)) => number.to_bits().hash(state),
                _ => 1_u8.hash(state),
            },
        }
    }
}

impl Equivalent<Key> for str {
    fn equivalent(&self, key: &Key) -> bool {
        key.as_str() == Some(self)
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::Str(text.into())
    }
}
