//! `cmd.*`: commands and scripts as states.
//!
//! ```yaml
//! make -C /srv/app:
//!   cmd.run:
//!     - runas: app
//!     - creates: /srv/app/build
//! /usr/local/bin/rotate:
//!   cmd.run:
//!     - stateful:
//!       - test_name: /usr/local/bin/rotate --dry-run
//! ```
//!
//! A command counts as a change whenever it runs, unless it is `stateful` and reports otherwise: by a JSON object, or by a last
//! line such as `changed=yes comment='rotated 3' rotated=3`. `creates`, `unless`, `onlyif` and `onchanges` keep it from running;
//! `cmd.wait` runs only if a state that it watches has changed. `test_name` is run in every mode: it examines the machine and
//! must change nothing.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.cmd.html>.

mod job;
mod judge;
mod options;
mod spec;
#[cfg(test)]
mod tests;

use super::{Call, Intent, LocalState, Step};
use model::{Function, Outcome, Value, python};

pub use job::Job;
pub use spec::FUNCTIONS;

/// The state module `cmd`.
pub struct Cmd;

/// The job; nothing while it waits for a change of what it watches.
#[derive(Debug)]
pub struct Ready {
    job: Job,
    /// The result of the trial, if there is one.
    trial: Option<Outcome>,
}

impl LocalState for Cmd {
    type Live = Option<Box<Ready>>;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = true;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        let verb = call.function.verb;
        if verb == "call" {
            let why = "cmd.call is for programs in Python: an SLS has no function to hand over. \
                       Call an execution function by module.run, or a command by cmd.run";
            return Err(Outcome::failed(why));
        }
        if verb.starts_with("wait") && call.reacts_to.is_none() {
            return Ok(None);
        }
        let job = Job::of(&call, call.name).await?;
        let trial = match test_name(&call) {
            Some(name) => Some(Job::of(&call, &name).await?.carry_out().await),
            None => None,
        };
        Ok(Some(Box::new(Ready { job, trial })))
    }

    fn diff(_call: Call<'_>, live: Self::Live) -> Intent<Self::Step> {
        let Some(ready) = live else { return Intent::Settled(Outcome::succeeded("")) };
        let Ready { job, trial } = *ready;
        let foreseen = trial.map_or_else(|| job.foreseen(), judge::predicted);
        Intent::Act { foreseen, step: Box::new(job) }
    }
}

/// The command that reports in advance what a stateful one would do.
fn test_name(call: &Call<'_>) -> Option<String> {
    let Some(Value::List(list)) = call.fields.value("stateful") else { return None };
    list.first()?.as_map()?.get("test_name").map(python::text)
}
