//! Networks.

use serde_json::{Map as Object, Value as Json, json};

use super::connect::{Member, Members, connect, disconnect};
use super::{Call, Intent, Live, Operations, Order, Plan, engine, pool, read, spec};
use crate::LocalState;
use crate::operation::{changes_of, refused, settled};
use machine::docker::{DockerError, Engine, part};
use model::{Fields, Function, Map, Outcome, Value};

/// The state module `docker_network`.
pub struct Networks;

/// A network, if there is one, and its containers.
#[derive(Clone, Debug, Default)]
pub struct Present {
    network: Option<Json>,
    members: Members,
}

impl LocalState for Networks {
    type Live = Live<Present>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::NETWORK;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        match engine(&call).await {
            Ok(engine) => {
                let seen = see(&engine, &call).await;
                Ok(Live::of(engine, seen))
            }
            Err(error) => Ok(Live::<Present>::unread(&error)),
        }
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Operations> {
        let warnings = live.seen().map(|seen| seen.members.warnings.clone()).unwrap_or_default();
        let intent = match call.function.verb {
            "present" => present(&call, &live),
            _ => absent(&call, &live),
        };
        warned(intent, &warnings)
    }
}

/// The same with warnings.
pub(super) fn warned(intent: Intent<Operations>, warnings: &[String]) -> Intent<Operations> {
    let add = |outcome: Outcome| Outcome { warnings: warnings.to_vec(), ..outcome };
    match intent {
        Intent::Settled(outcome) => Intent::Settled(add(outcome)),
        Intent::Act { foreseen, mut step } => {
            step.done_mut().warnings = warnings.to_vec();
            Intent::Act { foreseen: add(foreseen), step }
        }
        other @ Intent::Invoke { .. } => other,
    }
}

async fn see(engine: &Engine, call: &Call<'_>) -> Result<Present, DockerError> {
    let found = engine.find(&format!("/networks/{}", part(call.name))).await?;
    // The engine also finds a network by the beginning of its ID.
    let network = found.filter(|it| it["Name"] == call.name || it["Id"] == call.name);
    let named = if call.fields.takes("containers") { call.fields.value("containers") } else { None };
    let members = Members::see(engine, network.as_ref().unwrap_or(&Json::Null), named.as_ref()).await?;
    Ok(Present { network, members })
}

/// The declared settings without name and addresses, in the form of the API.
fn declared(fields: &Fields) -> Result<Object<String, Json>, String> {
    let mut declared = Object::new();
    let mut note = |key: &str, value: Option<Json>| value.map(|value| declared.insert(key.to_owned(), value));
    note("Driver", fields.text("driver").map(Json::from));
    note("Options", read::object(fields, "driver_opts", '=')?);
    note("Labels", read::labels(fields, "labels"));
    note("Scope", fields.text("scope").map(Json::from));
    for (key, name) in [
        ("Internal", "internal"),
        ("EnableIPv6", "enable_ipv6"),
        ("Attachable", "attachable"),
        ("Ingress", "ingress"),
    ] {
        note(key, fields.boolean(name).map(Json::from));
    }
    Ok(declared)
}

/// The differences, as old and new.
fn differing(declared: &Object<String, Json>, ipam: Option<&Json>, now: &Json) -> Object<String, Json> {
    let mut differing = Object::new();
    for (key, wanted) in declared {
        let is_false = |value: &Json| match value {
            Json::Null | Json::Bool(false) => true,
            Json::Object(map) => map.is_empty(),
            _ => false,
        };
        let there = &now[key];
        if there == wanted || is_false(there) && is_false(wanted) {
            continue;
        }
        // Engines add options of their own.
        let both = match wanted.as_object().filter(|_| key == "Options") {
            Some(options) => {
                let each = options.iter().filter(|(name, value)| there[name.as_str()] != **value);
                each.map(|(name, value)| (name.clone(), json!({"old": there[name.as_str()], "new": value})))
                    .collect()
            }
            None => json!({"old": there, "new": wanted}),
        };
        if !is_false(&both) {
            differing.insert(key.clone(), both);
        }
    }
    let addresses = ipam.map(|ipam| pool::differing(ipam, &now["IPAM"])).unwrap_or_default();
    if !addresses.is_empty() {
        differing.insert("IPAM".to_owned(), Json::Object(addresses));
    }
    differing
}

fn names(members: &[Member]) -> Value {
    members.iter().map(|member| member.name.clone()).collect::<Vec<_>>().into()
}

