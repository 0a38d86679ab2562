//! Merging data as Salt's functions do.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.slsutil.html#salt.modules.slsutil.merge>.

use crate::model::Value;

/// How two mappings are merged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Way {
    /// Mappings below are merged too.
    pub recurses: bool,
    /// Lists are joined, what is there already left out.
    pub joins_lists: bool,
}

/// Lays `above` over `below`; mappings by key, everything else replaced.
pub(super) fn merged(below: &Value, above: &Value, way: Way) -> Value {
    match (below, above) {
        (Value::Map(lower), Value::Map(upper)) => {
            let mut whole = lower.clone();
            for (key, value) in upper {
                let value = match lower.get(key) {
                    Some(old) if way.recurses => merged(old, value, way),
                    _ => value.clone(),
                };
                whole.insert(key.clone(), value);
            }
            Value::Map(whole)
        }
        (Value::List(first), Value::List(second)) if way.joins_lists => Value::List(joined(first, second)),
        _ => above.clone(),
    }
}

/// The first list and what the second has besides.
pub(super) fn joined(first: &[Value], second: &[Value]) -> Vec<Value> {
    let new = second.iter().filter(|item| !first.iter().any(|known| known.equals(item)));
    first.iter().chain(new).cloned().collect()
}

/// Merges by the word of a strategy; one that is unknown merges as `recurse` does.
pub(super) fn by_strategy(below: &Value, above: &Value, strategy: &str, joins_lists: bool) -> Option<Value> {
    let (Value::Map(lower), Value::Map(upper)) = (below, above) else { return None };
    Some(match strategy {
        "overwrite" => merged(below, above, Way { recurses: false, joins_lists: false }),
        "list" => {
            let mut whole = lower.clone();
            for (key, value) in upper {
                let both = lower.get(key).map(|old| Value::List(vec![old.clone(), value.clone()]));
                whole.insert(key.clone(), both.unwrap_or_else(|| value.clone()));
            }
            Value::Map(whole)
        }
        _ => merged(below, above, Way { recurses: true, joins_lists }),
    })
}
