//! What a state of the machine does, files of trees aside: deeds in order, and what it says when all are done.
//!
//! The kinds of accounts, crontabs, hosts, mounts and the like give their `diff` this step, so that how things are done
//! stands in one place. Laws: deeds are in an order in which stopping after any of them is safe, and running again does
//! the rest; a file is written whole or not at all; a program that fails ends the state with what it said.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Intent, Step};
use crate::machine::file::{self, FileError, Permissions};
use crate::machine::hostname;
use crate::machine::process::{Command, End, Program};
use crate::model::{Map, Outcome, chain};

/// A program of the system that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(600);

/// One thing done to the machine.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A program runs, and must end with code 0.
    Run(Box<Command>),
    /// A program runs, and may end with another code.
    Try(Box<Command>),
    /// A file is written, a link written through.
    Write {
        /// Where.
        path: PathBuf,
        /// What it will hold.
        contents: Vec<u8>,
        /// Who may do what with it.
        permissions: Permissions,
    },
    /// A directory is made; its parents are there.
    MakeDirectory {
        /// Where.
        path: PathBuf,
        /// Who may do what with it.
        permissions: Permissions,
    },
    /// A file goes; one that is not there is gone.
    Remove(PathBuf),
    /// A symbolic link, in the place of what stands there.
    Link {
        /// Where.
        path: PathBuf,
        /// Where it leads.
        target: String,
    },
    /// The host gets another name.
    NameHost(String),
}

/// What is looked at when all is done, and shown under `changes`.
#[derive(Clone, Debug)]
pub struct Look {
    /// What is looked for.
    pub name: String,
    /// What is there, or why that is no success after all.
    pub read: fn(&str) -> Result<Map, String>,
}

/// The step of such a kind.
#[derive(Clone, Debug)]
pub struct Deeds {
    deeds: Vec<Deed>,
    done: Outcome,
    /// What a failure says before its reason.
    failure: String,
    look: Option<Look>,
}

impl Deed {
    /// A program that must succeed.
    pub fn run(command: Command) -> Self {
        Self::Run(Box::new(command))
    }

    /// Text for a file, its owner and mode as they are.
    pub fn write(path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) -> Self {
        Self::Write { path: path.into(), contents: text.into(), permissions: Permissions::default() }
    }

    #[cfg(test)]
    fn line(&self) -> String {
        match self {
            Self::Run(command) | Self::Try(command) => shown(&command.program),
            Self::Write { path, contents, .. } => {
                format!("> {} {}", path.display(), String::from_utf8_lossy(contents))
            }
            Self::Remove(path) => format!("rm {}", path.display()),
            Self::MakeDirectory { path, .. } => format!("mkdir {}", path.display()),
            Self::Link { path, target } => format!("ln {} {target}", path.display()),
            Self::NameHost(name) => format!("hostname {name}"),
        }
    }

    /// Why root must not do it: somebody could lead it elsewhere.
    fn refusal(&self) -> Option<String> {
        let checked = match self {
            Self::Write { path, permissions, .. } => file::check_path(path, true, permissions.uid),
            Self::MakeDirectory { path, permissions } => file::check_path(path, false, permissions.uid),
            Self::Remove(path) | Self::Link { path, .. } => file::check_path(path, false, None),
            Self::Run(_) | Self::Try(_) | Self::NameHost(_) => Ok(()),
        };
        checked.err().map(|error| chain(&error))
    }

    async fn carry_out(self) -> Result<(), String> {
        match self {
            Self::Run(command) => run(*command, true).await,
            Self::Try(command) => run(*command, false).await,
            Self::Write { path, contents, permissions } => {
                told_by(file::write(&path, &contents, permissions))
            }
            Self::MakeDirectory { path, permissions } => told_by(file::make_directory(&path, permissions)),
            Self::Remove(path) => told_by(file::remove(&path)),
            Self::Link { path, target } => told_by(file::symbolic_link(&path, &target)),
            Self::NameHost(name) => hostname::set(&name).await.map_err(|error| chain(&error)),
        }
    }
}

/// A file that may be new, in a directory that may be.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// Where.
    pub path: &'a Path,
    /// True when the directory is there.
    pub has_directory: bool,
    /// True when the file is; it keeps its owner and mode then.
    pub is_there: bool,
    /// Whose both are if they are new; nobody else reads them then.
    pub owner: Option<(u32, u32)>,
}

impl Kept<'_> {
    /// Writes it, the directory first.
    pub fn write(self, text: impl Into<Vec<u8>>) -> Vec<Deed> {
        let is_private = self.owner.is_some();
        let new = |mode| Permissions {
            mode: Some(mode),
            uid: self.owner.map(|(uid, _)| uid),
            gid: self.owner.map(|(_, gid)| gid),
        };
        let directory = self.path.parent().filter(|_| !self.has_directory).map(|path| Deed::MakeDirectory {
            path: path.to_owned(),
            permissions: new(if is_private { 0o700 } else { 0o755 }),
        });
        let permissions =
            if self.is_there { Permissions::default() } else { new(if is_private { 0o600 } else { 0o644 }) };
        let file = Deed::Write { path: self.path.to_owned(), contents: text.into(), permissions };
        directory.into_iter().chain([file]).collect()
    }
}

impl Step for Deeds {
    fn refusal(&self) -> Option<String> {
        self.deeds.iter().find_map(Deed::refusal)
    }
}

