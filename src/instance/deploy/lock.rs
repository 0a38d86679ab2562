//! One deployment of a service at a time.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::error::DeployError;
use super::layout::Layout;
use machine::lock;
pub use machine::lock::{Holder, Lock};

/// Why a service cannot be deployed now.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process deploys it.
    #[error("another deployment of '{service}' is running{}", holder_in_words(holder.as_ref()))]
    Held {
        /// The service.
        service: String,
        /// The process that has the lock, if that could be read.
        holder: Option<Holder>,
    },
    /// The file cannot be opened or written.
    #[error("could not lock {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

fn holder_in_words(holder: Option<&Holder>) -> String {
    holder.map(|it| format!(": process {} since {:.0}", it.pid, it.since)).unwrap_or_default()
}

/// Checks that no process deploys a service now.
///
/// # Errors
/// Another process does.
pub fn check_free(layout: &Layout) -> Result<(), DeployError> {
    match Holder::find(&layout.lock()) {
        Some(holder) => {
            Err(LockError::Held { service: layout.service().to_owned(), holder: Some(holder) }.into())
        }
        None => Ok(()),
    }
}

/// Takes the lock of a service, or names the process that has it. It never waits.
///
/// # Errors
/// Another process has it, or the file cannot be opened.
pub(super) fn take(path: &Path, service: &str, since: Timestamp) -> Result<Lock, LockError> {
    Lock::take(path, service, since).map_err(|error| match error {
        lock::LockError::Held { holder, .. } => LockError::Held { service: service.to_owned(), holder },
        lock::LockError::File { path, source } => LockError::File { path, source },
    })
}
