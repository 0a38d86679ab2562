//! Grains that programs of the user's own print: every executable file of the given directories.
//!
//! A program prints one mapping, as JSON, or as YAML with the feature `yaml`. Law: a program that fails, hangs or prints something else costs its
//! own grains and a warning, nothing more.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use serde_json::Value;

use crate::Grains;

/// More than grains ever are: a program that prints more is stopped.
const MOST: u64 = 1 << 20;

/// Why a program's grains are missing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutableError {
    /// A directory cannot be listed.
    #[error("could not list the grains programs in {path}")]
    List {
        /// The directory.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// A module for Salt's own Python.
    #[error("{path} is a Python module for Salt, and here grains come from programs")]
    Module {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be started or read.
    #[error("could not run {path} for its grains")]
    Run {
        /// The program.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// It took too long.
    #[error("{path} was stopped: it gave no grains within {limit:?}")]
    Slow {
        /// The program.
        path: PathBuf,
        /// The time it had.
        limit: Duration,
    },
    /// It failed.
    #[error("{path} gave no grains: it ended with {status}: {said}")]
    Failed {
        /// The program.
        path: PathBuf,
        /// Its exit status.
        status: String,
        /// The last line that it wrote to stderr.
        said: String,
    },
    /// It printed something else.
    #[error("{path} printed no mapping: {reason}")]
    Output {
        /// The program.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

impl ExecutableError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::List { .. } => "'grains_dirs' names directories of programs that print grains",
            Self::Module { .. } => {
                "give it a '#!' line, make it executable, and let it print its mapping as JSON"
            }
            Self::Run { .. } => "is its '#!' line right?",
            Self::Slow { .. } | Self::Failed { .. } => {
                "run it by hand to see why; its grains are missing in this run"
            }
            Self::Output { .. } => "it must print one mapping, as JSON or YAML, and nothing else",
        }
    }
}

/// Runs every program of the directories, side by side, in the given environment, each for at most `limit`. Grains of
/// later programs, by directory and name, win.
pub fn grains(
    directories: &[PathBuf],
    environment: &BTreeMap<String, String>,
    limit: Duration,
) -> (Grains, Vec<ExecutableError>) {
    let mut faults = Vec::new();
    let programs: Vec<_> = directories.iter().flat_map(|path| programs(path, &mut faults)).collect();
    let run = |path: &PathBuf| mapping(path, environment, limit);
    let answers: Vec<_> = thread::scope(|scope| {
        let running: Vec<_> = programs.iter().map(|path| scope.spawn(move || run(path))).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut grains = Grains::new();
    for answer in answers {
        match answer {
            Ok(found) => grains.extend(found),
            Err(fault) => faults.push(fault),
        }
    }
    (grains, faults)
}

/// The executable files of a directory by name; a directory that is not there has none.
fn programs(directory: &Path, faults: &mut Vec<ExecutableError>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return vec![],
        Err(source) => {
            faults.push(ExecutableError::List { path: directory.to_owned(), source });
            return vec![];
        }
    };
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    let is_executable =
        |path: &Path| fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0);
    let (programs, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| is_executable(path));
    let modules = others.into_iter().filter(|path| path.extension().is_some_and(|end| end == "py"));
    faults.extend(modules.map(|path| ExecutableError::Module { path }));
    programs
}

fn mapping(
    path: &Path,
    environment: &BTreeMap<String, String>,
    limit: Duration,
) -> Result<Grains, ExecutableError> {
    let run = |source| ExecutableError::Run { path: path.to_owned(), source };
    let mut command = Command::new(path);
    command.env_clear().envs(environment).current_dir("/").process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(run)?;
    let said = listen(&mut child, limit);
    // What it started and left behind ends too, whether it was in time or not.
    stop(&child);
    let status = child.wait().map_err(run)?;
    let Some((out, err)) = said else {
        return Err(ExecutableError::Slow { path: path.to_owned(), limit });
    };
    if !status.success() {
        let said = err.trim().lines().last().unwrap_or("nothing on stderr").to_owned();
        return Err(ExecutableError::Failed { path: path.to_owned(), status: status.to_string(), said });
    }
    parse(&out).map_err(|reason| ExecutableError::Output { path: path.to_owned(), reason })
}

/// What is heard of a program.
enum Heard {
    Out(String),
    Err(String),
    Ended,
}

/// What a program wrote to stdout and stderr, once both are closed and it has ended; nothing where that takes too long.
///
/// Both are read at once: one that nobody reads fills up and stops the program.
fn listen(child: &mut Child, limit: Duration) -> Option<(String, String)> {
    let (tell, heard) = mpsc::channel();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let pid = nix::unistd::Pid::from_raw(i32::try_from(child.id()).ok()?);
    // Left behind when the program is stopped: they end with it.
    let teller = tell.clone();
    thread::spawn(move || teller.send(Heard::Out(text(out))));
    let teller = tell.clone();
    thread::spawn(move || teller.send(Heard::Err(text(err))));
    // It is waited for later, so that its number stays its own until all that it started is stopped.
    thread::spawn(move || {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        let _ = waitid(Id::Pid(pid), flags);
        tell.send(Heard::Ended)
    });
    let deadline = Instant::now() + limit;
    let (mut out, mut err, mut has_ended) = (None, None, false);
    while out.is_none() || err.is_none() || !has_ended {
        match heard.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()? {
            Heard::Out(text) => out = Some(text),
            Heard::Err(text) => err = Some(text),
            Heard::Ended => has_ended = true,
        }
    }
    out.zip(err)
}

/// Ends the program and all that it started.
fn stop(child: &Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
}

fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        drop(pipe.take(MOST).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// One mapping with text keys; nothing at all is none.
fn parse(text: &str) -> Result<Grains, String> {
    if text.trim().is_empty() {
        return Ok(Grains::new());
    }
    match value(text)? {
        Value::Object(map) => Ok(map),
        _ => Err("it is a single value or a list".to_owned()),
    }
}

#[cfg(feature = "yaml")]
fn value(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).or_else(|_| serde_yaml::from_str(text)).map_err(|error| error.to_string())
}

#[cfg(not(feature = "yaml"))]
fn value(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
