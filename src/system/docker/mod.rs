//! `docker_container.*`, `docker_volume.*`, `docker_network.*`, `docker_image.*`: containers, volumes, networks and images of a
//! Docker engine.
//!
//! ```yaml
//! backend:
//!   docker_network.present:
//!     - subnet: 10.30.0.0/24
//! data:
//!   docker_volume.present:
//!     - driver: local
//! ```
//!
//! The states use the engine's API, so they need no Python package. The address of the engine comes from `docker.url` of the
//! configuration, else from the variable `DOCKER_HOST`; else it is the default socket. `docker.version` is the version of the
//! API; without it the engine is asked. An engine that does not answer does not fail a test run: an earlier state may start it.
//!
//! Arguments that are left out are not compared.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.docker_network.html> and those beside it.

mod connect;
mod container;
mod image;
mod network;
mod pool;
mod read;
mod reference;
mod spec;
#[cfg(test)]
mod tests;
mod volume;

use super::{AnyLocal, Call, Intent, Local};
use crate::operation::{Operation, Operations, change};
use machine::docker::{DockerError, Engine, Order, USUAL, part};
use model::{Map, chain, python};

/// The kinds of Docker.
pub const KINDS: &[&dyn AnyLocal] = &[
    &Local::<container::Containers>::IT,
    &Local::<image::Images>::IT,
    &Local::<network::Networks>::IT,
    &Local::<volume::Volumes>::IT,
];

/// The engine of a call and its answers, or why it did not answer.
#[derive(Clone, Debug)]
pub struct Live<T>(Result<(Engine, T), String>);

/// The engine of a call.
async fn engine(call: &Call<'_>) -> Result<Engine, DockerError> {
    let known = |name: &str| {
        let value = call.minion.option(name).filter(|value| !value.is_null())?;
        Some(python::text(value)).filter(|text| !text.is_empty())
    };
    let of_environment =
        || call.context.services.environment().remove("DOCKER_HOST").filter(|it| !it.is_empty());
    let address = known("docker.url").or_else(of_environment).unwrap_or_else(|| USUAL.to_owned());
    Engine::connect(&address, known("docker.version").as_deref()).await
}

impl<T> Live<T> {
    fn of(engine: Engine, seen: Result<T, DockerError>) -> Self {
        Self(seen.map(|seen| (engine, seen)).map_err(|error| chain(&error)))
    }

    fn unread(error: &DockerError) -> Self {
        Self(Err(chain(error)))
    }

    /// The present things, if they are known.
    fn seen(&self) -> Option<&T> {
        self.0.as_ref().ok().map(|(_, seen)| seen)
    }
}

/// The steps, and their report.
struct Plan {
    orders: Vec<Order>,
    foreseen: String,
    done: String,
    failure: String,
    changes: Map,
}

impl Plan {
    /// Sends the orders to the engine. If the engine did not answer, the real run fails with the reason.
    fn intent<T>(self, live: &Live<T>) -> Intent<Operations> {
        let (engine, why) = match &live.0 {
            Ok((engine, _)) => (Some(engine), None),
            Err(why) => (None, Some(why.as_str())),
        };
        let each = |order| engine.map(|engine| Operation::Docker(Box::new((engine.clone(), order))));
        let operations = self.orders.into_iter().filter_map(each).collect();
        change(self.foreseen, self.done, self.changes, operations).or_fail(self.failure).unless_unread(why)
    }
}
