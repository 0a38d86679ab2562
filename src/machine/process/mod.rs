//! One command run to its end: what is run, as whom, for how long, and what it said.
//!
//! [`Command::run`] for async callers, [`Command::run_blocking`] for templates. Laws: a command has a process group of its own, and
//! all of it ends with the deadline or when the caller gives up; output is kept up to a bound and read beyond it, so that
//! nothing waits for a full pipe; what a background process writes later is not waited for long.

mod ask;
pub mod family;
mod identity;
mod output;
mod run;
mod stat;
mod temporary;
mod variables;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

pub use ask::AskError;
pub use run::{GivenUp, RunError, give_up_blocking, while_none_starts};
pub use stat::Stat;
pub use temporary::Temporary;
pub use variables::{set_variable, set_variables, with_variables};
pub use words::split;

/// Output beyond this many bytes is dropped: 64 MiB of each stream.
pub const OUTPUT_LIMIT: usize = 64 << 20;

/// The variables by which programs choose a language, `LANG` and `LC_ALL` aside.
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

/// What is run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Program {
    /// A program and its arguments, looked for in `PATH` where it has no slash.
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
    /// The name or path of what is started.
    fn name(&self) -> String {
        match self {
            Self::Argv(words) => words.first().cloned().unwrap_or_default(),
            Self::Shell { shell, .. } => shell.clone(),
        }
    }
}

/// A command and what it is run in.
#[derive(Clone, Debug)]
pub struct Command {
    /// What is run.
    pub program: Program,
    /// Where; without it, where this process is.
    pub cwd: Option<PathBuf>,
    /// Variables set over those of this process and those of [`set_variable`]; `None` takes one away.
    pub environment: BTreeMap<String, Option<String>>,
    /// True when the variables of this process are left out.
    pub clean_environment: bool,
    /// Directories, parted by colons, that programs are looked for in before those of `PATH`.
    pub path_before: Option<String>,
    /// The user, by name or number. Its groups, `HOME`, `USER`, `LOGNAME` and `SHELL` come with it.
    pub user: Option<String>,
    /// The group instead of the user's first.
    pub group: Option<String>,
    /// The bits that new files lack: `0o022`.
    pub umask: Option<u32>,
    /// What it reads; without it, nothing.
    pub stdin: Option<Vec<u8>>,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// True when both streams go into stdout, in the order in which they were written.
    pub joins_streams: bool,
    /// How many bytes of each stream are kept.
    pub limit: usize,
}

/// How a command ended, and what it said.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Finished {
    /// Its number while it ran.
    pub pid: u32,
    /// How it ended.
    pub end: End,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to stderr.
    pub stderr: Vec<u8>,
    /// True when some output was dropped because it exceeded the limit.
    pub is_cut: bool,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
    /// It was killed, with its whole group, because its time was up.
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

    /// Has programs say the same everywhere, where `LANG` and `LC_ALL` leave them free to.
    pub fn reset_locale(&mut self) {
        self.environment.extend(LOCALE.iter().map(|name| ((*name).to_owned(), Some("C".to_owned()))));
    }

    /// Sets how long it may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// A command that starts this one, says its number and ends; nobody hears what this one says.
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
    /// There is nothing to run, no such user or group, or the program cannot be started.
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
    /// True when it ended by itself with code 0.
    pub fn is_success(&self) -> bool {
        self.end == End::Code(0)
    }

    /// The exit code as Python's `subprocess` gives it: a signal is its negative number. A command whose time was up
    /// has been killed (`-9`).
    pub fn code(&self) -> i32 {
        match self.end {
            End::Code(code) => code,
            End::Signal(signal) => -signal,
            End::TimedOut => -9,
        }
    }

    /// stdout as text; what is no UTF-8 is replaced.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// stderr as text; what is no UTF-8 is replaced.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

#[cfg(test)]
mod tests;
