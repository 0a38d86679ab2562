//! Archives: what they hold, and taking it out. Tar, plain or compressed, and zip.
//!
//! Laws: nothing is written outside of the directory that is named, whatever paths and links an archive holds and whatever links
//! are made while it is taken out; devices and pipes are refused; nothing gets set-user or set-group bits; an archive that
//! unpacks to more than its [`Limits`] is refused. What the system's programs decompress (xz, bzip2, zstd) is
//! streamed through them.

mod limit;
mod put;
mod read;
mod stream;

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

pub use limit::Limits;
pub use put::Owner;
use put::{Failure, Target};
use read::{Facts, each};

use super::file::{self, FileError};

/// How an archive is made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// Tar, compressed or not: the file itself tells how.
    Tar,
    /// Zip.
    Zip,
}

/// What one path of an archive is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, and where it leads.
    Link(PathBuf),
    /// Another name of a file of the archive.
    HardLink(PathBuf),
}

/// One path of an archive.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// As the archive writes it.
    pub name: String,
    /// Below the directory that it is put in.
    pub path: PathBuf,
    /// What it is.
    pub kind: EntryKind,
}

/// An archive, and how it is taken out.
#[derive(Clone)]
pub struct Archive {
    /// Where it is.
    pub path: PathBuf,
    /// How it is made.
    pub form: Form,
    /// How many leading directories are left out.
    pub strip: usize,
    /// What a zip is locked with.
    pub password: Option<String>,
    /// False: files get the permissions that new ones get here, whatever it says.
    pub keeps_modes: bool,
    /// How much it may hold.
    pub limits: Limits,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Archive").field("path", &self.path).field("form", &self.form).finish_non_exhaustive()
    }
}

/// Why an archive was not read or unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error("the archive '{}' cannot be read", path.display())]
    Read {
        /// The archive.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is locked, and nobody says with what.
    #[error("the archive '{}' is locked: a password is needed", path.display())]
    Locked {
        /// The archive.
        path: PathBuf,
    },
    /// It is locked with something else.
    #[error("the archive '{}' is locked with another password", path.display())]
    Password {
        /// The archive.
        path: PathBuf,
    },
    /// It holds something that is not taken out.
    #[error("the archive holds '{name}', {why}: it is not taken out")]
    Refused {
        /// What.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// It unpacks to more than is taken out.
    #[error("the archive '{}' {what}: it is not taken out", path.display())]
    TooLarge {
        /// The archive.
        path: PathBuf,
        /// What of it is too large, and the limit.
        what: String,
    },
    /// The directory cannot be opened, or somebody could lead it elsewhere.
    #[error("the directory cannot be written into")]
    Into(#[source] FileError),
    /// Something cannot be written.
    #[error("'{}' cannot be written", path.display())]
    Write {
        /// What.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl Archive {
    /// A tar or zip, taken out as it is.
    pub fn new(path: &Path, form: Form) -> Self {
        Self {
            path: path.to_owned(),
            form,
            strip: 0,
            password: None,
            keeps_modes: true,
            limits: Limits::default(),
        }
    }

    /// What it holds, with the leading directories left out.
    ///
    /// # Errors
    ///
    /// It cannot be read, or holds what is refused.
    pub fn list(&self) -> Result<Vec<Entry>, ArchiveError> {
        self.look(|facts| facts.is_encrypted)
    }

    /// Goes through all entries and reads those files to their end that are to be proved. An entry of a zip has a check sum behind
    /// it. One of 256 wrong passwords opens an encrypted entry, and only the check sum shows that it is wrong
    /// (PKWARE's APPNOTE, 6.1.6).
    fn look(&self, proves: impl Fn(&Facts) -> bool) -> Result<Vec<Entry>, ArchiveError> {
        let mut found = vec![];
        let mut count = self.limits.count(&self.path);
        each(self, &mut |entry, facts, contents| {
            count.add(facts.size)?;
            // What a link leads to was read to its end.
            if entry.kind == EntryKind::File && proves(&facts) {
                self.prove(facts, contents)?;
            }
            found.push(entry.clone());
            Ok(())
        })?;
        Ok(found)
    }

    /// Reads what an entry holds to its end, and one byte more than the archive says.
    fn prove(&self, facts: Facts, contents: &mut dyn Read) -> Result<(), ArchiveError> {
        let read = io::copy(&mut contents.take(facts.size.saturating_add(1)), &mut io::sink());
        let path = self.path.clone();
        match read {
            Ok(size) if size == facts.size => Ok(()),
            _ if facts.is_encrypted => Err(ArchiveError::Password { path }),
            Ok(_) => Err(ArchiveError::Read { path, source: io::ErrorKind::InvalidData.into() }),
            Err(source) => Err(ArchiveError::Read { path, source }),
        }
    }

    /// Takes everything out, into a directory that is there, for an owner; the entries that were.
    ///
    /// # Errors
    ///
    /// It cannot be read, holds what is refused, or something cannot be written.
    pub fn extract(&self, into: &Path, owner: Owner) -> Result<Vec<Entry>, ArchiveError> {
        // Everything is looked at before anything is written. A tar is read to its end either way.
        self.look(|facts| facts.is_encrypted || self.form == Form::Zip)?;
        let root = file::open_directory(into, owner.uid).map_err(ArchiveError::Into)?;
        let mut target = Target::new(root, owner);
        let mut found = vec![];
        each(self, &mut |entry, facts, contents| {
            let facts = if self.keeps_modes { facts } else { Facts { mode: None, ..facts } };
            target.put(entry, facts, contents).map_err(|failure| match failure {
                Failure::Refused(why) => ArchiveError::Refused { name: entry.name.clone(), why },
                Failure::System(source) => ArchiveError::Write { path: into.join(&entry.path), source },
            })?;
            found.push(entry.clone());
            Ok(())
        })?;
        Ok(found)
    }
}

/// The path below the directory; nothing for that directory itself, and for what is left out.
fn inside(name: &str, strip: usize) -> Result<Option<PathBuf>, ArchiveError> {
    let refused = |why| ArchiveError::Refused { name: name.to_owned(), why };
    let mut parts = vec![];
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            Component::ParentDir => return Err(refused("which leads out of it")),
            Component::RootDir | Component::Prefix(_) => return Err(refused("which begins at the root")),
        }
    }
    let kept: PathBuf = parts.into_iter().skip(strip).collect();
    Ok(if kept.as_os_str().is_empty() { None } else { Some(kept) })
}

#[cfg(test)]
mod tests;
