//! Everything that can be called, one file per family.
//!
//! [`COMMANDS`] are the functions that compile or run SLS or tell about the program itself; whatever else is typed is
//! an execution function of [`exec`](crate::exec).

mod argspec;
mod aws;
mod bootstrap;
mod deploy;
mod function;
mod host;
#[cfg(all(
    feature = "autoscaling",
    feature = "elb",
    feature = "elbv2",
    feature = "secretsmanager",
    feature = "ssm"
))]
mod iam;
mod inside;
#[cfg(feature = "autoscaling")]
mod instance;
mod lint;
mod manual;
mod object;
mod outside;
mod reach;
mod schema;
mod session;
mod standing;
mod state;
mod templates;
mod vault;

pub use session::Session;

use super::answer::Answer;
use super::error::CliError;
use super::render::Outputter;
use super::settings::Settings;
use crate::exec::{Arguments, Bound, Signature};
use crate::model::problem::did_you_mean;
use crate::model::{Problem, Value};

/// One function that only the command line has.
pub struct Command {
    /// Its name: `state.sls`.
    pub name: &'static str,
    /// What it takes.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// Carries it out.
    pub run: fn(&Session<'_>, &Bound) -> Result<Answer, CliError>,
}

/// Every such function, by family.
pub const COMMANDS: &[&[Command]] = &[
    argspec::COMMANDS,
    bootstrap::COMMANDS,
    deploy::ARTIFACT_COMMANDS,
    deploy::COMMANDS,
    #[cfg(all(
        feature = "autoscaling",
        feature = "elb",
        feature = "elbv2",
        feature = "secretsmanager",
        feature = "ssm"
    ))]
    iam::COMMANDS,
    #[cfg(feature = "autoscaling")]
    instance::COMMANDS,
    lint::COMMANDS,
    manual::COMMANDS,
    schema::COMMANDS,
    state::COMMANDS,
];

/// Calls what the command line names.
///
/// # Errors
///
/// There is no such function, its arguments do not fit, or it gives no answer.
pub fn call(session: &Session<'_>) -> Result<Answer, CliError> {
    let settings = session.settings();
    if settings.output.outputter == Some(Outputter::Sarif) && settings.function != lint::NAME {
        let problem = Problem::nowhere(format!("'{}' has no layout 'sarif'", settings.function));
        return Err(CliError::Usage(problem.hint("only 'lint' has; take --out=json")));
    }
    let Some((command, arguments)) = chosen(settings)? else { return function::call(session) };
    let bound = command.signature.bind(command.name, &arguments).map_err(CliError::Call)?;
    if !state::changes(session, command.name, &bound) {
        session.forbid_changes();
    }
    (command.run)(session, &bound)
}

/// Calls a function with configuration, grains and pillar as these settings and this moment have them.
///
/// # Errors
///
/// Why it gave no answer, in one text.
pub fn call_anew(mut settings: Settings, function: &str, arguments: Arguments) -> Result<Answer, String> {
    settings.function = function.to_owned();
    settings.arguments = arguments;
    settings.words = vec![];
    let answer = Session::load(&settings).and_then(|session| call(&session));
    answer.map_err(|error| {
        let report = error.report();
        format!("{}: {}", report.heading, report.problems)
    })
}

/// The command that was typed; its name may be two words, as in `artifact build`.
fn chosen(settings: &Settings) -> Result<Option<(&'static Command, Arguments)>, CliError> {
    let mut arguments = settings.arguments.clone();
    if let Some(command) = commands().find(|command| command.name == settings.function) {
        return Ok(Some((command, arguments)));
    }
    let own = commands().filter_map(|command| {
        let (first, second) = command.name.split_once(' ')?;
        (first == settings.function).then_some((second, command))
    });
    let own: Vec<(&str, &Command)> = own.collect();
    if own.is_empty() {
        return Ok(None);
    }
    let words: Vec<&str> = own.iter().map(|(second, _)| *second).collect();
    let typed = if arguments.positional.is_empty() { Value::Null } else { arguments.positional.remove(0) };
    let typed = typed.as_str().unwrap_or_default();
    if let Some((_, command)) = own.iter().find(|(second, _)| *second == typed) {
        return Ok(Some((command, arguments)));
    }
    let problem =
        Problem::nowhere(format!("there is no '{}'", format!("{} {typed}", settings.function).trim()));
    let hint = match did_you_mean(typed, words.iter().copied()) {
        Some(near) => format!("did you mean '{} {near}'?", settings.function),
        None => format!("'{}' is followed by one of: {}", settings.function, words.join(", ")),
    };
    Err(CliError::Usage(problem.hint(hint)))
}

/// Whether an argument that is a truth was switched on.
fn is_on(bound: &Bound, name: &str) -> Result<bool, CliError> {
    match bound.value(name) {
        Value::Bool(truth) => Ok(*truth),
        other => match other.as_str().unwrap_or_default().to_lowercase().as_str() {
            "true" | "yes" | "1" => Ok(true),
            "false" | "no" | "0" => Ok(false),
            word => Err(CliError::Usage(Problem::nowhere(format!("{name} is True or False, not '{word}'")))),
        },
    }
}

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().flat_map(|family| family.iter())
}
