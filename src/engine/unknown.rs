//! State functions that do not exist: proposes a similar one, or says what to write instead.

use super::composed;
use super::declare::find;
use kinds::state_functions;
use model::problem::did_you_mean;
use model::{Low, Minion, Problem};
use sls::brought::{ModuleKind, STATES, tree_of};

/// The problem with the function of a low chunk, if there is no function of that name.
pub fn missing_function(low: &Low, minion: &Minion) -> Option<Problem> {
    let name = low.full_function();
    (system::find(&name).is_none() && find(&name).is_none() && composed::find(&name).is_none())
        .then(|| unknown(low, &name, minion))
}

/// The message that there is no state function of this name, and what to write instead.
pub(super) fn unknown(low: &Low, name: &str, minion: &Minion) -> Problem {
    if let Some(file) = STATES.find(&tree_of(&minion.opts), &low.state) {
        let message = format!("{name}: {}", ModuleKind::refusal(&file));
        return Problem::at(&low.function_place, message).hint(STATES.instead);
    }
    let mut known: Vec<&str> = state_functions().flat_map(|it| it.names).copied().collect();
    known.extend(system::kinds().flat_map(system::AnyLocal::functions).flat_map(|it| it.names).copied());
    let problem = Problem::at(&low.function_place, format!("there is no state function '{name}'"));
    if let Some(advice) = system::unbuilt::advice(&low.state) {
        return problem.hint(format!("'{}' does not exist here: {advice}", low.state));
    }
    if let Some(advice) = kinds::unbuilt::advice(name) {
        return problem.hint(format!("'{name}' does not exist here: {advice}"));
    }
    let of_module = format!("{}.", low.state);
    let siblings: Vec<&str> = known.iter().copied().filter(|it| it.starts_with(&of_module)).collect();
    match did_you_mean(name, known.iter().copied()) {
        _ if low.function.is_empty() => {
            problem.hint(format!("'{}' needs a function: {}", low.state, siblings.join(", ")))
        }
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None if !renamed(&low.state, &known).is_empty() => {
            problem.hint(format!("did you mean '{}'?", renamed(&low.state, &known).join("' or '")))
        }
        None if !siblings.is_empty() => problem.hint(format!("'{}' has {}", low.state, siblings.join(", "))),
        None => problem.hint("'orchestrate sys.list_state_functions' lists all"),
    }
}

/// The functions of the module that has the same service under another prefix: Salt once had `aws_sqs`, and has `boto_sqs`.
fn renamed<'a>(module: &str, known: &[&'a str]) -> Vec<&'a str> {
    let service = |module: &str| module.split_once('_').map(|(_, service)| service.to_owned());
    let is_prefix = ["aws_", "boto_", "boto3_", "botocore_"].iter().any(|prefix| module.starts_with(prefix));
    let Some(wanted) = service(module).filter(|_| is_prefix) else { return vec![] };
    let of = |name: &&&str| {
        let there = name.split('.').next().unwrap_or_default();
        there.starts_with("boto_") && there != module && service(there).as_ref() == Some(&wanted)
    };
    known.iter().filter(of).copied().collect()
}
