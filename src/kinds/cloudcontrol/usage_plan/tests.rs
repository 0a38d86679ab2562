use serde_json::{Value as Json, json};

use super::*;
use crate::declaration::{Live, Want, of_arguments, of_function};
use crate::plan::Step;
use kind::Resource;

#[test]
fn words_of_the_api_are_properties() {
    let spec = of_arguments::<UsagePlan>(json!({
        "name": "a state", "plan_name": "silver", "throttle": {"rateLimit": 70, "burstLimit": "100"},
        "quota": {"limit": 1000, "offset": 0, "period": "DAY"},
    }));
    assert_eq!(
        Json::from(spec.properties),
        json!({
            "UsagePlanName": "silver",
            "Throttle": {"RateLimit": 70.0, "BurstLimit": 100},
            "Quota": {"Limit": 1000, "Offset": 0, "Period": "DAY"},
        })
    );
}

/// The stages that a function leaves, where it changes any.
fn left(function: usize, declared: Json, live: Json) -> Option<Json> {
    let mut spec = of_function::<UsagePlan>(function, json!({"name": "silver", "api_stages": declared}));
    if !spec.ids.is_empty() {
        spec.properties.insert("apis".to_owned(), json!(["found"]));
    }
    let want = Want { facts: spec.facts.clone().unwrap(), spec, is_promised: false };
    let live = Live { properties: json!({"ApiStages": live}), ..Live::default() };
    let plan = UsagePlan::diff(&want, Some(&live));
    let Step::Update { patch, .. } = plan.steps.first()? else { panic!("{plan:?}") };
    let patch: Json = serde_json::from_str(patch.text()).unwrap();
    Some(patch[0]["value"].clone())
}

#[test]
fn other_stages_stay() {
    let (a, b) = (json!({"ApiId": "a", "Stage": "live"}), json!({"ApiId": "b", "Stage": "live"}));
    let throttled = json!({"ApiId": "b", "Stage": "live", "Throttle": {"/GET": {"RateLimit": 1}}});
    let declared = json!([{"apiId": "b", "stage": "live"}]);
    assert_eq!(left(2, declared.clone(), json!([a])), Some(json!([a, b])));
    assert_eq!(left(2, declared.clone(), json!([throttled, a])), None);
    assert_eq!(left(3, declared.clone(), json!([a, throttled])), Some(json!([a])));
    assert_eq!(left(3, declared, json!([a])), None);
    let by_name = json!([{"api_name": "orders", "stage": "live"}]);
    assert_eq!(left(2, by_name, json!([])), Some(json!([{"ApiId": "found", "Stage": "live"}])));
}
