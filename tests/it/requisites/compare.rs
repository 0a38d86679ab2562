//! Our returns beside Salt's.

use model::{Problems, StateReturn, Value};
use serde_json::Value as Json;

use super::json;
use crate::recorded::errors;

const FAILED: &str = "One or more requisite failed: ";
const MISSING: &str = "The following requisites were not found:";

/// What differs first, if anything does.
pub(super) fn difference(ours: &Result<Vec<StateReturn>, Problems>, salts: &Json) -> Option<String> {
    match (ours, salts) {
        (Err(problems), Json::Array(_)) => errors::difference(&problems.to_string(), &salts.to_string()),
        (Err(problems), _) => Some(format!("we refuse it: {problems}")),
        (Ok(returns), Json::Object(states)) => {
            let unknown = returns.iter().find(|ours| !states.contains_key(&ours.tag()));
            let unknown = unknown.map(|ours| format!("{} is not in Salt's return", ours.tag()));
            let mut differing = states.iter().filter_map(|(tag, salts)| {
                match returns.iter().find(|ours| ours.tag() == *tag) {
                    None => Some(format!("{tag} is missing")),
                    Some(ours) => state(ours, salts).map(|difference| format!("{tag}: {difference}")),
                }
            });
            unknown.or_else(|| differing.next())
        }
        (Ok(_), salts) => Some(format!("Salt refuses it: {salts}")),
    }
}

/// Our answer as it is pinned.
pub(super) fn shown(ours: &Result<Vec<StateReturn>, Problems>) -> Json {
    let state = |ours: &StateReturn| {
        let outcome = &ours.outcome;
        let shown = [
            ("result", json(&outcome.verdict.to_value())),
            ("changes", json(&Value::Map(outcome.changes.clone()))),
            ("comment", comment(&outcome.comment).into()),
            ("warnings", json(&Value::from(outcome.warnings.clone()))),
            ("__run_num__", ours.run_num.into()),
        ];
        (ours.tag(), shown.into_iter().map(|(key, it)| (key.to_owned(), it)).collect::<Json>())
    };
    match ours {
        Ok(returns) => returns.iter().map(state).collect(),
        Err(problems) => problems.to_string().into(),
    }
}

fn state(ours: &StateReturn, salts: &Json) -> Option<String> {
    let outcome = &ours.outcome;
    let changes = Value::Map(outcome.changes.clone());
    let warnings = Value::from(outcome.warnings.clone());
    let result = json(&outcome.verdict.to_value());
    let pairs = [
        ("result", result, salts["result"].clone()),
        ("changes", json(&changes), salts["changes"].clone()),
        (
            "comment",
            comment(&outcome.comment).into(),
            comment(salts["comment"].as_str().unwrap_or("")).into(),
        ),
        ("warnings", json(&warnings), salts.get("warnings").cloned().unwrap_or(Json::Array(vec![]))),
        ("__run_num__", ours.run_num.into(), salts["__run_num__"].clone()),
    ];
    let differing = pairs.into_iter().find(|(_, ours, salts)| ours != salts);
    differing.map(|(what, ours, salts)| format!("{what} is {ours}, Salt's is {salts}"))
}

/// Salt names failed requisites in no order; and we add to its comments where missing ones stand, and what
/// unknown functions may have meant.
fn comment(comment: &str) -> String {
    if let Some(names) = comment.strip_prefix(FAILED) {
        let mut names: Vec<&str> = names.split(", ").collect();
        names.sort_unstable();
        return format!("{FAILED}{}", names.join(", "));
    }
    if comment.starts_with(MISSING) {
        return comment
            .lines()
            .filter(|line| !line.contains(" (at "))
            .map(|line| format!("{line}\n"))
            .collect();
    }
    if comment.contains("' was not found in SLS '") {
        return comment.lines().take(2).map(|line| format!("{line}\n")).collect();
    }
    comment.to_owned()
}