fn present(call: &Call<'_>, live: &Live<Present>) -> Intent<Operations> {
    let (own, fields) = (call.name, call.fields);
    let (declared, ipam) = match declared(fields).and_then(|it| Ok((it, pool::declared(fields)?))) {
        Ok(both) => both,
        Err(reason) => return refused(reason),
    };
    let is_checked = fields.boolean("check_duplicate") != Some(false);
    let mut body = json!({"Name": own, "CheckDuplicate": is_checked});
    for (key, value) in &declared {
        body[key] = value.clone();
    }
    if let Some(ipam) = &ipam {
        body["IPAM"] = ipam.clone();
    }
    let create = Order::post("/networks/create", body);
    let seen = live.seen().cloned().unwrap_or_default();
    let missing = seen.members.missing();
    let Some(now) = &seen.network else {
        let mut changes = changes_of("created", true);
        if !missing.is_empty() {
            changes.insert("connected".into(), names(&missing));
        }
        let plan = Plan {
            orders: [create].into_iter().chain(missing.iter().map(|it| connect(own, it, true))).collect(),
            foreseen: "Network will be created".to_owned(),
            done: format!("Network '{own}' created"),
            failure: format!("Failed to create network '{own}'"),
            changes,
        };
        return plan.intent(live);
    };
    let differing = differing(&declared, ipam.as_ref(), now);
    if !differing.is_empty() {
        let create = Order { body: create.body.map(|body| completed(body, now)), ..create };
        return replaced(call, live, &seen.members, (create, differing));
    }
    let already = format!("Network '{own}' already exists, and is configured as specified");
    if missing.is_empty() {
        return settled(already);
    }
    let plan = Plan {
        orders: missing.iter().map(|it| connect(own, it, true)).collect(),
        foreseen: format!("{already}. Containers will be connected"),
        done: already,
        failure: format!("Failed to connect containers with network '{own}'"),
        changes: changes_of("connected", names(&missing)),
    };
    plan.intent(live)
}

/// Recreates the network. Settings that are not declared stay as they are.
fn completed(mut body: Json, now: &Json) -> Json {
    let is_same_driver = body.get("Driver").is_none_or(|driver| *driver == now["Driver"]);
    let kept = ["Driver", "Labels", "Scope", "Internal", "EnableIPv6", "Attachable", "Ingress"];
    for key in kept.into_iter().chain(is_same_driver.then_some("Options")) {
        if body.get(key).is_none() && !now[key].is_null() {
            body[key] = now[key].clone();
        }
    }
    if body.get("IPAM").is_none() && !now["IPAM"].is_null() {
        body["IPAM"] = pool::kept(&now["IPAM"]);
    }
    body
}

fn replaced(
    call: &Call<'_>,
    live: &Live<Present>,
    members: &Members,
    (create, differing): (Order, Object<String, Json>),
) -> Intent<Operations> {
    let own = call.name;
    let keeps_addresses = !differing.contains_key("IPAM");
    let is_named = call.fields.has("containers");
    let reconnects = !is_named && call.fields.boolean("reconnect") != Some(false);
    let is_among = |member: &Member, of: &[Member]| of.iter().any(|it| it.id == member.id);
    let after = if is_named {
        &members.wanted[..]
    } else if reconnects {
        &members.now[..]
    } else {
        &[]
    };
    let part_of = |of: &[Member], other: &[Member], is_there: bool| -> Vec<Member> {
        of.iter().filter(|it| is_among(it, other) == is_there).cloned().collect()
    };
    let mut changes = changes_of(own, Value::from(Json::Object(differing)));
    changes.insert("recreated".into(), true.into());
    let mut note = |key: &str, of: &[Member]| {
        if !of.is_empty() {
            changes.insert(key.into(), names(of));
        }
    };
    note("reconnected", &part_of(after, &members.now, true));
    note("connected", &part_of(after, &members.now, false));
    note("disconnected", &part_of(&members.now, after, false));
    let orders = members.now.iter().map(|it| disconnect(own, it));
    let orders = orders.chain([Order::delete(path(own)), create]);
    let plan = Plan {
        orders: orders.chain(after.iter().map(|it| connect(own, it, keeps_addresses))).collect(),
        foreseen: "Network would be recreated with new config".to_owned(),
        done: format!("Network '{own}' was replaced with updated config"),
        failure: format!("Failed to replace network '{own}'"),
        changes,
    };
    plan.intent(live)
}

fn path(name: &str) -> String {
    format!("/networks/{}", part(name))
}

fn absent(call: &Call<'_>, live: &Live<Present>) -> Intent<Operations> {
    let own = call.name;
    let seen = live.seen().cloned();
    if seen.as_ref().is_some_and(|seen| seen.network.is_none()) {
        return settled(format!("Network '{own}' already absent"));
    }
    let members = seen.unwrap_or_default().members.now;
    let mut changes = Map::new();
    if !members.is_empty() {
        changes.insert("disconnected".into(), names(&members));
    }
    changes.insert("removed".into(), true.into());
    let plan = Plan {
        orders: members.iter().map(|it| disconnect(own, it)).chain([Order::delete(path(own))]).collect(),
        foreseen: format!("Network '{own}' will be removed"),
        done: format!("Removed network '{own}'"),
        failure: format!("Failed to remove network '{own}'"),
        changes,
    };
    plan.intent(live)
}
