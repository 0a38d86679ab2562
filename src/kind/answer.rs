//! The return values of functions, in the shapes of boto: a mapping has only the keys that have a value.

use model::Value;

/// Only what a thing has.
pub fn had<const N: usize>(pairs: [(&str, Option<Value>); N]) -> Value {
    pairs.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

/// A text that is always there.
pub fn text(text: &str) -> Option<Value> {
    Some(text.into())
}

/// A text that may be missing.
pub fn maybe(text: Option<&str>) -> Option<Value> {
    text.map(Value::from)
}
