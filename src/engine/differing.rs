//! Whether AWS keeps a sent value in another form, or only does not show it yet.
//!
//! A look that shows the previous value is late. A look that shows a value which is neither the previous nor the sent
//! one is not late: AWS has stored something else (a normalised number, a rule under another name). To ask or to send
//! again changes nothing then.

use std::collections::BTreeMap;

use model::{Change, Value};

/// The sent and the read values, for each aspect with a new value that is not the sent one.
///
/// `before` are the differences when the step was planned, `now` those of a later look.
pub(super) fn kept_otherwise(before: &[Change], now: &[Change]) -> Vec<String> {
    let earlier: BTreeMap<&str, &Change> =
        before.iter().map(|change| (change.path.as_str(), change)).collect();
    let mut lines = vec![];
    for change in now {
        let Some(sent) = earlier.get(change.path.as_str()) else { continue };
        if sent.new == change.new && is_foreign(&sent.old, &sent.new, &change.old) {
            let path = if change.path.is_empty() { "it" } else { &change.path };
            let shown = |value: Value| serde_json::to_string(&value.to_json()).unwrap_or_default();
            lines.push(format!(
                "{path}: sent {}, AWS shows {}",
                shown(sent.shown_new()),
                shown(change.shown_old())
            ));
        }
    }
    lines
}

/// True when `now` is neither the previous nor the sent value.
fn is_foreign(before: &Value, sent: &Value, now: &Value) -> bool {
    if before == sent || now == before || now == sent {
        return false;
    }
    match (sent, now) {
        (_, Value::Null) => false,
        (Value::Map(sent), Value::Map(shown)) => sent.iter().any(|(key, sent)| {
            let before = before.as_map().and_then(|map| map.get(key)).unwrap_or(&Value::Null);
            shown.get(key).is_some_and(|shown| is_foreign(before, sent, shown))
        }),
        (Value::List(sent), Value::List(shown)) => {
            let before = before.as_list().unwrap_or_default();
            let missing = sent.iter().filter(|item| !shown.contains(item) && !before.contains(item));
            let new: Vec<&Value> =
                shown.iter().filter(|item| !before.contains(item) && !sent.contains(item)).collect();
            missing.into_iter().any(|missing| new.iter().any(|new| is_likeness(missing, new)))
        }
        // Salt shows some lists as a text with a line for each entry: others may have added entries.
        (Value::Str(sent), _) if sent.contains('\n') => false,
        (_, Value::Str(shown)) if shown.contains('\n') => false,
        _ => true,
    }
}

/// True for two similar entries of a list: one is AWS's form of the other. Others may add entries to a list at the same
/// time, so a new entry alone proves nothing.
fn is_likeness(sent: &Value, shown: &Value) -> bool {
    let (Some(sent), Some(shown)) = (sent.as_map(), shown.as_map()) else { return false };
    let same = sent.iter().filter(|(key, value)| shown.get(*key) == Some(value)).count();
    same * 2 >= sent.len() && same > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn value(json: serde_json::Value) -> Value {
        Value::from(json)
    }

    #[test]
    fn an_old_value_is_late_and_a_new_one_that_was_not_sent_is_not() {
        let rule = |owner: &str| json!({"protocol": "tcp", "from": 80, "to": 80, "owner": owner});
        for (before, sent, now, expected) in [
            (json!(null), json!("1.0"), json!(null), false),
            (json!(null), json!("1.0"), json!("1"), true),
            (json!("0"), json!("1.0"), json!("0"), false),
            (json!("0"), json!("1.0"), json!("1"), true),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), json!({"a": 1}), false),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), json!({"a": 1, "b": 3}), true),
            // Values without a change may change by themselves.
            (
                json!({"a": "healthy"}),
                json!({"a": "healthy", "b": "initial"}),
                json!({"a": "draining"}),
                false,
            ),
            (json!(["x"]), json!(["x", "y"]), json!(["x", "z"]), false),
            (json!([]), json!([rule("amazon-elb")]), json!([]), false),
            (json!([]), json!([rule("amazon-elb")]), json!([rule("123")]), true),
            (json!([rule("1")]), json!([rule("1"), rule("2")]), json!([rule("1")]), false),
            // Another instance registers itself at the same time.
            (json!("i-1"), json!("i-1\ni-2"), json!("i-1\ni-3"), false),
        ] {
            let lines = format!("{before} → {sent}, {now}");
            assert_eq!(is_foreign(&value(before), &value(sent), &value(now)), expected, "{lines}");
        }
    }

    #[test]
    fn a_secret_is_not_reported() {
        let change = |old: &str| Change::update("token", old, "sent").hidden();
        let lines = kept_otherwise(&[change("before")], &[change("other")]);
        assert_eq!(lines, ["token: sent \"(hidden)\", AWS shows \"(hidden)\""]);
    }
}
