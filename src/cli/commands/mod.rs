//! Everything that can be called, one file for each family.
//!
//! [`COMMANDS`] are the functions that compile or run SLS or describe the program itself; all others are execution
//! functions of [`exec`](exec).

mod acting;
mod agent;
mod argspec;
mod aside;
mod aws;
mod aws_profiles;
mod bootstrap;
mod complete;
mod deploy;
mod function;
mod host;
mod hyphens;
mod iam;
mod inside;
mod instance;
mod lint;
mod man;
mod manual;
mod object;
mod outside;
mod program;
mod reach;
mod reference;
mod run_policy;
mod runs;
mod schedule;
mod schema;
mod session;
mod standing;
mod state;
mod table;
mod templates;
mod unknown_instance;
mod vault;

pub use aws::Remote;
pub use host::{convention, instance_metadata};
pub(super) use object::open_bucket;
pub use session::{Overrides, Session};
pub(super) use table::callable_names;

use super::answer::CommandAnswer;
use super::args::Entry;
use super::error::CliError;
use super::settings::Settings;
use exec::{Arguments, Bound, CallError, Signature};
use model::{Effect, Problem, Value};

/// One function that exists only on the command line.
///
/// One whose name has no dot (`deploy`, `artifact build`) is a command of this program: `--help` lists it. Its
/// arguments are words and options instead of Salt's, and they are text instead of YAML. See [`args`](super::args).
pub struct Command {
    /// Its name: `state.sls`.
    pub name: &'static str,
    /// Its arguments.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// The type of its answer, in a few words.
    pub returns: &'static str,
    /// Its effects on the world.
    pub does: &'static [Effect],
    /// Runs it.
    pub run: fn(&Session<'_>, &Bound) -> Result<CommandAnswer, CliError>,
}

/// What a user wants to do. The help lists commands by it, in this order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// To change AWS, and to see what a change did or would do.
    ChangeAws,
    /// To check files and rights before a run.
    Check,
    /// To bring a service into service on an instance, and to publish it.
    Instance,
    /// To reach many instances at once.
    Fleet,
    /// To learn about the program.
    Program,
}

impl Purpose {
    /// All of them, in their order.
    pub const ALL: &[Self] = &[Self::ChangeAws, Self::Check, Self::Instance, Self::Fleet, Self::Program];

    /// Its heading in the help.
    pub fn heading(self) -> &'static str {
        match self {
            Self::ChangeAws => "Change AWS",
            Self::Check => "Check",
            Self::Instance => "Instance",
            Self::Fleet => "Fleet",
            Self::Program => "Program",
        }
    }

    /// The functions of Salt that its list begins with.
    pub fn functions(self) -> &'static [&'static str] {
        match self {
            Self::ChangeAws => &["state.apply"],
            Self::Check => &["state.show_sls"],
            Self::Program => &["sys.doc"],
            Self::Instance | Self::Fleet => &[],
        }
    }
}

/// Every such function, by family and purpose.
pub const COMMANDS: &[(Purpose, &[Command])] = &[
    (Purpose::ChangeAws, state::COMMANDS),
    (Purpose::ChangeAws, state::plan::COMMANDS),
    (Purpose::ChangeAws, state::export::COMMANDS),
    (Purpose::ChangeAws, runs::COMMANDS),
    (Purpose::Check, lint::COMMANDS),
    (Purpose::Check, schema::COMMANDS),
    (Purpose::Check, iam::COMMANDS),
    (Purpose::Check, run_policy::COMMANDS),
    (Purpose::Instance, deploy::COMMANDS),
    (Purpose::Instance, deploy::ARTIFACT_COMMANDS),
    (Purpose::Instance, bootstrap::COMMANDS),
    (Purpose::Instance, instance::COMMANDS),
    (Purpose::Instance, schedule::COMMANDS),
    (Purpose::Program, manual::COMMANDS),
    (Purpose::Program, argspec::COMMANDS),
    (Purpose::Program, program::COMMANDS),
    (Purpose::Program, complete::COMMANDS),
];

