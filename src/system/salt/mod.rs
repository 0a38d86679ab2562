//! `salt.*`: jobs of the fleet as states, for SLS that `orchestrate fleet-run state.orchestrate` runs.
//!
//! ```yaml
//! databases first:
//!   salt.state:
//!     - tgt: role:db
//!     - tgt_type: grain
//!     - sls: [db, backup]
//! then the others:
//!   salt.state:
//!     - tgt: 'web-*'
//!     - highstate: True
//!     - batch: 25%
//!     - require:
//!       - salt: databases first
//! ```
//!
//! The kind returns the function of the fleet to call (`fleet.cmd`, `fleet.runner` …) and the meaning of its answer; the run
//! calls it. In a test run, `salt.state` makes a test run on the instances and shows what they would change; all other functions
//! only say what they would do.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.saltmod.html>.

mod answers;
mod invoke;
mod runners;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState};
use model::{Function, Outcome};

pub use spec::FUNCTIONS;

/// The state module `salt`.
pub struct Salt;

impl LocalState for Salt {
    type Live = ();
    type Step = Outcome;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(_call: Call<'_>) -> Result<(), Outcome> {
        Ok(())
    }

    fn diff(call: Call<'_>, (): ()) -> Intent<Outcome> {
        let intent = match call.function.verb {
            "state" => invoke::state(call),
            "function" => invoke::function(call),
            "runner" => Ok(runners::runner(call)),
            "wheel" => Ok(runners::wheel(call)),
            "parallel_runners" => runners::parallel(call),
            _ => Ok(runners::wait_for_event(call)),
        };
        intent.unwrap_or_else(Intent::Settled)
    }
}
