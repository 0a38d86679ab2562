//! Which directories and links may lead root to a file that it changes.
//!
//! A local user owns the directories below the home, and may put a link or another directory anywhere in them at any time. Two
//! rules keep root from following them to the wrong file. They are those of `systemd-tmpfiles(8)` ("unsafe path transition"):
//!
//! 1. A link that a user can change is followed only to a directory and a file of the same user.
//! 2. A file for one user is not written below a directory of a third user.
//!
//! Root, the user who runs this program and the owner of `/` (which has no known number in a user namespace) are trusted.

use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, statat};

use super::FileError;
use crate::account;

/// The users who are trusted on the way to a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trusted {
    own: u32,
    root: u32,
}

/// A link that was followed and that a user can change.
#[derive(Clone, Debug)]
pub(super) struct FollowedLink {
    link: PathBuf,
    owner: u32,
}

impl Trusted {
    /// The users of this process.
    pub fn here() -> Self {
        let root = statat(CWD, "/", AtFlags::empty()).map_or(0, |stat| stat.st_uid);
        Self { own: account::own_uid(), root }
    }

    /// True for root, for the user of this process, and for the owner of `/`.
    pub fn has(self, uid: u32) -> bool {
        uid == 0 || uid == self.own || uid == self.root
    }

    /// A link that may lead astray; nothing if root made it in a directory where only root renames.
    ///
    /// The owner of a directory may rename the files of others in it, so a link of root there counts as the owner's.
    pub fn lead(self, link: PathBuf, owner: u32, directory_owner: u32) -> Option<FollowedLink> {
        let owner = if self.has(directory_owner) { owner } else { directory_owner };
        (!self.has(owner)).then_some(FollowedLink { link, owner })
    }

    /// Refuses a file for `whose` below a directory of a third user.
    pub fn check_directory(
        self,
        path: &Path,
        directory: &Path,
        owner: u32,
        whose: u32,
    ) -> Result<(), FileError> {
        if self.has(owner) || owner == whose {
            return Ok(());
        }
        let (owner, whose) = (account::user_name(owner), account::user_name(whose));
        let why = format!(
            "the directory '{}' belongs to {owner}, who could put something else in its place. Let {owner} own the file, \
             not {whose}, or write it below a directory of root",
            directory.display()
        );
        Err(FileError::Untrusted { path: path.to_owned(), attempt: "changed", why })
    }
}

impl FollowedLink {
    /// Refuses a link that leads to a file of another user.
    pub fn check(&self, path: &Path, to: &Path, owner: u32) -> Result<(), FileError> {
        if owner == self.owner {
            return Ok(());
        }
        let why = format!(
            "'{}' is a link that {} can change, and leads to '{}', which belongs to {}. Write the path that is meant, or let \
             root make the link in a directory of root",
            self.link.display(),
            account::user_name(self.owner),
            to.display(),
            account::user_name(owner)
        );
        Err(FileError::Untrusted { path: path.to_owned(), attempt: "changed", why })
    }
}
