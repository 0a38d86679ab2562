//! A run that a timer starts: never two at once, and rarer while it fails.
//!
//! Laws: a lock that a dead process held is free; a record that nobody can read counts as none; who may not run now is told
//! why and has done nothing.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::machine::file::{self, Algorithm, FileError, Permissions};

/// The pause after a first failure; each further one doubles it.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(60);

/// What a timer wants of a run.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Wishes {
    /// Where locks and records are kept.
    pub directory: PathBuf,
    /// The company that it bears.
    pub company: Company,
    /// The longest pause after failures, in seconds.
    pub back_off: Option<u32>,
    /// What is run: failures of one thing do not delay another.
    pub subject: String,
}

/// The company that a run bears.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Company {
    /// Any.
    #[default]
    Any,
    /// That of others who bear each other: deployments, which have a lock of their own.
    Deployments,
    /// None: a run that a timer started.
    None,
}

/// Whether it may run now.
#[derive(Debug)]
pub enum Turn {
    /// It may; to be told how it ended.
    Now(Ticket),
    /// Another run is under way.
    UnderWay,
    /// It failed before and waits until then.
    Later(Timestamp),
}

/// The permission to run; the lock is free again when this goes.
#[derive(Debug)]
pub struct Ticket {
    record: Option<PathBuf>,
    longest: SignedDuration,
    failures: u32,
    lock: Option<File>,
}

impl Drop for Ticket {
    /// In so many words: a process that is just being started may hold a copy of the file.
    fn drop(&mut self) {
        if let Some(lock) = &self.lock {
            let _ = lock.unlock();
        }
    }
}

/// What is known of failures in a row.
#[derive(Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
struct Record {
    failures: u32,
    not_before: Timestamp,
}

/// Why it cannot be told whether a run may begin, or how it ended be noted.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// The lock cannot be taken.
    #[error("could not lock {}", path.display())]
    Lock {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another run does not end.
    #[error("another run has been under way for {} minutes", patience.as_secs() / 60)]
    Busy {
        /// How long it was waited for.
        patience: Duration,
    },
    /// The record cannot be written.
    #[error("could not note how the run ended")]
    Note(#[source] FileError),
    /// The record cannot be removed.
    #[error("could not remove {}", path.display())]
    Forget {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Wishes {
    /// Asks for a turn.
    ///
    /// # Errors
    /// The directory cannot be made or the lock not be opened.
    pub fn ask(&self, now: Timestamp) -> Result<Turn, TurnError> {
        let path = self.directory.join("lock");
        let failed = |source| TurnError::Lock { path: path.clone(), source };
        let mut lock = None;
        if self.company != Company::Any {
            fs::create_dir_all(&self.directory).map_err(failed)?;
            let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
            let locked = if self.company == Company::None { file.try_lock() } else { file.try_lock_shared() };
            match locked {
                Ok(()) => lock = Some(file),
                Err(TryLockError::WouldBlock) => return Ok(Turn::UnderWay),
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
        }
        let name = Algorithm::Sha256.digest(self.subject.as_bytes());
        let record = self.back_off.map(|_| self.directory.join(format!("{}.json", &name[..16])));
        let known = record.as_deref().map(Record::load).unwrap_or_default();
        if known.failures > 0 && now < known.not_before {
            return Ok(Turn::Later(known.not_before));
        }
        let longest = SignedDuration::from_secs(self.back_off.unwrap_or_default().into());
        Ok(Turn::Now(Ticket { record, longest, failures: known.failures, lock }))
    }
}

impl Ticket {
    /// Notes how the run ended.
    ///
    /// # Errors
    /// The disk would not take it.
    pub fn ended(mut self, is_success: bool, now: Timestamp) -> Result<(), TurnError> {
        let Some(path) = self.record.take() else { return Ok(()) };
        if is_success {
            return match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    Err(TurnError::Forget { path, source })
                }
                _ => Ok(()),
            };
        }
        let failures = self.failures.saturating_add(1);
        let pause = FIRST_PAUSE.saturating_mul(1 << (failures - 1).min(20)).min(self.longest);
        let record = Record { failures, not_before: now.saturating_add(pause).unwrap_or(now) };
        let text = serde_json::to_vec(&record).unwrap_or_default();
        if let Some(directory) = path.parent() {
            let _ = fs::create_dir_all(directory);
        }
        file::replace(&path, &text, Permissions { mode: Some(0o600), ..Permissions::default() })
            .map_err(TurnError::Note)
    }
}

impl Record {
    fn load(path: &Path) -> Self {
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
