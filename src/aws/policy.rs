//! Compares policy documents by meaning, for IAM, SQS and others.
//!
//! IAM stores a document in its own spelling: a list of one may come back as text, and the order of actions or of
//! principals has no meaning. Both sides are brought to one form, for comparing only; what is sent is what the author
//! wrote. See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html>.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::arn::is_arn;
use model::{Node, NodeKind, Problem, Shape};

/// The forms in which an author may write a document: a mapping or JSON text.
pub const SHAPE: Shape = Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]);

/// The document in AWS's form: JSON. Text stays as the author wrote it.
///
/// # Errors
/// The text is not a JSON object.
pub fn from_node(node: &Node) -> Result<String, Problem> {
    let NodeKind::Scalar(scalar) = &node.kind else { return Ok(node.to_value().to_json().to_string()) };
    let text = scalar.as_str().unwrap_or_default();
    match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => {
            Err(Problem::at(&node.place, format!("this policy document is not a JSON object: {error}"))
                .hint("write it as a YAML mapping, or correct the JSON"))
        }
    }
}

/// A document as IAM returns it, without its URL encoding.
///
/// See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetRolePolicy.html>.
pub fn decoded(text: &str) -> String {
    if text.starts_with('%') {
        percent_decode_str(text).decode_utf8_lossy().into_owned()
    } else {
        text.to_owned()
    }
}

/// A document as a datum to show; text that is not JSON stays as it is.
pub fn to_shown(text: &str) -> model::Value {
    serde_json::from_str::<Value>(text).map_or_else(|_| text.into(), Into::into)
}

/// The names of all roles whose ARNs are in a document: AWS refuses a policy whose principals do not exist.
pub fn roles(document: &model::Value) -> Vec<String> {
    use model::Value as Shown;
    match document {
        Shown::Str(text) if is_arn(text) => {
            let path = text.split_once(":role/").map(|(_, path)| path);
            path.and_then(|path| path.rsplit('/').next()).map(str::to_owned).into_iter().collect()
        }
        Shown::List(list) => list.iter().flat_map(roles).collect(),
        Shown::Map(map) => map.values().flat_map(roles).collect(),
        _ => vec![],
    }
}

/// True when both documents mean the same. Text that is not JSON is compared as text.
pub fn is_same(a: &str, b: &str) -> bool {
    match (serde_json::from_str(a), serde_json::from_str(b)) {
        (Ok(a), Ok(b)) => canonical(&a) == canonical(&b),
        _ => a == b,
    }
}

/// The common form of all documents with the same meaning.
pub fn canonical(document: &Value) -> Value {
    let Value::Object(document) = document else { return document.clone() };
    let mut out = sorted(document, |key, value| match key {
        "Statement" => statements(value),
        _ => value.clone(),
    });
    // A document without a version has the older one.
    out.entry("Version").or_insert_with(|| "2008-10-17".into());
    Value::Object(out)
}

/// Statements are a set: their order has no meaning. A single statement may be without a list.
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

/// The bare id of an account for its root user, in any partition.
fn account(kind: &str, text: &str) -> String {
    let root = || {
        let id = text.strip_prefix("arn:")?.split_once(":iam::")?.1.strip_suffix(":root")?;
        id.chars().all(|digit| digit.is_ascii_digit()).then(|| id.to_owned())
    };
    let bare = if kind == "AWS" { root() } else { None };
    bare.unwrap_or_else(|| text.to_owned())
}

/// The case of condition keys has no meaning.
///
/// See <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html>.
fn condition(value: &Value) -> Value {
    let Value::Object(operators) = value else { return value.clone() };
    Value::Object(sorted(operators, |_, keys| match keys {
        Value::Object(keys) => {
            let keys = keys.iter().map(|(key, values)| (key.to_ascii_lowercase(), values.clone())).collect();
            Value::Object(sorted(&keys, |_, values| set(values, str::to_owned)))
        }
        other => other.clone(),
    }))
}

/// A single text, number or boolean is a set of one; all become text.
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
    fn condition_keys_have_no_case_and_values_no_type() {
        let with = |condition: Value| json!({"Statement": [{"Condition": condition}]}).to_string();
        let a = with(json!({"Bool": {"aws:SecureTransport": false}}));
        assert!(is_same(&a, &with(json!({"Bool": {"AWS:securetransport": ["false"]}}))));
        assert!(!is_same(&a, &with(json!({"Bool": {"aws:SecureTransport": true}}))));
    }

    #[test]
    fn url_encoding_is_undone_once() {
        assert_eq!(decoded("%7B%22a%22%3A%22b%2525%22%7D"), r#"{"a":"b%25"}"#);
        assert_eq!(decoded(r#"{"a":"100%25"}"#), r#"{"a":"100%25"}"#);
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
