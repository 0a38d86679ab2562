//! Asks a person whether a run may begin.

use std::io::{BufRead, IsTerminal, stdin};

use super::{CliError, Session};
use crate::render::print_error;
use engine::run_plan::Tally;
use model::Problem;

/// True if a person sees a question on a terminal, and can answer it.
pub(super) fn can_ask(session: &Session<'_>) -> bool {
    stdin().is_terminal() && session.settings().output.stderr_is_terminal
}

/// Asks on a terminal, unless `--yes` was given. True when a person was asked.
///
/// # Errors
/// The answer is not `yes`, or there is no terminal.
pub(super) fn confirm(session: &Session<'_>, is_given: bool, tally: Tally) -> Result<bool, CliError> {
    if is_given {
        return Ok(false);
    }
    if !can_ask(session) {
        let problem = Problem::nowhere(format!("{tally}: there is no terminal to confirm it"));
        return Err(CliError::Plan(problem.hint("if it was reviewed elsewhere, give --yes").into()));
    }
    print_error(&format!("{tally}. Only 'yes' starts the run: "));
    let mut line = String::new();
    let read = stdin().lock().read_line(&mut line);
    if read.is_ok() && line.trim() == "yes" {
        return Ok(true);
    }
    Err(CliError::Plan(Problem::nowhere("nothing was changed: the answer was not 'yes'").into()))
}
