//! Data as Python, YAML and JSON know it: what pillar, grains, configuration and templates hold.

mod convert;
mod equal;
mod map;
mod path;

use std::fmt;
use std::hash::{Hash, Hasher};

use indexmap::Equivalent;

pub use map::Map;
pub use path::traverse;

/// One datum. Mappings keep their order, as Salt's ordered dictionaries do.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Python's `None`, YAML's `null`.
    #[default]
    Null,
    /// `True` or `False`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// Text.
    Str(String),
    /// A list.
    List(Vec<Value>),
    /// A mapping.
    Map(Map),
}

/// A key of a mapping. YAML allows any scalar, and ports are often written bare.
#[derive(Clone, Debug)]
pub enum Key {
    /// Text, by far the most common type.
    Str(String),
    /// An integer, such as a port.
    Int(i64),
    /// `yes:` is a boolean key in YAML 1.1.
    Bool(bool),
    /// `~:` or `null:`.
    Null,
    /// A floating-point number.
    Float(f64),
}

impl Key {
    /// The text of a text key.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// The key as a datum.
    pub fn to_value(&self) -> Value {
        match self {
            Self::Str(text) => Value::Str(text.clone()),
            Self::Int(number) => Value::Int(*number),
            Self::Bool(truth) => Value::Bool(*truth),
            Self::Null => Value::Null,
            Self::Float(number) => Value::Float(*number),
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Str(a), Self::Str(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Null, Self::Null) => true,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits(),
            _ => false,
        }
    }
}

impl Eq for Key {}

impl Hash for Key {
    /// Text hashes like `str`, so that a map can be searched with a `&str`.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Str(text) => text.as_str().hash(state),
            Self::Int(number) => number.hash(state),
            Self::Bool(truth) => truth.hash(state),
            Self::Null => 0_u8.hash(state),
            Self::Float(number) => number.to_bits().hash(state),
        }
    }
}

impl Equivalent<Key> for str {
    fn equivalent(&self, key: &Key) -> bool {
        key.as_str() == Some(self)
    }
}

impl Equivalent<Key> for String {
    fn equivalent(&self, key: &Key) -> bool {
        key.as_str() == Some(self)
    }
}

impl fmt::Display for Key {
    /// Its form in Python's `str()`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Str(text) => out.write_str(text),
            Self::Int(number) => write!(out, "{number}"),
            Self::Bool(true) => out.write_str("True"),
            Self::Bool(false) => out.write_str("False"),
            Self::Null => out.write_str("None"),
            Self::Float(number) => write!(out, "{number:?}"),
        }
    }
}

impl From<&str> for Key {
    fn from(text: &str) -> Self {
        Self::Str(text.to_owned())
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self::Str(text)
    }
}

impl Value {
    /// The word for its type in messages to an author.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Str(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
        }
    }

    /// The text, if it is text.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Str(text) = self { Some(text) } else { None }
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// The mapping, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        if let Self::Map(map) = self { Some(map) } else { None }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// True for Python's `None`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Python's truth value.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(truth) => *truth,
            Self::Int(number) => *number != 0,
            Self::Float(number) => *number != 0.0,
            Self::Str(text) => !text.is_empty(),
            Self::List(list) => !list.is_empty(),
            Self::Map(map) => !map.is_empty(),
        }
    }

    /// Merges `over` into `self`: mappings key by key, anything else replaced, as Salt's `dictupdate.update` does.
    pub fn merge(&mut self, over: Self) {
        match (self, over) {
            (Self::Map(below), Self::Map(above)) => {
                for (key, value) in above {
                    match below.get_mut(&key) {
                        Some(old) => old.merge(value),
                        None => {
                            below.insert(key, value);
                        }
                    }
                }
            }
            (below, above) => *below = above,
        }
    }

    /// The same, but no mapping is [ordered](Map::ordered): as from YAML that Salt reads without its renderer.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Self::List(list) => Self::List(list.into_iter().map(Self::plain).collect()),
            Self::Map(map) => {
                Self::Map(map.into_iter().map(|(key, value)| (key, value.plain())).collect::<Map>())
            }
            scalar => scalar,
        }
    }

    /// As JSON. Keys become text as Python's `json.dumps` makes them.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(truth) => (*truth).into(),
            Self::Int(number) => (*number).into(),
            Self::Float(number) => (*number).into(),
            Self::Str(text) => text.as_str().into(),
            Self::List(list) => list.iter().map(Self::to_json).collect(),
            Self::Map(map) => map.iter().map(|(key, value)| (json_key(key), value.to_json())).collect(),
        }
    }
}

fn json_key(key: &Key) -> String {
    match key {
        Key::Bool(true) => "true".to_owned(),
        Key::Bool(false) => "false".to_owned(),
        Key::Null => "null".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        serde_json::json!({"vpc": {"subnets": ["a", "b"]}, "x:y": 1}).into()
    }

    #[test]
    fn merging_goes_into_mappings_and_replaces_lists() {
        let mut below = sample();
        below.merge(serde_json::json!({"vpc": {"subnets": ["c"], "id": "v"}}).into());
        assert_eq!(below.to_json(), serde_json::json!({"vpc": {"subnets": ["c"], "id": "v"}, "x:y": 1}));
    }
}
