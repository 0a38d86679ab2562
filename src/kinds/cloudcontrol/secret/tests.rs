use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::{Live, Want, of_arguments};
use kind::Resource;

fn want() -> Want {
    let spec = of_arguments::<Secret>(json!({"name": "db", "description": "d", "secret_string": "s3cret"}));
    let facts = spec.facts.clone().unwrap();
    Want { spec, facts, is_promised: false }
}

#[test]
fn a_new_secret_has_its_value_and_nobody_sees_it() {
    let plan = Secret::diff(&want(), None);
    assert_eq!(plan.steps.len(), 1);
    assert!(!format!("{plan:?}").contains("s3cret"), "{plan:?}");
}

#[test]
fn an_existing_secret_keeps_its_value() {
    let live = |description: &str| Live {
        identifier: "arn:x".to_owned(),
        properties: json!({"Name": "db", "Description": description}),
        ..Live::default()
    };
    assert!(Secret::diff(&want(), Some(&live("d"))).is_empty());
    let plan = Secret::diff(&want(), Some(&live("other")));
    let expected: Json = json!([{"op": "replace", "path": "/Description", "value": "d"}]);
    let crate::plan::Step::Update { patch, .. } = &plan.steps[0] else { panic!("{plan:?}") };
    assert_eq!(patch.text(), expected.to_string());
}
