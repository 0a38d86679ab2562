//! The meaning of the answers of instances.
//!
//! An answer is a mapping of IDs to `{ret, retcode}`. `{failed: True}` means that an instance did not answer and should have;
//! `{silent: True}`, that it did not answer and need not.

use crate::Answers;
use model::python;
use model::{Key, Map, Outcome, Value};

/// The answers of a job, sorted by their meaning.
struct Sorted {
    changes: Map,
    failed: Vec<String>,
    details: Vec<String>,
    unchanged: Vec<String>,
    silent: Vec<String>,
    /// Why a rolling job stopped, and the instances that this is about.
    stopped: Option<(String, Vec<String>)>,
}

/// The job that was called, and its answers; the outcome if there are none.
fn read(answers: &Answers) -> Result<(&Map, &[Value], &Map), Outcome> {
    let Some((invocation, answer)) = answers.first() else {
        return Err(Outcome::failed("nothing was called"));
    };
    match answer {
        Err(why) => Err(Outcome::failed(why.to_string())),
        Ok(answer) => match answer.as_map() {
            Some(map) => Ok((&invocation.kwargs, &invocation.args, map)),
            None => Err(Outcome::failed(format!("the answer is not a mapping: {}", python::text(answer)))),
        },
    }
}

fn is_true(map: &Map, key: &str) -> bool {
    map.get(key).is_some_and(Value::is_truthy)
}

fn excused(named: &Map) -> Vec<String> {
    let list = named.get("fail_minions").and_then(Value::as_list).unwrap_or_default();
    list.iter().map(python::text).collect()
}

/// Warnings about `ret`, and about instances that did not answer and need not.
fn warnings(named: &Map, silent: &[String]) -> Vec<String> {
    let mut warnings = vec![];
    if named.contains_key("ret") {
        warnings
            .push("'ret' has no effect: there are no returners; answers are kept for seven days".to_owned());
    }
    if !silent.is_empty() {
        warnings.push(format!("No answer from {}", silent.join(", ")));
    }
    warnings
}

/// The outcome of `salt.state`.
pub fn of_states(answers: &Answers) -> Outcome {
    let (named, _, all) = match read(answers) {
        Ok(read) => read,
        Err(outcome) => return outcome,
    };
    let is_expected = is_true(named, "expect_minions");
    if all.is_empty() {
        return if is_expected {
            Outcome::failed("No minions returned")
        } else {
            Outcome::succeeded("No minions returned")
        };
    }
    let sorted = sort(all, &excused(named));
    let mut outcome = Outcome::succeeded("States ran successfully.");
    let allowed = named.get("allow_fail").and_then(Value::as_int).unwrap_or_default();
    if let Some((why, ids)) = &sorted.stopped {
        let first =
            format!("Rolling stopped: {why}. Not asked, or not in service again: {}.", ids.join(", "));
        let failed = sorted.failed.iter().map(|id| format!("Run failed on minions: {id}"));
        outcome = Outcome::failed([vec![first], failed.collect(), sorted.details].concat().join("\n"));
    } else if i64::try_from(sorted.failed.len()).unwrap_or(i64::MAX) > allowed {
        let lines =
            [vec![format!("Run failed on minions: {}", sorted.failed.join(", "))], sorted.details].concat();
        outcome = Outcome::failed(lines.join("\n"));
    } else {
        if !sorted.changes.is_empty() {
            let ids: Vec<String> = sorted.changes.keys().map(Key::to_string).collect();
            outcome.comment.push_str(&format!(" Updating {}.", ids.join(", ")));
        }
        if !sorted.unchanged.is_empty() {
            outcome.comment.push_str(&format!(" No changes made to {}.", sorted.unchanged.join(", ")));
        }
    }
    let is_test = named.get("kwarg").and_then(Value::as_map).is_some_and(|passed| is_true(passed, "test"));
    if !sorted.changes.is_empty() {
        if is_test && outcome.verdict == model::Verdict::Succeeded {
            outcome.verdict = model::Verdict::WouldChange;
        }
        outcome.changes.insert(Key::from("out"), "highstate".into());
        outcome.changes.insert(Key::from("ret"), Value::Map(sorted.changes));
    }
    outcome.warnings = warnings(named, &sorted.silent);
    outcome
}

