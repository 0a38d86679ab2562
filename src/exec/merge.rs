//! Merges data like Salt's functions.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.slsutil.html#salt.modules.slsutil.merge>.

use model::Value;

/// How two mappings are merged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct MergeStrategy {
    /// Nested mappings are merged too.
    pub recurses: bool,
    /// Lists are joined, without duplicates.
    pub joins_lists: bool,
}

/// Merges `above` over `below`: mappings by key, everything else is replaced.
pub(super) fn merged(below: &Value, above: &Value, way: MergeStrategy) -> Value {
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

/// The first list and the additional items of the second.
pub(super) fn joined(first: &[Value], second: &[Value]) -> Vec<Value> {
    let new = second.iter().filter(|item| !first.iter().any(|known| known.equals(item)));
    first.iter().chain(new).cloned().collect()
}

/// Merges with the named strategy; an unknown one merges like `recurse`.
pub(super) fn by_strategy(below: &Value, above: &Value, strategy: &str, joins_lists: bool) -> Option<Value> {
    let (Value::Map(lower), Value::Map(upper)) = (below, above) else { return None };
    Some(match strategy {
        "overwrite" => merged(below, above, MergeStrategy { recurses: false, joins_lists: false }),
        "list" => {
            let mut whole = lower.clone();
            for (key, value) in upper {
                let both = lower.get(key).map(|old| Value::List(vec![old.clone(), value.clone()]));
                whole.insert(key.clone(), both.unwrap_or_else(|| value.clone()));
            }
            Value::Map(whole)
        }
        _ => merged(below, above, MergeStrategy { recurses: true, joins_lists }),
    })
}
