//! `iptables.*`: rules, chains and policies of the packet filter.
//!
//! ```yaml
//! ssh:
//!   iptables.append:
//!     - chain: INPUT
//!     - proto: tcp
//!     - dport: 22
//!     - match: state
//!     - connstate: NEW
//!     - jump: ACCEPT
//!     - save: True
//! the rest:
//!   iptables.set_policy:
//!     - chain: INPUT
//!     - policy: DROP
//!     - require:
//!       - iptables: ssh
//! ```
//!
//! `iptables` itself compares a rule with those of the chain (`-C`), and needs version 1.4.20 or later. With `save`, the file is
//! written whenever its rules differ, also if the rule itself was present. The security groups of the instance filter first.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.iptables.html>.

mod plan;
mod rule;
mod saved;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::{Operations, refused};
use machine::iptables::Family;
use model::{Function, Outcome, chain};
use rule::Rule;
use saved::Saved;

/// The state module `iptables`.
pub struct Iptables;

/// The present state of the packet filter.
#[derive(Clone, Debug)]
pub struct Live {
    /// The state, or why it is not known: an earlier state may install iptables.
    seen: Result<Present, String>,
    /// The file in which the rules are saved, if that is wanted.
    saved: Option<Saved>,
}

/// The present state.
#[derive(Clone, Debug, Default)]
struct Present {
    has_rule: bool,
    /// Policy and rules of the chain or the table; nothing if there is no such chain.
    lines: Option<Vec<String>>,
}

impl LocalState for Iptables {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let rule = wanted(&call).map_err(Outcome::failed)?;
        let saved = saved::find(&call).await.map_err(Outcome::failed)?;
        Ok(Live { seen: see(&call, rule).await, saved })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let rule = match wanted(&call) {
            Ok(rule) => rule.unwrap_or_default(),
            Err(why) => return refused(why),
        };
        match call.function.verb {
            "append" | "insert" => plan::added(&call, &live, &rule),
            "delete" => plan::deleted(&call, &live, &rule),
            "set_policy" => plan::policy(&call, &live),
            "flush" => plan::flushed(&call, &live),
            "chain_present" => plan::chain_present(&call, &live),
            _ => plan::chain_absent(&call, &live),
        }
    }
}

fn family(call: &Call<'_>) -> Family {
    if call.fields.text("family").as_deref() == Some("ipv6") { Family::V6 } else { Family::V4 }
}

fn table(call: &Call<'_>) -> String {
    call.fields.text("table").unwrap_or_else(|| "filter".to_owned())
}

/// The chain, if the function needs one.
fn chain_of(call: &Call<'_>) -> Option<String> {
    let named = match call.function.verb {
        "chain_present" | "chain_absent" => Some(call.name.to_owned()),
        _ => call.fields.text("chain"),
    };
    named.filter(|name| !name.is_empty())
}

/// The rule, if the function needs one: a rule that is deleted by its position has none.
fn wanted(call: &Call<'_>) -> Result<Option<Rule>, String> {
    match call.function.verb {
        "append" | "insert" => rule::rule(&call.context.low.arguments).map(Some),
        "delete" => match rule::rule(&call.context.low.arguments) {
            Ok(_) if call.fields.has("position") => {
                Err("a rule is deleted by its options or by its position: leave out one of them".to_owned())
            }
            Err(_) if call.fields.has("position") => Ok(None),
            rule => rule.map(Some),
        },
        _ => Ok(None),
    }
}

async fn see(call: &Call<'_>, rule: Option<Rule>) -> Result<Present, String> {
    let (family, table, chain_name) = (family(call), table(call), chain_of(call));
    let mut seen = Present::default();
    if let (Some(rule), Some(name)) = (&rule, &chain_name) {
        let asked = family.has_rule(&table, name, &rule.words).await;
        seen.has_rule = asked.map_err(|error| chain(&error))?;
    }
    if !seen.has_rule {
        let asked = family.listed(&table, chain_name.as_deref()).await;
        seen.lines = asked.map_err(|error| chain(&error))?;
    }
    Ok(seen)
}
