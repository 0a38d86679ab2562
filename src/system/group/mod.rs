//! `group.present` and `group.absent`: groups of the machine.
//!
//! ```yaml
//! deployers:
//!   group.present:
//!     - gid: 1500
//!     - members: [deploy]
//! ```
//!
//! `members` are all members, and `[]` means none; `addusers` and `delusers` leave other members as they are.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.group.html>.

mod diff;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use machine::account::{self, AccountGroup};
use model::{Function, Outcome};

/// The state module `group`.
pub struct Group;

/// The group, and the owner of the number that it must have.
#[derive(Clone, Debug, Default)]
pub struct Live {
    team: Option<AccountGroup>,
    taken_by: Option<String>,
}

impl LocalState for Group {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let team = account::find_group(call.name).filter(|team| team.name == call.name);
        let gid = if call.function.verb == "present" { spec::gid(call.fields) } else { None };
        let owner = gid.and_then(account::find_gid).map(|team| team.name);
        Ok(Live { team, taken_by: owner.filter(|owner| owner != call.name) })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => diff::absent(&call, &live),
            _ => diff::present(&call, &live),
        }
    }
}
