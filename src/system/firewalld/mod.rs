//! `firewalld.present` and `firewalld.service`: zones and services of firewalld.
//!
//! ```yaml
//! shop:
//!   firewalld.service:
//!     - ports: [8080/tcp, 8443/tcp]
//! public:
//!   firewalld.present:
//!     - default: True
//!     - services: [ssh, shop]
//!     - prune_services: True
//!     - require:
//!       - firewalld: shop
//! ```
//!
//! The permanent configuration of firewalld is compared and changed, and after a change firewalld reloads it. Settings that are
//! not declared stay as they are. The security groups of the instance filter first.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.firewalld.html>.

mod forward;
mod part;
mod port;
mod rich;
mod service;
mod spec;
#[cfg(test)]
mod tests;
mod zone;

use super::{Call, Intent, LocalState};
use crate::operation::{Operation, Operations, change, settled};
use machine::firewalld::{self, Settings};
use machine::process::{AskError, Command};
use model::{Function, Map, Outcome, chain};

/// The state module `firewalld`.
pub struct Firewalld;

/// The permanent configuration of firewalld.
#[derive(Clone, Debug)]
pub struct Live {
    /// The configuration, or why it is not known.
    seen: Result<Present, String>,
}

/// The present configuration.
#[derive(Clone, Debug, Default)]
struct Present {
    /// The zone or the service; nothing if there is none.
    settings: Option<Settings>,
    /// The names of all zones, if this one does not exist.
    zones: Vec<String>,
    /// The default zone, if the declaration needs it.
    default: String,
    /// The types of ICMP, if some must be blocked.
    icmp_types: Vec<String>,
}

impl LocalState for Firewalld {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        Ok(Live { seen: see(&call).await.map_err(|error| chain(&error)) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let nothing = Present::default();
        let seen = live.seen.as_ref().unwrap_or(&nothing);
        let plan = match call.function.verb {
            "service" => service::plan(&call, seen),
            _ => zone::plan(&call, seen),
        };
        match plan {
            Ok(plan) => plan.intent(call.name, &live),
            Err(why) => Intent::Settled(Outcome::failed(format!("Error: {why}"))),
        }
    }
}

async fn see(call: &Call<'_>) -> Result<Present, AskError> {
    if call.function.verb == "service" {
        return Ok(Present { settings: firewalld::service(call.name).await?, ..Present::default() });
    }
    let mut seen = Present { settings: firewalld::zone(call.name).await?, ..Present::default() };
    if seen.settings.is_none() {
        seen.zones = firewalld::zones().await?;
    }
    if call.fields.boolean("default") == Some(true) {
        seen.default = firewalld::default_zone().await?;
    }
    if call.fields.texts("block_icmp").is_some_and(|all| !all.is_empty()) {
        seen.icmp_types = firewalld::icmp_types().await?;
    }
    Ok(seen)
}

/// The operations, and their report.
#[derive(Default)]
struct Plan {
    /// The changes of the permanent configuration.
    kept: Vec<Command>,
    /// The commands after firewalld has reloaded it.
    then: Vec<Command>,
    changes: Map,
}

impl Plan {
    fn intent(self, name: &str, live: &Live) -> Intent<Operations> {
        if self.changes.is_empty() && live.seen.is_ok() {
            return settled(format!("'{name}' is already in the desired state."));
        }
        let reload = (!self.kept.is_empty()).then(firewalld::reload);
        let all = self.kept.into_iter().chain(reload).chain(self.then);
        let foreseen = format!("Configuration for '{name}' will change.");
        change(foreseen, format!("'{name}' was configured."), self.changes, all.map(Operation::run).collect())
            .or_fail("Error")
            .unless_unread(live.seen.as_ref().err().map(String::as_str))
    }
}
