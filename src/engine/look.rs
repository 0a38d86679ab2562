//! The driver's look: resolves the references of the declaration, reads the thing, compares.

use super::condition::Observation;
use super::event::Event;
use super::planned::{Consulted, PlannedAction, PlannedThing};
use super::prime;
use super::progress::Progress;
use super::reconcile::Task;
use super::report;
use super::snapshot::View;
use aws::wait::Patience;
use kind::{AnyStep, AnyWant, Ask, Known, Lookup, Unresolved};
use model::{Action, Aspects, Outcome, Plan, Reference, Value};

/// The result of one look: the plan for the current thing.
pub(super) struct Look {
    /// None: it is inside something that this run will make.
    pub reference: Option<Reference>,
    pub is_there: bool,
    pub plan: Plan<Box<dyn AnyStep>>,
    /// The plan's steps with all their data, to compare them with those of other looks.
    pub steps: Vec<String>,
    /// What the declaration needs and this run will make later.
    pub pending: Option<Reference>,
    /// The reads of other things for this plan.
    pub consulted: Vec<Consulted>,
    /// AWS's id for it.
    pub id: Option<String>,
    /// See [`PlannedThing::identity`].
    pub identity: Option<String>,
    /// Its tags, if they were read.
    pub tags: Option<Value>,
}

/// The connection and declaration of a thing.
struct Resolved {
    reference: Option<Reference>,
    want: AnyWant,
    pending: Option<Reference>,
    consulted: Vec<Consulted>,
}

impl Look {
    /// The facts that decide the next action.
    pub fn sight(&self, task: &Task<'_>) -> Observation<'_> {
        Observation {
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
    /// Resolves, reads and compares. What the snapshot has is not read again.
    pub(super) async fn look(&self, progress: &Progress) -> Result<Look, Outcome> {
        let unresolved = |why: Unresolved| {
            let why = self.explained(why);
            self.with_changes(report::unresolved(self.part, &why, &progress.remains(), self.place), progress)
        };
        let Resolved { reference, want, pending, consulted } =
            self.resolve_shown().await.map_err(unresolved)?;
        let live = match &reference {
            Some(reference) => {
                // The identity of what this run made is recorded.
                let identity =
                    if progress.has_created() { self.part.kind.undoing().identity } else { Aspects::NONE };
                let ask = Ask { reference: reference.clone(), aspects: self.part.aspects() | identity };
                self.snapshot.read(self.session, &ask).await.map_err(|error| {
                    let failed = report::failed(self.part, "read", &error, &progress.remains(), self.place);
                    self.with_changes(failed, progress)
                })?
            }
            None => None,
        };
        let plan = self.part.kind.diff(&want, live.as_ref());
        let steps = plan.steps.iter().map(|step| format!("{step:?}")).collect();
        let attribute = |name: &str| live.as_ref().and_then(|live| self.part.kind.attribute(live, name));
        let text = |name: &str| attribute(name).and_then(|value| value.as_str().map(str::to_owned));
        let id = text("id").or_else(|| text("arn"));
        let identity = text("identity").or_else(|| id.clone());
        let tags = live.as_ref().and_then(|live| self.part.kind.tags(live));
        let tags =
            tags.map(|tags| tags.iter().map(|(key, it)| (key.as_str(), Value::from(it.as_str()))).collect());
        Ok(Look { reference, is_there: live.is_some(), plan, steps, pending, consulted, id, identity, tags })
    }

    /// Resolves the references. It waits for things that this run has made and AWS does not show yet.
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

    /// The referenced things that this run has made and AWS does not show yet.
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
        let consulted = consulted(&lookup, &own);
        let is_others = |reference: &&Reference| !own.iter().any(|own| reference.is_provided_by(own));
        let pending = lookup.promised().iter().find(is_others).filter(|_| !self.test).cloned();
        match pending {
            // Two states that need each other: one of them comes first.
            Some(reference) if !self.part.kind.grows() => Err(Unresolved::AfterApply(reference)),
            pending => Ok(Resolved { reference, want, pending, consulted }),
        }
    }

    /// The plan of a look, for display.
    pub(super) fn planned(&self, look: &Look, action: Action) -> PlannedThing {
        let kind = self.part.kind;
        let operations: Vec<_> = look.plan.steps.iter().filter_map(|step| step.operation()).collect();
        let has_changes = !look.plan.changes.is_empty() || !look.plan.steps.is_empty();
        let aws = self.snapshot.aws(self.session);
        PlannedThing {
            kind: kind.kind(),
            noun: kind.noun(),
            name: self.part.name.clone(),
            named_by: self.part.named_by.clone(),
            region: aws.as_ref().map(|aws| aws.region.clone()),
            account: aws.as_ref().and_then(|aws| aws.account()),
            id: look.id.clone(),
            identity: look.identity.clone(),
            action: PlannedAction::of(action, kind.kind(), &operations, has_changes),
            changes: look.plan.changes.clone(),
            steps: look.plan.steps.iter().map(ToString::to_string).collect(),
            consulted: look.consulted.clone(),
            tags: look.tags.clone(),
        }
    }

    /// A thing that is missing because another state failed need not be declared again.
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

    /// A step invalidates the reads of the things that it changes.
    pub(super) fn forget_after(&self, step: &dyn AnyStep, reference: Option<&Reference>) {
        let mut touched = step.touches(self.part.kind.provides(&self.part.spec));
        touched.extend(reference.cloned());
        self.snapshot.forget(self.session, &touched);
    }

    /// Invalidates all reads of the thing.
    pub(super) fn forget(&self, reference: Option<&Reference>) {
        let mut touched = self.part.kind.provides(&self.part.spec);
        touched.extend(reference.cloned());
        self.snapshot.forget(self.session, &touched);
    }
}

/// The reads of other things, each attribute once.
fn consulted(lookup: &Lookup<'_>, own: &[Reference]) -> Vec<Consulted> {
    let mut all: Vec<Consulted> = vec![];
    for (reference, attribute, value) in lookup.found() {
        let known =
            Consulted { thing: reference.to_string(), attribute: attribute.clone(), value: value.clone() };
        if !attribute.is_empty() && !own.contains(reference) && !all.contains(&known) {
            all.push(known);
        }
    }
    all
}
