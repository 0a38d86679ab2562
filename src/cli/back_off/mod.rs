//! `--back-off`: delays the runs of a timer while they fail.
//!
//! An unreadable record counts as none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use machine::file::{self, Algorithm, FileError, Permissions};

/// The pause after a first failure; each further one doubles it.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_secs(60);

/// The failures in a row of one command.
#[derive(Debug)]
pub struct BackOff {
    path: PathBuf,
    longest: SignedDuration,
    failures: Failures,
}

/// The recorded failures.
#[derive(Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
struct Failures {
    failures: u32,
    not_before: Timestamp,
}

/// Why the result of a run could not be recorded.
#[derive(Debug, thiserror::Error)]
pub enum BackOffError {
    /// The record cannot be written.
    #[error("could not record how the run ended")]
    Note(#[source] FileError),
    /// The record cannot be removed.
    #[error("could not remove {}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl BackOff {
    /// Reads the record of `subject`: failures of one command do not delay another. No pause is longer than this many
    /// seconds.
    pub fn read(directory: &Path, subject: &str, longest: u32) -> Self {
        let name = Algorithm::Sha256.digest(subject.as_bytes());
        let path = directory.join(format!("{}.json", &name[..16]));
        let read = fs::read(&path).ok();
        let failures = read.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Self { path, longest: SignedDuration::from_secs(longest.into()), failures }
    }

    /// When it may run again; nothing when it may now.
    pub fn later(&self, now: Timestamp) -> Option<Timestamp> {
        let then = self.failures.not_before;
        // A clock that was set back does not make a pause longer than the longest.
        let is_sane = then.duration_since(now) <= self.longest;
        (self.failures.failures > 0 && now < then && is_sane).then_some(then)
    }

    /// Records how the run ended.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn ended(self, is_success: bool, now: Timestamp) -> Result<(), BackOffError> {
        let Self { path, longest, failures } = self;
        if is_success {
            return match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    Err(BackOffError::Remove { path, source })
                }
                _ => Ok(()),
            };
        }
        let failures = failures.failures.saturating_add(1);
        let pause = FIRST_PAUSE.saturating_mul(1 << (failures - 1).min(20)).min(longest);
        let record = Failures { failures, not_before: now.saturating_add(pause).unwrap_or(now) };
        let text = serde_json::to_vec(&record).unwrap_or_default();
        if let Some(directory) = path.parent() {
            let _ = fs::create_dir_all(directory);
        }
        file::replace(&path, &text, Permissions { mode: Some(0o600), ..Permissions::default() })
            .map_err(BackOffError::Note)
    }
}

#[cfg(test)]
mod tests;
