//! The driver's waits: while AWS is busy with a thing or deletes it, and until it shows what was done.
//!
//! Every wait has a deadline, reports what it waits for, and ends when the run is stopped.

use std::time::Duration;

use super::condition::Condition;
use super::event::Event;
use super::look::Look;
use super::progress::Progress;
use super::reconcile::Task;
use aws::wait::{GaveUp, Patience, Pauses};
use model::Outcome;

/// The pause between looks at something that must hold for a while.
const STREAK: Patience = Patience {
    first: Duration::from_secs(2),
    longest: Duration::from_secs(2),
    deadline: Duration::from_secs(60),
};

/// What a wait is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum WaitReason {
    Visible,
    Busy,
    Deleting,
}

/// A wait that lasts over several looks.
#[derive(Default)]
pub(super) struct Pause {
    /// Each reason with its own deadline, so that a thing that alternates between two of them cannot cause an endless
    /// wait.
    under_way: Vec<(WaitReason, Pauses)>,
    /// The last reported reason of the wait.
    reported: String,
    /// True once AWS was busy with the thing.
    was_busy: bool,
    /// The number of looks in a row that found nothing to wait for.
    quiet: usize,
    is_overdue: bool,
}

impl Pause {
    /// True once a change has not become visible in time.
    pub fn is_overdue(&self) -> bool {
        self.is_overdue
    }

    /// True if a thing that AWS was busy with has not been seen ready often enough in a row. Counts this look.
    pub fn wants_another_look(&mut self, streak: usize) -> bool {
        self.quiet += 1;
        self.was_busy && self.quiet < streak
    }

    fn pauses(&mut self, matter: WaitReason, patience: Patience) -> &mut Pauses {
        let known = self.under_way.iter().position(|(known, _)| *known == matter);
        let index = known.unwrap_or_else(|| {
            self.under_way.push((matter, patience.pauses()));
            self.under_way.len() - 1
        });
        &mut self.under_way[index].1
    }
}

impl Task<'_> {
    /// Waits until the next look.
    ///
    /// Fails if AWS is busy for longer than the plan allows, or the run is stopped. A change that does not become
    /// visible in time is not a failure yet: the next look decides.
    pub(super) async fn pause(
        &self,
        look: &Look,
        condition: Condition,
        pause: &mut Pause,
        progress: &Progress,
    ) -> Result<(), Outcome> {
        let (matter, what, patience) = match condition {
            Condition::Stale { step, patience } => {
                (WaitReason::Visible, format!("'{step}' to become visible"), patience)
            }
            Condition::Busy(what) => (WaitReason::Busy, what, patience(look.plan.deadline)),
            Condition::Deleting(what) => (WaitReason::Deleting, what, patience(look.plan.deadline)),
            _ => return Ok(()),
        };
        if pause.reported != what {
            (self.observe)(Event::Waiting { state: self.state, what: what.clone() });
            pause.reported.clone_from(&what);
        }
        pause.was_busy |= matter == WaitReason::Busy;
        pause.quiet = 0;
        let waited = pause.pauses(matter, patience).another().await;
        self.forget(look.reference.as_ref());
        match (waited, matter) {
            (Ok(()), _) => Ok(()),
            (Err(GaveUp::Stopped), _) => Err(self.stopped(&what, progress)),
            (Err(GaveUp::TimedOut(_)), WaitReason::Visible) => {
                pause.is_overdue = true;
                Ok(())
            }
            (Err(GaveUp::TimedOut(deadline)), WaitReason::Busy | WaitReason::Deleting) => {
                let reason = format!("AWS was still busy with it after {} s ({what})", deadline.as_secs());
                Err(self.refused(format!("{reason}; run again later"), progress))
            }
        }
    }

    /// Waits a short time before the same must be seen again.
    pub(super) async fn pause_for_streak(
        &self,
        look: &Look,
        pause: &mut Pause,
        progress: &Progress,
    ) -> Result<(), Outcome> {
        self.forget(look.reference.as_ref());
        match STREAK.pauses().another().await {
            Err(GaveUp::Stopped) => Err(self.stopped(&pause.reported, progress)),
            _ => Ok(()),
        }
    }

    fn stopped(&self, what: &str, progress: &Progress) -> Outcome {
        let reason = format!("the run was stopped while it waited for AWS ({what}); running again continues");
        self.refused(reason, progress)
    }
}

/// For something slow, as long as the plan or else the driver allows.
fn patience(deadline: Option<Duration>) -> Patience {
    Patience { deadline: deadline.unwrap_or(Patience::SETTLED.deadline), ..Patience::SETTLED }
}
