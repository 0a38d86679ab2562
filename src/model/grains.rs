//! Grains within grains, by paths with colons: how states and execution functions put values into the file of grains.

use super::value::traverse;
use super::{Key, Map, Value, python};

/// The grain at a path.
pub fn get<'a>(grains: &'a Map, path: &str) -> Option<&'a Value> {
    traverse(grains, path, ":")
}

/// The first grain of a path, with a value set or removed at the end of the path.
///
/// # Errors
/// A value on the path is neither a mapping nor a list, and may not be replaced.
pub fn with(
    grains: &Map,
    path: &str,
    value: Option<Value>,
    replaces: bool,
) -> Result<(String, Option<Value>), String> {
    let Some((above, last)) = path.rsplit_once(':').filter(|_| !grains.contains_key(path)) else {
        return Ok((path.to_owned(), value));
    };
    let inner = match get(grains, above).cloned() {
        None => Value::Map(value.into_iter().map(|value| (Key::from(last), value)).collect()),
        Some(Value::Map(mut map)) => {
            match value {
                Some(value) => map.insert(last.into(), value),
                None => map.shift_remove(last),
            };
            Value::Map(map)
        }
        Some(Value::List(list)) => Value::List(in_list(list, last, value)),
        Some(other) if other.as_str() == Some(last) || replaces => {
            Value::Map(value.into_iter().map(|value| (Key::from(last), value)).collect())
        }
        Some(other) => {
            return Err(format!(
                "The key '{above}' value is '{}', which is different from the provided key '{last}'. Use 'force=True' to overwrite.",
                python::text(&other)
            ));
        }
    };
    with(grains, above, Some(inner), replaces)
}

/// The reason why a value may not be written to a grain: only force replaces lists and mappings, or replaces other
/// values by them.
pub fn objection(now: Option<&Value>, value: &Value, path: &str, forces: bool) -> Option<String> {
    let is_whole = |value: &Value| matches!(value, Value::List(_) | Value::Map(_));
    let now = now.filter(|now| !now.is_null() && !forces)?;
    let why = match (is_whole(now), is_whole(value)) {
        (true, _) => "exists but is a dict or a list",
        (false, true) => "exists and the given value is a dict or a list",
        (false, false) => return None,
    };
    Some(format!("The key '{path}' {why}. Use 'force=True' to overwrite."))
}

/// An element equal to the name becomes a mapping of it; mappings that hold the name change; else one is added.
fn in_list(mut list: Vec<Value>, name: &str, value: Option<Value>) -> Vec<Value> {
    let entry = || Value::Map([(Key::from(name), value.clone().unwrap_or_default())].into_iter().collect());
    let mut is_there = false;
    for item in &mut list {
        match item {
            Value::Map(map) if map.contains_key(name) => {
                map.insert(name.into(), value.clone().unwrap_or_default());
                is_there = true;
            }
            Value::Str(text) if text == name => {
                *item = entry();
                is_there = true;
            }
            _ => {}
        }
    }
    if !is_there && value.is_some() {
        list.push(entry());
    }
    list
}
