use serde_json::json;

use super::*;
use crate::declaration::{Live, Want, of_arguments};
use kind::Resource;

#[test]
fn a_document_is_compared_by_meaning() {
    let text =
        "{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": [\"iot:Publish\"], \"Resource\": \"*\"}]}";
    let spec =
        of_arguments::<IotPolicy>(json!({"name": "a state", "policyName": "lamps", "policyDocument": text}));
    assert_eq!((spec.name.as_str(), &spec.properties["PolicyName"]), ("lamps", &json!("lamps")));
    let want = Want { facts: spec.facts.clone().unwrap(), spec, is_promised: false };
    let live = |action: &str| Live {
        identifier: "lamps".to_owned(),
        properties: json!({"PolicyName": "lamps", "PolicyDocument": {"Version": "2008-10-17", "Statement": {"Effect": "Allow", "Action": action, "Resource": ["*"]}}}),
        ..Live::default()
    };
    assert!(IotPolicy::diff(&want, Some(&live("iot:publish"))).is_empty());
    assert_eq!(IotPolicy::diff(&want, Some(&live("iot:Connect"))).steps.len(), 1);
}
