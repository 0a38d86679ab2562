//! Undo: declarations that take back the changes of a recorded run.
//!
//! The declarations are ordinary ones, applied by the ordinary engine. There are three steps. [`Inverse::left`]
//! declares what the run left; its test run shows whether AWS is still as the run left it. [`Inverse::before`] declares
//! what was before. [`judge`] compares the results of both test runs with the journal. Law: only changes of the run are
//! undone, and only if the thing has not changed since.

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

/// The inverse of one change.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The state that made the change.
    pub state: StateName,
    /// The change, as recorded in the journal.
    pub thing: Thing,
    /// Declares the thing as the run left it. None for a thing that the run deleted, and if too little is known.
    pub left: Option<Low>,
    /// Declares the thing as it was before the run.
    pub before: Low,
    /// A later run that changed the same thing.
    pub later: Option<String>,
}

/// A change that cannot be undone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Impossible {
    /// The state that made it: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub state: String,
    /// The reason, one sentence without a full stop.
    pub why: String,
}

/// The inverses of a run.
#[derive(Clone, Debug, Default)]
pub struct Inverses {
    /// The changes that can be undone, the last one first.
    pub inverses: Vec<Inverse>,
    /// The changes that cannot.
    pub impossible: Vec<Impossible>,
}

impl Inverse {
    /// The plan for the thing, from one of its declarations.
    pub fn of_plan<'a>(&self, low: &Low, plan: &'a RunPlan) -> Option<&'a Thing> {
        let state = plan.state_of(low)?;
        state.things.iter().find(|it| it.kind == self.thing.kind && it.name == self.thing.name)
    }
}

#[cfg(test)]
mod tests;