impl Deeds {
    /// Something is done: what a test run says, what a real one does, and what it says then.
    pub fn act(foreseen: Outcome, deeds: Vec<Deed>, done: Outcome) -> Intent<Self> {
        Intent::Act { foreseen, step: Self { deeds, done, failure: String::new(), look: None } }
    }

    /// Nothing is done, and a test run says it in other words than a real one.
    pub fn told(foreseen: Outcome, done: Outcome) -> Intent<Self> {
        Self::act(foreseen, vec![], done)
    }

    /// The command lines and paths of it, for tests.
    #[cfg(test)]
    pub fn lines(&self) -> Vec<String> {
        self.deeds.iter().map(Deed::line).collect()
    }

    /// What the last program reads, for tests.
    #[cfg(test)]
    pub fn stdin(&self) -> Option<String> {
        let read = |deed: &Deed| match deed {
            Deed::Run(command) => {
                command.stdin.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            }
            _ => None,
        };
        self.deeds.iter().rev().find_map(read)
    }

    /// Does it all and tells how it ended; a failure tells what was done before it.
    pub async fn carry_out(self) -> Outcome {
        if let Err(reason) = in_order(self.deeds, Deed::carry_out).await {
            let is_open = self.failure.is_empty() || self.failure.ends_with('\n');
            let gap = if is_open { "" } else { ": " };
            return Outcome::failed(format!("{}{gap}{reason}", self.failure));
        }
        let mut done = self.done;
        if let Some(look) = self.look {
            match (look.read)(&look.name) {
                Ok(mut found) => {
                    found.extend(std::mem::take(&mut done.changes));
                    done.changes = found;
                }
                Err(reason) => return Outcome::failed(reason),
            }
        }
        done
    }
}

/// What is added to an intent once it is made.
pub trait Elaborate: Sized {
    /// What a failure says before its reason.
    #[must_use]
    fn or_fail(self, failure: impl Into<String>) -> Self;

    /// What is looked at when all is done.
    #[must_use]
    fn then_look(self, name: &str, read: fn(&str) -> Result<Map, String>) -> Self;
}

impl Elaborate for Intent<Deeds> {
    fn or_fail(mut self, failure: impl Into<String>) -> Self {
        if let Self::Act { step, .. } = &mut self {
            step.failure = failure.into();
        }
        self
    }

    fn then_look(mut self, name: &str, read: fn(&str) -> Result<Map, String>) -> Self {
        if let Self::Act { step, .. } = &mut self {
            step.look = Some(Look { name: name.to_owned(), read });
        }
        self
    }
}

/// It cannot be done, in any mode.
pub fn refused<S>(comment: impl Into<String>) -> Intent<S> {
    Intent::Settled(Outcome::failed(comment))
}

/// All is as wanted.
pub fn settled<S>(comment: impl Into<String>) -> Intent<S> {
    Intent::Settled(Outcome::succeeded(comment))
}

/// An outcome with changes in Salt's shape.
pub fn with(mut outcome: Outcome, changes: Map) -> Outcome {
    outcome.changes = changes;
    outcome
}

async fn run(mut command: Command, must_succeed: bool) -> Result<(), String> {
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

fn shown(program: &Program) -> String {
    match program {
        Program::Argv(words) => words.join(" "),
        Program::Shell { text, .. } => text.clone(),
    }
}

/// Does one after the other up to the first that fails; why it did, and what was done before it.
pub async fn in_order<D, F>(deeds: Vec<D>, carry_out: impl Fn(D) -> F) -> Result<(), String>
where
    F: Future<Output = Result<(), String>>,
{
    let all = deeds.len();
    for (index, deed) in deeds.into_iter().enumerate() {
        carry_out(deed).await.map_err(|reason| match index {
            0 => reason,
            _ => format!("{reason}\nDone before that: {index} of {all} steps. Running again does the rest."),
        })?;
    }
    Ok(())
}

/// Whether it was done, in a state's words.
pub fn told_by(done: Result<(), FileError>) -> Result<(), String> {
    done.map_err(|error| chain(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Value, Verdict};

    #[tokio::test]
    async fn a_failure_tells_what_the_program_said_and_what_was_done_before() {
        let deeds = vec![
            Deed::run(Command::argv(["true"])),
            Deed::run(Command::shell("/bin/sh", "echo no such thing >&2; exit 3")),
        ];
        let intent = Deeds::act(Outcome::would_change(""), deeds, Outcome::succeeded("")).or_fail("Failed");
        let Intent::Act { step, .. } = intent else { panic!("there is something to do") };
        let outcome = step.carry_out().await;
        assert_eq!(outcome.verdict, Verdict::Failed);
        assert!(outcome.comment.starts_with("Failed: 'echo no such thing"), "{}", outcome.comment);
        assert!(outcome.comment.contains("ended with code 3: no such thing\n"), "{}", outcome.comment);
        assert!(outcome.comment.contains("1 of 2 steps"), "{}", outcome.comment);
    }

    #[tokio::test]
    async fn what_is_there_afterwards_stands_before_what_was_foreseen() {
        fn read(name: &str) -> Result<Map, String> {
            Ok([("name".into(), Value::from(name)), ("uid".into(), 7.into())].into_iter().collect())
        }
        let done = with(Outcome::succeeded("ok"), [("uid".into(), 8.into())].into_iter().collect());
        let intent = Deeds::act(Outcome::would_change(""), vec![], done).then_look("x", read);
        let Intent::Act { step, .. } = intent else { panic!("there is something to do") };
        let changes = Value::Map(step.carry_out().await.changes).to_json();
        assert_eq!(changes, serde_json::json!({"name": "x", "uid": 8}));
    }
}
