//! The driver's waits: while AWS is busy with a thing, and until it shows what was done.

use std::time::Duration;

use tokio::time::Instant;

use super::event::Event;
use super::reconcile::{Progress, Round, Task, fingerprints};
use crate::aws::wait::{self, Patience};
use crate::model::{Leaves, Outcome};

/// However long a kind lets AWS be busy.
const LONGEST: Patience = Patience { deadline: Duration::from_secs(7200), ..Patience::SETTLED };

const STILL_BUSY: &str = "AWS is still busy with it; run again later";

impl Task<'_> {
    /// Describes and diffs; waits while AWS is busy with the thing, or has not yet shown what was just done.
    pub(super) async fn round(&self, progress: &mut Progress, previous: &[String]) -> Result<Round, Outcome> {
        let began = Instant::now();
        let settled = wait::until(LONGEST, || async {
            let found = self.look(progress).await?;
            match (&found.plan.settling, self.test) {
                (Some(what), false) if found.plan.steps.is_empty() => {
                    self.in_time(what, found.plan.deadline, began, progress)?;
                    (self.observe)(Event::Waiting { state: self.state, what: what.clone() });
                    self.forget(found.reference.as_ref());
                    Ok(None)
                }
                _ => Ok(Some(found)),
            }
        });
        let Ok(mut found) = settled.await? else { return Err(self.refused(STILL_BUSY.to_owned(), progress)) };
        if !previous.is_empty() && self.is_stale(&found, previous) {
            found = self.visible(found, progress, previous).await?;
        }
        progress.warnings.extend(std::mem::take(&mut found.plan.warnings));
        progress.warnings.dedup();
        if !found.plan.refusals.is_empty() {
            return Err(self.refused(found.plan.refusals.join("; "), progress));
        }
        Ok(found)
    }

    /// Fails once AWS has been busy for longer than the plan, or else the driver, lets it.
    fn in_time(
        &self,
        what: &str,
        deadline: Option<Duration>,
        began: Instant,
        progress: &Progress,
    ) -> Result<(), Outcome> {
        if began.elapsed() < deadline.unwrap_or(Patience::SETTLED.deadline) {
            return Ok(());
        }
        let reason = deadline.map_or_else(
            || STILL_BUSY.to_owned(),
            |deadline| format!("{what} was waited for {} s in vain", deadline.as_secs()),
        );
        Err(self.refused(reason, progress))
    }

    /// True when AWS does not show yet all that was just done: a step that is done is not to be done again.
    fn is_stale(&self, found: &Round, previous: &[String]) -> bool {
        let missing = match self.part.leaves {
            Leaves::Present => found.live.is_none(),
            Leaves::Absent => found.live.is_some(),
            Leaves::Other => false,
        };
        missing || fingerprints(&found.plan).iter().any(|step| previous.contains(step))
    }

    /// Looks again until AWS shows what was done. After the deadline the round goes on with what there is.
    async fn visible(
        &self,
        stale: Round,
        progress: &Progress,
        previous: &[String],
    ) -> Result<Round, Outcome> {
        (self.observe)(Event::Waiting {
            state: self.state,
            what: "what was done to become visible".to_owned(),
        });
        let shown = wait::until(Patience::VISIBLE, || async {
            self.forget(stale.reference.as_ref());
            let found = self.look(progress).await?;
            Ok::<_, Outcome>((!self.is_stale(&found, previous)).then_some(found))
        });
        Ok(shown.await?.unwrap_or(stale))
    }
}
