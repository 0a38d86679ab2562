//! A stack as a declaration.

use futures::future::FutureExt;
use serde_json::{Map, Value as Json};

use super::Stack;
use super::spec::TYPE;
use crate::api;
use crate::compare::is_masked;
use crate::declaration::Live;
use crate::export::{declared, tags};
use kind::Source;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    // The identifier is an ARN.
    list: Listing::Own(|aws| api::references(aws, Stack::KIND, TYPE.type_name).boxed()).by_id(),
    aspects: Aspects::NONE,
    declare,
};

/// The properties that the kind declares itself.
const OWN: &[&str] = &[
    "StackName",
    "TemplateBody",
    "StackPolicyBody",
    "Parameters",
    "TimeoutInMinutes",
    "OnFailure",
    "Description",
    "StackStatusReason",
    "EnableTerminationProtection",
];

fn declare(_stack: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let text = |property: &str| live.properties.get(property).and_then(Json::as_str).unwrap_or_default();
    let name = text("StackName");
    // A nested stack belongs to the stack that created it.
    if name.is_empty() || !text("ParentId").is_empty() || text("StackStatus").starts_with("DELETE") {
        return Exportable::NotDeclared;
    }
    let parameters = live.properties.get("Parameters").and_then(Json::as_object);
    let (hidden, shown): (Map<_, _>, Map<_, _>) =
        parameters.cloned().unwrap_or_default().into_iter().partition(|(_, value)| is_masked(value));
    let hidden: Vec<&str> = hidden.keys().map(String::as_str).collect();
    let minutes = live.properties.get("TimeoutInMinutes").and_then(Json::as_i64);
    let declaration = Declaration::new("boto_cfn.present", name)
        .with("template_body", body(live.properties.get("TemplateBody")))
        .with("parameters", Value::from(Json::Object(shown)))
        .with("timeout_in_minutes", minutes)
        .with("stack_policy_body", body(live.properties.get("StackPolicyBody")))
        .remark_if(!hidden.is_empty(), format!("AWS does not show the parameters {}.", hidden.join(", ")))
        .remark_if(
            live.properties.get("EnableTerminationProtection") == Some(&Json::Bool(true)),
            "No argument declares EnableTerminationProtection.",
        );
    declared(declaration, &TYPE, live, OWN).tagged(&tags(live, TYPE.tags)).into()
}

/// A template as text.
fn body(template: Option<&Json>) -> Option<String> {
    match template? {
        Json::String(text) => Some(text.clone()),
        Json::Null => None,
        template => serde_json::to_string_pretty(template).ok(),
    }
}
