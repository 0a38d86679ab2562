//! `sys.*` and `state.*` in templates and states: functions that show something, but none that runs states.

use super::session::Session;
use super::{CliError, Command, commands, state};
use exec::{Arguments, CallError, Context, OwnFunctions};
use model::{Effect, Value};

/// The command with that name, if it can be called from inside.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    let is_inside = name.starts_with("sys.") || name.starts_with("state.");
    is_inside.then(|| commands().find(|command| command.name == name))?
}

impl OwnFunctions for Session<'_> {
    fn names(&self) -> Vec<&'static str> {
        commands().map(|command| command.name).filter(|name| find(name).is_some()).collect()
    }

    fn does(&self, name: &str) -> Option<&'static [Effect]> {
        find(name).map(|command| command.does)
    }

    fn call(&self, context: &Context<'_>, name: &str, arguments: &Arguments) -> Result<Value, CallError> {
        let Some(command) = find(name) else {
            return Err(CallError::Unknown { name: name.to_owned(), near: None });
        };
        let declined = |reason: &str, hint: &str| CallError::Declined {
            function: name.to_owned(),
            reason: reason.to_owned(),
            hint: Some(hint.to_owned()),
        };
        if state::runs_states(command) {
            return Err(declined(
                "no states can run while a template is rendered or another state runs",
                "include the SLS, or run it separately before; 'state.show_sls' shows its declarations",
            ));
        }
        let bound = command.signature.bind(name, arguments)?;
        let Some(inside) = self.within(context.minion) else {
            return Err(without_end(name));
        };
        (command.run)(&inside, &bound).map(|answer| answer.data).map_err(|error| call_error(name, error))
    }
}

/// Templates may compile one another; this is the stack of each of them, the innermost included.
const WITHOUT_END: &str = "templates compile one another without end";

fn without_end(name: &str) -> CallError {
    CallError::Declined {
        function: name.to_owned(),
        reason: WITHOUT_END.to_owned(),
        hint: Some("a template cannot ask for the SLS that it belongs to".to_owned()),
    }
}

fn call_error(name: &str, error: CliError) -> CallError {
    match error {
        CliError::Compile(problems) | CliError::Pillar(problems)
            if problems.0.iter().any(|problem| problem.message.contains(WITHOUT_END)) =>
        {
            without_end(name)
        }
        CliError::Call(error) => error,
        CliError::Usage(problem) => {
            CallError::Declined { function: name.to_owned(), reason: problem.message, hint: problem.hint }
        }
        CliError::Compile(problems) | CliError::Pillar(problems) => {
            CallError::Failed { function: name.to_owned(), reason: problems.to_string() }
        }
        other => CallError::Failed { function: name.to_owned(), reason: other.to_string() },
    }
}
