//! Salt's comments about the answers of functions.

use super::Style;
use crate::RunServices;
use model::problem::did_you_mean;
use model::{Invocation, Map, Outcome, Unanswered, Value, python};

/// The answer of a function, or its error.
type FunctionResult = Result<Value, Unanswered>;

pub fn unavailable(style: Style, missing: &[&str], services: &dyn RunServices) -> String {
    let mut comment = match (style, missing) {
        (Style::Legacy, _) => format!("Module function {} is not available", missing.join(", ")),
        (Style::Functions, [one]) => format!("Unavailable function: {one}."),
        (Style::Functions, several) => format!("Unavailable functions: {}.", several.join(", ")),
    };
    let known = services.functions();
    for name in missing {
        if let Some(near) = did_you_mean(name, known.iter().copied()) {
            comment.push_str(&format!("\nHint: did you mean '{near}'?"));
        }
    }
    comment
}

pub fn foreseen(style: Style, invocations: &[Invocation]) -> String {
    let names: Vec<&str> = invocations.iter().map(|it| it.function.as_str()).collect();
    let names = names.join(", ");
    match (style, invocations.len()) {
        (Style::Legacy, _) => format!("Module function {names} is set to execute"),
        (Style::Functions, 1) => format!("Function {names} to be executed."),
        (Style::Functions, _) => format!("Functions {names} to be executed."),
    }
}

pub fn legacy(answers: &[(Invocation, FunctionResult)]) -> Outcome {
    let Some((Invocation { function, .. }, answer)) = answers.first() else { return Outcome::succeeded("") };
    let value = match answer {
        Ok(value) => value,
        Err(why) => {
            let threw =
                |why: &str| format!("Module function {function} threw an exception. Exception: {why}");
            return Outcome::failed(match why {
                Unanswered::Missing { names, .. } => {
                    format!("The following arguments are missing: {}", names.join(", "))
                }
                Unanswered::Refused { reason: why, .. } | Unanswered::Unreached(why) => threw(why),
            });
        }
    };
    let mut comment = format!("Module function {function} executed");
    if let Some(state) = as_state(value) {
        comment = format!("{comment}\n{}", state.comment);
    }
    let mut outcome = if is_well(value) { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
    outcome.changes = changed(value).map(|changes| ("ret".into(), changes)).into_iter().collect();
    outcome
}

pub fn functions(answers: &[(Invocation, FunctionResult)]) -> Outcome {
    let (mut well, mut ill, mut changes) = (vec![], vec![], Map::new());
    for (Invocation { function, .. }, answer) in answers {
        match answer {
            Err(why) => ill.push(match why {
                Unanswered::Missing { names, .. } => {
                    format!("'{function}' failed: Missing arguments: {}", names.join(", "))
                }
                Unanswered::Refused { reason: why, .. } | Unanswered::Unreached(why) => {
                    format!("'{function}' failed: {why}")
                }
            }),
            Ok(Value::Bool(false)) => ill.push(format!("'{function}': False")),
            Ok(value) if is_well(value) => {
                well.push(format!("{function}: {}", said(value)));
                changes.extend(changed(value).map(|changed| (function.as_str().into(), changed)));
            }
            Ok(value) => {
                let why = value.traverse("comment", ":").and_then(Value::as_str);
                ill.push(format!("'{function}' failed: {}", why.unwrap_or("(error message N/A)")));
                // A state that fails may have changed something before.
                let done = as_state(value).and_then(|_| changed(value));
                changes.extend(done.map(|done| (function.as_str().into(), done)));
            }
        }
    }
    let failed = !ill.is_empty();
    let comment = [ill, well].concat().join(", ");
    let outcome = if failed { Outcome::failed(comment) } else { Outcome::succeeded(comment) };
    Outcome { changes, ..outcome }
}

/// The answer of a function that answers as a state does.
struct State<'a> {
    comment: &'a str,
    changes: &'a Map,
}

fn as_state(value: &Value) -> Option<State<'_>> {
    let map = value.as_map().filter(|map| map.contains_key("result"))?;
    Some(State { comment: map.get("comment")?.as_str()?, changes: map.get("changes")?.as_map()? })
}

/// The value under `changes`: the changes of a state, if any; else the answer itself.
fn changed(value: &Value) -> Option<Value> {
    match as_state(value) {
        Some(state) => Some(Value::Map(state.changes.clone())).filter(Value::is_truthy),
        None => Some(value.clone()),
    }
}

fn said(value: &Value) -> String {
    if let Some(state) = as_state(value) {
        return state.comment.to_owned();
    }
    match value {
        Value::List(_) | Value::Map(_) | Value::Null => "Success".to_owned(),
        scalar => python::text(scalar),
    }
}

/// Functions report a failure by `False`, or in a mapping by `result`, `success` or `retcode`.
fn is_well(value: &Value) -> bool {
    match value {
        Value::Bool(truth) => *truth,
        Value::Map(map) => {
            let is_false = |key: &str| map.get(key) == Some(&Value::Bool(false));
            let code = map.get("retcode").and_then(Value::as_int).unwrap_or(0);
            !is_false("result") && !is_false("success") && code == 0
        }
        _ => true,
    }
}
