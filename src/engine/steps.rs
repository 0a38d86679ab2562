//! The driver's second half: does the steps of a plan, in parallel if the kind says that they are independent.

use std::sync::Arc;

use futures::stream::{FuturesUnordered, StreamExt};

use super::condition::Reply;
use super::event::{Event, StepProof};
use super::look::Look;
use super::progress::{Planned, Progress};
use super::reconcile::Task;
use aws::wait::{Patience, Pauses};
use aws::{ApiError, Aws, Fault};
use kind::AnyStep;
use model::{Action, Change, Leaves, Outcome};

/// The maximum number of running steps in one plan.
const AT_ONCE: usize = 8;

/// Why a refused step may succeed later without a change of the plan.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Passing {
    /// AWS is busy with another change of the same thing.
    Conflict,
    /// A thing that this run made is not visible everywhere yet.
    NotYet,
    /// Something that used it, and that this run deleted, has not released it yet.
    Held,
}

impl Passing {
    fn patience(self) -> Patience {
        match self {
            Self::NotYet => Patience::VISIBLE,
            Self::Conflict | Self::Held => Patience::RELEASED,
        }
    }

    fn what(self, error: &ApiError) -> String {
        let words = error.message.trim_end_matches('.');
        match self {
            Self::Conflict => format!("another change to end ({words})"),
            Self::NotYet => format!("what was just made to become visible everywhere ({words})"),
            Self::Held => format!("what used it to release it ({words})"),
        }
    }
}

impl Task<'_> {
    /// Does the plan's steps. After a failure no step is begun, and running steps may end; the next look shows whether
    /// the failed step had its effect nevertheless, unless AWS's answer leaves no doubt.
    pub(super) async fn apply(&self, look: &Look, progress: &mut Progress) -> Result<(), Outcome> {
        let Some(aws) = self.snapshot.aws(self.session) else { return Ok(()) };
        let _changing = self.snapshot.changing(self.session, self.part.kind.kind());
        let steps = &look.plan.steps;
        progress.planned += steps.len();
        let creates = !look.is_there && self.part.leaves == Leaves::Present;
        // Every value of a thing that did not exist is new: what AWS shows of it may be its default.
        let before: Arc<[Change]> = if creates { [].into() } else { look.plan.changes.as_slice().into() };
        let mut open = Open::new(steps);
        let mut under_way = FuturesUnordered::new();
        let mut definite = None;
        loop {
            while under_way.len() < AT_ONCE
                && !self.context.stop.is_requested()
                && let Some(index) = open.next()
            {
                let has_done = progress.done() > 0;
                let step = steps[index].as_ref();
                let aws = &aws;
                under_way.push(async move { (index, self.attempt(aws, step, has_done).await) });
            }
            let Some((index, result)) = under_way.next().await else { break };
            self.forget_after(steps[index].as_ref(), look.reference.as_ref());
            let planned = Planned {
                step: look.steps[index].clone(),
                title: steps[index].to_string(),
                paths: look.plan.paths(index),
                creates: creates && look.plan.creates(index),
                before: before.clone(),
            };
            match result {
                Ok(()) => {
                    open.done(index);
                    let proof = self.proof(planned.creates, true);
                    (self.observe)(Event::StepDone { state: self.state, step: planned.title.clone(), proof });
                    progress.note(planned, Reply::Accepted);
                    self.note_existing(steps[index].as_ref());
                }
                Err(error) if steps[index].is_made_already(&error) => {
                    open.done(index);
                    let answer = if error.after_silence { Reply::Confirmed } else { Reply::DoneByOthers };
                    progress.note(planned, answer);
                    self.note_existing(steps[index].as_ref());
                }
                Err(error) => {
                    open.close();
                    if leaves_no_doubt(&error) {
                        definite.get_or_insert_with(|| error.clone());
                    }
                    progress.note(planned, Reply::Failed(error));
                }
            }
        }
        if definite.is_none() || progress.done() > 0 {
            self.note_made(look, progress);
        }
        if let Some(error) = definite {
            return Err(self.failed(&error, progress));
        }
        if open.is_waiting() { Err(self.cut_short(progress)) } else { Ok(()) }
    }

    /// The thing of a step that was done.
    pub(super) fn proof(&self, creates: bool, answered: bool) -> StepProof {
        let kind = self.part.kind.kind().to_owned();
        StepProof { kind, name: self.part.name.clone(), creates, answered }
    }

    /// The run must end, and steps are left.
    pub(super) fn cut_short(&self, progress: &Progress) -> Outcome {
        let reason = "the run was stopped, and steps are left; run it again to do them".to_owned();
        self.refused(reason, progress)
    }

    /// Other states may refer to these things from now on.
    fn note_existing(&self, step: &dyn AnyStep) {
        let references = step.makes();
        if !references.is_empty() {
            self.snapshot.note_created(self.session, &references);
            (self.observe)(Event::Exists { state: self.state, references });
        }
    }

    /// Notes for other states what is new and what is gone: AWS may not show it everywhere yet.
    fn note_made(&self, look: &Look, progress: &Progress) {
        if !look.is_there && self.part.leaves == Leaves::Present {
            self.snapshot.note_created(self.session, &self.part.kind.provides(&self.part.spec));
        }
        if progress.action == Some(Action::Delete) && progress.done() > 0 {
            self.snapshot.note_deleted(self.session, self.part.kind.kind());
        }
    }

    /// Does a step; repeats it while AWS's refusal is a temporary one.
    async fn attempt(&self, aws: &Aws, step: &dyn AnyStep, has_done: bool) -> Result<(), ApiError> {
        (self.observe)(Event::StepStarted { state: self.state, step: step.to_string() });
        let mut pauses: Vec<(Passing, Pauses)> = vec![];
        loop {
            let Err(error) = step.apply(aws).await else { return Ok(()) };
            let Some(passing) = self.passing(&error, has_done) else { return Err(error) };
            let known = pauses.iter().position(|(known, _)| *known == passing);
            let index = known.unwrap_or_else(|| {
                (self.observe)(Event::Waiting { state: self.state, what: passing.what(&error) });
                pauses.push((passing, passing.patience().pauses()));
                pauses.len() - 1
            });
            if pauses[index].1.another().await.is_err() {
                return Err(error);
            }
        }
    }

    /// Why the step may succeed later, if it may.
    fn passing(&self, error: &ApiError, has_done: bool) -> Option<Passing> {
        let (kind, spec) = (self.part.kind, &self.part.spec);
        let made = || {
            let mut near = kind.uses(spec);
            near.extend(kind.provides(spec));
            self.snapshot.has_created(self.session, &near)
        };
        let released = || has_done || self.snapshot.has_deleted(self.session, kind.held_by());
        match error.fault {
            Fault::Conflict => Some(Passing::Conflict),
            Fault::InUse if released() => Some(Passing::Held),
            _ if kind.is_not_yet(error) && made() => Some(Passing::NotYet),
            _ => None,
        }
    }
}

