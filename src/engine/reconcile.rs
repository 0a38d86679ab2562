//! The driver, the same for every kind: a loop that looks, computes the thing's [`Condition`], and acts on it.
//!
//! A look describes and compares; a test run stops after the first look. The first look may only plan a creation; steps
//! that need the new id are ordinary differences of the next look. A creation that was killed half-way is completed in
//! the same way. The run reports, and the test run shows, what the first look finds.

use std::sync::Arc;

use super::condition::{Condition, Refusal, condition};
use super::event::Event;
use super::gate::RunContext;
use super::look::Look;
use super::part::Part;
use super::pause::Pause;
use super::prime;
use super::progress::{Confirmed, Progress};
use super::report;
use super::snapshot::{SessionId, Snapshot};
use aws::ApiError;
use kind::Unresolved;
use model::{Action, Change, Leaves, Outcome, Place};

/// The maximum number of rounds of steps for one thing: to create it, to complete it, and one for what AWS adds by
/// itself.
const ROUNDS: usize = 3;
/// How often a round may end early because somebody else did a step first.
const INTERRUPTIONS: usize = 20;

/// One part of one state, and the run it belongs to.
pub(super) struct Task<'a> {
    pub snapshot: &'a Snapshot,
    pub session: SessionId,
    pub part: &'a Part,
    pub state: usize,
    pub place: &'a Place,
    pub test: bool,
    pub context: RunContext<'a>,
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// The number of rounds of steps so far.
#[derive(Default)]
struct Rounds {
    whole: usize,
    interrupted: usize,
    is_gate_passed: bool,
}

