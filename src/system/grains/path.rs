//! Grains within grains, by paths with colons.

use crate::model::{Key, Map, Value};

/// The grain at a path.
pub(super) fn get<'a>(grains: &'a Map, path: &str) -> Option<&'a Value> {
    if let Some(whole) = grains.get(path) {
        return Some(whole);
    }
    let (first, rest) = path.split_once(':')?;
    grains.get(first)?.traverse(rest, ":")
}

/// The first grain of a path, with a value put at its end, or with its end taken away.
///
/// # Errors
/// Something on the way is neither a mapping nor a list, and may not be replaced.
pub(super) fn with(
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
                crate::model::python::text(&other)
            ));
        }
    };
    with(grains, above, Some(inner), replaces)
}

/// An element of the name becomes a mapping of it; mappings that have it change; else one is added.
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
