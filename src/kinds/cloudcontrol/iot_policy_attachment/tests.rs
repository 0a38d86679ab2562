use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::of_arguments;
use kind::Resource;

#[test]
fn a_policy_of_the_same_run_comes_first() {
    let principal = "arn:aws:iot:us-east-1:1:cert/a";
    let spec = of_arguments::<IotPolicyAttachment>(
        json!({"name": "x", "policyName": "lamps", "principal": principal}),
    );
    let uses: Vec<String> = IotPolicyAttachment::uses(&spec).iter().map(ToString::to_string).collect();
    assert!(uses.len() == 1 && uses[0].contains("lamps"), "{uses:?}");
    assert_eq!(Json::from(spec.properties), json!({"PolicyName": "lamps", "Principal": principal}));
}
