//! `service.*`: services of systemd, or of `/etc/init.d`.
//!
//! ```yaml
//! nginx:
//!   service.running:
//!     - enable: True
//!     - reload: True
//!     - watch:
//!       - file: /etc/nginx/nginx.conf
//! ```
//!
//! A change of a watched state restarts the service; with `reload: True` it reloads it. If the files of a service have changed,
//! systemd reads its files again first. `providers: {service: …}` in the configuration selects the service manager
//! (`systemd_service`, or `debian_service` and `rh_service` for scripts) if the program does not recognize it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.service.html>.

mod diff;
mod spec;
#[cfg(test)]
mod tests;
mod work;

use super::{Call, Intent, LocalState};
use machine::service::{Manager, State};
use model::{Function, Outcome, Value, chain};

pub use spec::FUNCTIONS;
pub use work::Work;

/// The state module `service`.
pub struct Service;

/// A service, and its service manager.
#[derive(Clone, Debug)]
pub struct Live {
    manager: Manager,
    pattern: Option<String>,
    state: State,
}

impl LocalState for Service {
    type Live = Live;
    type Step = Work;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let manager = manager(&call);
        let takes_pattern = call.fields.takes("sig");
        let pattern = if takes_pattern { call.fields.text("sig") } else { None };
        let looked = manager.look(call.name, pattern.as_deref()).await;
        let state = looked.map_err(|error| Outcome::failed(chain(&error)))?;
        Ok(Live { manager, pattern, state })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Work> {
        diff::diff(&call, &live)
    }
}

/// The service manager of the configuration, or that of the machine.
fn manager(call: &Call<'_>) -> Manager {
    let providers = call.minion.opts.get("providers").and_then(Value::as_map);
    match providers.and_then(|map| map.get("service")).and_then(Value::as_str) {
        Some("systemd" | "systemd_service") => Manager::Systemd,
        Some("service" | "debian_service" | "rh_service") => Manager::Scripts,
        _ => Manager::own(),
    }
}
