//! Undo: what a run of the journal did, as declarations that take it back.
//!
//! The declarations are ordinary ones, carried out by the ordinary engine. Three things are declared in turn: what the run left
//! behind ([`Inverse::left`]), which shows by a test run whether AWS is still as the run left it; what was before
//! ([`Inverse::before`]); and [`judge`] compares what test runs of both have found with what the journal says. Law: nothing is taken
//! back that the run did not do, and nothing that has moved since.

mod before;
mod judge;
mod low;
mod observed;

pub use before::invert;
pub use judge::{Judged, judge};
pub use low::{force, strip};

use super::journal::StateName;
use super::run_plan::{RunPlan, Thing};
use crate::model::Low;

/// What takes one change back.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The state that made the change.
    pub state: StateName,
    /// The change, as the journal has it.
    pub thing: Thing,
    /// Declares the thing as the run left it. None for what the run deleted, and where too little is known.
    pub left: Option<Low>,
    /// Declares the thing as it was before the run.
    pub before: Low,
    /// A later run that changed the same thing.
    pub later: Option<String>,
}

/// A change that cannot be taken back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Impossible {
    /// The state that made it: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub state: String,
    /// Why not, one sentence without a full stop.
    pub why: String,
}

/// What is known of the inverse of a run.
#[derive(Clone, Debug, Default)]
pub struct Inverses {
    /// What can be taken back, the last change first.
    pub inverses: Vec<Inverse>,
    /// What cannot.
    pub impossible: Vec<Impossible>,
}

impl Inverse {
    /// What a plan says of the thing, planned by one of its declarations.
    pub fn of_plan<'a>(&self, low: &Low, plan: &'a RunPlan) -> Option<&'a Thing> {
        let state = plan.state_of(low)?;
        state.things.iter().find(|it| it.kind == self.thing.kind && it.name == self.thing.name)
    }
}

#[cfg(test)]
mod tests;
