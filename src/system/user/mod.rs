//! `user.present` and `user.absent`: users of the machine.
//!
//! ```yaml
//! deploy:
//!   user.present:
//!     - uid: 1500
//!     - groups: [adm]
//!     - shell: /bin/bash
//!     - password: {{ pillar['deploy_hash'] }}
//! ```
//!
//! A password is given as its hash; it is in no output and in no command line. Arguments that are left out are not managed. The
//! programs are those of the package `shadow` (`useradd`, `usermod`, `chpasswd`, `chage`); `hash_password` needs `openssl`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.user.html>.

mod absent;
mod create;
mod groups;
mod live;
mod password;
mod present;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use live::Live;
use model::{Function, Outcome};

/// The state module `user`.
pub struct User;

impl LocalState for User {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        live::describe(call).await.map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => absent::diff(&call, &live),
            _ => present::diff(&call, &live),
        }
    }
}
