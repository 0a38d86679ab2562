//! What a run may do at most: it is asked before anything is changed.

use super::planned::PlannedThing;
use crate::model::Outcome;

/// Judges what a run is about to do. `apply` gives one that knows a plan; runs without one do what their states say.
pub trait Approval: Sync {
    /// Whether this may be done to a thing in AWS. `is_first` says that nothing was done to it yet.
    ///
    /// # Errors
    /// Why not, one sentence without a full stop.
    fn thing(&self, state: usize, thing: &PlannedThing, is_first: bool) -> Result<(), String>;

    /// Whether a state of the machine may do what it would do.
    ///
    /// # Errors
    /// Why not, one sentence without a full stop.
    fn machine(&self, state: usize, foreseen: &Outcome) -> Result<(), String>;
}
