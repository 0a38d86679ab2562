//! `schedule.run_job`: what the timers of `schedule.present` start.

use super::session::Session;
use super::{CliError, Command, CommandAnswer, call, is_on};
use exec::{Arguments, Bound, flag, required, takes};
use machine::jobs;
use model::{Effect, Map, Problem, Shape, Value, chain};

const NAME: &str = "schedule.run_job";

const DOC: &str = "Calls the function of a job now: one that schedule.present declares.\n\n\
    Its timer calls it so. The answer is that of the function. A disabled job runs with force=True only.";

pub(super) const COMMANDS: &[Command] = &[Command {
    name: NAME,
    signature: takes(&[
        required("name", Shape::Text, "the job, or the path of its declaration"),
        flag("force", false, "whether it runs although it is disabled"),
    ]),
    doc: DOC,
    returns: "what the function answers",
    does: &[Effect::ReadsMachine, Effect::CallsFunctions],
    run: run_job,
}];

/// `schedule.run_job NAME`.
fn run_job(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let name = bound.text("name");
    let failed = |message: String| CliError::Usage(Problem::nowhere(message));
    let text = jobs::declaration(&name).map_err(|error| failed(chain(&error)))?;
    let text = text.ok_or_else(|| failed(format!("Job {name} does not exist.")))?;
    let job =
        Job::read(&text).ok_or_else(|| failed(format!("the declaration of job {name} cannot be read")))?;
    if !job.is_enabled && !is_on(bound, "force")? {
        let said: Map =
            [("comment".into(), format!("Job {name} is disabled.").into()), ("result".into(), true.into())]
                .into_iter()
                .collect();
        return Ok(CommandAnswer::data(Value::Map(said)));
    }
    if job.function == NAME {
        return Err(failed(format!("job {name} calls itself")));
    }
    let mut settings = session.settings().clone();
    settings.function = job.function;
    settings.arguments = job.arguments;
    settings.words = vec![];
    call(&Session::load(&settings)?)
}

/// What is declared of a job.
#[derive(Debug, PartialEq)]
struct Job {
    function: String,
    arguments: Arguments,
    is_enabled: bool,
}

impl Job {
    fn read(text: &str) -> Option<Self> {
        let Value::Map(map) = Value::from(serde_json::from_str::<serde_json::Value>(text).ok()?) else {
            return None;
        };
        let positional = match map.get("args") {
            Some(Value::List(list)) => list.clone(),
            _ => vec![],
        };
        Some(Self {
            function: map.get("function")?.as_str()?.to_owned(),
            arguments: Arguments {
                positional,
                named: map.get("kwargs").and_then(Value::as_map).cloned().unwrap_or_default(),
            },
            is_enabled: map.get("enabled").is_none_or(Value::is_truthy),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_names_a_function_and_its_arguments() {
        let job = Job::read(r#"{"function": "state.sls", "args": ["web"], "kwargs": {"test": true}}"#);
        let named = [("test".into(), true.into())].into_iter().collect();
        let arguments = Arguments { positional: vec!["web".into()], named };
        assert_eq!(job, Some(Job { function: "state.sls".to_owned(), arguments, is_enabled: true }));
        assert_eq!(Job::read("{}"), None);
        assert_eq!(Job::read("no JSON"), None);
        assert_eq!(
            Job::read(r#"{"function": "test.ping", "enabled": false}"#).map(|job| job.is_enabled),
            Some(false)
        );
    }
}
