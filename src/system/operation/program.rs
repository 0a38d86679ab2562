//! A program of the system, run for a state.

use std::time::Duration;

use crate::machine::process::{Command, End, Program};
use crate::model::chain;

/// A program of the system that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(600);

/// Runs it; an error names the program, how it ended and what it printed.
pub(super) async fn run(mut command: Command, must_succeed: bool) -> Result<(), String> {
    command.timeout = command.timeout.or(Some(DEADLINE));
    let finished = command.run().await.map_err(|error| chain(&error))?;
    if finished.is_success() || !must_succeed {
        return Ok(());
    }
    let name = shown(&command.program);
    let ended = match finished.end {
        End::Code(code) => format!("ended with code {code}"),
        End::Signal(signal) => format!("was ended by signal {signal}"),
        End::TimedOut => format!("took longer than {} s", DEADLINE.as_secs()),
    };
    let said = format!("{}\n{}", finished.stdout_text().trim(), finished.stderr_text().trim());
    Err(format!("'{name}' {ended}: {}", said.trim()).trim_end_matches([':', ' ']).to_owned())
}

/// Its command line.
pub(super) fn shown(program: &Program) -> String {
    match program {
        Program::Argv(words) => words.join(" "),
        Program::Shell { text, .. } => text.clone(),
    }
}
