//! Containers.
//!
//! A table ([`table`]) translates the declaration into the form of the API, and the result is compared with the answer of the
//! engine. No container is created for the comparison. See `docs/decisions/0046-docker.md`.

mod canon;
mod ending;
mod form;
mod network;
mod parts;
mod ports;
mod running;
mod spec;
mod table;
#[cfg(test)]
mod tests;
mod want;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::{Call, Intent, Live, Operations, Order, engine};
use crate::LocalState;
use crate::operation::refused;
use machine::docker::{DockerError, Engine};
use model::{Function, Outcome};
use want::Want;

/// The state module `docker_container`.
pub struct Containers;

/// The facts of an engine for a call.
#[derive(Clone, Debug, Default)]
pub struct Present {
    /// The declared containers, each with the answer of the engine.
    targets: Vec<(String, Option<Json>)>,
    container: Option<Json>,
    /// IDs of replacements that an interrupted run left, if the container itself is missing.
    unfinished: Vec<String>,
    image: Option<Json>,
    /// Declared networks that do not exist.
    missing: Vec<String>,
    /// IDs of the containers whose namespaces are shared, by name.
    peers: BTreeMap<String, String>,
    info: Option<Json>,
    credentials: Option<String>,
}

impl LocalState for Containers {
    type Live = (Option<Box<Want>>, Live<Present>);
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        let verb = call.function.verb;
        if call.reacts_to.is_some() && verb == "absent" {
            return Err(Outcome::failed(format!("watch requisite is not implemented for {verb}")));
        }
        let want = match verb {
            "running" => Some(Box::new(Want::read(call.fields).map_err(Outcome::failed)?)),
            _ => None,
        };
        let credentials = match &want {
            Some(want) => {
                want.image.credentials(&call.context.services.environment()).map_err(Outcome::failed)?
            }
            None => None,
        };
        let live = match engine(&call).await {
            Ok(engine) => {
                let seen = match &want {
                    Some(want) => see(&engine, call.name, want).await,
                    None => see_all(&engine, &call).await,
                };
                Live::of(engine, seen.map(|seen| Present { credentials, ..seen }))
            }
            Err(error) => Live::<Present>::unread(&error),
        };
        Ok((want, live))
    }

    fn diff(call: Call<'_>, (want, live): Self::Live) -> Intent<Operations> {
        match (call.function.verb, &want) {
            ("running", Some(want)) => {
                let info = live.seen().and_then(|seen| seen.info.as_ref());
                super::network::warned(running::running(&call, want, &live), &want.without_effect(info))
            }
            ("stopped", _) => ending::stopped(&call, &live),
            ("absent", _) => ending::absent(&call, &live),
            (verb, _) => refused(format!("there is no docker_container.{verb}")),
        }
    }
}

/// The container of that name. The engine also finds a container by the beginning of its ID.
async fn find(engine: &Engine, name: &str) -> Result<Option<Json>, DockerError> {
    let found = engine.find(&running::path(name, "/json")).await?;
    let is_named = |it: &Json| {
        let id = it["Id"].as_str().unwrap_or_default();
        it["Name"].as_str().map(|own| own.trim_start_matches('/')) == Some(name)
            || name.len() >= 12 && id.starts_with(name)
    };
    Ok(found.filter(is_named))
}

async fn see_all(engine: &Engine, call: &Call<'_>) -> Result<Present, DockerError> {
    let named = if call.fields.takes("containers") { call.fields.texts("containers") } else { None };
    let mut seen = Present::default();
    for name in named.unwrap_or_else(|| vec![call.name.to_owned()]) {
        let found = find(engine, &name).await?;
        seen.targets.push((name, found));
    }
    Ok(seen)
}

async fn see(engine: &Engine, name: &str, want: &Want) -> Result<Present, DockerError> {
    let mut seen = Present {
        container: find(engine, name).await?,
        image: engine.find(&want.image.path("/images", "/json")).await?,
        ..Present::default()
    };
    if seen.container.is_none() {
        seen.unfinished = unfinished(name, &engine.find("/containers/json?all=1").await?.unwrap_or_default());
    }
    for network in want.networks.iter().flatten() {
        let found = engine.find(&format!("/networks/{}", super::part(&network.name))).await?;
        if found.is_none_or(|found| found["Name"] != network.name.as_str()) {
            seen.missing.push(network.name.clone());
        }
    }
    for peer in want.peers() {
        if let Some(id) = find(engine, &peer).await?.as_ref().and_then(|it| it["Id"].as_str()) {
            seen.peers.insert(peer, id.to_owned());
        }
    }
    if want.asks_info() && seen.container.is_some() {
        seen.info = engine.find("/info").await?;
    }
    Ok(seen)
}

/// The name of a replacement until the old container is removed.
fn interim(name: &str, old: &str) -> String {
    format!("{name}.{}", old.get(..12).unwrap_or(old))
}

/// IDs of the replacements that never got the name: a run was interrupted between the removal of the old container and the
/// renaming. Such a container has never been started, so a container that somebody else named in this way and uses is not among
/// them.
fn unfinished(name: &str, all: &Json) -> Vec<String> {
    let is_interim = |it: &Json| {
        let end = it.as_str().and_then(|it| it.strip_prefix('/')?.strip_prefix(name)?.strip_prefix('.'));
        end.is_some_and(|end| end.len() == 12 && end.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let each = all.as_array().into_iter().flatten();
    each.filter(|it| {
        it["State"] == "created" && it["Names"].as_array().is_some_and(|all| all.iter().any(is_interim))
    })
    .filter_map(|it| Some(it["Id"].as_str()?.to_owned()))
    .collect()
}

/// In the words of Salt.
fn state(container: &Json) -> &'static str {
    match (&container["State"]["Paused"], &container["State"]["Running"]) {
        (Json::Bool(true), _) => "paused",
        (_, Json::Bool(true)) => "running",
        _ => "stopped",
    }
}

/// Stops a container; nothing if it does not run. The engine kills it after its own time unless another time is given.
fn stop(container: &Json, id: &str, timeout: Option<i64>) -> Vec<Order> {
    let now = state(container);
    let unpause = Order::new("POST", running::path(id, "/unpause"));
    let seconds = timeout.or_else(|| container["Config"]["StopTimeout"].as_i64()).unwrap_or(10);
    // -1 waits without limit.
    let patience = u64::try_from(seconds).map_or(3600, |seconds| seconds.saturating_add(120));
    let query = timeout.map_or_else(|| "/stop".to_owned(), |seconds| format!("/stop?t={seconds}"));
    let stop = Order {
        is_lenient: true,
        timeout: Duration::from_secs(patience),
        ..Order::new("POST", running::path(id, &query))
    };
    match now {
        "stopped" if container["State"]["Restarting"] != json!(true) => vec![],
        "paused" => vec![unpause, stop],
        _ => vec![stop],
    }
}
