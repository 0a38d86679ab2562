//! Policy documents by meaning: what IAM, SQS and others compare.
//!
//! IAM stores a document in its own spelling: a list of one may come back as text, and the order of actions or of
//! principals says nothing. Both sides are brought to one form, for comparing only; what is sent is what the author
//! wrote. See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html>.

use serde_json::{Map, Value};

/// True when both documents say the same. Text that is no JSON is compared as text.
pub fn is_same(a: &str, b: &str) -> bool {
    match (serde_json::from_str(a), serde_json::from_str(b)) {
        (Ok(a), Ok(b)) => canonical(&a) == canonical(&b),
        _ => a == b,
    }
}

/// The one form of all documents that say the same.
pub fn canonical(document: &Value) -> Value {
    let Value::Object(document) = document else { return document.clone() };
    let mut out = sorted(document, |key, value| match key {
        "Statement" => statements(value),
        _ => value.clone(),
    });
    // A document without a version is of the older one.
    out.entry("Version").or_insert_with(|| "2008-10-17".into());
    Value::Object(out)
}

/// Statements are a set: their order says nothing. One statement may stand without a list.
fn statements(value: &Value) -> Value {
    let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let mut list: Vec<Value> = list.iter().map(statement).collect();
    list.sort_by_cached_key(ToString::to_string);
    list.dedup();
    list.into()
}

fn statement(value: &Value) -> Value {
    let Value::Object(map) = value else { return value.clone() };
    let mut map = sorted(map, |key, value| match key {
        "Action" | "NotAction" => set(value, str::to_ascii_lowercase),
        "Resource" | "NotResource" => set(value, str::to_owned),
        "Principal" | "NotPrincipal" => principal(value),
        "Condition" => condition(value),
        _ => value.clone(),
    });
    if map.get("Sid").and_then(Value::as_str) == Some("") {
        map.remove("Sid");
    }
    Value::Object(map)
}

/// `"*"` and `{"AWS": "*"}` both mean everyone; an account's id means its root user.
fn principal(value: &Value) -> Value {
    match value {
        Value::String(all) => {
            let everyone: Value = [("AWS".to_owned(), Value::from(vec![all.clone()]))]
                .into_iter()
                .collect::<Map<_, _>>()
                .into();
            everyone
        }
        Value::Object(map) => {
            Value::Object(sorted(map, |kind, value| set(value, |text| account(kind, text))))
        }
        other => other.clone(),
    }
}

fn account(kind: &str, text: &str) -> String {
    let is_account = kind == "AWS" && text.len() == 12 && text.chars().all(|digit| digit.is_ascii_digit());
    if is_account { format!("arn:aws:iam::{text}:root") } else { text.to_owned() }
}

fn condition(value: &Value) -> Value {
    let Value::Object(operators) = value else { return value.clone() };
    Value::Object(sorted(operators, |_, keys| match keys {
        Value::Object(keys) => Value::Object(sorted(keys, |_, values| set(values, str::to_owned))),
        other => other.clone(),
    }))
}

/// One text, number or boolean is a set of one; all are text.
fn set(value: &Value, spell: impl Fn(&str) -> String) -> Value {
    let one = |item: &Value| match item {
        Value::String(text) => spell(text),
        other => spell(&other.to_string()),
    };
    let mut list: Vec<String> = match value {
        Value::Array(list) => list.iter().map(one).collect(),
        other => vec![one(other)],
    };
    list.sort();
    list.dedup();
    list.into()
}

fn sorted(map: &Map<String, Value>, form: impl Fn(&str, &Value) -> Value) -> Map<String, Value> {
    let mut pairs: Vec<_> = map.iter().map(|(key, value)| (key.clone(), form(key, value))).collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    pairs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn order_case_and_lists_of_one_say_nothing() {
        let a = json!({"Version": "2012-10-17", "Statement": [
            {"Effect": "Allow", "Action": ["s3:GetObject", "S3:PutObject"], "Resource": "*"},
            {"Effect": "Deny", "Action": "sqs:*", "Resource": ["b", "a"], "Sid": ""},
        ]});
        let b = json!({"Statement": [
            {"Resource": ["a", "b"], "Action": ["sqs:*"], "Effect": "Deny"},
            {"Resource": ["*"], "Action": ["s3:putobject", "s3:getobject"], "Effect": "Allow"},
        ], "Version": "2012-10-17"});
        assert!(is_same(&a.to_string(), &b.to_string()));
    }

    #[test]
    fn another_resource_effect_or_version_is_another_document() {
        let base = json!({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "a:b", "Resource": "x"}});
        for other in [
            json!({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "a:b", "Resource": "X"}}),
            json!({"Version": "2012-10-17", "Statement": {"Effect": "Deny", "Action": "a:b", "Resource": "x"}}),
            json!({"Statement": {"Effect": "Allow", "Action": "a:b", "Resource": "x"}}),
        ] {
            assert!(!is_same(&base.to_string(), &other.to_string()), "{other}");
        }
    }

    #[test]
    fn everyone_and_accounts_have_two_spellings() {
        let with = |principal: Value| json!({"Statement": [{"Principal": principal}]}).to_string();
        assert!(is_same(&with(json!("*")), &with(json!({"AWS": ["*"]}))));
        let root = json!({"AWS": "arn:aws:iam::123456789012:root"});
        assert!(is_same(&with(json!({"AWS": "123456789012"})), &with(root)));
    }

    proptest! {
        #[test]
        fn canonical_twice_is_canonical_once(actions in proptest::collection::vec("[a-zA-Z:*]{1,8}", 0..4), sid in "[a-z]{0,3}") {
            let document = json!({"Statement": {"Sid": sid, "Action": actions, "Principal": "*"}});
            let once = canonical(&document);
            prop_assert_eq!(canonical(&once), once);
        }
    }
}
