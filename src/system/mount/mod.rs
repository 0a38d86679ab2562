//! `mount.*`: file systems and swap space, mounted now and in the table of file systems.
//!
//! ```yaml
//! /srv/data:
//!   mount.mounted:
//!     - device: LABEL=data
//!     - fstype: ext4
//!     - opts: [noatime, nofail]
//!     - mkmnt: True
//! ```
//!
//! A mount with other options is remounted in place. If another device is mounted at the place, it is unmounted first. A
//! `mount.mounted` that watches a state is remounted when that state changes.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.mount.html>.

mod fstab;
mod kept;
mod live;
mod mounted;
mod options;
mod spec;
mod swap;
mod unmounted;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
pub use live::Live;
use model::{Function, Outcome};

/// The state module `mount`.
pub struct Mount;

impl LocalState for Mount {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        live::describe(call).await.map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            _ if call.reacts_to.is_some() => mounted::react(&call),
            "unmounted" => unmounted::diff(&call, &live),
            "swap" => swap::diff(&call, &live),
            "fstab_present" => kept::present(&call, &live),
            "fstab_absent" => kept::absent(&call, &live),
            _ => mounted::diff(&call, &live),
        }
    }
}
