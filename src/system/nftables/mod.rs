//! `nftables.*`: tables, chains, rules and policies of the packet filter.
//!
//! ```yaml
//! filter:
//!   nftables.table_present: []
//! input:
//!   nftables.chain_present:
//!     - table_type: filter
//!     - hook: input
//!     - priority: 0
//! ssh:
//!   nftables.append:
//!     - chain: input
//!     - proto: tcp
//!     - dport: 22
//!     - connstate: new
//!     - jump: accept
//! ```
//!
//! `nft` prints rules in another form than they were written in (sets sorted, no `/32`); the comparison ignores that. An unknown
//! option is refused, while Salt leaves it out and makes a wider rule. `proto` has an effect without ports too.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.nftables.html>.

mod plan;
mod rule;
mod saved;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::{Operations, refused};
use machine::nftables::{self, Chain, Table};
use model::{Function, Outcome, chain};
use saved::Saved;

/// The state module `nftables`.
pub struct Nftables;

/// The present state of the packet filter.
#[derive(Clone, Debug)]
pub struct Live {
    /// The table; nothing if there is none. Or why it is not known: an earlier state may install nftables.
    table: Result<Option<Table>, String>,
    /// The file in which the rules are saved, if that is wanted.
    saved: Option<Saved>,
}

impl LocalState for Nftables {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let saved = saved::find(&call).await.map_err(Outcome::failed)?;
        let table = nftables::table(nft_family(&call), &table_of(&call)).await.map_err(|error| chain(&error));
        Ok(Live { table, saved })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        let names = [Some(table_of(&call)), chain_of(&call)];
        let is_word = |name: &String| {
            name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
                && name.chars().all(|it| it.is_ascii_alphanumeric() || "_-./".contains(it))
        };
        if let Some(wrong) = names.iter().flatten().find(|name| !is_word(name)) {
            return refused(format!("'{wrong}' is not a name of a table or a chain"));
        }
        match call.function.verb {
            "table_present" => plan::table_present(&call, &live),
            "table_absent" => plan::table_absent(&call, &live),
            "chain_present" => plan::chain_present(&call, &live),
            "chain_absent" => plan::chain_absent(&call, &live),
            "set_policy" => plan::policy(&call, &live),
            "flush" => plan::flushed(&call, &live),
            verb => match (rule::rule(&call), verb) {
                (Err(why), _) => refused(why),
                (Ok(rule), "delete") => plan::deleted(&call, &live, &rule),
                (Ok(rule), _) => plan::added(&call, &live, &rule),
            },
        }
    }
}

fn family(call: &Call<'_>) -> String {
    call.fields.text("family").unwrap_or_else(|| "ipv4".to_owned())
}

/// The family as `nft` names it.
fn nft_family(call: &Call<'_>) -> &'static str {
    match family(call).as_str() {
        "ipv6" | "ip6" => "ip6",
        "inet" => "inet",
        "arp" => "arp",
        "bridge" => "bridge",
        "netdev" => "netdev",
        _ => "ip",
    }
}

fn table_of(call: &Call<'_>) -> String {
    match call.function.verb {
        "table_present" | "table_absent" => call.name.to_owned(),
        _ => call.fields.text("table").unwrap_or_else(|| "filter".to_owned()),
    }
}

/// The chain, if the function needs one.
fn chain_of(call: &Call<'_>) -> Option<String> {
    let named = match call.function.verb {
        "table_present" | "table_absent" => None,
        "chain_present" | "chain_absent" => Some(call.name.to_owned()),
        _ => call.fields.text("chain"),
    };
    named.filter(|name| !name.is_empty())
}

impl Live {
    /// A chain of the table.
    fn chain(&self, name: &str) -> Option<&Chain> {
        self.table.as_ref().ok()?.as_ref()?.chains.iter().find(|chain| chain.name == name)
    }
}
