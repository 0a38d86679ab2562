//! Upstreams of the federation.

use serde_json::{Map as JsonMap, Value as Json};

use super::{Call, Intent, Live, Operations, Plan, Present};
use crate::operation::{Operation, settled};
use machine::rabbitmq::inner;
use model::{Map, Value, secret};

pub(super) const COMPONENT: &str = "federation-upstream";

/// Settings besides the URI, and their names in RabbitMQ.
pub(super) const SETTINGS: [(&str, &str); 10] = [
    ("prefetch_count", "prefetch-count"),
    ("reconnect_delay", "reconnect-delay"),
    ("ack_mode", "ack-mode"),
    ("trust_user_id", "trust-user-id"),
    ("exchange", "exchange"),
    ("max_hops", "max-hops"),
    ("expires", "expires"),
    ("message_ttl", "message-ttl"),
    ("ha_policy", "ha-policy"),
    ("queue", "queue"),
];

/// The URIs as declared: one, or a list.
fn declared(call: &Call<'_>) -> Json {
    let all = call.fields.texts("uri").unwrap_or_default();
    let mut uris: Vec<String> =
        all.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect();
    if uris.len() == 1 { uris.remove(0).into() } else { uris.into() }
}

/// The parameter as declared: settings that are empty or 0 are left out, as in Salt.
fn wanted(call: &Call<'_>) -> JsonMap<String, Json> {
    let value = |name: &str| match name {
        "uri" => Some(declared(call)),
        "trust_user_id" => call.fields.boolean(name).map(Json::from),
        "prefetch_count" | "reconnect_delay" | "max_hops" | "expires" | "message_ttl" => {
            call.fields.integer(name).map(Json::from)
        }
        _ => call.fields.value(name).map(|value| value.to_json()),
    };
    let is_set = |value: &Json| value.is_boolean() || Value::from(value.clone()).is_truthy();
    let all = std::iter::once(("uri", "uri")).chain(SETTINGS);
    all.filter_map(|(name, key)| Some((key.to_owned(), value(name).filter(is_set)?))).collect()
}

/// The credentials of a URI: `user:password`.
fn login(uri: &str) -> Option<&str> {
    let (_, rest) = uri.split_once("://")?;
    let authority = rest.split(['/', '?']).next()?;
    authority.rsplit_once('@').map(|(login, _)| login)
}

/// A URI without its password.
fn without_password(uri: &str) -> String {
    match login(uri).and_then(|login| Some((login, login.split_once(':')?.0))) {
        Some((login, user)) => uri.replacen(login, &format!("{user}:{}", secret::SHOWN), 1),
        None => uri.to_owned(),
    }
}

fn shown(value: &Json) -> Json {
    match value {
        Json::String(text) => without_password(text).into(),
        Json::Array(list) => list.iter().map(shown).collect(),
        other => other.clone(),
    }
}

/// Hides the passwords of the URIs: if the node cannot read a URI, its message holds all of it after the scheme.
pub(super) fn hide(call: &Call<'_>) {
    let all = call.fields.texts("uri").unwrap_or_default();
    for uri in all.iter().flat_map(|text| text.split_whitespace()).filter(|uri| uri.contains('@')) {
        let rest = uri.split_once(':').map_or(uri, |(_, rest)| rest);
        [uri, rest, rest.trim_start_matches('/')].into_iter().for_each(secret::hide);
        login(uri).filter(|login| login.contains(':')).into_iter().for_each(secret::hide);
    }
}

/// The keys that differ, with both values.
fn difference(now: &JsonMap<String, Json>, wanted: &JsonMap<String, Json>) -> Map {
    let part = |own: &JsonMap<String, Json>, other: &JsonMap<String, Json>| -> Map {
        let differing = own.iter().filter(|(key, value)| other.get(*key) != Some(*value));
        differing.map(|(key, value)| (key.as_str().into(), Value::from(of_key(key, value)))).collect()
    };
    let parts = [("old", part(now, wanted)), ("new", part(wanted, now))];
    parts
        .into_iter()
        .filter(|(_, part)| !part.is_empty())
        .map(|(key, part)| (key.into(), Value::Map(part)))
        .collect()
}

fn of_key(key: &str, value: &Json) -> Json {
    if key == "uri" { shown(value) } else { value.clone() }
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, wanted) = (call.name, wanted(call));
    let known = match &live.seen {
        Ok(Present::Upstream(known)) => known.as_ref(),
        _ => None,
    };
    let (changes, what) = match known.map(|known| inner(&known.value)) {
        Some(now) => {
            let changes = difference(now.as_object().unwrap_or(&JsonMap::new()), &wanted);
            if changes.is_empty() {
                return settled(format!("Upstream \"{own}\" already present as specified."));
            }
            (changes, "update")
        }
        None => {
            let new: Map =
                wanted.iter().map(|(key, it)| (key.as_str().into(), of_key(key, it).into())).collect();
            ([("old".into(), Value::Null), ("new".into(), Value::Map(new))].into_iter().collect(), "create")
        }
    };
    let plan = Plan {
        operations: vec![Operation::run(live.node.set_parameter(COMPONENT, own, &Json::Object(wanted)))],
        foreseen: format!("Upstream \"{own}\" would have been {what}d."),
        done: format!("Upstream \"{own}\" {what}d."),
        failure: format!("Error trying to {what} upstream"),
        changes,
    };
    plan.intent(live)
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let own = call.name;
    if matches!(live.seen, Ok(Present::Upstream(None))) {
        return settled(format!("The upstream \"{own}\" is already absent."));
    }
    let plan = Plan {
        operations: vec![Operation::run(live.node.control(&["clear_parameter", COMPONENT, own]))],
        foreseen: format!("Upstream \"{own}\" would have been deleted."),
        done: format!("Upstream \"{own}\" has been deleted."),
        failure: "Error".to_owned(),
        changes: [("old".into(), own.into()), ("new".into(), Value::Null)].into_iter().collect(),
    };
    plan.intent(live)
}
