//! Archives: what they hold, and taking it out. Tar, plain or compressed, and zip.
//!
//! Laws: nothing is written outside of the directory that is named, whatever paths and links an archive holds; devices and
//! pipes are refused; nothing gets set-user or set-group bits. What the system's programs decompress (xz, bzip2, zstd) is
//! streamed through them.

mod read;
mod stream;

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use read::{Facts, each};

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
pub enum Kind {
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
    pub kind: Kind,
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
    #[error("the archive holds '{name}', {why}: nothing of it was taken out")]
    Refused {
        /// What.
        name: String,
        /// Why not.
        why: &'static str,
    },
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
        Self { path: path.to_owned(), form, strip: 0, password: None, keeps_modes: true }
    }

    /// What it holds, with the leading directories left out.
    ///
    /// # Errors
    ///
    /// It cannot be read, or holds what is refused.
    pub fn list(&self) -> Result<Vec<Entry>, ArchiveError> {
        let mut found = vec![];
        each(self, &mut |entry, _, _| {
            found.push(entry.clone());
            Ok(())
        })?;
        Ok(found)
    }

    /// Takes everything out, into a directory that is there; the entries that were.
    ///
    /// # Errors
    ///
    /// It cannot be read, holds what is refused, or something cannot be written.
    pub fn extract(&self, into: &Path) -> Result<Vec<Entry>, ArchiveError> {
        // Everything is looked at before anything is written.
        self.list()?;
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ArchiveError::Write { path, source }
        };
        let root = into.canonicalize().map_err(failed(into))?;
        let mut found = vec![];
        each(self, &mut |entry, facts, contents| {
            let path = place(&root, entry)?;
            let facts = if self.keeps_modes { facts } else { Facts { mode: None, ..facts } };
            put(&root, &path, entry, facts, contents).map_err(failed(&path))?;
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

/// Where an entry is put: no link on the way leads out.
fn place(root: &Path, entry: &Entry) -> Result<PathBuf, ArchiveError> {
    let path = root.join(&entry.path);
    let refused =
        || ArchiveError::Refused { name: entry.name.clone(), why: "which lies behind a link that leads out" };
    let above = path.ancestors().skip(1).take_while(|it| it.starts_with(root)).find(|it| it.exists());
    let real = above.and_then(|above| above.canonicalize().ok());
    if real.is_some_and(|real| real.starts_with(root)) { Ok(path) } else { Err(refused()) }
}

fn put(root: &Path, path: &Path, entry: &Entry, facts: Facts, contents: &mut dyn Read) -> io::Result<()> {
    let is_directory = |path: &Path| path.symlink_metadata().is_ok_and(|stat| stat.is_dir());
    let permissions = |mode: u32| fs::Permissions::from_mode(mode & 0o777);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if entry.kind == Kind::Directory {
        if path.symlink_metadata().is_ok() && !path.is_dir() {
            fs::remove_file(path)?;
        }
        fs::create_dir_all(path)?;
        // Who cannot write into a directory cannot put anything in it either.
        return match facts.mode {
            Some(mode) if is_directory(path) => fs::set_permissions(path, permissions(mode | 0o700)),
            _ => Ok(()),
        };
    }
    if path.symlink_metadata().is_ok() {
        if is_directory(path) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory stands in its place"));
        }
        fs::remove_file(path)?;
    }
    match &entry.kind {
        Kind::Link(target) => std::os::unix::fs::symlink(target, path),
        Kind::HardLink(target) => fs::hard_link(root.join(target), path),
        Kind::File | Kind::Directory => {
            let first = if facts.mode.is_some() { 0o600 } else { 0o666 };
            let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(first).open(path)?;
            io::copy(contents, &mut file)?;
            let modified = facts.modified.map(Duration::from_secs);
            if let Some(modified) = modified.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since)) {
                file.set_modified(modified)?;
            }
            facts.mode.map_or(Ok(()), |mode| file.set_permissions(permissions(mode)))
        }
    }
}

#[cfg(test)]
mod tests;
