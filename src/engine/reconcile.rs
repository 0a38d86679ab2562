//! The driver, the same for every kind: describe, diff, (a test run stops here,) apply, and round again.
//!
//! The first round may only create; what needs the new id is an ordinary difference in the second. A creation that
//! died half-way heals the same way. The first diff lists all changes, and the test run's is that one.

use super::declare::Part;
use super::event::Event;
use super::gate::Ground;
use super::prime;
use super::report::{self, Deed};
use super::snapshot::{SessionId, Snapshot, View};
use crate::model::{Change, Outcome, Place, Plan, Reference, Remains};
use crate::resources::{AnyLive, AnyStep, AnyWant, Ask, Known, Lookup, Unresolved};

/// Creating, completing, and one for what AWS adds on its own.
const ROUNDS: usize = 3;

/// One part of one state, and the run it belongs to.
pub(super) struct Task<'a> {
    pub snapshot: &'a Snapshot,
    pub session: SessionId,
    pub part: &'a Part,
    pub state: usize,
    pub place: &'a Place,
    pub test: bool,
    pub ground: Ground<'a>,
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// What has been done so far.
#[derive(Default)]
pub(super) struct Progress {
    pub changes: Vec<Change>,
    pub warnings: Vec<String>,
    pub deed: Option<Deed>,
    pub done: usize,
    pub planned: usize,
    pub last: String,
}

impl Progress {
    pub fn remains(&self) -> Remains {
        if self.done == 0 {
            return Remains::Untouched;
        }
        Remains::Partial { done: self.done, of: self.planned.max(self.done), last: self.last.clone() }
    }

    /// The first round's changes are the run's; a later round may only finish them.
    fn take(&mut self, changes: Vec<Change>) {
        for change in changes {
            if !self.changes.iter().any(|known| known.path == change.path) {
                self.changes.push(change);
            }
        }
    }
}

/// What a round found: the plan for what there is.
pub(super) struct Round {
    pub reference: Option<Reference>,
    pub live: Option<AnyLive>,
    pub plan: Plan<Box<dyn AnyStep>>,
    /// What the declaration needs and this run has yet to make.
    pub pending: Option<Reference>,
}

/// Where a thing is and what is wanted of it.
struct Resolved {
    /// None: it stands in something this run will make.
    reference: Option<Reference>,
    want: AnyWant,
    pending: Option<Reference>,
}

