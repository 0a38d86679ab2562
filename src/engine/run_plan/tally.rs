//! The counts of a plan, and the line that reports them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PlannedAction, PlannedState};

/// The number of things for each action.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Tally {
    /// Things that are created.
    pub create: usize,
    /// Things that are changed in place.
    pub change: usize,
    /// Things that are deleted and created again.
    pub replace: usize,
    /// Things that are deleted.
    pub delete: usize,
    /// Things that are as declared.
    pub unchanged: usize,
    /// States that cannot be planned.
    pub failed: usize,
}

impl Tally {
    /// Counts the things of all states. A state without things counts as one thing.
    pub fn of(states: &[PlannedState]) -> Self {
        let mut tally = Self::default();
        for state in states {
            tally.failed += usize::from(state.failed);
            if state.things.is_empty() && !state.failed {
                tally.add(state.action);
            }
            for thing in &state.things {
                // Things that a failed state did not reach may not be as declared.
                if !(state.failed && thing.action == PlannedAction::Unchanged) {
                    tally.add(thing.action);
                }
            }
        }
        tally
    }

    fn add(&mut self, action: PlannedAction) {
        *match action {
            PlannedAction::Create => &mut self.create,
            PlannedAction::Change => &mut self.change,
            PlannedAction::Replace => &mut self.replace,
            PlannedAction::Delete => &mut self.delete,
            PlannedAction::Unchanged => &mut self.unchanged,
        } += 1;
    }

    /// The number of changed things.
    pub fn changes(self) -> usize {
        self.create + self.change + self.replace + self.delete
    }
}

impl fmt::Display for Tally {
    /// `3 to create, 1 to change, 1 to delete`; replacements and failures are named where there are any.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} to create, {} to change", self.create, self.change)?;
        if self.replace > 0 {
            write!(out, ", {} to replace", self.replace)?;
        }
        write!(out, ", {} to delete", self.delete)?;
        if self.failed > 0 {
            write!(out, ", {} failed", self.failed)?;
        }
        Ok(())
    }
}
