//! Running containers.
//!
//! Laws: a container is stopped only after its replacement has been created, so an error in the declaration does no harm. Steps
//! that are carried out again do no harm. A container that is missing or differs from its image is created from the declaration
//! alone.

use serde_json::{Map as Object, Value as Json, json};

use super::super::image::pull;
use super::super::{Call, Intent, Live, Operations, Order, Plan};
use super::network::{self, Moves};
use super::want::{Known, Want};
use super::{Present, interim, state, stop};
use crate::operation::{refused, settled};
use machine::docker::{Expectation, part};
use model::{Map, Value};

/// The steps, and the comments.
#[derive(Default)]
struct Course {
    orders: Vec<Order>,
    foreseen: Vec<String>,
    done: Vec<String>,
    failure: String,
    changes: Map,
}

/// Comments as one text.
fn joined(comments: &[String]) -> String {
    let text = comments.join(". ");
    if comments.len() > 1 { text + "." } else { text }
}

fn note(changes: &mut Map, key: &str, value: impl Into<Value>) {
    changes.insert(key.into(), value.into());
}

fn change(old: impl Into<Json>, new: impl Into<Json>) -> Json {
    json!({"old": old.into(), "new": new.into()})
}

/// The path of a container.
pub(super) fn path(name: &str, end: &str) -> String {
    format!("/containers/{}{end}", part(name))
}

/// Makes a declared container run.
pub(super) fn running(call: &Call<'_>, want: &Want, live: &Live<Present>) -> Intent<Operations> {
    let nothing = Present::default();
    let seen = live.seen().unwrap_or(&nothing);
    let starts = call.fields.boolean("start") != Some(false);
    let action = call.fields.text("watch_action").unwrap_or_else(|| "force".to_owned());
    let reacts = call.reacts_to.is_some();
    let is_forced = if reacts { action == "force" } else { call.fields.boolean("force") == Some(true) };
    let course = match &seen.container {
        None => created(call, want, seen, starts),
        Some(container) => {
            let image = seen.image.as_ref().filter(|image| image["Id"] == container["Image"]);
            let differing = image.map(|image| {
                let info = seen.info.as_ref();
                want.differing(Known { container, image, info, peers: &seen.peers })
            });
            match differing {
                Some(differing) if differing.is_empty() && !is_forced => {
                    let signal = (reacts && state(container) == "running").then_some(action.as_str());
                    match kept(call, want, container, (starts, signal)) {
                        Ok(course) => course,
                        Err(intent) => return intent,
                    }
                }
                differing => replaced(call, want, seen, (differing.unwrap_or_default(), is_forced)),
            }
        }
    };
    let is_whole = seen.missing.is_empty();
    let plan = Plan {
        orders: course.orders,
        foreseen: joined(&course.foreseen),
        done: joined(&course.done),
        failure: if is_whole { course.failure } else { "The following networks are not present".to_owned() },
        changes: course.changes,
    };
    let intent = plan.intent(live);
    // An earlier state may create them.
    if is_whole { intent } else { intent.unless_unread(Some(&seen.missing.join(", "))) }
}

/// The order that pulls the image, if the engine does not have it.
fn fetch(want: &Want, seen: &Present) -> Option<Order> {
    seen.image.is_none().then(|| pull(&want.image, seen.credentials.clone()))
}

/// Creates a container of that name, and connects its networks.
fn make(want: &Want, name: &str, before: Option<&Json>) -> Vec<Order> {
    let (networking, orders) = match want.has_own_network() {
        true => network::of_new(want.networks.as_deref(), want.mode(), name, before),
        false => (None, vec![]),
    };
    let mut body = want.body();
    if let Some(networking) = networking {
        body["NetworkingConfig"] = networking;
    }
    let create = Order::post(format!("/containers/create?name={}", part(name)), body);
    [create].into_iter().chain(orders).collect()
}

/// Starts it, and checks that it still runs.
fn start(name: &str, is_checked: bool) -> Vec<Order> {
    let start = Order { is_lenient: true, ..Order::new("POST", path(name, "/start")) };
    let must = Expectation { at: "/State/Running", value: true.into(), failure: "Container is not running" };
    let look = is_checked.then(|| Order::look(path(name, "/json"), must));
    [start].into_iter().chain(look).collect()
}

fn created(call: &Call<'_>, want: &Want, seen: &Present, starts: bool) -> Course {
    let own = call.name;
    let mut changes = Map::new();
    if seen.image.is_none() {
        note(&mut changes, "image", change(Json::Null, want.image.shown.as_str()));
    }
    note(&mut changes, "state", change(Json::Null, "running"));
    let unfinished = seen.unfinished.iter().map(|id| Order::delete(path(id, "")));
    let orders = fetch(want, seen).into_iter().chain(unfinished);
    let orders = orders.chain(make(want, own, None)).chain(start(own, starts));
    Course {
        orders: orders.collect(),
        foreseen: vec![format!("Container '{own}' would be created")],
        done: vec![format!("Created container '{own}'")],
        failure: format!("Failed to create container '{own}'"),
        changes,
    }
}

