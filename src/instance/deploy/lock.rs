//! One deployment of a service at a time. The system frees the lock when its holder ends, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Why a lock was not had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it.
    #[error("another deployment of '{service}' is under way{}", Holder::told(holder.as_ref()))]
    Held {
        /// Of what.
        service: String,
        /// Who has it, where that could be read.
        holder: Option<Holder>,
    },
    /// The file cannot be opened or written.
    #[error("could not lock {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
}

/// Who deploys.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Holder {
    /// The number of its process.
    pub pid: u32,
    /// Since when.
    pub since: Timestamp,
    /// When the process began, in the system's ticks: numbers of processes are used again.
    began: Option<u64>,
}

impl Holder {
    fn told(holder: Option<&Self>) -> String {
        holder.map(|it| format!(": process {} since {:.0}", it.pid, it.since)).unwrap_or_default()
    }

    /// Who holds the lock in a file now; none if nobody does.
    pub fn find(path: &Path) -> Option<Self> {
        let holder: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let is_there = holder.began.is_some() && began(holder.pid) == holder.began;
        is_there.then_some(holder)
    }
}

/// When a process began. See <https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>: field 22, counted after the name.
fn began(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after) = stat.rsplit_once(')')?;
    after.split_whitespace().nth(19)?.parse().ok()
}

/// A lock that is held.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Takes the lock of a service, or tells who has it. Nobody is waited for.
    ///
    /// # Errors
    /// Somebody has it, or the file cannot be opened.
    pub fn take(path: &Path, service: &str, since: Timestamp) -> Result<Self, LockError> {
        let failed = |source| LockError::File { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o644)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                let holder = serde_json::from_str(&text).ok();
                return Err(LockError::Held { service: service.to_owned(), holder });
            }
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let pid = std::process::id();
        let text = serde_json::to_string(&Holder { pid, since, began: began(pid) }).unwrap_or_default();
        let written =
            file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
        written.map_err(failed)?;
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.set_len(0);
        // Closing alone would not do while a child that is being started still has the file open.
        let _ = self.0.unlock();
    }
}