fn sort(all: &Map, excused: &[String]) -> Sorted {
    let (mut changes, mut failed, mut details) = (Map::new(), vec![], vec![]);
    let (mut unchanged, mut silent, mut stopped) = (vec![], vec![], None);
    for (id, answer) in all {
        let (id, answer) = (id.to_string(), answer.as_map().cloned().unwrap_or_default());
        if is_true(&answer, "silent") {
            silent.push(id);
            continue;
        }
        let result = answer.get("ret");
        if let Some(why) = answer.get("stopped") {
            // It is about this instance whatever 'fail_minions' and 'allow_fail' say: the others were not asked.
            if result.is_some_and(changed) {
                changes.insert(Key::from(id.as_str()), result.cloned().unwrap_or_default());
            }
            stopped.get_or_insert_with(|| (python::text(why), vec![])).1.push(id);
            continue;
        }
        match result.filter(|result| have_succeeded(result)) {
            Some(result) if changed(result) => {
                changes.insert(Key::from(id.as_str()), result.clone());
            }
            Some(_) => unchanged.push(id),
            None => {
                changes.insert(Key::from(id.as_str()), result.cloned().unwrap_or(Value::Bool(false)));
                if !excused.contains(&id) {
                    details.extend(detail(&id, result));
                    failed.push(id);
                }
            }
        }
    }
    Sorted { changes, failed, details, unchanged, silent, stopped }
}

/// One line about an instance that failed, if its answer is not about states.
fn detail(id: &str, result: Option<&Value>) -> Option<String> {
    match result {
        None => Some(format!("{id} did not answer.")),
        Some(Value::Map(_)) => None,
        Some(Value::List(errors)) => {
            let errors: Vec<String> = errors.iter().map(python::text).collect();
            Some(format!("{id} answered errors: {}", errors.join("; ")))
        }
        Some(other) => Some(format!("{id} answered {} and no states.", python::text(other))),
    }
}

/// Whether an answer is about states, of which none failed. States without a result contain others: a nested orchestration.
fn have_succeeded(result: &Value) -> bool {
    let Some(states) = result.as_map().filter(|states| !states.is_empty()) else { return false };
    states.values().all(|state| match state.as_map() {
        Some(state) => match state.get("result") {
            Some(result) => *result != Value::Bool(false),
            None => have_succeeded(&Value::Map(state.clone())),
        },
        None => true,
    })
}

fn changed(result: &Value) -> bool {
    let has_changes =
        |state: &Value| state.as_map().and_then(|state| state.get("changes")).is_some_and(Value::is_truthy);
    result.as_map().is_some_and(|states| states.values().any(has_changes))
}

/// The outcome of `salt.function`.
pub fn of_functions(answers: &Answers) -> Outcome {
    let (named, args, all) = match read(answers) {
        Ok(read) => read,
        Err(outcome) => return outcome,
    };
    let name = args.get(1).and_then(Value::as_str).unwrap_or_default();
    let excused = excused(named);
    let (mut changes, mut failed, mut silent) = (Map::new(), vec![], vec![]);
    for (id, answer) in all {
        let (id, answer) = (id.to_string(), answer.as_map().cloned().unwrap_or_default());
        if is_true(&answer, "silent") {
            silent.push(id);
            continue;
        }
        let result = answer.get("ret").cloned().unwrap_or(Value::Bool(false));
        let has_failed =
            is_true(&answer, "retcode") || is_true(&answer, "failed") || result == Value::Bool(false);
        changes.insert(Key::from(id.as_str()), result);
        if has_failed && !excused.contains(&id) {
            failed.push(id);
        }
    }
    let warnings = warnings(named, &silent);
    if changes.is_empty() {
        return Outcome { warnings, ..Outcome::failed("No minions responded") };
    }
    let ids: Vec<String> = changes.keys().map(Key::to_string).collect();
    let ran = format!("Function {name} ran on {}.", ids.join(", "));
    let outcome = if failed.is_empty() {
        Outcome::succeeded(format!("Function ran successfully. {ran}"))
    } else {
        Outcome::failed(format!("Running function {name} failed on minions: {} {ran}", failed.join(", ")))
    };
    let changes = [(Key::from("ret"), Value::Map(changes))].into_iter().collect();
    Outcome { changes, warnings, ..outcome }
}