fn replaced(
    call: &Call<'_>,
    want: &Want,
    seen: &Present,
    (mut differing, is_forced): (Object<String, Json>, bool),
) -> Course {
    let own = call.name;
    let container = seen.container.as_ref().unwrap_or(&Json::Null);
    let id = container["Id"].as_str().unwrap_or_default();
    let starts = call.fields.boolean("start") != Some(false);
    let (before, after) = (state(container), if starts { "running" } else { "stopped" });
    let moves = want.networks.as_ref().filter(|_| want.has_own_network());
    let moves = moves.map(|wanted| network::moves(wanted, container).changes).unwrap_or_default();
    if !moves.is_empty() {
        differing.insert("Networks".to_owned(), Json::Object(moves));
    }
    let mut changes = Map::new();
    if is_forced {
        note(&mut changes, "forced_update", true);
    }
    if !differing.is_empty() {
        note(&mut changes, "container", Value::from(Json::Object(differing)));
    }
    note(&mut changes, "container_id", json!({"removed": [id]}));
    let mut done = vec![format!("Replaced container '{own}'")];
    if before != after {
        note(&mut changes, "state", change(before, after));
        done.push(format!("State changed from '{before}' to '{after}'"));
    }
    let image = seen.image.as_ref().map_or(json!(want.image.shown), |image| image["Id"].clone());
    if image != container["Image"] {
        note(&mut changes, "image", change(container["Image"].clone(), image));
        done.push("Container has a new image".to_owned());
    }
    // It has a name of its own until the old one is removed. A rest of an interrupted run is removed first.
    let new = interim(own, id);
    let mut orders: Vec<Order> = fetch(want, seen).into_iter().collect();
    orders.push(Order::delete(path(&new, "")));
    orders.extend(make(want, &new, Some(container)));
    orders.extend(away(call, container, id));
    orders.push(Order::new("POST", format!("{}?name={}", path(&new, "/rename"), part(own))));
    if starts {
        orders.extend(start(own, true));
    }
    Course {
        orders,
        foreseen: vec![format!("Container '{own}' would be replaced")],
        done,
        failure: format!("Failed to replace container '{own}'"),
        changes,
    }
}

/// Stops a container, and removes it unless it removes itself.
fn away(call: &Call<'_>, container: &Json, id: &str) -> Vec<Order> {
    let mut orders = stop(container, id, call.fields.integer("shutdown_timeout"));
    let removes_itself = !orders.is_empty() && container["HostConfig"]["AutoRemove"] == json!(true);
    orders.push(match removes_itself {
        true => Order { is_lenient: true, ..Order::new("POST", path(id, "/wait?condition=removed")) },
        false => Order::delete(path(id, "")),
    });
    orders
}

/// The steps for a container that is as declared.
fn kept(
    call: &Call<'_>,
    want: &Want,
    container: &Json,
    (starts, signal): (bool, Option<&str>),
) -> Result<Course, Intent<Operations>> {
    let own = call.name;
    let mut course = Course { failure: format!("Failed to update container '{own}'"), ..Course::default() };
    match signal {
        Some(signal) => {
            course.orders.push(Order::new("POST", path(own, &format!("/kill?signal={}", part(signal)))));
            course.foreseen.push(format!("Signal {signal} would be sent to container"));
            course.done.push(format!("Sent signal {signal} to container"));
            note(&mut course.changes, "signal", signal);
            "Failed to signal container".clone_into(&mut course.failure);
        }
        None => {
            let same = format!("Container '{own}' is already configured as specified");
            course.foreseen.push(same.clone());
            course.done.push(same);
        }
    }
    let wanted = want.networks.as_ref().filter(|_| want.has_own_network());
    let moves = wanted.map(|wanted| network::moves(wanted, container)).unwrap_or_default();
    if !moves.changes.is_empty() {
        let Moves { orders, comments, changes } = moves;
        course.orders.extend(orders);
        course.foreseen.push("Network configuration would be updated".to_owned());
        course.done.extend(comments);
        note(&mut course.changes, "container", json!({"Networks": changes}));
    }
    match state(container) {
        "running" => {}
        "paused" if starts => {
            course.done.push("Container is not running".to_owned());
            return Err(refused(joined(&course.done)));
        }
        before if starts => {
            course.orders.extend(start(own, true));
            course.foreseen.push("Container would be started".to_owned());
            course.done.push(format!("State changed from '{before}' to 'running'"));
            note(&mut course.changes, "state", change(before, "running"));
            course.failure = format!("Failed to start container '{own}'");
        }
        _ => {}
    }
    if course.changes.is_empty() {
        return Err(settled(joined(&course.done)));
    }
    Ok(course)
}
