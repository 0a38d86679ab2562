//! Approvals: the limits of a run, checked before anything is changed.

use super::planned::PlannedThing;
use model::Outcome;

/// Decides about each change that a run is about to make. `apply` uses one that knows a plan; runs without an approval
/// follow their states.
pub trait Approval: Sync {
    /// Whether this may be done to a thing in AWS. `is_first` is true if nothing was done to it yet.
    ///
    /// # Errors
    /// The reason, one sentence without a full stop.
    fn thing(&self, state: usize, thing: &PlannedThing, is_first: bool) -> Result<(), String>;

    /// Whether a state of the machine may make its changes.
    ///
    /// # Errors
    /// The reason, one sentence without a full stop.
    fn machine(&self, state: usize, foreseen: &Outcome) -> Result<(), String>;

    /// Whether a state may call an execution function.
    ///
    /// # Errors
    /// The reason, one sentence without a full stop.
    fn function(&self, _name: &str) -> Result<(), String> {
        Ok(())
    }
}
