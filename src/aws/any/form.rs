//! Writes parameters as a form for the wire.
//!
//! See <https://smithy.io/2.0/aws/protocols/aws-query-protocol.html> and `aws-ec2-query-protocol.html`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;

const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The form of an operation; `member` is the word between a list's name and a number.
pub(super) fn of(operation: &str, version: &str, member: &str, parameters: &Json) -> String {
    let mut pairs =
        vec![("Action".to_owned(), operation.to_owned()), ("Version".to_owned(), version.to_owned())];
    flatten("", member, parameters, &mut pairs);
    let encoded = |text: &str| utf8_percent_encode(text, KEPT).to_string();
    let pairs = pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    pairs.collect::<Vec<_>>().join("&")
}

fn flatten(path: &str, member: &str, value: &Json, pairs: &mut Vec<(String, String)>) {
    match value {
        Json::Null => {}
        Json::Object(map) => {
            for (key, value) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                flatten(&path, member, value, pairs);
            }
        }
        Json::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                flatten(&format!("{path}{member}.{}", index + 1), member, value, pairs);
            }
        }
        Json::String(text) => pairs.push((path.to_owned(), text.clone())),
        Json::Bool(_) | Json::Number(_) => pairs.push((path.to_owned(), value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_and_mappings_become_names_with_numbers() {
        let parameters = json!({"Tags": [{"Key": "a b", "Value": true}], "Name": "x", "None": null});
        assert_eq!(
            of("Create", "1", ".member", &parameters),
            "Action=Create&Version=1&Tags.member.1.Key=a%20b&Tags.member.1.Value=true&Name=x"
        );
        assert_eq!(
            of("Run", "1", "", &json!({"InstanceId": ["i-1", "i-2"]})),
            "Action=Run&Version=1&InstanceId.1=i-1&InstanceId.2=i-2"
        );
    }
}
