//! What a state of a file does: deeds in order, and what it says when all are done.
//!
//! Every kind of `file` gives its `diff` the same step, so that how things are done stands in one place. Laws: a file is written
//! whole or not at all; the deeds of a state are in an order in which stopping after any of them is safe, and running
//! again does the rest.

mod check;

use std::path::PathBuf;
use std::time::SystemTime;

pub(super) use check::Check;

use crate::machine::file::{self, Permissions};
use crate::model::{Outcome, chain};
pub(super) use crate::system::deeds::with;
use crate::system::deeds::{in_order, told_by};
use crate::system::{Intent, Step};

/// One thing done to the file system.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A file is written.
    Write(Box<Writing>),
    /// A directory is made; its parents are there.
    MakeDirectory { path: PathBuf, permissions: Permissions },
    /// A named pipe is made.
    MakePipe { path: PathBuf, permissions: Permissions },
    /// Owner, group, mode; of what a link leads to where `follows` is set.
    Permit { path: PathBuf, permissions: Permissions, follows: bool },
    /// A file, a link or a directory with all that is in it goes.
    Remove { path: PathBuf },
    /// A symbolic link, in the place of what stands there.
    Link { path: PathBuf, target: String },
    /// A hard link, in the place of what stands there.
    HardLink { path: PathBuf, target: PathBuf },
    /// Another name.
    Rename { from: PathBuf, to: PathBuf },
    /// A copy, of a directory with all that is in it.
    Copy { from: PathBuf, to: PathBuf, preserves: bool },
    /// Times of last reading and last change.
    SetTimes { path: PathBuf, accessed: Option<SystemTime>, modified: Option<SystemTime> },
}

/// A file to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Writing {
    /// Where.
    pub path: PathBuf,
    /// What it will hold.
    pub contents: Vec<u8>,
    /// Who may do what with it.
    pub permissions: Permissions,
    /// True when a link that stands there is written through.
    pub follows: bool,
    /// Where what stands there is copied to first.
    pub backup: Option<PathBuf>,
    /// What must agree before it takes its place.
    pub check: Option<Check>,
}

/// The step of every kind of `file`.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    deeds: Vec<Deed>,
    done: Outcome,
}

/// Something is done: what a test run says, what a real one does, and what it says then.
pub(super) fn act(foreseen: Outcome, deeds: Vec<Deed>, done: Outcome) -> Intent<Work> {
    Intent::Act { foreseen, step: Work { deeds, done } }
}

/// Nothing is done, and a test run says it in other words than a real one.
pub(super) fn told(foreseen: Outcome, done: Outcome) -> Intent<Work> {
    act(foreseen, vec![], done)
}

/// It cannot be done, in any mode.
pub(super) fn refused(comment: impl Into<String>) -> Intent<Work> {
    Intent::Settled(Outcome::failed(comment))
}

impl Work {
    /// What it does, and what it says then.
    pub(super) fn into_parts(self) -> (Vec<Deed>, Outcome) {
        (self.deeds, self.done)
    }

    /// What it says when all is done.
    pub(super) fn done_mut(&mut self) -> &mut Outcome {
        &mut self.done
    }

    /// Does it all and tells how it ended; a failure tells what was done before it.
    pub async fn carry_out(self) -> Outcome {
        in_order(self.deeds, Deed::carry_out).await.map_or_else(Outcome::failed, |()| self.done)
    }
}

impl Step for Work {
    fn refusal(&self) -> Option<String> {
        self.deeds.iter().find_map(Deed::refusal)
    }
}

impl Deed {
    /// Why root must not do it: somebody could lead it elsewhere.
    fn refusal(&self) -> Option<String> {
        let checked = match self {
            Self::Write(it) => file::check_path(&it.path, it.follows, it.permissions.uid),
            Self::MakeDirectory { path, permissions } | Self::MakePipe { path, permissions } => {
                file::check_path(path, false, permissions.uid)
            }
            Self::Permit { path, permissions, follows } => file::check_permit(path, *follows, *permissions),
            Self::Remove { path } | Self::Link { path, .. } => file::check_path(path, false, None),
            Self::SetTimes { path, .. } => file::check_path(path, true, None),
            Self::HardLink { path, target: other }
            | Self::Rename { from: other, to: path }
            | Self::Copy { from: other, to: path, .. } => {
                file::check_path(other, false, None).and_then(|()| file::check_path(path, false, None))
            }
        };
        checked.err().map(|error| chain(&error))
    }

    async fn carry_out(self) -> Result<(), String> {
        match self {
            Self::Write(writing) => writing.carry_out().await,
            Self::MakeDirectory { path, permissions } => told_by(file::make_directory(&path, permissions)),
            Self::MakePipe { path, permissions } => told_by(file::make_pipe(&path, permissions)),
            Self::Permit { path, permissions, follows: true } => {
                told_by(file::permit_followed(&path, permissions))
            }
            Self::Permit { path, permissions, follows: false } => told_by(file::permit(&path, permissions)),
            Self::Remove { path } => told_by(file::remove(&path)),
            Self::Link { path, target } => told_by(file::symbolic_link(&path, &target)),
            Self::HardLink { path, target } => told_by(file::hard_link(&path, &target)),
            Self::Rename { from, to } => told_by(file::rename(&from, &to)),
            Self::Copy { from, to, preserves } => told_by(file::copy(&from, &to, preserves)),
            Self::SetTimes { path, accessed, modified } => {
                told_by(file::set_times(&path, accessed, modified))
            }
        }
    }
}

impl Writing {
    /// A file with these contents, links written through and all else left as it is.
    pub fn new(path: impl Into<PathBuf>, contents: impl Into<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            contents: contents.into(),
            permissions: Permissions::default(),
            follows: true,
            backup: None,
            check: None,
        }
    }

    /// It as a deed.
    pub fn deed(self) -> Deed {
        Deed::Write(Box::new(self))
    }

    async fn carry_out(self) -> Result<(), String> {
        if let Some(check) = &self.check {
            check.agrees(&self.contents).await?;
        }
        if let Some(place) = &self.backup {
            told_by(file::backup(&self.path, place))?;
        }
        let write = if self.follows { file::write } else { file::replace };
        told_by(write(&self.path, &self.contents, self.permissions))
    }
}
