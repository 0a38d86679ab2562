//! Whether two values of an attribute mean the same: the journal, AWS and an SLS spell them differently.

use serde_json::Value as Json;

use crate::run_plan::KNOWN_AFTER_APPLY;

/// Equal; all empty values are equal.
pub(super) fn is_same(one: &Json, other: &Json) -> bool {
    one == other || (is_empty(one) && is_empty(other))
}

pub(super) fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// True for two texts, two numbers or two mappings that differ. Other values are compared by their types.
///
/// A key that only AWS shows is not compared if it is empty or off, or if the run did not set it (`set`): AWS adds its
/// defaults and ids.
pub(super) fn is_other(old: &Json, new: &Json, set: Option<&Json>) -> bool {
    match (old, new) {
        // The id of a thing that this undo makes again, or of one that such a thing refers to.
        (Json::String(_), Json::String(new)) if new == KNOWN_AFTER_APPLY => false,
        (Json::String(text), Json::Bool(truth)) | (Json::Bool(truth), Json::String(text)) => {
            !says(text, *truth)
        }
        (Json::String(old), Json::String(new)) => old != new,
        (Json::Number(old), Json::Number(new)) => old.as_f64() != new.as_f64(),
        (Json::Object(old), Json::Object(new)) => {
            let of_run = |key: &str| set.and_then(|set| set.get(key));
            let changed = old.iter().any(|(key, old)| match new.get(key) {
                Some(new) if is_off(old) && is_off(new) => false,
                Some(new) => is_other(old, new, of_run(key)),
                None => !is_off(old) && (set.is_none() || of_run(key).is_some()),
            });
            changed || new.iter().any(|(key, new)| !old.contains_key(key) && !is_off(new))
        }
        _ => false,
    }
}

/// Empty, or the boolean that AWS shows for what is not set.
pub(super) fn is_off(value: &Json) -> bool {
    is_empty(value) || *value == Json::Bool(false)
}

/// True if a text means this boolean: AWS shows `1` or `true` where an SLS says True.
fn says(text: &str, truth: bool) -> bool {
    let words: &[&str] = if truth { &["1", "true", "yes", "on"] } else { &["0", "false", "no", "off", ""] };
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Equal, or the same truth in another form.
pub(super) fn is_alike(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::String(text), Json::Bool(truth)) | (Json::Bool(truth), Json::String(text)) => {
            says(text, *truth)
        }
        (Json::String(text), Json::Number(number)) | (Json::Number(number), Json::String(text)) => {
            *text == number.to_string()
        }
        _ => is_same(one, other),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_aws_adds_is_no_other_value() {
        for (old, new, set) in [
            (json!({"a": 1, "public": false, "list": []}), json!({"a": 1}), json!({})),
            (json!({"off": "1"}), json!({"off": true}), json!({})),
            (json!({"name": "web", "id": "lt-1"}), json!({"name": "web"}), json!({"name": "other"})),
            (
                json!({"disk": {"size": 20, "none": false}}),
                json!({"disk": {"size": 20}}),
                json!({"disk": null}),
            ),
            (json!("sg-1"), json!(KNOWN_AFTER_APPLY), json!(null)),
        ] {
            assert!(!is_other(&old, &new, Some(&set)), "{old} {new}");
        }
        for (old, new, set) in [
            (json!({"size": "small"}), json!({}), json!({"size": "large"})),
            (json!({}), json!({"size": "small"}), json!({})),
            (json!({"disk": {"size": 20}}), json!({"disk": {"size": 30}}), json!({})),
            (json!({"off": "0"}), json!({"off": true}), json!({})),
            (json!("a"), json!("b"), json!(null)),
        ] {
            assert!(is_other(&old, &new, Some(&set)), "{old} {new}");
        }
        assert!(is_other(&json!({"size": "small"}), &json!({}), None), "of a deleted thing all is compared");
    }

    #[test]
    fn a_truth_and_a_number_have_several_forms() {
        assert!(is_alike(&json!("5"), &json!(5)) && is_alike(&json!("true"), &json!(true)));
        assert!(is_alike(&json!(null), &json!([])) && !is_alike(&json!("5"), &json!(6)));
        assert!(!is_alike(&json!("no"), &json!(true)));
    }
}
