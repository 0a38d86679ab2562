//! Data merged into those of a file, and the differences in Salt's shape.

use model::{Map, Value};

/// Mappings are merged, all else is replaced.
pub(super) fn into(old: &mut Value, new: Value) {
    match (old, new) {
        (Value::Map(old), Value::Map(new)) => {
            for (key, value) in new {
                into(old.entry(key).or_insert(Value::Null), value);
            }
        }
        (old, new) => *old = new,
    }
}

/// `{key: {old, new}}` of the differences, nested as the data are.
pub(super) fn difference(old: &Value, new: &Value) -> Map {
    let none = Map::new();
    let (old, new) = (old.as_map().unwrap_or(&none), new.as_map().unwrap_or(&none));
    let mut found = Map::new();
    for (key, value) in new {
        let before = old.get(key);
        if before == Some(value) {
            continue;
        }
        let differing = match (before, value) {
            (Some(before @ Value::Map(_)), Value::Map(_)) => Value::Map(difference(before, value)),
            _ => {
                let before = before.cloned().unwrap_or_else(|| "<_null_>".into());
                [("new", value.clone()), ("old", before)].into_iter().collect()
            }
        };
        found.insert(key.clone(), differing);
    }
    found
}
