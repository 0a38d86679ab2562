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
//! The installed packages are read once a state. Before an installation, pip itself reports what it would do, and installs
//! nothing (`--dry-run`, since pip 22.2). With an older pip a test run shows only the differences that are known without it.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.pip_state.html>.

mod installed;
mod removed;
mod spec;
mod uptodate;
mod want;

use super::{Call, Intent, LocalState};
use model::{Function, Outcome};

pub(super) use spec::{flag, foreseen, options, pip, requirements, variables, word, words_of};

/// The state module `pip`.
pub struct Pip;

/// The result of one function.
#[derive(Debug)]
pub enum Live {
    Install(Box<installed::Found>),
    Remove(removed::Found),
    Upgrade(uptodate::Found),
}

/// The work.
pub enum Step {
    Install(Box<installed::Found>),
    Remove(Box<removed::Job>),
    Upgrade(Box<uptodate::Found>),
}

impl super::Step for Step {
    async fn carry_out(self) -> Outcome {
        match self {
            Self::Install(found) => installed::apply(*found).await,
            Self::Remove(job) => removed::apply(*job).await,
            Self::Upgrade(found) => uptodate::apply(*found).await,
        }
    }
}

impl LocalState for Pip {
    type Live = Live;
    type Step = Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        match call.function.verb {
            "removed" => removed::describe(&call).await.map(Live::Remove),
            "uptodate" => uptodate::describe(&call).await.map(Live::Upgrade),
            _ => installed::describe(&call).await.map(Box::new).map(Live::Install),
        }
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Step> {
        match live {
            Live::Install(found) => installed::diff(&call, *found).map(Step::Install),
            Live::Remove(found) => removed::diff(&call, found).map(Step::Remove),
            Live::Upgrade(found) => uptodate::diff(found).map(Step::Upgrade),
        }
    }
}
