//! The condition of a thing after a look: one enum, computed by one pure function.
//!
//! The driver's loop (`reconcile`) looks, asks [`condition`], and acts on the answer; nothing else decides the next
//! action. Laws: a step that AWS accepted is never sent again. A refusal of AWS counts only after a look confirms it.
//! The driver waits for what AWS shows late, but not for what AWS keeps in another form.

use std::sync::Arc;

use super::differing::kept_otherwise;
use aws::wait::Patience;
use aws::{ApiError, Fault};
use model::{Change, Leaves};

/// The next action for a thing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// All is as declared.
    Done,
    /// It does not exist, and steps create it.
    Absent,
    /// It exists, and steps make it as declared.
    Differing,
    /// AWS does not show yet what was done: look again until the patience ends.
    Stale {
        /// The step whose effect is missing.
        step: String,
        /// How long to look again.
        patience: Patience,
    },
    /// AWS is busy with it (creating, modifying, bringing into service).
    Busy(String),
    /// AWS is deleting it.
    Deleting(String),
    /// Neither a further look nor a step makes it as declared.
    Refused(Refusal),
}

/// Why nothing more can be done.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refusal {
    /// The kind's own reasons: an immutable attribute, a bad final state.
    Reasons(Vec<String>),
    /// It differs, and the kind has no step for that.
    NoStep,
    /// AWS accepted the step, but shows something else than was sent.
    KeptOtherwise {
        /// The step.
        step: String,
        /// What was sent and what was read, one text for each aspect.
        aspects: Vec<String>,
    },
    /// AWS accepted the step and never showed its effect.
    NeverShown {
        /// The step.
        step: String,
    },
    /// AWS's error message: a look confirms that the step had no effect.
    Answered(ApiError),
}

/// The result of one look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation<'a> {
    /// The desired end: present or absent.
    pub leaves: Leaves,
    /// True when AWS shows the thing.
    pub is_there: bool,
    /// The planned steps, as [`Sent::step`] names them.
    pub steps: &'a [String],
    /// The differences.
    pub changes: &'a [Change],
    /// Why it cannot be done at all.
    pub refusals: &'a [String],
    /// What AWS is busy with.
    pub busy: Option<&'a str>,
    /// What AWS is deleting.
    pub deleting: Option<&'a str>,
}

/// A step that was sent to AWS.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// The step with all its data: two looks plan the same step when these are equal.
    pub step: String,
    /// The step's description for people.
    pub title: String,
    /// AWS's answer.
    pub answer: Reply,
    /// The differences at planning time, which show what was read before it.
    pub before: Arc<[Change]>,
    /// The aspects that it changes, as far as the plan knows.
    pub paths: Vec<String>,
    /// True when it creates the thing.
    pub creates: bool,
}

/// AWS's answer to a step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// It is done.
    Accepted,
    /// An attempt got no answer or a late refusal, and a look shows that the step had its effect.
    Confirmed,
    /// AWS refused it, and the error or a look shows that somebody else did it.
    DoneByOthers,
    /// AWS refused it, or gave no answer: the next look shows whether it had its effect.
    Failed(ApiError),
}

impl Sent {
    /// True when this run did it.
    pub fn is_ours(&self) -> bool {
        matches!(self.answer, Reply::Accepted | Reply::Confirmed)
    }

    fn failure(&self) -> Option<&ApiError> {
        if let Reply::Failed(error) = &self.answer { Some(error) } else { None }
    }
}

/// True when AWS may have carried out the call although its last answer says otherwise.
pub(super) fn may_have_been_done(error: &ApiError) -> bool {
    error.after_silence || matches!(error.fault, Fault::NoAnswer | Fault::Server)
}

/// True when a look may not show for a while what the call, or another run, has done.
fn may_appear(error: &ApiError) -> bool {
    error.after_silence || matches!(error.fault, Fault::AlreadyExists | Fault::NoAnswer | Fault::Server)
}

/// Decides the next action.
///
/// `sent` holds all steps of this run so far. `is_overdue` is true once the patience of a [`Condition::Stale`] has
/// ended. Pure; every combination is in the tables of `tests/condition.rs`.
pub(super) fn condition(sight: &Observation<'_>, sent: &[Sent], is_overdue: bool) -> Condition {
    if sight.steps.is_empty() && sight.refusals.is_empty() {
        if let Some(what) = sight.deleting {
            return Condition::Deleting(what.to_owned());
        }
        if let Some(what) = sight.busy {
            return Condition::Busy(what.to_owned());
        }
    }
    if let Some(step) = missing(sight, sent) {
        return unseen(sight, step, is_overdue);
    }
    if !sight.refusals.is_empty() {
        return Condition::Refused(Refusal::Reasons(sight.refusals.to_vec()));
    }
    match (sight.steps.is_empty(), sight.is_there) {
        (false, true) => Condition::Differing,
        (false, false) => Condition::Absent,
        (true, _) if sight.changes.is_empty() => Condition::Done,
        (true, _) => Condition::Refused(Refusal::NoStep),
    }
}

/// A step that was sent and whose effect the look does not show: it is planned again, or the thing is missing.
///
/// A refused step comes first: its error explains the others.
fn missing<'a>(sight: &Observation<'_>, sent: &'a [Sent]) -> Option<&'a Sent> {
    let repeated = |sent: &&Sent| sight.steps.contains(&sent.step);
    let is_gone = sight.leaves == Leaves::Present && !sight.is_there;
    let failed = sent.iter().rev().filter(|sent| sent.failure().is_some()).find(repeated);
    let accepted = || sent.iter().rev().find(repeated);
    let first = || sent.iter().find(|sent| is_gone && sent.is_ours());
    failed.or_else(accepted).or_else(first)
}

/// The condition after a step whose effect the look does not show.
fn unseen(sight: &Observation<'_>, sent: &Sent, is_overdue: bool) -> Condition {
    let (step, failure) = (sent.title.clone(), sent.failure());
    if let Some(error) = failure
        && (is_overdue || !may_appear(error))
    {
        return Condition::Refused(Refusal::Answered(error.clone()));
    }
    let aspects = if sight.is_there { kept_otherwise(&sent.before, sight.changes) } else { vec![] };
    match failure {
        Some(error) if !aspects.is_empty() => Condition::Refused(Refusal::Answered(error.clone())),
        None if !aspects.is_empty() => Condition::Refused(Refusal::KeptOtherwise { step, aspects }),
        None if is_overdue => Condition::Refused(Refusal::NeverShown { step }),
        None => Condition::Stale { step, patience: Patience::VISIBLE },
        Some(_) => Condition::Stale { step, patience: Patience::APPEARING },
    }
}
