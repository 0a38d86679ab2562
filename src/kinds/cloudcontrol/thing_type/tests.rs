use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::{Live, Want, of_arguments, of_function};
use kind::Resource;

fn live(properties: Json) -> Live {
    Live { identifier: "lamps".to_owned(), properties, ..Live::default() }
}

fn want(function: usize, arguments: Json) -> Want {
    let spec = of_function::<ThingType>(function, arguments);
    Want { facts: spec.facts.clone().unwrap(), spec, is_promised: false }
}

#[test]
fn arguments_of_salt_are_properties() {
    let spec = of_arguments::<ThingType>(json!({
        "name": "a state", "thingTypeName": "lamps", "thingTypeDescription": "of the street", "searchableAttributesList": ["watts"],
    }));
    assert_eq!(
        Json::from(spec.properties),
        json!({
            "ThingTypeName": "lamps",
            "ThingTypeProperties": {"ThingTypeDescription": "of the street", "SearchableAttributes": ["watts"]},
        })
    );
}

#[test]
fn what_cannot_change_is_refused_with_what_it_is() {
    let want = want(0, json!({"name": "lamps", "thingTypeDescription": "new"}));
    let plan =
        ThingType::diff(&want, Some(&live(json!({"ThingTypeProperties": {"ThingTypeDescription": "old"}}))));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("old"), "{plan:?}");
}

#[test]
fn a_type_is_deprecated_before_it_is_deleted() {
    let want = want(1, json!({"name": "lamps"}));
    let steps = |live: &Live| -> Vec<String> {
        ThingType::diff(&want, Some(live)).steps.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        steps(&live(json!({"DeprecateThingType": false}))),
        ["set DeprecateThingType", "delete lamps"]
    );
    assert_eq!(steps(&live(json!({"DeprecateThingType": true}))), ["delete lamps"], "a run was cut off");
}