impl Task<'_> {
    /// Brings the part to its wanted state, or tells what would be done.
    pub async fn reconcile(&self) -> Outcome {
        let mut progress = Progress::default();
        let mut outcome = match self.rounds(&mut progress).await {
            Ok(outcome) | Err(outcome) => outcome,
        };
        outcome.warnings = progress.warnings;
        outcome
    }

    async fn rounds(&self, progress: &mut Progress) -> Result<Outcome, Outcome> {
        let mut previous: Vec<String> = vec![];
        for round in 0..=ROUNDS {
            let mut found = self.round(progress, &previous).await?;
            progress.deed.get_or_insert(Deed::of(self.part.leaves, found.live.is_some()));
            progress.take(std::mem::take(&mut found.plan.changes));
            if self.test {
                return Ok(self.outcome(progress));
            }
            if found.plan.steps.is_empty() {
                return self.finished(&found, progress);
            }
            if round == ROUNDS {
                break;
            }
            if progress.done == 0 {
                // Boxed: commands and requests would make every state's future larger.
                Box::pin(self.pass_gate(progress)).await?;
            }
            previous = fingerprints(&found.plan);
            self.apply(&found, progress).await?;
        }
        let reason = format!("it still differs after {ROUNDS} rounds ({})", paths(&progress.changes));
        Err(self.refused(reason, progress))
    }

    /// Nothing is left to do: a run with changes must have done something for them.
    fn finished(&self, found: &Round, progress: &Progress) -> Result<Outcome, Outcome> {
        if let Some(reference) = &found.pending {
            let why = Unresolved::AfterApply(reference.clone());
            let incomplete = report::unresolved(self.part, &why, &progress.remains(), self.place);
            return Err(self.with_changes(incomplete, progress));
        }
        if !progress.changes.is_empty() && progress.done == 0 {
            let reason = format!("nothing can be done about {}", paths(&progress.changes));
            return Err(report::refused(self.part, &[reason], &progress.remains(), self.place));
        }
        Ok(self.outcome(progress))
    }

    fn outcome(&self, progress: &Progress) -> Outcome {
        let deed = progress.deed.unwrap_or(Deed::Update);
        if progress.changes.is_empty() {
            report::unchanged(self.part)
        } else if self.test {
            report::intended(self.part, deed, &progress.changes)
        } else {
            report::done(self.part, deed, &progress.changes)
        }
    }

    /// What is missing because another state failed is not to be declared once more.
    fn explained(&self, why: Unresolved) -> Unresolved {
        match why {
            Unresolved::Missing(reference)
                if View::new(self.snapshot, self.session).is_broken(&reference) =>
            {
                let reason = format!("{reference} does not exist, because the state that creates it failed");
                Unresolved::Refused(reason)
            }
            other => other,
        }
    }

    /// A failure shows the changes only as far as something was done.
    pub(super) fn with_changes(&self, outcome: Outcome, progress: &Progress) -> Outcome {
        if progress.done > 0 { outcome.with_changes(&progress.changes) } else { outcome }
    }

    /// It cannot be done, for one reason.
    pub(super) fn refused(&self, reason: String, progress: &Progress) -> Outcome {
        let refused = report::refused(self.part, &[reason], &progress.remains(), self.place);
        self.with_changes(refused, progress)
    }

    pub(super) async fn look(&self, progress: &Progress) -> Result<Round, Outcome> {
        let unresolved = |why: Unresolved| {
            let why = self.explained(why);
            self.with_changes(report::unresolved(self.part, &why, &progress.remains(), self.place), progress)
        };
        let Resolved { reference, want, pending } = self.resolve().await.map_err(unresolved)?;
        let live = match &reference {
            Some(reference) => {
                let ask =
                    Ask { reference: reference.clone(), aspects: self.part.kind.aspects(&self.part.spec) };
                self.snapshot.read(self.session, &ask).await.map_err(|error| {
                    self.with_changes(
                        report::failed(self.part, "read", &error, &progress.remains(), self.place),
                        progress,
                    )
                })?
            }
            None => None,
        };
        let plan = self.part.kind.diff(&want, live.as_ref());
        Ok(Round { reference, live, plan, pending })
    }

    async fn resolve(&self) -> Result<Resolved, Unresolved> {
        prime::prime(self.snapshot, &[(self.session, self.part)]).await;
        let view = View::new(self.snapshot, self.session);
        let mut lookup = Lookup::new(&view);
        let reference = match self.part.kind.locate(&self.part.spec, &mut lookup) {
            Ok(reference) => Some(reference),
            Err(Unresolved::AfterApply(_)) if self.test => None,
            Err(other) => return Err(other),
        };
        let want = self.part.kind.resolve(&self.part.spec, &mut lookup)?;
        let own = self.part.kind.provides(&self.part.spec);
        let is_others = |reference: &&Reference| !own.iter().any(|own| reference.is_provided_by(own));
        let pending = lookup.promised().iter().find(is_others).filter(|_| !self.test).cloned();
        match pending {
            // Two states that need each other: one of them comes first.
            Some(reference) if !self.part.kind.grows() => Err(Unresolved::AfterApply(reference)),
            pending => Ok(Resolved { reference, want, pending }),
        }
    }

    /// A mutation makes everything untrue that was read of the thing.
    pub(super) fn forget(&self, reference: Option<&Reference>) {
        let mut touched = self.part.kind.provides(&self.part.spec);
        touched.extend(reference.cloned());
        self.snapshot.forget(self.session, &touched);
    }
}

pub(super) fn fingerprints(plan: &Plan<Box<dyn AnyStep>>) -> Vec<String> {
    plan.steps.iter().map(|step| format!("{step:?}")).collect()
}

fn paths(changes: &[Change]) -> String {
    let paths: Vec<&str> = changes
        .iter()
        .map(|change| if change.path.is_empty() { "the whole" } else { change.path.as_str() })
        .collect();
    paths.join(", ")
}
