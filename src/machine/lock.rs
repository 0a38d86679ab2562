//! A lock that one process at a time holds. The system frees it when its holder ends, also after a crash.
//!
//! Only its owner can open the file, and it is in a directory of the caller's: a user who can open a file can lock it.
//!
//! The lock is `flock(2)` alone. The text in the file only names the holder: a full disk may refuse it, and then the
//! kernel's own list of locks names the process.

mod kernel;

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
    /// The file cannot be opened or locked.
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

/// The size of a holder's text. Shorter texts are filled up, and the file keeps its size when the lock is released, so
/// that the next holder needs no new block of the disk.
const TEXT: usize = 512;

impl Holder {
    /// The holder of the lock in a file; none if nobody holds it.
    pub fn find(path: &Path) -> Option<Self> {
        let written: Option<Self> = serde_json::from_slice(&fs::read(path).ok()?).ok();
        written.filter(Self::is_there).or_else(|| Self::of_kernel(path))
    }

    /// The holder that could not write its name.
    fn of_kernel(path: &Path) -> Option<Self> {
        let pid = kernel::locked_by(path)?;
        let stat = Stat::of(pid)?;
        let since = stat.since().unwrap_or(Timestamp::UNIX_EPOCH);
        let what = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        Some(Self { pid, since, what: what.trim().to_owned(), began: Some(stat.began) })
    }

    /// Writes the text into its file.
    fn write(&self, file: &mut File) -> io::Result<()> {
        let text = serde_json::to_string(self).unwrap_or_default();
        let filled = format!("{text:TEXT$}");
        file.rewind()?;
        file.write_all(filled.as_bytes())?;
        file.set_len(filled.len() as u64)
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
                let written: Option<Holder> = serde_json::from_str(&text).ok();
                let holder = written.clone().filter(Holder::is_there).or_else(|| Holder::of_kernel(path));
                return Err(LockError::Held { path: path.to_owned(), holder: holder.or(written) });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let pid = std::process::id();
        let holder = Holder { pid, since, what: what.to_owned(), began: began(pid) };
        if let Err(error) = holder.write(&mut file) {
            tracing::warn!("the holder of {} could not be written: {error}", path.display());
        }
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
        // The blocks stay, and nothing names a holder.
        if self.0.rewind().and_then(|()| self.0.write_all(&[b' '; TEXT])).is_err() {
            let _ = self.0.set_len(0);
        }
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
    fn a_holder_that_could_not_write_its_name_is_found_by_the_kernels_list() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        let lock = take(&path).expect("it is free");
        for text in ["", "{", "{\"pid\": 1, \"since\": \"1970-01-01T00:00:00Z\", \"began\": 1}"] {
            fs::write(&path, text).expect("the text is gone");
            let Err(LockError::Held { holder: Some(holder), .. }) = take(&path) else {
                panic!("it is held: {text}")
            };
            assert_eq!(holder.pid, std::process::id(), "{text}");
            assert!(holder.since > Timestamp::UNIX_EPOCH && holder.is_there());
            assert_eq!(Holder::find(&path), Some(holder));
        }
        drop(lock);
        assert_eq!(Holder::find(&path), None);
    }

    #[test]
    fn a_lock_needs_no_new_block_after_its_first_time() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        let size = || fs::metadata(&path).expect("a file").len();
        let lock = take(&path).expect("it is free");
        assert_eq!(size(), TEXT as u64);
        drop(lock);
        assert_eq!((size(), Holder::find(&path)), (TEXT as u64, None));
        // A longer name than any leaves nothing of itself behind.
        drop(Lock::take(&path, &"x".repeat(2 * TEXT), Timestamp::UNIX_EPOCH).expect("it is free"));
        let lock = take(&path).expect("it is free");
        assert_eq!(Holder::find(&path).expect("a holder").what, "state.highstate");
        drop(lock);
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
