//! What a kind of the machine itself is: the trait its folder implements.

use std::future::Future;

use super::Around;
use crate::model::{Fields, Function, Invocation, Minion, Outcome, Unanswered, Value};

/// One call of a state function, arguments checked.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The function as declared; for a reaction that of the declaration which reacts.
    pub function: &'static Function,
    /// The `name`.
    pub name: &'a str,
    /// Its arguments.
    pub fields: &'a Fields,
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// For `mod_watch` the watched states that changed, as `module: ID`; none for an ordinary call.
    pub reacts_to: Option<&'a [String]>,
    /// The run that it is part of.
    pub around: Around<'a>,
}

/// What execution functions answered, or why they did not, in order.
pub type Answers = [(Invocation, Result<Value, Unanswered>)];

/// What one call comes to, before anything is changed.
#[derive(Clone, Debug)]
pub enum Intent<S> {
    /// It ends here, in any mode: all is as wanted, or it cannot be done.
    Settled(Outcome),
    /// There is something to do.
    Act {
        /// What a test run reports.
        foreseen: Outcome,
        /// What a real run does.
        step: S,
    },
    /// Execution functions are to be called, one after the other: the run calls them, since kinds of the machine know none.
    Invoke {
        /// What a test run reports.
        foreseen: Outcome,
        /// What a real run calls.
        invocations: Vec<Invocation>,
        /// What a test run calls in their place, where that changes nothing; if empty, it reports `foreseen`.
        in_tests: Vec<Invocation>,
        /// What the answers come to.
        finish: fn(&Answers) -> Outcome,
    },
}

impl<S> Intent<S> {
    /// The same with another step.
    pub fn map<T>(self, step_of: impl FnOnce(S) -> T) -> Intent<T> {
        match self {
            Self::Settled(outcome) => Intent::Settled(outcome),
            Self::Act { foreseen, step } => Intent::Act { foreseen, step: step_of(step) },
            Self::Invoke { foreseen, invocations, in_tests, finish } => {
                Intent::Invoke { foreseen, invocations, in_tests, finish }
            }
        }
    }
}

/// What a real run does, as data that is checked before any of it is done, in test runs too.
pub trait Step: Send + Sized + 'static {
    /// Why it must not be done, such as a user's link on the way to a file that root would change. Looks and changes nothing.
    fn refusal(&self) -> Option<String> {
        None
    }

    /// Does it, and reports how it ended.
    fn carry_out(self) -> impl Future<Output = Outcome> + Send;
}

/// Nothing is left to do.
impl Step for Outcome {
    async fn carry_out(self) -> Outcome {
        self
    }
}

impl<S: Step> Step for Box<S> {
    fn refusal(&self) -> Option<String> {
        S::refusal(self)
    }

    async fn carry_out(self) -> Outcome {
        (*self).carry_out().await
    }
}

/// A state module that acts on the machine.
///
/// Where nothing can be read beforehand (`cmd.run`), `diff` always acts and the step reports the changes.
pub trait LocalState: Send + Sync + 'static {
    /// What the machine says.
    type Live: Send;
    /// What is to be done.
    type Step: Step;

    /// The state functions.
    const FUNCTIONS: &'static [Function];
    /// True when the module has a `mod_watch`: its states react to changes of what they `watch`.
    const REACTS: bool;

    /// The verbs whose calls can be carried out together: of those that may be it finds the others in [`Around::companions`], and
    /// keeps what they come to in [`Ahead`](super::Ahead) until their turn.
    const TOGETHER: &'static [&'static str] = &[];

    /// Looks at the machine and changes nothing.
    ///
    /// # Errors
    /// How the state ends when that cannot be told.
    fn describe(call: Call<'_>) -> impl Future<Output = Result<Self::Live, Outcome>> + Send;

    /// What differs. Pure.
    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Self::Step>;
}
