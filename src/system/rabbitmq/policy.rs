//! Policies.

use serde_json::Value as Json;

use super::{Call, Intent, Live, Operations, Plan, Present, old_and_new};
use crate::operation::{Operation, refused, settled};
use machine::rabbitmq::{Policy, inner};
use model::{Map, Value, fields};

pub(super) fn vhost(call: &Call<'_>) -> String {
    call.fields.text("vhost").unwrap_or_else(|| "/".to_owned())
}

/// The definition: JSON in a text, or a mapping.
fn definition(call: &Call<'_>) -> Result<Json, String> {
    let Some(node) = call.fields.node("definition") else { return Ok(Json::Null) };
    let read = match fields::text(node) {
        Some(text) => {
            serde_json::from_str(&text).map_err(|error| format!("its definition is not JSON: {error}"))?
        }
        None => node.to_value().to_json(),
    };
    if read.is_object() { Ok(read) } else { Err("its definition is not a mapping".to_owned()) }
}

/// A policy as Salt shows it.
fn shown(it: &Policy) -> Map {
    let definition = match &it.definition {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let parts = [
        ("pattern", it.pattern.clone()),
        ("apply_to", it.apply_to.clone()),
        ("definition", definition),
        ("priority", it.priority.to_string()),
    ];
    parts.into_iter().map(|(key, text)| (key.into(), text.into())).collect()
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, fields, vhost) = (call.name, call.fields, vhost(call));
    let definition = match definition(call) {
        Ok(definition) => definition,
        Err(why) => return refused(format!("Policy {vhost} {own} cannot be set: {why}")),
    };
    let pattern = fields.required_text("pattern");
    let priority = fields.integer("priority").unwrap_or_default();
    let apply_to = fields.text("apply_to").filter(|text| !text.is_empty());
    let known = match &live.seen {
        Ok(Present::Policy(known)) => known.as_ref(),
        _ => None,
    };
    let (changes, what) = match known {
        None => {
            let nothing = ("old".into(), Value::Map(Map::new()));
            ([nothing, ("new".into(), own.into())].into_iter().collect(), "created")
        }
        Some(known) => {
            let differs = [
                ("Pattern", known.pattern != pattern),
                ("Definition", inner(&known.definition) != definition),
                ("Applyto", apply_to.as_ref().is_some_and(|wanted| *wanted != known.apply_to)),
                ("Priority", known.priority != priority),
            ];
            let updates: Vec<Value> =
                differs.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part.into()).collect();
            if updates.is_empty() {
                return settled(format!("Policy {vhost} {own} is already present"));
            }
            let old = ("old".into(), Value::Map(shown(known)));
            ([old, ("new".into(), Value::List(updates))].into_iter().collect(), "updated")
        }
    };
    // Values that are left out stay as they are.
    let apply_to = apply_to.or_else(|| known.map(|known| known.apply_to.clone()));
    let (priority, definition) = (priority.to_string(), definition.to_string());
    let mut words = vec!["set_policy", "-p", &vhost, "--priority", &priority];
    words.extend(apply_to.iter().flat_map(|wanted| ["--apply-to", wanted]));
    words.extend(["--", own, &pattern, &definition]);
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&words))],
        foreseen: format!("Policy {vhost} {own} is set to be {what}"),
        done: format!("Policy {vhost} {own} was {what}"),
        failure: format!("Failed to set policy {vhost} {own}"),
        changes,
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, vhost) = (call.name, vhost(call));
    if matches!(live.seen, Ok(Present::Policy(None))) {
        return settled(format!("Policy '{vhost} {own}' is not present."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&["clear_policy", "-p", &vhost, "--", own]))],
        foreseen: format!("Policy '{vhost} {own}' will be removed."),
        done: "Deleted".to_owned(),
        failure: format!("Failed to remove policy '{vhost} {own}'"),
        changes: old_and_new(own, ""),
    };
    plan.intent(live)
}
