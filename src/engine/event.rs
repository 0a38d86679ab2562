//! What happens during a run, as data; words are made in `cli/render`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::planned::PlannedThing;
use crate::aws::budget::Forecast;
use crate::model::{Outcome, Reference};

/// Something happened. States are named by their index in the order of the low chunks.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The walk begins.
    RunStarted {
        /// How many states there are.
        states: usize,
    },
    /// All reads of the run are done.
    Primed {
        /// How many things were read.
        things: usize,
    },
    /// What the walk will ask of AWS is known, as far as it can be.
    Foreseen {
        /// Calls that change something, by `SQS.CreateQueue`.
        calls: BTreeMap<&'static str, usize>,
        /// What AWS's limits draw out, longest first.
        bound: Vec<Forecast>,
    },
    /// A state begins.
    StateStarted {
        /// Which one.
        state: usize,
    },
    /// What is to happen to a thing is known: its first look has ended.
    Planned {
        /// Of which state.
        state: usize,
        /// What is planned.
        thing: Arc<PlannedThing>,
    },
    /// What a state of the machine is to do is known. It does it right after this.
    Predicted {
        /// Which one.
        state: usize,
        /// What it would answer as a test run.
        outcome: Arc<Outcome>,
    },
    /// A step begins: its call is made right after this.
    StepStarted {
        /// Of which state.
        state: usize,
        /// What is to be done: `set 2 attributes`.
        step: String,
    },
    /// A step was done.
    StepDone {
        /// Of which state.
        state: usize,
        /// What was done: `set 2 attributes`.
        step: String,
    },
    /// Things exist that other states may refer to, though their state has not ended.
    Exists {
        /// Which state made them.
        state: usize,
        /// The things.
        references: Vec<Reference>,
    },
    /// A state waits for AWS.
    Waiting {
        /// Which one.
        state: usize,
        /// What for: `deleting`.
        what: String,
    },
    /// What became of a thing is known: the look after the last step has ended.
    Found {
        /// Of which state.
        state: usize,
        /// The thing. Its changes are what still differs.
        thing: Arc<PlannedThing>,
    },
    /// A state ended.
    StateFinished {
        /// Which one.
        state: usize,
        /// How.
        outcome: Arc<Outcome>,
    },
}
