//! One command, run to its end: what runs, as which user, for how long, and its output.
//!
//! [`Command::run`] is for async callers, [`Command::run_blocking`] for templates. Laws: a command has its own process group, and
//! the whole group ends at the deadline or when the caller gives up. No command shares a terminal with this process. Output is kept up to a limit and read beyond it, so no
//! program waits for a full pipe. The output of a background process is waited for only a short time.

mod ask;
mod core_file;
pub mod family;
mod identity;
mod output;
mod run;
mod session;
mod stat;
mod temporary;
mod variables;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

pub use ask::AskError;
pub use core_file::keep_no_core_file;
pub use run::{BlockingCommandsStopped, RunError, stop_blocking_commands, while_none_starts};
pub(crate) use session::detach;
pub use stat::Stat;
pub use temporary::Temporary;
pub use variables::{set_variable, set_variables, with_variables};
pub use words::split;

use crate::text;

/// Output beyond this size is dropped: 64 MiB of each stream.
pub const OUTPUT_LIMIT: usize = 64 << 20;

/// The variables by which programs choose a language, without `LANG` and `LC_ALL`.
const LOCALE: &[&str] = &[
    "LC_CTYPE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_COLLATE",
    "LC_MONETARY",
    "LC_MESSAGES",
    "LC_PAPER",
    "LC_NAME",
    "LC_ADDRESS",
    "LC_TELEPHONE",
    "LC_MEASUREMENT",
    "LC_IDENTIFICATION",
    "LANGUAGE",
];

/// The program of a command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Program {
    /// A program and its arguments. It is looked for in `PATH` if its name has no slash.
    Argv(Vec<String>),
    /// Text for a shell, run as `shell -c text`.
    Shell {
        /// The shell.
        shell: String,
        /// The text.
        text: String,
    },
}

impl Program {
    /// The name or path of the program that is started.
    fn name(&self) -> String {
        match self {
            Self::Argv(words) => words.first().cloned().unwrap_or_default(),
            Self::Shell { shell, .. } => shell.clone(),
        }
    }
}

/// A command and its environment.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program.
    pub program: Program,
    /// The working directory; if left out, that of this process.
    pub cwd: Option<PathBuf>,
    /// Variables that are added to those of this process and those of [`set_variable`]; `None` removes one.
    pub environment: BTreeMap<String, Option<String>>,
    /// True if the variables of this process are left out.
    pub clean_environment: bool,
    /// Directories, separated by colons, in which programs are looked for before those of `PATH`.
    pub path_before: Option<String>,
    /// The user, by name or number. The command gets the user's groups, `HOME`, `USER`, `LOGNAME` and `SHELL`.
    pub user: Option<String>,
    /// The group instead of the user's first.
    pub group: Option<String>,
    /// The bits that new files lack: `0o022`.
    pub umask: Option<u32>,
    /// Its input; empty if left out.
    pub stdin: Option<Vec<u8>>,
    /// Its deadline.
    pub timeout: Option<Duration>,
    /// True if both streams go into stdout, in the order in which they were written.
    pub joins_streams: bool,
    /// How many bytes of each stream are kept.
    pub limit: usize,
}

/// The end of a command, and its output.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Finished {
    /// Its number while it ran.
    pub pid: u32,
    /// Its end.
    pub end: End,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr.
    pub stderr: Vec<u8>,
    /// True when some output was dropped because it exceeded the limit.
    pub is_cut: bool,
}

/// The end of a command.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// It ended with this code.
    Code(i32),
    /// It was ended by this signal.
    Signal(i32),
    /// It was killed with its whole group at its deadline.
    TimedOut,
}

impl Default for End {
    fn default() -> Self {
        Self::Code(0)
    }
}

impl Command {
    /// A program and its arguments.
    pub fn argv<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Self {
        Self::new(Program::Argv(words.into_iter().map(Into::into).collect()))
    }

    /// Text for a shell.
    pub fn shell(shell: &str, text: &str) -> Self {
        Self::new(Program::Shell { shell: shell.to_owned(), text: text.to_owned() })
    }

    fn new(program: Program) -> Self {
        Self {
            program,
            cwd: None,
            environment: BTreeMap::new(),
            clean_environment: false,
            path_before: None,
            user: None,
            group: None,
            umask: None,
            stdin: None,
            timeout: None,
            joins_streams: false,
            limit: OUTPUT_LIMIT,
        }
    }

    /// Sets a variable.
    #[must_use]
    pub fn env(mut self, name: &str, text: &str) -> Self {
        self.environment.insert(name.to_owned(), Some(text.to_owned()));
        self
    }

    /// Makes programs print the same everywhere, as far as `LANG` and `LC_ALL` leave that open.
    pub fn reset_locale(&mut self) {
        self.environment.extend(LOCALE.iter().map(|name| ((*name).to_owned(), Some("C".to_owned()))));
    }

    /// Sets the deadline.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// A command that starts this one, prints its number and ends; the output of this one is discarded.
    #[must_use]
    pub fn in_background(&self) -> Self {
        let words = match &self.program {
            Program::Argv(words) => words.clone(),
            Program::Shell { shell, text } => vec![shell.clone(), "-c".to_owned(), text.clone()],
        };
        let start = "\"$@\" </dev/null >/dev/null 2>&1 & echo $!";
        let all = ["/bin/sh", "-c", start, "sh"].map(str::to_owned).into_iter().chain(words);
        Self { program: Program::Argv(all.collect()), ..self.clone() }
    }

    /// Runs the command and waits for its end.
    ///
    /// # Errors
    ///
    /// The command is empty, the user or group does not exist, or the program cannot be started.
    pub async fn run(&self) -> Result<Finished, RunError> {
        run::run(self).await
    }

    /// The same for callers that are not async, inside a runtime or not.
    ///
    /// # Errors
    ///
    /// Those of [`Command::run`].
    pub fn run_blocking(&self) -> Result<Finished, RunError> {
        run::run_blocking(self)
    }
}

impl Finished {
    /// True if it ended by itself with code 0.
    pub fn is_success(&self) -> bool {
        self.end == End::Code(0)
    }

    /// The exit code as Python's `subprocess` gives it: a signal is its negative number. A command that reached its deadline was
    /// killed (`-9`).
    pub fn code(&self) -> i32 {
        match self.end {
            End::Code(code) => code,
            End::Signal(signal) => -signal,
            End::TimedOut => -9,
        }
    }

    /// stdout as text; bytes that are not UTF-8 are replaced.
    pub fn stdout_text(&self) -> String {
        text::shown(&self.stdout)
    }

    /// stderr as text; bytes that are not UTF-8 are replaced.
    pub fn stderr_text(&self) -> String {
        text::shown(&self.stderr)
    }
}

#[cfg(test)]
mod tests;
