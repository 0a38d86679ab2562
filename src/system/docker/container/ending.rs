//! Containers that must be stopped or absent.

use serde_json::{Value as Json, json};

use super::super::{Call, Intent, Live, Operations, Order, Plan};
use super::running::path;
use super::{Present, state, stop};
use crate::operation::{changes_of, refused, settled};
use model::{Map, Value};

/// The ID of a container.
fn id(container: &Json) -> &str {
    container["Id"].as_str().unwrap_or_default()
}

/// Stops containers.
pub(super) fn stopped(call: &Call<'_>, live: &Live<Present>) -> Intent<Operations> {
    let fields = call.fields;
    let nothing = Present::default();
    let targets = &live.seen().unwrap_or(&nothing).targets;
    let of = |wanted: &str| -> Vec<&str> {
        let is_so = |found: &Option<Json>| found.as_ref().map_or("absent", state) == wanted;
        targets.iter().filter(|(_, found)| is_so(found)).map(|(name, _)| name.as_str()).collect()
    };
    let (absent, paused) = (of("absent"), of("paused"));
    let mut errors = vec![];
    if fields.boolean("error_on_absent") != Some(false) && !absent.is_empty() {
        errors.push(format!("The following container(s) are absent: {}", absent.join(", ")));
    }
    if fields.boolean("unpause") != Some(true) && !paused.is_empty() {
        errors.push(format!("The following container(s) are paused: {}", paused.join(", ")));
    }
    if !errors.is_empty() {
        return refused(errors.join(". "));
    }
    let names: Vec<&str> = of("running").into_iter().chain(paused).collect();
    if names.is_empty() && live.seen().is_some() {
        let which = match &targets[..] {
            [(one, _)] => format!("Container '{one}' is "),
            _ => "All specified containers are ".to_owned(),
        };
        let or_absent = if absent.is_empty() { "" } else { "absent or " };
        return settled(format!("{which}{or_absent}not running"));
    }
    let mut changes = Map::new();
    let mut orders = vec![];
    for (name, found) in targets {
        let Some(container) = found.as_ref().filter(|_| names.contains(&name.as_str())) else { continue };
        let states = json!({"result": true, "state": {"old": state(container), "new": "stopped"}});
        changes.insert(name.as_str().into(), states.into());
        orders.extend(stop(container, id(container), fields.integer("shutdown_timeout")));
    }
    let all = if live.seen().is_some() { names.join(", ") } else { call.name.to_owned() };
    let plan = Plan {
        orders,
        foreseen: format!("The following container(s) will be stopped: {all}"),
        done: format!("The following container(s) were stopped: {all}"),
        failure: format!("Failed to stop {all}"),
        changes,
    };
    plan.intent(live)
}

/// Removes a container.
pub(super) fn absent(call: &Call<'_>, live: &Live<Present>) -> Intent<Operations> {
    let own = call.name;
    let is_forced = call.fields.boolean("force") == Some(true);
    let seen = live.seen().cloned().unwrap_or_default();
    let container = seen.targets.iter().find_map(|(_, found)| found.as_ref());
    if live.seen().is_some() && container.is_none() {
        return settled(format!("Container '{own}' does not exist"));
    }
    let is_stopped = container.is_none_or(|container| state(container) == "stopped");
    if !is_stopped && !is_forced {
        return refused("Container is running, set force to True to forcibly remove it");
    }
    let force = if is_forced { "?force=1" } else { "" };
    let which = container.map_or(own, id);
    let plan = Plan {
        orders: vec![Order::delete(path(which, force))],
        foreseen: format!("Container '{own}' will be removed"),
        done: match is_stopped {
            true => format!("Successfully removed container '{own}'"),
            false => format!("Forcibly removed container '{own}'"),
        },
        failure: format!("Failed to remove container '{own}'"),
        changes: changes_of("removed", Value::from(vec![which.to_owned()])),
    };
    plan.intent(live)
}