/// The subject of commands of two words, by their first word.
pub const GROUPS: &[(&str, &str)] = &[
    ("artifact", "Builds, signs and publishes artifacts."),
    ("bootstrap", "User data with which a new instance puts itself into service."),
    ("iam", "The permissions that instances and runs need."),
    ("instance", "Reports of an instance to its Auto Scaling group."),
    ("runs", "The changes of past runs: the journal."),
];

/// Calls the function or command of the command line.
///
/// # Errors
///
/// There is no such function, its arguments do not fit, or it fails.
pub fn call(session: &Session<'_>) -> Result<CommandAnswer, CliError> {
    let settings = session.settings();
    check_layout(settings)?;
    let Some(command) = commands().find(|command| command.name == settings.function) else {
        check_report(settings)?;
        return function::call(session);
    };
    if !state::runs_states(command) {
        check_report(settings)?;
    }
    let bound = bind(command, &settings.arguments).map_err(CliError::Call)?;
    if !state::changes(session, command, &bound) {
        session.forbid_changes();
    }
    (command.run)(session, &bound)
}

/// Refuses a layout that belongs to another command.
fn check_layout(settings: &Settings) -> Result<(), CliError> {
    let Some(layout) = settings.output.outputter else { return Ok(()) };
    match layout.only_of() {
        Some(command) if command != settings.function => {
            let message = format!("'{}' has no layout '{}'", settings.function, layout.word());
            let problem = Problem::nowhere(message);
            Err(CliError::Usage(problem.hint(format!("only '{command}' has; take --out=json"))))
        }
        _ => Ok(()),
    }
}

/// Refuses a report and events for anything but a run.
fn check_report(settings: &Settings) -> Result<(), CliError> {
    let output = &settings.output;
    let asked = [("report", &output.report), ("events", &output.events)];
    let Some((what, _)) = asked.iter().find(|(_, path)| path.is_some()) else { return Ok(()) };
    let problem = Problem::nowhere(format!("'{}' has no {what}", settings.function));
    Err(CliError::Usage(problem.hint(format!("--{what} is for runs, 'plan' and 'apply'"))))
}

/// Calls a function with the configuration, grains and pillar of these settings and of now.
///
/// # Errors
///
/// The reason of its failure, in one text.
pub fn call_anew(
    mut settings: Settings,
    function: &str,
    arguments: Arguments,
) -> Result<CommandAnswer, String> {
    settings.function = function.to_owned();
    settings.arguments = arguments;
    settings.words = vec![];
    let answer = Session::load(&settings).and_then(|session| call(&session));
    answer.map_err(|error| {
        let report = error.report();
        format!("{}: {}", report.heading, report.problems)
    })
}

/// Words of our own commands that have no name never belong to its named arguments.
fn bind(command: &Command, arguments: &Arguments) -> Result<Bound, CallError> {
    if !command.is_own() {
        return command.signature.bind(command.name, arguments);
    }
    let named = Arguments { positional: vec![], named: arguments.named.clone() };
    let mut bound = command.signature.bind(command.name, &named)?;
    bound.rest.clone_from(&arguments.positional);
    Ok(bound)
}

/// Whether a boolean argument was set.
pub(super) fn is_on(bound: &Bound, name: &str) -> Result<bool, CliError> {
    match bound.value(name) {
        Value::Bool(truth) => Ok(*truth),
        other => match other.as_str().unwrap_or_default().to_lowercase().as_str() {
            "true" | "yes" | "1" => Ok(true),
            "false" | "no" | "0" => Ok(false),
            word => {
                Err(CliError::Usage(Problem::nowhere(format!("{name} must be True or False, not '{word}'"))))
            }
        },
    }
}

impl Command {
    /// True for a command of this program, with words and options instead of Salt's arguments.
    pub fn is_own(&self) -> bool {
        !self.name.contains('.')
    }

    /// Its entry, from which the command line is made.
    pub fn entry(&self) -> Entry {
        Entry {
            name: self.name,
            signature: self.signature,
            doc: self.doc,
            returns: self.returns,
            does: self.does,
        }
    }
}

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().flat_map(|(_, family)| family.iter())
}
