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
//! What firewalld keeps is compared and changed, and after a change firewalld reloads it. What a declaration leaves out stays as it is. The
//! machine's security groups filter before all this.
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
use crate::machine::firewalld::{self, Settings};
use crate::machine::process::{AskError, Command};
use crate::model::{Function, Map, Outcome, chain};
use crate::system::operation::{Operation, Operations, change, settled};

/// The state module `firewalld`.
pub struct Firewalld;

/// What firewalld keeps.
#[derive(Clone, Debug)]
pub struct Live {
    /// Or why nobody knows.
    seen: Result<Seen, String>,
}

/// What is there.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The zone or the service; nothing where there is none.
    settings: Option<Settings>,
    /// The names of all zones, where this is none of them.
    zones: Vec<String>,
    /// The default zone, where that is asked for.
    default: String,
    /// The types of ICMP, where some shall be blocked.
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
        let nothing = Seen::default();
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

async fn see(call: &Call<'_>) -> Result<Seen, AskError> {
    if call.function.verb == "service" {
        return Ok(Seen { settings: firewalld::service(call.name).await?, ..Seen::default() });
    }
    let mut seen = Seen { settings: firewalld::zone(call.name).await?, ..Seen::default() };
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

/// What is done, and reported.
#[derive(Default)]
struct Plan {
    /// What changes what is kept.
    kept: Vec<Command>,
    /// What is done after that is taken over.
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