impl Task<'_> {
    /// Brings the part to its declared state, or reports what would be done.
    pub async fn reconcile(&self) -> Outcome {
        let mut progress = Progress::default();
        let ended = self.rounds(&mut progress).await;
        if ended.is_err() && self.part.leaves == Leaves::Absent {
            self.snapshot.note_kept(self.session, self.part.kind.kind());
        }
        let mut outcome = match ended {
            Ok(outcome) | Err(outcome) => outcome,
        };
        outcome.warnings = progress.warnings;
        outcome
    }

    async fn rounds(&self, progress: &mut Progress) -> Result<Outcome, Outcome> {
        let (mut rounds, mut pause) = (Rounds::default(), Pause::default());
        let mut is_first = true;
        loop {
            // Boxed, like steps and pauses: they would make every state's future larger.
            let mut look = match Box::pin(self.look(progress)).await {
                Ok(look) => look,
                // AWS's error about the step says more than the failure of the later look.
                Err(outcome) => {
                    return Err(progress.unjudged().map_or(outcome, |it| self.failed(it, progress)));
                }
            };
            if self.test || look.plan.busy.is_none() {
                progress.warn(std::mem::take(&mut look.plan.warnings));
            }
            for confirmed in progress.take(&look.sight(self)) {
                let Confirmed { step, creates } = confirmed;
                let proof = self.proof(creates, false);
                (self.observe)(Event::StepDone { state: self.state, step, proof });
            }
            self.note_first_sight(&look, progress);
            if std::mem::take(&mut is_first) {
                if !look.plan.changes.is_empty() || !look.plan.steps.is_empty() {
                    // Guards, plans and the journal need the account of a change.
                    Box::pin(prime::find_accounts(self.snapshot, [self.session])).await;
                }
                let thing = Arc::new(self.planned(&look, progress.action.unwrap_or(Action::Update)));
                (self.observe)(Event::Planned { state: self.state, thing });
            }
            if self.test {
                return self.foreseen(&look, progress);
            }
            match condition(&look.sight(self), &progress.sent, pause.is_overdue()) {
                Condition::Done if pause.wants_another_look(look.plan.streak) => {
                    self.pause_for_streak(&look, &mut pause, progress).await?;
                }
                Condition::Done => return self.finished(&look, None, progress),
                Condition::Refused(refusal) => return self.finished(&look, Some(refusal), progress),
                waiting @ (Condition::Stale { .. } | Condition::Busy(_) | Condition::Deleting(_)) => {
                    Box::pin(self.pause(&look, waiting, &mut pause, progress)).await?;
                }
                Condition::Absent | Condition::Differing => {
                    if let Err(outcome) = Box::pin(self.one_round(&look, &mut rounds, progress)).await {
                        self.look_at_new(progress).await;
                        return Err(outcome);
                    }
                    pause = Pause::default();
                }
            }
        }
    }

    /// Reports a thing that this run made when a look shows it for the first time: its id proves later that it is
    /// still the same.
    fn note_first_sight(&self, look: &Look, progress: &mut Progress) {
        if !look.is_there || progress.is_new_reported || !progress.has_created() {
            return;
        }
        progress.is_new_reported = true;
        let thing = Arc::new(self.planned(look, progress.action.unwrap_or(Action::Create)));
        (self.observe)(Event::Made { state: self.state, thing });
    }

    /// A creation that ends early is looked at once, so that the run reports the id of what it made.
    async fn look_at_new(&self, progress: &mut Progress) {
        if !progress.has_created() || progress.is_new_reported {
            return;
        }
        if let Ok(look) = Box::pin(self.look(progress)).await {
            self.note_first_sight(&look, progress);
        }
    }

    /// Does the planned steps, within the maximum number of rounds.
    async fn one_round(
        &self,
        look: &Look,
        rounds: &mut Rounds,
        progress: &mut Progress,
    ) -> Result<(), Outcome> {
        if rounds.whole == ROUNDS || rounds.interrupted == INTERRUPTIONS {
            let reason = format!("it still differs after {ROUNDS} rounds ({})", paths(&look.plan.changes));
            return Err(self.blocked(reason, progress));
        }
        if let Some(approval) = self.context.approval {
            let thing = self.planned(look, progress.action.unwrap_or(Action::Update));
            let judged = approval.thing(self.state, &thing, progress.sent.is_empty());
            judged.map_err(|why| self.blocked(why, progress))?;
        }
        if self.context.stop.is_requested() {
            return Err(self.cut_short(progress));
        }
        if progress.sent.is_empty() && !rounds.is_gate_passed {
            rounds.is_gate_passed = true;
            if Box::pin(self.pass_gate(progress)).await? {
                // The gate may have taken minutes, so the thing is read again before the change.
                let since = self.snapshot.now();
                prime::prime_since(self.snapshot, &[(self.session, self.part)], since).await;
                progress.begin_anew();
                return Ok(());
            }
        }
        Box::pin(self.apply(look, progress)).await?;
        let count = if progress.unjudged().is_some() { &mut rounds.interrupted } else { &mut rounds.whole };
        *count += 1;
        Ok(())
    }

    /// A test run ends with its first look.
    fn foreseen(&self, look: &Look, progress: &Progress) -> Result<Outcome, Outcome> {
        if look.plan.refusals.is_empty() {
            return Ok(self.outcome(progress));
        }
        Err(self.refused(look.plan.refusals.join("; "), progress))
    }

    /// No step is left: success or failure.
    fn finished(
        &self,
        look: &Look,
        refusal: Option<Refusal>,
        progress: &Progress,
    ) -> Result<Outcome, Outcome> {
        if progress.done() > 0 {
            let thing = Arc::new(self.planned(look, progress.action.unwrap_or(Action::Update)));
            (self.observe)(Event::Found { state: self.state, thing });
        }
        let waits_for = look.pending.as_ref().filter(|_| matches!(refusal, None | Some(Refusal::NoStep)));
        if let Some(reference) = waits_for {
            let why = Unresolved::AfterApply(reference.clone());
            let incomplete = report::unresolved(self.part, &why, &progress.remains(), self.place);
            return Err(self.with_changes(incomplete, progress));
        }
        let reasons = match refusal {
            None => return Ok(self.outcome(progress)),
            Some(Refusal::Answered(error)) => return Err(self.failed(&error, progress)),
            Some(Refusal::Reasons(reasons)) => reasons.join("; "),
            Some(Refusal::NoStep) => format!("nothing can be done about {}", paths(&look.plan.changes)),
            Some(Refusal::KeptOtherwise { step, aspects }) => format!(
                "AWS accepted '{step}' and keeps something else ({}). Write it as AWS keeps it",
                aspects.join("; ")
            ),
            Some(Refusal::NeverShown { step }) => {
                let reason = format!("AWS accepted '{step}' and does not show it; running again looks first");
                return Err(self.refused(reason, progress));
            }
        };
        Err(self.blocked(reasons, progress))
    }

    fn outcome(&self, progress: &Progress) -> Outcome {
        let action = progress.action.unwrap_or(Action::Update);
        if progress.changes.is_empty() {
            report::unchanged(self.part, progress.has_help)
        } else if self.test {
            report::intended(self.part, action, &progress.changes)
        } else {
            report::done(self.part, action, &progress.changes)
        }
    }

    /// A failure reports the changes only as far as something was done.
    pub(super) fn with_changes(&self, outcome: Outcome, progress: &Progress) -> Outcome {
        if progress.done() > 0 { outcome.with_changes(&progress.changes) } else { outcome }
    }

    /// It is not possible until something is corrected.
    fn blocked(&self, reason: String, progress: &Progress) -> Outcome {
        let refused = report::refused(self.part, &[reason], &progress.remains().blocked(), self.place);
        self.with_changes(refused, progress)
    }

    /// It is not possible in this run, for one reason.
    pub(super) fn refused(&self, reason: String, progress: &Progress) -> Outcome {
        let refused = report::refused(self.part, &[reason], &progress.remains(), self.place);
        self.with_changes(refused, progress)
    }

    /// A step failed with this answer.
    pub(super) fn failed(&self, error: &ApiError, progress: &Progress) -> Outcome {
        let attempt = report::participle(progress.action.unwrap_or(Action::Update));
        let failed = report::failed(self.part, attempt, error, &progress.remains_after(error), self.place);
        self.with_changes(failed, progress)
    }
}

fn paths(changes: &[Change]) -> String {
    let paths: Vec<&str> = changes
        .iter()
        .map(|change| if change.path.is_empty() { "the whole" } else { change.path.as_str() })
        .collect();
    paths.join(", ")
}
