//! Selects an entry of a mapping: the common part of `grains.filter_by`, `pillar.filter_by` and `match.filter_by`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.grains.html#salt.modules.grains.filter_by>.

use super::call::{Bound, CallError};
use super::merge::{MergeStrategy, merged};
use model::{Map, Value, glob, python};

/// The mapping from which a call selects.
pub(super) fn lookup<'b>(bound: &'b Bound, name: &str) -> Result<&'b Map, CallError> {
    match bound.value(name) {
        Value::Map(lookup) => Ok(lookup),
        other => Err(bound.fails(format!("'{name}' is {}, not a mapping", other.type_name()))),
    }
}

/// The entry for a value from grains or pillar: its key is a glob; several values are tried in order.
pub(super) fn entry<'l>(lookup: &'l Map, found: Option<&Value>) -> Option<&'l Value> {
    let values: Vec<String> = match found {
        Some(Value::List(list)) => list.iter().map(python::text).collect(),
        Some(other) => vec![python::text(other)],
        None => vec![],
    };
    values.iter().find_map(|value| {
        let fits = |key: &str| key == value || glob::is_match(key, value);
        lookup.iter().find(|(key, _)| fits(&key.to_string())).map(|(_, it)| it)
    })
}

/// The selected entry, or the entry that `default` names, merged over `base` and below `merge`.
pub(super) fn finished(bound: &Bound, lookup: &Map, chosen: Option<&Value>) -> Result<Value, CallError> {
    let named = |argument: &str| match bound.value(argument) {
        Value::Null => None,
        Value::Str(key) => lookup.get(key.as_str()),
        // A number names the key that is this number.
        other => lookup.iter().find(|(key, _)| key.to_value() == *other).map(|(_, it)| it),
    };
    let mut answer = chosen.or_else(|| named("default")).cloned().unwrap_or(Value::Null);
    if let Some(base) = named("base") {
        answer = match (base, answer) {
            (Value::Map(_), over @ Value::Map(_)) => merged(base, &over, WHOLE),
            (_, Value::Null) => base.clone(),
            (_, other) => other,
        };
    }
    match (bound.value("merge"), &answer) {
        (over, _) if !over.is_truthy() => Ok(answer),
        (over @ Value::Map(_), Value::Null) => Ok(over.clone()),
        (over @ Value::Map(_), Value::Map(_)) => Ok(merged(&answer, over, WHOLE)),
        (Value::Map(_), other) => {
            Err(bound.fails(format!("'merge' cannot be laid over {}", other.type_name())))
        }
        (over, _) => Err(bound.fails(format!("'merge' is {}, not a mapping", over.type_name()))),
    }
}

const WHOLE: MergeStrategy = MergeStrategy { recurses: true, joins_lists: false };
