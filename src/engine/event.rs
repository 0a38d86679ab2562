//! The events of a run, as data; `cli/render` words them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::planned::PlannedThing;
use aws::budget::Forecast;
use model::{Outcome, Reference};

/// The thing that a step changed, and how the run knows that it did.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct StepProof {
    /// The kind of the thing: `sqs.queue`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// True for the step that creates the thing.
    pub creates: bool,
    /// True if AWS answered the call. False: the call had no answer, and a later look shows its effect, which may be
    /// that of somebody else.
    pub answered: bool,
}

/// An event. States are named by their index in the order of the low chunks.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The walk begins.
    RunStarted {
        /// The number of states.
        states: usize,
    },
    /// All reads of the run are done.
    Primed {
        /// The number of things that were read.
        things: usize,
    },
    /// The calls of the walk are known, as far as they can be.
    Foreseen {
        /// Calls that change something, by `SQS.CreateQueue`.
        calls: BTreeMap<&'static str, usize>,
        /// The waits that AWS's limits cause, longest first.
        bound: Vec<Forecast>,
    },
    /// A state begins.
    StateStarted {
        /// Its index.
        state: usize,
    },
    /// The plan for a thing is known: its first look has ended.
    Planned {
        /// Its state.
        state: usize,
        /// The plan.
        thing: Arc<PlannedThing>,
    },
    /// The changes of a state of the machine are known. The state makes them right after this.
    Predicted {
        /// Its index.
        state: usize,
        /// Its answer in a test run.
        outcome: Arc<Outcome>,
    },
    /// A step begins: its call is made right after this.
    StepStarted {
        /// Its state.
        state: usize,
        /// The step: `set 2 attributes`.
        step: String,
    },
    /// A step was done.
    StepDone {
        /// Its state.
        state: usize,
        /// The step: `set 2 attributes`.
        step: String,
        /// The thing that it changed, and what proves it.
        proof: StepProof,
    },
    /// A thing that this run made was seen for the first time.
    Made {
        /// Its state.
        state: usize,
        /// The thing, as that look found it.
        thing: Arc<PlannedThing>,
    },
    /// Things exist that other states may refer to, although their state has not ended.
    Exists {
        /// The state that made them.
        state: usize,
        /// The things.
        references: Vec<Reference>,
    },
    /// A state waits for AWS.
    Waiting {
        /// Its index.
        state: usize,
        /// The reason: `deleting`.
        what: String,
    },
    /// The result for a thing is known: the look after the last step has ended.
    Found {
        /// Its state.
        state: usize,
        /// The thing. Its changes are the remaining differences.
        thing: Arc<PlannedThing>,
    },
    /// A state ended.
    StateFinished {
        /// Its index.
        state: usize,
        /// Its result.
        outcome: Arc<Outcome>,
    },
}
