//! The progress of one state, and which of its differences this run may report as its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::condition::{Observation, Reply, Sent, may_have_been_done};
use aws::{ApiError, Fault};
use model::{Action, Change, Leaves, Remains};

/// The progress so far.
#[derive(Default)]
pub(super) struct Progress {
    /// The differences to report: those of the first look; later looks only complete them.
    pub changes: Vec<Change>,
    pub warnings: Vec<String>,
    /// The kind of the changes as a whole.
    pub action: Option<Action>,
    /// All steps, in the order in which they ended.
    pub sent: Vec<Sent>,
    /// The number of steps in all plans together.
    pub planned: usize,
    /// True when somebody else did a part of it while this run was about to.
    pub has_help: bool,
    /// True once the thing that this run made was reported.
    pub is_new_reported: bool,
}

/// A step without an answer whose effect a look shows.
pub(super) struct Confirmed {
    /// The step's description for people.
    pub step: String,
    /// True for the step that creates the thing.
    pub creates: bool,
}

impl Progress {
    /// Resets the result: nothing has been sent, and everything is compared again.
    pub fn begin_anew(&mut self) {
        *self = Self { warnings: std::mem::take(&mut self.warnings), ..Self::default() };
    }

    /// The number of steps that this run has done.
    pub fn done(&self) -> usize {
        self.sent.iter().filter(|sent| sent.is_ours()).count()
    }

    /// True once AWS has answered that this run created the thing.
    pub fn has_created(&self) -> bool {
        self.sent.iter().any(|sent| sent.creates && sent.is_ours())
    }

    /// The progress after a failure.
    pub fn remains(&self) -> Remains {
        let Some(last) = self.sent.iter().rev().find(|sent| sent.is_ours()) else {
            return Remains::Untouched;
        };
        let done = self.done();
        Remains::Partial { done, of: self.planned.max(done), last: last.title.clone(), is_blocked: false }
    }

    /// The same after this failure of the last step.
    pub fn remains_after(&self, error: &ApiError) -> Remains {
        let failed = self.sent.iter().rev().find(|sent| sent.answer == Reply::Failed(error.clone()));
        match failed {
            Some(sent) if may_have_been_done(error) => Remains::Unknown { step: sent.title.clone() },
            _ if is_permanent(error) => self.remains().blocked(),
            _ => self.remains(),
        }
    }

    /// The first failure that no look has decided yet.
    pub fn unjudged(&self) -> Option<&ApiError> {
        self.sent.iter().find_map(|sent| match &sent.answer {
            Reply::Failed(error) => Some(error),
            _ => None,
        })
    }

    /// Uses the result of a look: refused steps that are no longer planned had their effect, through this run or
    /// another; new differences join those to report. Returns the steps of this run that the look confirms.
    pub fn take(&mut self, sight: &Observation<'_>) -> Vec<Confirmed> {
        let is_held_up = sight.steps.is_empty() && (sight.busy.is_some() || sight.deleting.is_some());
        let confirmed = if is_held_up { self.forgive() } else { self.judge(sight) };
        self.action.get_or_insert(action(sight.leaves, sight.is_there && sight.deleting.is_none()));
        for change in sight.changes {
            if !self.changes.iter().any(|known| known.path == change.path) {
                self.changes.push(change.clone());
            }
        }
        confirmed
    }

    /// AWS was busy with the thing when it refused a step: that refusal has no meaning once AWS has finished.
    fn forgive(&mut self) -> Vec<Confirmed> {
        let may_pass = |fault| matches!(fault, Fault::Conflict | Fault::InUse | Fault::Invalid);
        self.sent.retain(|sent| !matches!(&sent.answer, Reply::Failed(error) if may_pass(error.fault)));
        vec![]
    }

    fn judge(&mut self, sight: &Observation<'_>) -> Vec<Confirmed> {
        let mut confirmed = vec![];
        let mut by_others = BTreeSet::new();
        for sent in &mut self.sent {
            let Reply::Failed(error) = &sent.answer else { continue };
            // A missing thing that should exist was not created by anybody.
            if sight.steps.contains(&sent.step) || (sight.leaves == Leaves::Present && !sight.is_there) {
                continue;
            }
            if may_have_been_done(error) {
                sent.answer = Reply::Confirmed;
                confirmed.push(Confirmed { step: sent.title.clone(), creates: sent.creates });
            } else {
                sent.answer = Reply::DoneByOthers;
                by_others.extend(sent.paths.iter().cloned());
                self.has_help = true;
            }
        }
        if self.has_help && self.done() == 0 {
            // Others have done all of it so far: the rest belongs to this run, and is compared again.
            self.changes.clear();
            self.action = None;
        } else {
            let ours: BTreeSet<&String> =
                self.sent.iter().filter(|sent| sent.is_ours()).flat_map(|sent| &sent.paths).collect();
            self.changes.retain(|change| !by_others.contains(&change.path) || ours.contains(&change.path));
            if self.action == Some(Action::Create) && self.is_created_by_others() {
                // Changes that this run made belong to it; all else is compared with the changes of others.
                self.changes.retain(|change| ours.contains(&change.path));
                self.action = None;
            }
        }
        confirmed
    }

    fn is_created_by_others(&self) -> bool {
        self.sent.iter().any(|sent| sent.creates && sent.answer == Reply::DoneByOthers)
    }

    /// Keeps each warning once.
    pub fn warn(&mut self, warnings: Vec<String>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// Notes AWS's answer to a step.
    pub fn note(&mut self, step: Planned, answer: Reply) {
        let Planned { step, title, paths, creates, before } = step;
        self.sent.push(Sent { step, title, answer, before, paths, creates });
    }
}

/// True for a refusal that AWS repeats until somebody corrects something.
fn is_permanent(error: &ApiError) -> bool {
    matches!(
        error.fault,
        Fault::Ambiguous | Fault::Credentials | Fault::Denied | Fault::Invalid | Fault::Unsupported
    )
}

/// A step before it is sent.
#[derive(Clone)]
pub(super) struct Planned {
    /// See [`Sent::step`].
    pub step: String,
    /// See [`Sent::title`].
    pub title: String,
    /// See [`Sent::paths`].
    pub paths: Vec<String>,
    /// See [`Sent::creates`].
    pub creates: bool,
    /// See [`Sent::before`].
    pub before: Arc<[Change]>,
}

fn action(leaves: Leaves, is_there: bool) -> Action {
    match (leaves, is_there) {
        (Leaves::Present, false) => Action::Create,
        (Leaves::Absent, true) => Action::Delete,
        _ => Action::Update,
    }
}
