//! A mixed instances policy: one document, several instance types, On-Demand and Spot.
//!
//! Keys are AWS's names, or the same names in Salt's spelling. What is left out has AWS's default and is not managed.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_MixedInstancesPolicy.html>.

mod arguments;
mod live;

use serde_json::{Map, Value as Json, json};

pub(super) use arguments::POLICY;
pub(super) use live::{from_sdk, to_sdk};

use kind::document;
use model::{Fields, Problem, Problems};

const SPECIFICATION: &str = "LaunchTemplateSpecification";

/// Lists whose order matters: AWS tries overrides in their order when the strategy is "prioritized".
const ORDERED: &[&str] = &["Overrides"];

/// Reads one. If the specification is left out, the group's own `launch_template` is used.
pub(super) fn read(fields: &Fields, template: Option<Json>, problems: &mut Problems) -> Option<Json> {
    let node = fields.node("mixed_instances_policy")?;
    let mut policy = document::canonical(&model::Shape::Record(POLICY), node);
    let own = policy["LaunchTemplate"].get(SPECIFICATION).cloned();
    let message = match (&own, &template) {
        (Some(_), Some(_)) => Some("the launch template is given here and in 'launch_template'"),
        (None, None) => Some("'mixed_instances_policy' needs a launch template"),
        _ => None,
    };
    if let Some(message) = message {
        let hint =
            "give 'launch_template' next to 'mixed_instances_policy', or LaunchTemplateSpecification in it";
        problems.push(Problem::at(&node.place, message).hint(hint));
    }
    if let Some(template) = template {
        if !policy["LaunchTemplate"].is_object() {
            policy["LaunchTemplate"] = Map::new().into();
        }
        policy["LaunchTemplate"][SPECIFICATION] = template;
    }
    for specification in specifications(&policy) {
        if specification.get("LaunchTemplateId").is_some()
            == specification.get("LaunchTemplateName").is_some()
        {
            let message = "a launch template needs exactly one of LaunchTemplateName and LaunchTemplateId";
            problems.push(Problem::at(&node.place, message));
        }
    }
    Some(policy)
}

/// A specification of a launch template.
pub(super) fn specification(id: Option<String>, name: Option<String>, version: Option<String>) -> Json {
    let all = [("LaunchTemplateId", id), ("LaunchTemplateName", name), ("Version", version)];
    all.into_iter().filter_map(|(key, value)| Some((key.to_owned(), json!(value?)))).collect()
}

/// True if AWS has what is declared.
pub(super) fn is_met(want: &Json, live: &Json) -> bool {
    document::is_met(want, live, ORDERED)
}

/// All launch templates in it, by name or id, with their versions.
pub(super) fn templates(policy: &Json) -> Vec<(String, Option<String>)> {
    let text = |it: &Json, key: &str| it.get(key).and_then(Json::as_str).map(str::to_owned);
    let named = |it: &Json| {
        let name = text(it, "LaunchTemplateName").or_else(|| text(it, "LaunchTemplateId"))?;
        Some((name, text(it, "Version")))
    };
    specifications(policy).into_iter().filter_map(named).collect()
}

/// The policy with each template named once: AWS shows the id and the name, and accepts one of them.
pub(super) fn by_name(mut policy: Json) -> Json {
    match &mut policy {
        Json::Object(map) => {
            if map.contains_key("LaunchTemplateName") {
                map.remove("LaunchTemplateId");
            }
            map.values_mut().for_each(|value| *value = by_name(value.take()));
        }
        Json::Array(list) => list.iter_mut().for_each(|value| *value = by_name(value.take())),
        _ => {}
    }
    policy
}

fn specifications(policy: &Json) -> Vec<&Json> {
    let template = &policy["LaunchTemplate"];
    let overrides = template["Overrides"].as_array().into_iter().flatten();
    overrides.chain([template]).filter_map(|it| it.get(SPECIFICATION)).collect()
}

#[cfg(test)]
mod tests;
