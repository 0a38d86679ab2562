//! Salt's `comment` for what the driver did: what happened, to what, what to do next.

use std::fmt::Write as _;

use super::declare::Part;
use crate::aws::ApiError;
use crate::graph::Answer;
use crate::model::{Change, Leaves, Low, Map, Outcome, Place, Problem, Remains, Value, Verdict};
use crate::resources::Unresolved;

/// What a part's changes amount to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Deed {
    Create,
    Update,
    Delete,
}

impl Deed {
    pub(super) fn of(leaves: Leaves, is_there: bool) -> Self {
        match (leaves, is_there) {
            (Leaves::Present, false) => Self::Create,
            (Leaves::Absent, true) => Self::Delete,
            _ => Self::Update,
        }
    }

    fn participle(self) -> &'static str {
        match self {
            Self::Create => "created",
            Self::Update => "updated",
            Self::Delete => "deleted",
        }
    }
}

fn subject(part: &Part) -> String {
    format!("{} {}", part.kind.noun(), part.name)
}

/// Nothing differs.
pub(super) fn unchanged(part: &Part) -> Outcome {
    let state = match part.leaves {
        Leaves::Present => "is present and as declared",
        Leaves::Absent => "is absent",
        Leaves::Other => "is as declared",
    };
    Outcome::succeeded(format!("{} {state}.", subject(part)))
}

/// A test run found differences.
pub(super) fn intended(part: &Part, deed: Deed, changes: &[Change]) -> Outcome {
    let comment = format!("{} is set to be {}{}.", subject(part), deed.participle(), aspects(deed, changes));
    Outcome::would_change(comment).with_changes(changes)
}

/// All differences are gone.
pub(super) fn done(part: &Part, deed: Deed, changes: &[Change]) -> Outcome {
    let comment = format!("{} was {}{}.", subject(part), deed.participle(), aspects(deed, changes));
    Outcome::succeeded(comment).with_changes(changes)
}

fn aspects(deed: Deed, changes: &[Change]) -> String {
    if deed != Deed::Update {
        return String::new();
    }
    let paths: Vec<&str> =
        changes.iter().map(|change| change.path.as_str()).filter(|path| !path.is_empty()).collect();
    if paths.is_empty() { String::new() } else { format!(": {}", paths.join(", ")) }
}

/// There is no such state function: Salt's comment, and below it what to do.
pub(super) fn not_found(low: &Low, problem: &Problem) -> Answer {
    let hint = problem.hint.as_ref().map(|hint| format!("Hint: {hint}\n")).unwrap_or_default();
    let advice = format!("{hint}Declared at {}", low.function_place);
    Answer::not_found(&format!("{}.{}", low.state, low.function), &low.sls, &advice)
}

/// A call failed.
pub(super) fn failed(
    part: &Part,
    attempt: &str,
    error: &ApiError,
    remains: &Remains,
    place: &Place,
) -> Outcome {
    let mut comment = format!("{} could not be {attempt}: {error}.", subject(part));
    let advice = part.kind.advice(error).or_else(|| error.fault.advice().map(str::to_owned));
    let _ = write!(comment, "\n{remains}");
    if let Some(advice) = advice {
        let _ = write!(comment, "\nHint: {advice}.");
    }
    let _ = write!(comment, "\nDeclared at {place}");
    Outcome::failed(comment)
}

/// It differs in a way that cannot be mended, or never became as wanted.
pub(super) fn refused(part: &Part, reasons: &[String], remains: &Remains, place: &Place) -> Outcome {
    let reasons = reasons.join("; ");
    Outcome::failed(format!(
        "{} cannot be made as declared: {reasons}.\n{remains}\nDeclared at {place}",
        subject(part)
    ))
}

/// A name that the declaration refers to has no identifier.
pub(super) fn unresolved(part: &Part, why: &Unresolved, remains: &Remains, place: &Place) -> Outcome {
    match why {
        Unresolved::Failed(reference, error) => {
            failed(part, &format!("reconciled, as {reference} could not be read"), error, remains, place)
        }
        Unresolved::Missing(reference) => {
            let hint = "create it, declare it in this run, or correct the name";
            let reason = format!("{reference} does not exist, and no state of this run creates it ({hint})");
            refused(part, &[reason], remains, place)
        }
        Unresolved::AfterApply(reference) => {
            let reason = format!("{reference} has not been created yet; running again completes this one");
            refused(part, &[reason], remains, place)
        }
        Unresolved::Refused(reason) => refused(part, std::slice::from_ref(reason), remains, place),
        Unresolved::Unread => refused(part, &["its references could not be read".to_owned()], remains, place),
    }
}

/// The outcome of something that a state implies: its changes stand under its name, as several may be of one kind.
pub(super) fn implied(name: &str, outcome: Outcome) -> Outcome {
    let under = |value: Value| [(name, value)].into_iter().collect::<Value>();
    let changes = outcome.changes.into_iter().map(|(side, value)| (side, under(value))).collect();
    Outcome { changes, ..outcome }
}

/// One outcome of a state's own thing and of one that it implies.
pub(super) fn join(first: Outcome, second: Outcome) -> Outcome {
    let rank = |verdict| match verdict {
        Verdict::Succeeded => 0,
        Verdict::WouldChange => 1,
        Verdict::Failed => 2,
    };
    let verdict = if rank(second.verdict) > rank(first.verdict) { second.verdict } else { first.verdict };
    let mut changes = Value::Map(first.changes);
    changes.merge(Value::Map(second.changes));
    let changes = changes.as_map().cloned().unwrap_or_else(Map::new);
    let warnings = first.warnings.into_iter().chain(second.warnings).collect();
    Outcome { verdict, comment: format!("{}\n{}", first.comment, second.comment), changes, warnings }
}
