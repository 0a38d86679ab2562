//! `pip.*`: packages of Python, by pip.
//!
//! ```yaml
//! tools:
//!   pip.installed:
//!     - pkgs:
//!       - requests >= 2.31, < 3
//!       - flask==3.0.0
//!     - bin_env: /srv/app/venv
//! ```
//!
//! What is there is read once a state. Where something is to be installed, pip itself says what it would do, and installs
//! nothing (`--dry-run`, since pip 22.2); with an older one a test run shows what can be told without it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.pip_state.html>.

mod installed;
mod removed;
mod spec;
mod want;

use super::{Call, Intent, LocalState};
use crate::model::{Function, Outcome};

pub(super) use spec::{options, pip, requirements, variables};

/// The state module `pip`.
pub struct Pip;

/// What one function found.
#[derive(Debug)]
pub enum Live {
    Install(Box<installed::Found>),
    Remove(removed::Found),
}

/// What it does.
pub enum Step {
    Install(Box<installed::Found>),
    Remove(Box<removed::Job>),
}

impl LocalState for Pip {
    type Live = Live;
    type Step = Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        match call.function.verb {
            "removed" => removed::describe(&call).await.map(Live::Remove),
            _ => installed::describe(&call).await.map(Box::new).map(Live::Install),
        }
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Step> {
        let (foreseen, step) = match live {
            Live::Install(found) => match installed::diff(&call, *found) {
                Intent::Act { foreseen, step } => (foreseen, Step::Install(step)),
                Intent::Settled(outcome) | Intent::Invoke { foreseen: outcome, .. } => {
                    return Intent::Settled(outcome);
                }
            },
            Live::Remove(found) => match removed::diff(&call, found) {
                Intent::Act { foreseen, step } => (foreseen, Step::Remove(step)),
                Intent::Settled(outcome) | Intent::Invoke { foreseen: outcome, .. } => {
                    return Intent::Settled(outcome);
                }
            },
        };
        Intent::Act { foreseen, step }
    }

    async fn apply(step: Step) -> Outcome {
        match step {
            Step::Install(found) => installed::apply(*found).await,
            Step::Remove(job) => removed::apply(*job).await,
        }
    }
}
