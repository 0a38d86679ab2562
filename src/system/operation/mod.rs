//! The changes of states on the machine: operations as data, which are checked before any of them is carried out.
//!
//! Every kind that writes files, runs programs or changes accounts gives its `diff` the same step, [`Operations`]. Laws: a file
//! is written whole or not at all. The operations of a state are in an order in which stopping after any of them is safe, and
//! the next run begins with it. A program that fails ends the state with its output.

mod check;
mod step;
#[cfg(test)]
mod tests;
mod writing;

use std::path::PathBuf;
use std::time::SystemTime;

pub use check::Check;
pub use step::{Operations, act, change, changes_of, refused, report, settled, with};
pub use writing::{Contents, Kept, Writing};

use machine::docker::{Engine, Order};
use machine::file::{self, Acl, List, Permissions};
use machine::hostname;
use machine::process::Command;
use model::chain;

/// Turns the output of a program into the contents of a file.
pub type Reader = fn(&[u8]) -> Vec<u8>;

/// One operation on the machine.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A program runs, and must end with code 0.
    Run(Box<Command>),
    /// A program runs, and may end with another code.
    Try(Box<Command>),
    /// A file is written.
    Write(Box<Writing>),
    /// A file is written with the output of a program, or with the result of a function of it; the program must end with code 0.
    Print { command: Box<Command>, writing: Box<Writing>, read: Option<Reader> },
    /// A directory is created; its parents exist.
    MakeDirectory { path: PathBuf, permissions: Permissions },
    /// A named pipe is created.
    MakePipe { path: PathBuf, permissions: Permissions },
    /// Owner, group and mode are set; those of the target of a link if `follows` is set.
    Permit { path: PathBuf, permissions: Permissions, follows: bool },
    /// An access control list is set; none removes the default list of a directory.
    SetAcl { path: PathBuf, follows: bool, list: List, acl: Option<Acl> },
    /// A file, a link or a directory with all its contents is removed. A missing one is a success.
    Remove(PathBuf),
    /// A symbolic link replaces a file.
    Link { path: PathBuf, target: String },
    /// A hard link replaces a file.
    HardLink { path: PathBuf, target: PathBuf },
    /// A file is renamed. With `replaces`, what is at the new name is removed after that.
    Rename { from: PathBuf, to: PathBuf, replaces: bool },
    /// A file, or a directory with all its contents, is copied. With `replaces`, what is there is removed when the copy is whole.
    Copy { from: PathBuf, to: PathBuf, preserves: bool, replaces: bool },
    /// The times of last access and last change are set.
    SetTimes { path: PathBuf, accessed: Option<SystemTime>, modified: Option<SystemTime> },
    /// The host name is set.
    NameHost(String),
    /// An order is sent to a Docker engine.
    Docker(Box<(Engine, Order)>),
}

impl Operation {
    /// A program that must succeed.
    pub fn run(command: Command) -> Self {
        Self::Run(Box::new(command))
    }

    /// Writes the output of a program to a file, or the result of a function of it: links are followed, owner and mode stay.
    pub fn print(command: Command, path: impl Into<PathBuf>, read: Option<Reader>) -> Self {
        Self::Print { command: Box::new(command), writing: Box::new(Writing::new(path, vec![])), read }
    }

    /// Writes text to a file: links are followed, owner and mode stay.
    pub fn write(path: impl Into<PathBuf>, text: impl Into<Contents>) -> Self {
        Writing::new(path, text).into()
    }

    /// Why root must not do it: another user could redirect it.
    fn refusal(&self) -> Option<String> {
        let checked = match self {
            Self::Write(it) | Self::Print { writing: it, .. } => {
                file::check_path(&it.path, it.follows, it.permissions.uid)
                    .and_then(|()| file::check_regular(&it.path, it.follows))
            }
            Self::MakeDirectory { path, permissions } | Self::MakePipe { path, permissions } => {
                file::check_path(path, false, permissions.uid)
            }
            Self::Permit { path, permissions, follows } => file::check_permit(path, *follows, *permissions),
            Self::SetAcl { path, follows, .. } => file::check_permit(path, *follows, Permissions::default()),
            Self::Remove(path) => {
                file::check_path(path, false, None).and_then(|()| file::check_unmounted(path))
            }
            Self::Link { path, .. } => file::check_path(path, false, None),
            Self::SetTimes { path, .. } => file::check_path(path, true, None),
            Self::HardLink { path, target: other }
            | Self::Rename { from: other, to: path, .. }
            | Self::Copy { from: other, to: path, .. } => {
                file::check_path(other, false, None).and_then(|()| file::check_path(path, false, None))
            }
            Self::Run(_) | Self::Try(_) | Self::NameHost(_) | Self::Docker(_) => Ok(()),
        };
        checked.err().map(|error| chain(&error))
    }

    async fn carry_out(self) -> Result<(), String> {
        let changed = match self {
            Self::Run(command) => return command.ask().await.map(drop).map_err(|error| chain(&error)),
            Self::Try(command) => return command.finish().await.map(drop).map_err(|error| chain(&error)),
            Self::Docker(asked) => {
                let (engine, order) = *asked;
                return engine.send(&order).await.map(drop).map_err(|error| chain(&error));
            }
            Self::NameHost(name) => return hostname::set(&name).await.map_err(|error| chain(&error)),
            Self::Write(writing) => return writing.carry_out().await,
            Self::Print { command, mut writing, read } => {
                // The output of a program that failed is not shown: it may be a key.
                let printed = command.ask_quietly().await.map_err(|error| chain(&error))?.stdout;
                writing.contents = match read {
                    Some(read) => read(&printed),
                    None => printed,
                };
                return writing.carry_out().await;
            }
            Self::MakeDirectory { path, permissions } => file::make_directory(&path, permissions),
            Self::MakePipe { path, permissions } => file::make_pipe(&path, permissions),
            Self::Permit { path, permissions, follows: true } => file::permit_followed(&path, permissions),
            Self::Permit { path, permissions, follows: false } => file::permit(&path, permissions),
            Self::SetAcl { path, follows, list, acl } => file::write_acl(&path, follows, list, acl.as_ref()),
            Self::Remove(path) => file::remove(&path),
            Self::Link { path, target } => file::symbolic_link(&path, &target),
            Self::HardLink { path, target } => file::hard_link(&path, &target),
            Self::Rename { from, to, replaces: true } => file::rename_over(&from, &to),
            Self::Rename { from, to, replaces: false } => file::rename(&from, &to),
            Self::Copy { from, to, preserves, replaces: true } => file::copy_over(&from, &to, preserves),
            Self::Copy { from, to, preserves, replaces: false } => file::copy(&from, &to, preserves),
            Self::SetTimes { path, accessed, modified } => file::set_times(&path, accessed, modified),
        };
        changed.map_err(|error| chain(&error))
    }
}
