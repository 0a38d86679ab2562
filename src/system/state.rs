//! A kind of the machine itself: the trait that its folder implements.

use std::future::Future;

use super::StateContext;
use model::{Fields, Function, Invocation, Minion, Outcome, Unanswered, Value};

/// One call of a state function, arguments checked.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The function as declared. For a reaction it is the function of the declaration that reacts.
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
    pub context: StateContext<'a>,
}

/// The answers or the errors of execution functions, in order.
pub type Answers = [(Invocation, Result<Value, Unanswered>)];

/// The result of a call before anything is changed.
#[derive(Clone, Debug)]
pub enum Intent<S> {
    /// It ends here, in any mode: the state is as wanted, or it cannot be done.
    Settled(Outcome),
    /// There is something to do.
    Act {
        /// The report of a test run.
        foreseen: Outcome,
        /// The work of a real run.
        step: S,
    },
    /// The run must call execution functions, one after the other: kinds of the machine do not know them.
    Invoke {
        /// The report of a test run.
        foreseen: Outcome,
        /// The calls of a real run.
        invocations: Vec<Invocation>,
        /// The calls of a test run, which change nothing; if empty, it reports `foreseen`.
        in_tests: Vec<Invocation>,
        /// Turns the answers into an outcome.
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

/// The work of a real run, as data that is checked before any of it is done, in test runs too.
pub trait Step: Send + Sized + 'static {
    /// Why it must not be done, such as a user's link on the way to a file that root would change. Reads and changes nothing.
    fn refusal(&self) -> Option<String> {
        None
    }

    /// Does the work, and returns the outcome.
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
/// If nothing can be read beforehand (`cmd.run`), `diff` always acts and the step reports the changes.
pub trait LocalState: Send + Sync + 'static {
    /// The present state of the machine.
    type Live: Send;
    /// The work of a real run.
    type Step: Step;

    /// The state functions.
    const FUNCTIONS: &'static [Function];
    /// True if the module has a `mod_watch`: its states react to changes of the states that they `watch`.
    const REACTS: bool;

    /// The verbs whose calls can be carried out together. The kind finds the other calls in [`StateContext::later_calls`], and stores
    /// their outcomes in [`EarlyOutcomes`](super::EarlyOutcomes) until their turn.
    const TOGETHER: &'static [&'static str] = &[];

    /// Reads the state of the machine and changes nothing.
    ///
    /// # Errors
    /// How the state ends if it cannot be read.
    fn describe(call: Call<'_>) -> impl Future<Output = Result<Self::Live, Outcome>> + Send;

    /// The differences. Pure.
    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Self::Step>;
}
