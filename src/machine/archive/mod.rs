//! Archives: listing and extracting them. Tar, plain or compressed, and zip.
//!
//! Laws: nothing is written outside of the given directory, whatever paths and links an archive holds, and whatever links are
//! made during extraction. Devices and pipes are refused. Nothing gets set-user or set-group bits. An archive that unpacks to
//! more than its [`Limits`] is refused. Data for the system's programs (xz, bzip2, zstd) is streamed through them.

mod headers;
mod limit;
mod put;
mod read;
mod stream;

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

pub use headers::LimitedHeaders;
pub use limit::Limits;
pub use put::Owner;
use put::{Failure, Target};
use read::{Facts, each};

use super::file::{self, FileError};

/// The format of an archive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// Tar, compressed or not: the first bytes show the compression.
    Tar,
    /// Zip.
    Zip,
}

/// The type of one entry of an archive.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum EntryKind {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, and its target.
    Link(PathBuf),
    /// A hard link to a file of the archive.
    HardLink(PathBuf),
}

/// One entry of an archive.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The path as the archive writes it.
    pub name: String,
    /// The path below the target directory.
    pub path: PathBuf,
    /// Its type.
    pub kind: EntryKind,
}

/// An archive, and how it is extracted.
#[derive(Clone)]
pub struct Archive {
    /// Its path.
    pub path: PathBuf,
    /// Its format.
    pub form: Form,
    /// The number of leading directories that are left out.
    pub strip: usize,
    /// The password of a zip.
    pub password: Option<String>,
    /// If false, files get the permissions of new files, whatever the archive says.
    pub keeps_modes: bool,
    /// How much it may hold.
    pub limits: Limits,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Archive").field("path", &self.path).field("form", &self.form).finish_non_exhaustive()
    }
}

/// Why an archive was not read or extracted.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error("the archive '{}' cannot be read", path.display())]
    Read {
        /// The archive.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// It is encrypted, and there is no password.
    #[error("the archive '{}' is locked: a password is needed", path.display())]
    Locked {
        /// The archive.
        path: PathBuf,
    },
    /// It is encrypted with another password.
    #[error("the archive '{}' is locked with another password", path.display())]
    Password {
        /// The archive.
        path: PathBuf,
    },
    /// It holds something that is not extracted.
    #[error("the archive holds '{name}', {why}: it is not extracted")]
    Refused {
        /// The entry.
        name: String,
        /// The reason.
        why: &'static str,
    },
    /// It unpacks to more than the limit.
    #[error("the archive '{}' {what}: it is not extracted", path.display())]
    TooLarge {
        /// The archive.
        path: PathBuf,
        /// What of it is too large, and the limit.
        what: String,
    },
    /// The directory cannot be opened, or somebody could redirect its path.
    #[error("the directory cannot be written into")]
    Into(#[source] FileError),
    /// Something cannot be written.
    #[error("'{}' cannot be written", path.display())]
    Write {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl Archive {
    /// A tar or zip, extracted as it is.
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

    /// Its entries, without the leading directories.
    ///
    /// # Errors
    ///
    /// The archive cannot be read, or holds something that is refused.
    pub fn list(&self) -> Result<Vec<Entry>, ArchiveError> {
        self.look(|facts| facts.is_encrypted)
    }

    /// Goes through all entries. It reads a file to its end if the file must be verified. An entry of a zip has a checksum behind
    /// it. One of 256 wrong passwords opens an encrypted entry, and only the checksum shows that it is wrong (PKWARE's APPNOTE,
    /// 6.1.6).
    fn look(&self, proves: impl Fn(&Facts) -> bool) -> Result<Vec<Entry>, ArchiveError> {
        let mut found = vec![];
        let mut count = self.limits.count(&self.path);
        each(self, &mut |entry, facts, contents| {
            count.add(facts.size)?;
            // The target of a link was already read to its end.
            if entry.kind == EntryKind::File && proves(&facts) {
                self.prove(facts, contents)?;
            }
            found.push(entry.clone());
            Ok(())
        })?;
        Ok(found)
    }

    /// Reads the contents of an entry to their end, and one byte more than the archive says.
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

    /// Extracts everything into an existing directory, for an owner, and returns the entries.
    ///
    /// # Errors
    ///
    /// The archive cannot be read or holds something that is refused, or something cannot be written.
    pub fn extract(&self, into: &Path, owner: Owner) -> Result<Vec<Entry>, ArchiveError> {
        // All entries are checked before anything is written. A tar is read to its end in both cases.
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

/// The path below the directory; nothing for the directory itself and for entries that are left out.
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
