//! Salt's `comment` about the driver's work: what happened, to what, what to do next.

use std::fmt::Write as _;

use super::part::Part;
use aws::ApiError;
use graph::CallEnd;
use kind::Unresolved;
use model::{Action, Change, Leaves, Low, Map, Outcome, Place, Problem, Remains, Value, Verdict};
use sls::brought;

/// The action on a thing in a sentence: "was created".
pub(super) fn participle(action: Action) -> &'static str {
    match action {
        Action::Create => "created",
        Action::Update => "updated",
        Action::Delete => "deleted",
    }
}

fn subject(part: &Part) -> String {
    format!("{} {}", part.kind.noun(), part.name)
}

/// Nothing differs. `has_help` means that somebody else made it so while this run was about to.
pub(super) fn unchanged(part: &Part, has_help: bool) -> Outcome {
    let state = match part.leaves {
        Leaves::Present => "is present and as declared",
        Leaves::Absent => "is absent",
        Leaves::Other => "is as declared",
    };
    let help = if has_help { " Somebody else made it so during this run." } else { "" };
    Outcome::succeeded(format!("{} {state}.{help}", subject(part)))
}

/// A test run found differences.
pub(super) fn intended(part: &Part, action: Action, changes: &[Change]) -> Outcome {
    let comment =
        format!("{} is set to be {}{}.", subject(part), participle(action), aspects(action, changes));
    Outcome::would_change(comment).with_changes(changes)
}

/// Nothing was done, and that is as it should be for now.
pub(super) fn later(part: &Part, why: &str) -> Outcome {
    Outcome::succeeded(format!("{} is left as it is for now: {why}.", subject(part)))
}

/// All differences are gone.
pub(super) fn done(part: &Part, action: Action, changes: &[Change]) -> Outcome {
    let comment = format!("{} was {}{}.", subject(part), participle(action), aspects(action, changes));
    Outcome::succeeded(comment).with_changes(changes)
}

fn aspects(action: Action, changes: &[Change]) -> String {
    if action != Action::Update {
        return String::new();
    }
    let paths: Vec<&str> =
        changes.iter().map(|change| change.path.as_str()).filter(|path| !path.is_empty()).collect();
    if paths.is_empty() { String::new() } else { format!(": {}", paths.join(", ")) }
}

/// There is no such state function: Salt's comment, and below it what to do.
pub(super) fn not_found(low: &Low, problem: &Problem) -> CallEnd {
    let hint = problem.hint.as_ref().map(|hint| {
        let why = if brought::is_advice(hint) { format!("{}\n", problem.message) } else { String::new() };
        format!("{why}Hint: {hint}\n")
    });
    let hint = hint.unwrap_or_default();
    let advice = format!("{hint}Declared at {}", low.function_place);
    CallEnd::not_found(&low.full_function(), &low.sls, &advice)
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
    let advice = part.kind.advice(error).or_else(|| error.advice().map(str::to_owned));
    let _ = write!(comment, "\n{remains}");
    if let Some(advice) = advice {
        let _ = write!(comment, "\nHint: {advice}.");
    }
    let _ = write!(comment, "\nDeclared at {place}");
    Outcome::failed(comment)
}

/// It differs in a way that cannot be corrected, or never became as declared.
pub(super) fn refused(part: &Part, reasons: &[String], remains: &Remains, place: &Place) -> Outcome {
    let reasons = reasons.join("; ");
    Outcome::failed(format!(
        "{} cannot be made as declared: {reasons}.\n{remains}\nDeclared at {place}",
        subject(part)
    ))
}

/// A name in the declaration has no identifier.
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

/// The outcome of something that a state implies: its changes are under its name, because several may have one kind.
pub(super) fn implied(name: &str, outcome: Outcome) -> Outcome {
    let under = |value: Value| [(name, value)].into_iter().collect::<Value>();
    let changes = outcome.changes.into_iter().map(|(side, value)| (side, under(value))).collect();
    Outcome { changes, ..outcome }
}

/// Joins the outcome of a state's own thing and of one that it implies.
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
