//! `ipset.*`: sets of addresses, networks and ports that rules of the packet filter name.
//!
//! ```yaml
//! friends:
//!   ipset.set_present:
//!     - set_type: hash:net
//!     - comment: True
//! office:
//!   ipset.present:
//!     - set_name: friends
//!     - entry:
//!       - 192.0.2.0/24
//!       - 198.51.100.7
//!     - comment: the office
//!     - require:
//!       - ipset: friends
//! ```
//!
//! The kernel reports whether a set has an entry. An existing set stays as it is.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.ipset.html>.

mod entry;
mod set;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use machine::ipset::{self, Set};
use machine::process::AskError;
use model::{Function, Outcome, chain};

/// The state module `ipset`.
pub struct Ipset;

/// The present state of the kernel.
#[derive(Clone, Debug)]
pub struct Live {
    /// The state, or why it is not known: an earlier state may install ipset.
    seen: Result<Present, String>,
}

/// The present set.
#[derive(Clone, Debug, Default)]
struct Present {
    set: Option<Set>,
    /// Whether the set has each entry, in order.
    has: Vec<bool>,
}

impl LocalState for Ipset {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        Ok(Live { seen: see(&call).await.map_err(|error| chain(&error)) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "set_present" => set::present(&call, &live),
            "set_absent" => set::absent(&call, &live),
            "flush" => set::flushed(&call, &live),
            "present" => entry::present(&call, &live),
            _ => entry::absent(&call, &live),
        }
    }
}

/// The name of the set.
fn set_name(call: &Call<'_>) -> String {
    if call.fields.takes("set_name") { call.fields.required_text("set_name") } else { call.name.to_owned() }
}

/// The set as it is shown.
fn family(call: &Call<'_>) -> String {
    call.fields.text("family").unwrap_or_else(|| "ipv4".to_owned())
}

async fn see(call: &Call<'_>) -> Result<Present, AskError> {
    let name = set_name(call);
    let Some(set) = ipset::find(&name).await? else { return Ok(Present::default()) };
    let mut has = vec![];
    if call.fields.takes("set_name") {
        let all = call.function.verb == "present";
        for it in entry::declared(call) {
            let is_there = if set.spreads(&it.element) {
                set.holds(&it.element, all)
            } else {
                ipset::has(&name, &it.element).await?
            };
            has.push(is_there && (!all || it.has_its_comment(&set)));
        }
    }
    Ok(Present { set: Some(set), has })
}
