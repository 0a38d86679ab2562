//! The driver's second half: does the steps of a round, one call after the other.

use std::sync::{Mutex, PoisonError};

use super::event::Event;
use super::reconcile::{Progress, Round, Task};
use super::report::{self, Deed};
use crate::aws::wait::{self, Patience};
use crate::aws::{ApiError, Aws, Fault};
use crate::model::{Leaves, Outcome, Remains};
use crate::resources::AnyStep;

impl Task<'_> {
    /// Does all steps, or stops at the first that fails and says what stands.
    pub(super) async fn apply(&self, found: &Round, progress: &mut Progress) -> Result<(), Outcome> {
        progress.planned += found.plan.steps.len();
        let Some(aws) = self.snapshot.aws(self.session) else { return Ok(()) };
        let _changing = self.snapshot.changing(self.session, self.part.kind.kind());
        for step in &found.plan.steps {
            let result = self.attempt(&aws, step.as_ref()).await;
            self.forget(found.reference.as_ref());
            match result {
                Ok(()) => {}
                // An attempt whose answer was lost did it: the next round finds the thing and goes on from there.
                Err(error) if error.fault == Fault::AlreadyExists && found.live.is_none() => break,
                Err(error) => {
                    let remains = match error.fault {
                        Fault::NoAnswer => Remains::Unknown { step: step.to_string() },
                        _ => progress.remains(),
                    };
                    let failed =
                        report::failed(self.part, attempt(progress.deed), &error, &remains, self.place);
                    return Err(self.with_changes(failed, progress));
                }
            }
            progress.done += 1;
            progress.last = step.to_string();
            (self.observe)(Event::StepDone { state: self.state, step: step.to_string() });
        }
        if found.live.is_none() && self.part.leaves == Leaves::Present {
            self.snapshot.note_created(self.session, &self.part.kind.provides(&self.part.spec));
        }
        Ok(())
    }

    /// Does a step; again while AWS is only not ready for it.
    async fn attempt(&self, aws: &Aws, step: &dyn AnyStep) -> Result<(), ApiError> {
        let last = Mutex::new(None);
        let done = wait::until(Patience::VISIBLE, || async {
            match step.apply(aws).await {
                Ok(()) => Ok(Some(())),
                Err(error) if self.is_not_yet(&error) => {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    Ok(None)
                }
                Err(error) => Err(error),
            }
        });
        let timed_out = done.await?.is_err();
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        last.filter(|_| timed_out).map_or(Ok(()), Err)
    }

    fn is_not_yet(&self, error: &ApiError) -> bool {
        let (kind, spec) = (self.part.kind, &self.part.spec);
        let made = || {
            let mut near = kind.uses(spec);
            near.extend(kind.provides(spec));
            self.snapshot.has_created(self.session, &near)
        };
        error.fault == Fault::Conflict || (kind.is_not_yet(error) && made())
    }
}

fn attempt(deed: Option<Deed>) -> &'static str {
    match deed {
        Some(Deed::Create) => "created",
        Some(Deed::Delete) => "deleted",
        Some(Deed::Update) | None => "updated",
    }
}
