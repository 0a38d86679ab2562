//! The `orchestrate` binary: hands over to the command line and exits with its code.

use std::process::ExitCode;

fn main() -> ExitCode {
    machine::process::keep_no_core_file();
    ExitCode::from(cli::run(std::env::args_os(), cli::settings::Environment::of_process()))
}
