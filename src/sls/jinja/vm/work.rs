//! Counts the work of one run, and ends the run when it does too much.

use std::cell::Cell;

use crate::jinja::raise::{Outcome, Raise};

/// The number of comparisons that count as one step.
const COMPARISONS_A_STEP: u64 = 16;

/// The number of items moved in a list or dict that count as one comparison.
const ITEMS_A_COMPARISON: usize = 8;

/// The number of bytes of text that count as one comparison.
const BYTES_A_COMPARISON: usize = 64;

/// The work of one run, in comparisons.
///
/// A statement, an expression and a loop round are one step each; a step counts as sixteen comparisons. Filters and
/// operators that compare values count every comparison, so that a short template cannot keep a machine busy for hours.
pub(crate) struct Work {
    done: Cell<u64>,
    most_steps: u64,
}

impl Work {
    /// No work yet, and a limit of this many steps.
    pub(crate) fn new(most_steps: u64) -> Self {
        Self { done: Cell::new(0), most_steps }
    }

    /// Counts one step.
    pub(crate) fn step(&self) -> Outcome<()> {
        self.add(COMPARISONS_A_STEP)
    }

    /// Counts this many steps.
    pub(crate) fn steps(&self, count: usize) -> Outcome<()> {
        self.add(u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(COMPARISONS_A_STEP))
    }

    /// Counts this many comparisons of two values.
    pub(crate) fn comparisons(&self, count: usize) -> Outcome<()> {
        self.add(u64::try_from(count).unwrap_or(u64::MAX))
    }

    /// Counts the move of this many items of a list or dict, to make room or to fill it.
    pub(crate) fn moves(&self, items: usize) -> Outcome<()> {
        self.comparisons(items / ITEMS_A_COMPARISON)
    }

    /// Counts the comparison of texts of this many bytes.
    pub(crate) fn text(&self, bytes: usize) -> Outcome<()> {
        self.comparisons(1 + bytes / BYTES_A_COMPARISON)
    }

    fn add(&self, count: u64) -> Outcome<()> {
        self.done.set(self.done.get().saturating_add(count));
        if self.done.get() / COMPARISONS_A_STEP <= self.most_steps {
            return Ok(());
        }
        let raise = Raise::new(format!("the template does not end within {} steps", self.most_steps));
        Err(raise.hint("set 'jinja_max_steps' in the minion configuration if it needs more"))
    }
}
