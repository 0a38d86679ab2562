//! Changes of the disk, one at a time; an observer is called before each.
//!
//! The observer can refuse a change, so tests can stop a deployment before any of its changes, as a kill would.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use machine::file::{self, Permissions};

/// A change that the disk refused.
#[derive(Debug, thiserror::Error)]
#[error("could not {attempt} {}", path.display())]
pub struct DiskError {
    /// What was tried.
    pub attempt: &'static str,
    /// The path.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

/// Is called before each change; an error prevents the change.
pub type Watch<'a> = &'a dyn Fn(&'static str, &Path) -> io::Result<()>;

/// The disk, and its observer.
#[derive(Clone, Copy)]
pub struct Disk<'a> {
    watch: Option<Watch<'a>>,
}

impl<'a> Disk<'a> {
    /// The disk without an observer.
    pub const fn unwatched() -> Self {
        Self { watch: None }
    }

    /// The disk with an observer.
    pub fn watched(watch: Watch<'a>) -> Self {
        Self { watch: Some(watch) }
    }

    /// Announces a change that is made elsewhere.
    ///
    /// # Errors
    /// The observer refuses it.
    pub fn announce(&self, attempt: &'static str, path: &Path) -> io::Result<()> {
        self.watch.map_or(Ok(()), |watch| watch(attempt, path))
    }

    fn act<T>(
        &self,
        attempt: &'static str,
        path: &Path,
        act: impl FnOnce() -> io::Result<T>,
    ) -> Result<T, DiskError> {
        let done = self.announce(attempt, path).and_then(|()| act());
        done.map_err(|source| DiskError { attempt, path: path.to_owned(), source })
    }

    /// Makes a directory and those above it, unless they exist.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn make_directories(&self, path: &Path) -> Result<(), DiskError> {
        if path.is_dir() {
            return Ok(());
        }
        let make = || fs::DirBuilder::new().recursive(true).mode(0o755).create(path);
        self.act("make the directory", path, make)
    }

    /// Lets everybody read a directory.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn open(&self, path: &Path) -> Result<(), DiskError> {
        self.act("open", path, || fs::set_permissions(path, fs::Permissions::from_mode(0o755)))
    }

    /// Makes a link under another name and renames it, so that the link always exists.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn link(&self, path: &Path, target: &Path) -> Result<(), DiskError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let made = path.with_file_name(format!(".{name}.new"));
        self.remove_file(&made)?;
        self.act("make the link", &made, || symlink(target, &made))?;
        self.rename(&made, path)
    }

    /// Renames a file or directory in its directory, durably.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<(), DiskError> {
        self.act("rename", from, || fs::rename(from, to))?;
        let Some(directory) = to.parent() else { return Ok(()) };
        self.act("keep", directory, || File::open(directory)?.sync_all())
    }

    /// Removes a file or link, unless it is gone.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn remove_file(&self, path: &Path) -> Result<(), DiskError> {
        if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(());
        }
        self.act("remove", path, || fs::remove_file(path))
    }

    /// Removes a directory with all its contents, unless it is gone; links are not followed.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn remove_directory(&self, path: &Path) -> Result<(), DiskError> {
        let failed = |source| DiskError { attempt: "remove", path: path.to_owned(), source };
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(failed(error)),
            Ok(facts) if !facts.is_dir() => return self.remove_file(path),
            // A release may hold read-only directories, and the deploying user may not be root.
            Ok(facts) if facts.permissions().mode() & 0o700 != 0o700 => {
                self.act("open", path, || fs::set_permissions(path, fs::Permissions::from_mode(0o700)))?;
            }
            Ok(_) => {}
        }
        for entry in fs::read_dir(path).map_err(failed)? {
            self.remove_directory(&entry.map_err(failed)?.path())?;
        }
        self.act("remove", path, || fs::remove_dir(path))
    }

    /// Writes a file atomically; only the owner may read it.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn write(&self, path: &Path, contents: &[u8]) -> Result<(), DiskError> {
        let permissions = Permissions { mode: Some(0o600), ..Permissions::default() };
        let write = || file::replace(path, contents, permissions).map_err(io::Error::other);
        self.act("write", path, write)
    }
}
