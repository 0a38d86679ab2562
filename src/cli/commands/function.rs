//! Execution functions from the command line: `pillar.get`, `grains.items`, `test.ping` …

use std::sync::atomic::AtomicI32;

use super::session::{Overrides, Session};
use super::{Answer, CliError, commands, inside, standing};
use crate::cli::error::Ending;
use crate::engine::functions as aws;
use crate::exec::{self, CallError};
use crate::model::Value;
use crate::model::problem::did_you_mean;

/// The modules whose functions look at the pillar, or render what does. All others answer even where it is broken.
const WITH_PILLAR: &[&str] = &[
    "cmd", "config", "cp", "defaults", "elb", "file", "http", "match", "mine", "pillar", "slsutil", "state",
];

/// The functions that compile the pillar anew, its files seeing the pillar that there is.
const ANEW: &[&str] = &["pillar.data", "pillar.items", "pillar.obfuscate"];

/// Calls the execution function that the command line names.
pub(super) fn call(session: &Session<'_>) -> Result<Answer, CliError> {
    let settings = session.settings();
    let name = settings.function.as_str();
    if exec::find(name).is_none() && !aws::is_known(name) {
        return Err(CliError::Call(unknown(name)));
    }
    let module = name.split('.').next().unwrap_or_default();
    let minion = if WITH_PILLAR.contains(&module) {
        session.trees(&Overrides { again: ANEW.contains(&name), ..Overrides::default() })?.minion
    } else {
        session.minion_without_pillar()
    };
    let minion = standing::of_call(session, name, &minion).unwrap_or(minion);
    let code = AtomicI32::new(0);
    let functions = exec::Context { is_typed: true, ended: Some(&code), ..session.functions(&minion) };
    let answer = functions.call(name, &settings.arguments).map_err(CliError::Call)?;
    let ending = match code.into_inner() {
        0 if says_that_it_failed(&answer) => Ending::NotSo,
        0 => Ending::Succeeded,
        code => Ending::CommandFailed(code),
    };
    Ok(Answer { ending, ..Answer::data(answer) })
}

/// Functions say that they failed in a mapping by `result` or `success`, which `salt-call` heeds.
fn says_that_it_failed(answer: &Value) -> bool {
    let said = |key| answer.as_map().and_then(|map| map.get(key));
    ["result", "success"].iter().any(|key| said(*key) == Some(&Value::Bool(false)))
}

fn unknown(name: &str) -> CallError {
    let known = names();
    CallError::Unknown {
        near: did_you_mean(name, known.iter().copied()).map(str::to_owned),
        name: name.to_owned(),
    }
}

/// The names of the arguments of an execution function; none when there is no such function.
pub(super) fn parameters(name: &str) -> Option<Vec<&'static str>> {
    if let Some(function) = exec::find(name) {
        return Some(function.signature.parameters.iter().map(|parameter| parameter.name).collect());
    }
    if let Some(command) = inside::find(name) {
        return Some(command.signature.parameters.iter().map(|parameter| parameter.name).collect());
    }
    aws::parameters(name)
}

/// The names of everything that the command line can call, sorted.
pub(super) fn names() -> Vec<&'static str> {
    let own = commands().map(|command| command.name);
    let functions = exec::FUNCTIONS.iter().flat_map(|module| module.iter()).map(|function| function.name);
    let mut names: Vec<&'static str> = own.chain(functions).chain(aws::names()).collect();
    names.sort_unstable();
    names
}