/// True for a refusal that no look can turn into a success: nothing was carried out, and no action of others explains
/// it.
fn leaves_no_doubt(error: &ApiError) -> bool {
    !error.after_silence
        && matches!(
            error.fault,
            Fault::Ambiguous
                | Fault::Credentials
                | Fault::Denied
                | Fault::Invalid
                | Fault::Throttled
                | Fault::Unsupported
        )
}

/// The steps that have not begun, and what each of them waits for.
struct Open {
    /// None: it has begun.
    waits_for: Vec<Option<Vec<usize>>>,
}

impl Open {
    fn new(steps: &[Box<dyn AnyStep>]) -> Self {
        let waits_for = |index: usize| {
            let follows = |earlier: &usize| steps[index].follows(steps[*earlier].as_ref());
            Some((0..index).filter(follows).collect())
        };
        Self { waits_for: (0..steps.len()).map(waits_for).collect() }
    }

    /// Takes the first step that waits for nothing.
    fn next(&mut self) -> Option<usize> {
        let ready = self.waits_for.iter().position(|waits| waits.as_ref().is_some_and(Vec::is_empty))?;
        self.waits_for[ready] = None;
        Some(ready)
    }

    fn done(&mut self, index: usize) {
        for waits in self.waits_for.iter_mut().flatten() {
            waits.retain(|earlier| *earlier != index);
        }
    }

    /// True when a step has not begun.
    fn is_waiting(&self) -> bool {
        self.waits_for.iter().any(Option::is_some)
    }

    /// No more steps begin.
    fn close(&mut self) {
        self.waits_for.fill(None);
    }
}
