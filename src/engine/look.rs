//! The driver's look: resolve what the declaration names, read the thing, compare.

use super::condition::Sight;
use super::event::Event;
use super::prime;
use super::progress::Progress;
use super::reconcile::Task;
use super::report;
use super::snapshot::View;
use crate::aws::wait::Patience;
use crate::model::{Outcome, Plan, Reference};
use crate::resources::{AnyStep, AnyWant, Ask, Known, Lookup, Unresolved};

/// What one look found: the plan for what there is.
pub(super) struct Look {
    /// None: it stands in something this run will make.
    pub reference: Option<Reference>,
    pub is_there: bool,
    pub plan: Plan<Box<dyn AnyStep>>,
    /// The plan's steps with everything they hold, to compare them with those of other looks.
    pub steps: Vec<String>,
    /// What the declaration needs and this run has yet to make.
    pub pending: Option<Reference>,
}

/// Where a thing is and what is wanted of it.
struct Resolved {
    reference: Option<Reference>,
    want: AnyWant,
    pending: Option<Reference>,
}

impl Look {
    /// What matters of it for what to do next.
    pub fn sight(&self, task: &Task<'_>) -> Sight<'_> {
        Sight {
            leaves: task.part.leaves,
            is_there: self.is_there,
            steps: &self.steps,
            changes: &self.plan.changes,
            refusals: &self.plan.refusals,
            busy: self.plan.busy.as_deref(),
            deleting: self.plan.deleting.as_deref(),
        }
    }
}

impl Task<'_> {
    /// Resolves, reads and compares. What the snapshot knows is not read again.
    pub(super) async fn look(&self, progress: &Progress) -> Result<Look, Outcome> {
        let unresolved = |why: Unresolved| {
            let why = self.explained(why);
            self.with_changes(report::unresolved(self.part, &why, &progress.remains(), self.place), progress)
        };
        let Resolved { reference, want, pending } = self.resolve_shown().await.map_err(unresolved)?;
        let live = match &reference {
            Some(reference) => {
                let ask =
                    Ask { reference: reference.clone(), aspects: self.part.kind.aspects(&self.part.spec) };
                self.snapshot.read(self.session, &ask).await.map_err(|error| {
                    let failed = report::failed(self.part, "read", &error, &progress.remains(), self.place);
                    self.with_changes(failed, progress)
                })?
            }
            None => None,
        };
        let plan = self.part.kind.diff(&want, live.as_ref());
        let steps = plan.steps.iter().map(|step| format!("{step:?}")).collect();
        Ok(Look { reference, is_there: live.is_some(), plan, steps, pending })
    }

    /// Resolves. What this run has made and AWS does not show yet is waited for.
    async fn resolve_shown(&self) -> Result<Resolved, Unresolved> {
        let mut pauses = None;
        loop {
            let resolved = self.resolve().await;
            let Some(reference) = self.unshown(&resolved) else { return resolved };
            let pauses = pauses.get_or_insert_with(|| {
                let what = format!("{reference}, which this run made, to become visible");
                (self.observe)(Event::Waiting { state: self.state, what });
                Patience::VISIBLE.pauses()
            });
            if pauses.another().await.is_err() {
                return resolved;
            }
            self.snapshot.forget(self.session, &[reference]);
        }
    }

    /// What this run has made, is referred to, and is not shown yet.
    fn unshown(&self, resolved: &Result<Resolved, Unresolved>) -> Option<Reference> {
        let reference = match resolved {
            Ok(resolved) => resolved.pending.as_ref()?,
            Err(Unresolved::AfterApply(reference) | Unresolved::Missing(reference)) => reference,
            Err(_) => return None,
        };
        let is_made = || self.snapshot.has_created(self.session, std::slice::from_ref(reference));
        (!self.test && is_made()).then(|| reference.clone())
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

    /// A step makes untrue what was read of what it changes.
    pub(super) fn forget_after(&self, step: &dyn AnyStep, reference: Option<&Reference>) {
        let mut touched = step.touches(self.part.kind.provides(&self.part.spec));
        touched.extend(reference.cloned());
        self.snapshot.forget(self.session, &touched);
    }

    /// Nothing holds any more that was read of the thing.
    pub(super) fn forget(&self, reference: Option<&Reference>) {
        let mut touched = self.part.kind.provides(&self.part.spec);
        touched.extend(reference.cloned());
        self.snapshot.forget(self.session, &touched);
    }
}
