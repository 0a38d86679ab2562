//! The agent of an instance, without the rest of `orchestrate`: it stays in memory, so it is small.

use std::process::ExitCode;

use orchestrate::cli;

fn main() -> ExitCode {
    ExitCode::from(cli::run_agent(std::env::args_os(), &cli::settings::Environment::of_process()))
}
