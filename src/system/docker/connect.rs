//! The containers of a network.

use serde_json::{Value as Json, json};

use super::{Order, read};
use machine::docker::{DockerError, Engine, part};
use model::Value;

/// A container that is connected, or will be.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub id: String,
    pub name: String,
    /// The settings of its endpoint, if it is connected.
    pub endpoint: Json,
}

/// The declared containers, and the connected ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    pub now: Vec<Member>,
    pub wanted: Vec<Member>,
    /// The warnings of the state.
    pub warnings: Vec<String>,
}

impl Members {
    /// Asks the engine for all of them.
    pub(super) async fn see(
        engine: &Engine,
        network: &Json,
        named: Option<&Value>,
    ) -> Result<Self, DockerError> {
        let mut members = Self::default();
        let own = network["Name"].as_str().unwrap_or_default();
        for id in network["Containers"].as_object().into_iter().flatten().map(|(id, _)| id) {
            if let Some(container) = inspect(engine, id).await? {
                members.now.push(member(&container, own));
            }
        }
        let (mut missing, mut stopped) = (vec![], vec![]);
        for name in named.map(read::words).unwrap_or_default() {
            match inspect(engine, &name).await? {
                None => missing.push(name),
                Some(container) if container["State"]["Running"] != json!(true) => stopped.push(name),
                Some(container) => members.wanted.push(Member { name, ..member(&container, own) }),
            }
        }
        let mut warn = |what: &str, names: Vec<String>| {
            if !names.is_empty() {
                members.warnings.push(format!("The following containers {what}: {}.", names.join(", ")));
            }
        };
        warn("do not exist", missing);
        warn("are not running", stopped);
        Ok(members)
    }

    /// The declared containers that are not connected.
    pub(super) fn missing(&self) -> Vec<Member> {
        let is_there = |wanted: &Member| self.now.iter().any(|now| now.id == wanted.id);
        self.wanted.iter().filter(|wanted| !is_there(wanted)).cloned().collect()
    }
}

async fn inspect(engine: &Engine, name: &str) -> Result<Option<Json>, DockerError> {
    engine.find(&format!("/containers/{}/json", part(name))).await
}

/// The endpoint of a container at a network, as far as it is configured.
pub(super) fn member(container: &Json, network: &str) -> Member {
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let id = text(&container["Id"]);
    let endpoint = &container["NetworkSettings"]["Networks"][network];
    let mut kept = json!({});
    for key in ["IPAMConfig", "Links", "Aliases", "DriverOpts"] {
        if !endpoint[key].is_null() {
            kept[key] = endpoint[key].clone();
        }
    }
    // The engine adds the beginning of the ID to the aliases by itself.
    if let Some(aliases) = kept.get_mut("Aliases").and_then(Json::as_array_mut) {
        aliases
            .retain(|alias| !alias.as_str().is_some_and(|alias| alias.len() >= 12 && id.starts_with(alias)));
    }
    Member { name: text(&container["Name"]).trim_start_matches('/').to_owned(), id, endpoint: kept }
}

/// Connects a container. Its addresses are kept if the subnet stays.
pub(super) fn connect(network: &str, member: &Member, keeps_addresses: bool) -> Order {
    let mut endpoint = member.endpoint.clone();
    if let Some(endpoint) = endpoint.as_object_mut().filter(|_| !keeps_addresses) {
        endpoint.shift_remove("IPAMConfig");
    }
    let path = format!("/networks/{}/connect", part(network));
    Order::post(path, json!({"Container": member.id, "EndpointConfig": endpoint}))
}

/// Disconnects a container.
pub(super) fn disconnect(network: &str, member: &Member) -> Order {
    let path = format!("/networks/{}/disconnect", part(network));
    Order { is_lenient: true, ..Order::post(path, json!({"Container": member.id})) }
}
