//! The notations of Docker's command line in an SLS: words with commas, `key=value`, lists and mappings of them.

use serde_json::Value as Json;

use model::{Fields, Value, python};

/// A list, or words separated by commas.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Null => vec![],
        Value::List(list) => list.iter().map(python::text).collect(),
        other => {
            let text = python::text(other);
            text.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
        }
    }
}

/// The two sides of a separator; the right one is optional if that is allowed.
pub(super) type Pair = (String, Option<String>);

/// A mapping, a list of mappings, or words such as `key=value`.
pub(super) fn pairs(value: &Value, mark: char) -> Vec<Pair> {
    let of_text = |text: &str| match text.split_once(mark) {
        Some((key, value)) => (key.trim().to_owned(), Some(value.trim().to_owned())),
        None => (text.trim().to_owned(), None),
    };
    match value {
        Value::Map(map) => {
            map.iter().map(|(key, value)| (key.to_string(), Some(python::text(value)))).collect()
        }
        Value::List(list) => list
            .iter()
            .flat_map(|each| match each {
                Value::Map(_) => pairs(each, mark),
                other => vec![of_text(&python::text(other))],
            })
            .collect(),
        other => words(other).iter().map(|word| of_text(word)).collect(),
    }
}

/// The pairs of an argument as an object; nothing if it is left out.
///
/// # Errors
/// One of them has no value.
pub(super) fn object(fields: &Fields, name: &str, mark: char) -> Result<Option<Json>, String> {
    let Some(value) = fields.value(name) else { return Ok(None) };
    let each = pairs(&value, mark).into_iter().map(|(key, value)| match value {
        Some(value) => Ok((key, Json::String(value))),
        None => Err(format!("{name}: '{key}' is not a key{mark}value pair")),
    });
    each.collect::<Result<serde_json::Map<_, _>, _>>().map(|map| Some(Json::Object(map)))
}

/// Labels, whose values may be left out.
pub(super) fn labels(fields: &Fields, name: &str) -> Option<Json> {
    let value = fields.value(name)?;
    let each =
        pairs(&value, '=').into_iter().map(|(key, value)| (key, Json::String(value.unwrap_or_default())));
    Some(Json::Object(each.collect()))
}
