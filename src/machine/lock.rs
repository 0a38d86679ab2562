//! A lock that one process at a time holds. The system frees it when its holder ends, also after a crash.
//!
//! Only its owner can open the file, and it is in a directory of the caller's: a user who can open a file can lock it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use nix::libc::O_NOFOLLOW;
use serde::{Deserialize, Serialize};

use super::process::Stat;

/// Why a lock was not taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has it.
    #[error("{} is locked by another process", path.display())]
    Held {
        /// The file.
        path: PathBuf,
        /// The holder, if its record could be read.
        holder: Option<Holder>,
    },
    /// The file cannot be opened or written.
    #[error("could not lock {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
}

/// The process that holds a lock.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Holder {
    /// Its number.
    pub pid: u32,
    /// The time since when it holds the lock.
    pub since: Timestamp,
    /// Its work: `state.highstate`.
    #[serde(default)]
    pub what: String,
    /// When the process began, in the system's ticks: the system uses numbers of processes again.
    began: Option<u64>,
}

impl Holder {
    /// The holder of the lock in a file; none if nobody holds it.
    pub fn find(path: &Path) -> Option<Self> {
        let holder: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        holder.is_there().then_some(holder)
    }

    /// Whether the process still runs. Another process with the same number does not count.
    pub fn is_there(&self) -> bool {
        self.began.is_some() && began(self.pid) == self.began
    }

    /// Whether the holder, or a descendant of it, has started this process.
    pub fn is_above(&self) -> bool {
        self.is_there() && above(std::process::id()).any(|pid| pid == self.pid)
    }
}

/// The ancestors of a process, the nearest first.
fn above(pid: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(parent(pid), |pid| parent(*pid)).take(DEPTH)
}

/// No process has more ancestors. They may change while they are read.
const DEPTH: usize = 1000;

fn parent(pid: u32) -> Option<u32> {
    Stat::of(pid).map(|stat| stat.parent).filter(|pid| *pid > 0)
}

fn began(pid: u32) -> Option<u64> {
    Stat::of(pid).map(|stat| stat.began)
}

/// A lock that is held.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Takes a lock for `what`, or returns its holder. It does not wait.
    ///
    /// # Errors
    ///
    /// Another process has it, or the file cannot be opened.
    pub fn take(path: &Path, what: &str, since: Timestamp) -> Result<Self, LockError> {
        let failed = |source| LockError::File { path: path.to_owned(), source };
        let mut file = open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                return Err(LockError::Held {
                    path: path.to_owned(),
                    holder: serde_json::from_str(&text).ok(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let pid = std::process::id();
        let holder = Holder { pid, since, what: what.to_owned(), began: began(pid) };
        let text = serde_json::to_string(&holder).unwrap_or_default();
        let written =
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
        written.map_err(failed)?;
        Ok(Self(file))
    }
}

/// Opens the file with access for its owner alone. A file that other users can open, and may hold locked, is replaced by a new
/// one.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600).custom_flags(O_NOFOLLOW);
    let file = options.open(path)?;
    let stat = file.metadata()?;
    if stat.mode() & 0o077 == 0 && stat.uid() == super::account::own_uid() {
        return Ok(file);
    }
    fs::remove_file(path)?;
    options.create_new(true).open(path)
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
        // Closing alone is not enough while a child that is being started still has the file open.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn take(path: &Path) -> Result<Lock, LockError> {
        Lock::take(path, "state.highstate", Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn a_lock_is_held_once_names_its_holder_and_is_for_its_owner_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        let lock = take(&path).expect("it is free");
        let Err(LockError::Held { holder: Some(holder), .. }) = take(&path) else { panic!("it is held") };
        assert_eq!((holder.pid, holder.what.as_str()), (std::process::id(), "state.highstate"));
        assert_eq!(Holder::find(&path), Some(holder));
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        drop(lock);
        assert_eq!(Holder::find(&path), None);
        assert!(take(&path).is_ok());
    }

    #[test]
    fn a_lock_that_others_could_open_is_nobodys() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        fs::write(&path, "").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
        // A user opened it while it could be opened, and holds it for ever.
        let theirs = File::open(&path).expect("a file");
        theirs.lock().expect("a lock");
        let _lock = take(&path).expect("a new file takes its place");
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
        assert!(take(&path).is_err());
    }

    #[test]
    fn a_process_is_below_those_that_started_it() {
        let holder =
            |pid| Holder { pid, since: Timestamp::UNIX_EPOCH, what: String::new(), began: began(pid) };
        let own = std::process::id();
        let above = parent(own).expect("somebody started this");
        assert!(holder(above).is_above());
        assert!(!holder(own).is_above(), "what this process holds, it holds itself");
        let again = Holder { began: Some(1), ..holder(above) };
        assert!(!again.is_above(), "another process had that number");
    }

    #[test]
    fn a_link_is_no_lock() {
        let dir = tempfile::tempdir().expect("a directory");
        std::os::unix::fs::symlink("elsewhere", dir.path().join("lock")).expect("a link");
        assert!(matches!(take(&dir.path().join("lock")), Err(LockError::File { .. })));
        assert!(!dir.path().join("elsewhere").exists());
    }
}
