//! The former value of a secret. The pillar has only the new one after a rotation, so the former one is hidden by its place.

use serde_json::Value as Json;

use super::{SHOWN, masked};
use crate::Value;

/// The line that takes the place of `old` beside its new line; nothing if it shows no former secret. All that stood where the new line
/// has a secret is hidden.
pub fn line(old: &str, new: &str) -> Option<String> {
    let new = masked(new);
    let (first, last) = (new.find(SHOWN)?, new.rfind(SHOWN)? + SHOWN.len());
    let (before, after) = (&new[..first], &new[last..]);
    old.strip_prefix(before)?.strip_suffix(after)?;
    Some(format!("{before}{SHOWN}{after}"))
}

/// The former value as it may be shown beside the new one. If it is not clear where it has the secret, all of it is hidden.
pub fn value(old: &Value, new: &Value) -> Value {
    match (old, new) {
        (Value::Str(old), Value::Str(new)) => text(old, new).into(),
        (Value::Map(old), Value::Map(new)) => {
            let beside = |(key, it): (&crate::Key, &Value)| {
                (key.clone(), new.get(key).map_or_else(|| it.clone(), |new| value(it, new)))
            };
            Value::Map(old.iter().map(beside).collect())
        }
        (Value::List(old), Value::List(new)) if old.len() == new.len() => {
            Value::List(old.iter().zip(new).map(|(old, new)| value(old, new)).collect())
        }
        _ => old.clone(),
    }
}

/// The same of JSON.
pub fn json(old: &Json, new: &Json) -> Json {
    match (old, new) {
        (Json::String(old), Json::String(new)) => text(old, new).into(),
        (Json::Object(old), Json::Object(new)) => {
            let beside = |(key, it): (&String, &Json)| {
                (key.clone(), new.get(key).map_or_else(|| it.clone(), |new| json(it, new)))
            };
            Json::Object(old.iter().map(beside).collect())
        }
        (Json::Array(old), Json::Array(new)) if old.len() == new.len() => {
            Json::Array(old.iter().zip(new).map(|(old, new)| json(old, new)).collect())
        }
        _ => old.clone(),
    }
}

fn text(old: &str, new: &str) -> String {
    let has_secret = |text: &str| masked(text).contains(SHOWN);
    if old.is_empty() || !has_secret(new) || has_secret(old) {
        return old.to_owned();
    }
    line(old, new).unwrap_or_else(|| SHOWN.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::hide;
    use super::*;

    #[test]
    fn the_former_value_of_a_secret_is_hidden_by_its_place() {
        hide("beside-horse");
        assert_eq!(
            line("PASSWORD=former\n", "PASSWORD=beside-horse\n").as_deref(),
            Some("PASSWORD=(hidden)\n")
        );
        assert_eq!(line("PORT=1\n", "PASSWORD=beside-horse\n"), None);
        for (old, new, shown) in [
            (json!("a://u:former@h"), json!("a://u:beside-horse@h"), json!("a://u:(hidden)@h")),
            (json!("one former"), json!("two beside-horse"), json!("(hidden)")),
            // A journal has the new value hidden already.
            (json!("former"), json!("(hidden)"), json!("(hidden)")),
            (json!("one beside-horse"), json!("two beside-horse"), json!("one beside-horse")),
            (
                json!({"P": "former", "Q": "1"}),
                json!({"P": "beside-horse"}),
                json!({"P": "(hidden)", "Q": "1"}),
            ),
            (json!(["a", "former"]), json!(["a", "beside-horse"]), json!(["a", "(hidden)"])),
            (json!(""), json!("beside-horse"), json!("")),
            (json!("one"), json!("two"), json!("one")),
        ] {
            assert_eq!(json(&old, &new), shown, "{old}");
            assert_eq!(value(&old.clone().into(), &new.into()), shown.into(), "{old}");
        }
    }
}
