//! The networks of a container.

use serde_json::{Map as Object, Value as Json, json};

use super::super::connect::{Member, connect, disconnect, member};
use super::super::{Order, read};
use super::form::pairs;
use model::{Fields, Value, python};

/// A declared network, and the container's endpoint in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub name: String,
    pub endpoint: Json,
}

/// The changes of the networks of a container that stays.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    pub orders: Vec<Order>,
    pub comments: Vec<String>,
    pub changes: Object<String, Json>,
}

/// The declared networks; nothing if they are not managed.
///
/// # Errors
/// One of them is not valid.
pub(super) fn declared(fields: &Fields) -> Result<Option<Vec<Wanted>>, String> {
    let Some(value) = fields.value("networks") else { return Ok(None) };
    let named = |value: &Value| -> Vec<(String, Value)> {
        match value {
            Value::Map(map) => map.iter().map(|(name, it)| (name.to_string(), it.clone())).collect(),
            names => read::words(names).into_iter().map(|name| (name, Value::Null)).collect(),
        }
    };
    let all: Vec<(String, Value)> = match &value {
        Value::List(list) => list.iter().flat_map(named).collect(),
        one => named(one),
    };
    let each = all.into_iter().map(|(name, it)| Ok(Wanted { endpoint: endpoint(&name, &it)?, name }));
    each.collect::<Result<_, String>>().map(Some)
}

/// The container's endpoint in a network, in the form of the API.
///
/// See <https://docs.docker.com/reference/api/engine/version/v1.47/#tag/Network/operation/NetworkConnect>.
fn endpoint(network: &str, value: &Value) -> Result<Json, String> {
    let wrong = || format!("Invalid configuration for network '{network}' (see documentation)");
    let maps: Vec<&Value> = match value {
        Value::Null => vec![],
        Value::List(list) => list.iter().collect(),
        one => vec![one],
    };
    let mut endpoint = json!({});
    for map in maps {
        for (key, value) in map.as_map().ok_or_else(wrong)?.iter() {
            let key = key.to_string();
            if value.is_null() {
                return Err(format!("Config option '{key}' for network '{network}' is missing a value"));
            }
            let text = || Json::from(python::text(value));
            match key.as_str() {
                "aliases" => endpoint["Aliases"] = read::words(value).into(),
                "links" => {
                    let links = pairs(value, ':')?.into_iter().map(|(name, alias)| format!("{name}:{alias}"));
                    endpoint["Links"] = links.collect();
                }
                "ipv4_address" => endpoint["IPAMConfig"]["IPv4Address"] = text(),
                "ipv6_address" => endpoint["IPAMConfig"]["IPv6Address"] = text(),
                "link_local_ips" => endpoint["IPAMConfig"]["LinkLocalIPs"] = read::words(value).into(),
                "mac_address" => endpoint["MacAddress"] = text(),
                "driver_opt" => {
                    let options = pairs(value, '=')?.into_iter().map(|(key, it)| (key, Json::from(it)));
                    endpoint["DriverOpts"] = options.collect::<Object<_, _>>().into();
                }
                _ => return Err(format!("network '{network}': there is no option '{key}'")),
            }
        }
    }
    Ok(endpoint)
}

/// The networks that a container has.
fn now(container: &Json) -> impl Iterator<Item = &str> {
    container["NetworkSettings"]["Networks"].as_object().into_iter().flatten().map(|(name, _)| name.as_str())
}

fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// The differences of one endpoint; an address that is not declared stays.
fn differing(wanted: Option<&Json>, there: Option<&Json>) -> Object<String, Json> {
    let mut differing = Object::new();
    let mut note =
        |key: &str, old: Json, new: Json| differing.insert(key.to_owned(), json!({"old": old, "new": new}));
    let sorted = |value: &Json| {
        let mut value = value.clone();
        if let Some(list) = value.as_array_mut() {
            list.sort_by_key(ToString::to_string);
        }
        value
    };
    for key in ["Aliases", "Links", "IPAMConfig", "DriverOpts", "MacAddress"] {
        let old = there.map_or(&Json::Null, |it| &it[key]);
        let new = wanted.map_or(&Json::Null, |it| it.get(key).unwrap_or(&Json::Null));
        let is_kept = is_nothing(new) && wanted.is_some();
        if !is_kept && sorted(old) != sorted(new) && !(is_nothing(old) && is_nothing(new)) {
            note(key, old.clone(), new.clone());
        }
    }
    let is_static = |side: Option<&Json>| side.is_some_and(|it| !is_nothing(&it["IPAMConfig"]));
    match (wanted, there) {
        (None, Some(_)) if !is_static(there) => {
            note("IPConfiguration", "automatic".into(), "not connected".into());
        }
        (Some(_), None) if !is_static(wanted) => {
            note("IPConfiguration", "not connected".into(), "automatic".into());
        }
        (Some(_), Some(_)) if is_static(wanted) && !is_static(there) => {
            note("IPConfiguration", "automatic".into(), "static".into());
        }
        _ => {}
    }
    differing
}

/// Changes the networks of a container to the declared ones.
pub(super) fn moves(wanted: &[Wanted], container: &Json) -> Moves {
    let mut moves = Moves::default();
    let mut names: Vec<&str> = now(container).chain(wanted.iter().map(|it| it.name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let is_there = now(container).any(|it| it == name);
        let own = wanted.iter().find(|it| it.name == name);
        let member = member(container, name);
        let mut there = member.endpoint.clone();
        if own.is_some_and(|own| own.endpoint.get("MacAddress").is_some()) {
            there["MacAddress"] = container["NetworkSettings"]["Networks"][name]["MacAddress"].clone();
        }
        let differing = differing(own.map(|it| &it.endpoint), is_there.then_some(&there));
        if differing.is_empty() {
            continue;
        }
        if is_there {
            moves.orders.push(disconnect(name, &member));
        }
        if let Some(own) = own {
            let mut endpoint = if is_there { member.endpoint.clone() } else { json!({}) };
            for (key, value) in own.endpoint.as_object().into_iter().flatten() {
                endpoint[key] = value.clone();
            }
            moves.orders.push(connect(name, &Member { endpoint, ..member }, true));
        }
        moves.comments.push(match (is_there, own) {
            (true, Some(_)) => format!("Reconnected to network '{name}' with updated configuration"),
            (true, None) => format!("Disconnected from network '{name}'"),
            _ => format!("Connected to network '{name}'"),
        });
        moves.changes.insert(name.to_owned(), Json::Object(differing));
    }
    moves
}

/// How a new container gets its networks: those that are sent with it, and those that are connected afterwards.
///
/// These are the declared networks. Without a declaration they are the networks that its predecessor had besides that of its
/// mode, so a network that another state connects stays.
pub(super) fn of_new(
    wanted: Option<&[Wanted]>,
    mode: &str,
    name: &str,
    before: Option<&Json>,
) -> (Option<Json>, Vec<Order>) {
    let as_member =
        |endpoint: &Json| Member { id: name.to_owned(), name: name.to_owned(), endpoint: endpoint.clone() };
    let Some(wanted) = wanted else {
        let Some(before) = before else { return (None, vec![]) };
        let of_mode = before["HostConfig"]["NetworkMode"].as_str().unwrap_or_default();
        let of_mode = if matches!(of_mode, "" | "default") { "bridge" } else { of_mode };
        let others = now(before).filter(|it| *it != mode && *it != of_mode);
        let kept = others.map(|it| connect(it, &as_member(&member(before, it).endpoint), true));
        return (None, kept.collect());
    };
    let own = wanted.iter().find(|it| it.name == mode);
    let config = own.map(|own| json!({"EndpointsConfig": {mode: own.endpoint}}));
    let others = wanted.iter().filter(|it| it.name != mode);
    let mut orders: Vec<Order> = others.map(|it| connect(&it.name, &as_member(&it.endpoint), true)).collect();
    if own.is_none() {
        orders.push(disconnect(mode, &as_member(&json!({}))));
    }
    (config, orders)
}
