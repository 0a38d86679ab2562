//! The agent of an instance, without the rest of `orchestrate`: it stays in memory, so it is small.

use std::process::ExitCode;

fn main() -> ExitCode {
    machine::process::keep_no_core_file();
    ExitCode::from(cli::run_agent(std::env::args_os(), &cli::settings::Environment::of_process()))
}
