//! Execution functions from the command line: `pillar.get`, `grains.items`, `test.ping` …

use std::sync::atomic::AtomicI32;

use super::session::{Overrides, Session};
use super::{CliError, CommandAnswer, acting, callable_names, inside, standing};
use crate::error::Ending;
use engine::functions as aws;
use exec::{self, Arguments, CallError};
use kinds::state_functions;
use model::problem::did_you_mean;
use model::{Effect, Value, effect};

/// Calls the execution function that the command line names.
pub(super) fn call(session: &Session<'_>) -> Result<CommandAnswer, CliError> {
    let settings = session.settings();
    let name = settings.function.as_str();
    let Some(does) = exec::find(name).map(|function| function.does).or_else(|| aws::does(name)) else {
        let minion = session.minion_without_pillar();
        let declined = session.functions(&minion).declined(name);
        return Err(CliError::Call(declined.unwrap_or_else(|| unknown(name))));
    };
    // A function that changes nothing by itself must not change anything by the templates of the pillar either.
    if !effect::changes(does) && !does.contains(&Effect::CallsFunctions) {
        session.forbid_changes();
    }
    let minion = if sees_pillar(does, &settings.arguments) {
        let again = does.contains(&Effect::CompilesPillar);
        session.trees(&Overrides { again, ..Overrides::default() })?.minion
    } else {
        session.minion_without_pillar()
    };
    let minion = standing::of_call(session, name, &minion).unwrap_or(minion);
    let code = AtomicI32::new(0);
    let functions = exec::Context { is_typed: true, ended: Some(&code), ..session.functions(&minion) };
    let (_lock, arguments) = acting::lock(session, (name, does), &settings.arguments)?;
    let answer = functions.call(name, &arguments).map_err(CliError::Call)?;
    let ending = match code.into_inner() {
        0 if says_that_it_failed(&answer) => Ending::NotSo,
        0 => Ending::Succeeded,
        code => Ending::CommandFailed(code),
    };
    Ok(CommandAnswer { ending, ..CommandAnswer::data(answer) })
}

/// Whether a call reads the pillar; any other is answered even if the pillar is broken.
fn sees_pillar(does: &[Effect], arguments: &Arguments) -> bool {
    let renders = arguments.named.get("template").is_some_and(Value::is_truthy);
    does.iter().any(|effect| match effect {
        Effect::NeedsPillar | Effect::CallsFunctions => true,
        Effect::RendersTemplate => renders,
        _ => false,
    })
}

/// Functions report a failure with `result` or `success` in a mapping, which `salt-call` evaluates.
fn says_that_it_failed(answer: &Value) -> bool {
    let said = |key| answer.as_map().and_then(|map| map.get(key));
    ["result", "success"].iter().any(|key| said(*key) == Some(&Value::Bool(false)))
}

fn unknown(name: &str) -> CallError {
    let is_state = system::find(name).is_some() || state_functions().any(|it| it.names.contains(&name));
    if is_state {
        return CallError::Declined {
            function: name.to_owned(),
            reason: "it is a state function, not an execution function".to_owned(),
            hint: Some(format!("run it as a state: orchestrate state.single {name} NAME test=True")),
        };
    }
    CallError::Unknown {
        near: did_you_mean(name, callable_names()).map(str::to_owned),
        name: name.to_owned(),
    }
}

/// The names of the arguments of an execution function; none if there is no such function.
pub(super) fn parameters(name: &str) -> Option<Vec<&'static str>> {
    if let Some(function) = exec::find(name) {
        return Some(function.signature.parameters.iter().map(|parameter| parameter.name).collect());
    }
    if let Some(command) = inside::find(name) {
        return Some(command.signature.parameters.iter().map(|parameter| parameter.name).collect());
    }
    aws::parameters(name)
}
