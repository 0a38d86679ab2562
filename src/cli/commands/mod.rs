//! Everything that can be called, one file per family.
//!
//! [`COMMANDS`] are the functions that compile or run SLS or tell about the program itself; whatever else is typed is
//! an execution function of [`exec`](crate::exec).

mod aws;
mod bootstrap;
mod function;
mod host;
mod lint;
mod manual;
mod outside;
mod reach;
mod schema;
mod session;
mod state;
mod templates;
mod vault;

pub use session::Session;

use super::answer::Answer;
use super::error::CliError;
use super::render::Outputter;
use crate::exec::{Bound, Signature};
use crate::model::Problem;

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
pub const COMMANDS: &[&[Command]] =
    &[bootstrap::COMMANDS, lint::COMMANDS, manual::COMMANDS, schema::COMMANDS, state::COMMANDS];

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
    let command = commands().find(|command| command.name == settings.function);
    let Some(command) = command else { return function::call(session) };
    let bound = command.signature.bind(command.name, &settings.arguments).map_err(CliError::Call)?;
    if !state::changes(session, command.name, &bound) {
        session.forbid_changes();
    }
    (command.run)(session, &bound)
}

/// Every command.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().flat_map(|family| family.iter())
}
