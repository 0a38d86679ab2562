//! Errors of deployments, rollbacks and status.

use std::io;
use std::path::PathBuf;

use super::disk::DiskError;
use super::hooks::HookError;
use super::line::as_line;
use super::lock::LockError;
use crate::artifact::Refusal;
use crate::store::{SignedError, StoreError};
use model::chain;

/// Why the command failed.
#[derive(Debug, thiserror::Error)]
pub enum DeployError {
    /// Another process deploys.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The disk refused a change.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// Something on the disk cannot be read.
    #[error("could not read {}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The document in the store is refused.
    #[error("{subject} is refused: {refusal}")]
    Refused {
        /// The document.
        subject: String,
        /// The reason.
        refusal: Refusal,
    },
    /// The store does not have it.
    #[error("there is no {what} in {store}")]
    Absent {
        /// The document: `pointer of myapp`.
        what: String,
        /// The store.
        store: String,
        /// What to do.
        hint: String,
    },
    /// No keys are pinned.
    #[error("no key is pinned, so every deployment would be refused")]
    NoKeys,
    /// A revision was built again.
    #[error("revision {revision} of {service} is already here, but from another manifest")]
    OtherManifest {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
    },
    /// The disk is full, or would be.
    #[error("there is no room for {revision} of {service} in {}: {missing}", path.display())]
    NoRoom {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// The directory.
        path: PathBuf,
        /// What is missing.
        missing: String,
    },
    /// The store offers a revision that was rolled back from.
    #[error("{revision} of {service} is current in the store, but this instance rolled back from it")]
    Withdrawn {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
    },
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// Processes of an earlier run's hook do not end.
    #[error("processes of an earlier hook of {0} still run, and cannot be ended")]
    Leftover(String),
    /// A release failed after it came into service.
    #[error("{revision} of {service} failed in service, and {how}")]
    FailedRelease {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// What was done about it.
        how: String,
        /// The failure.
        #[source]
        reason: Box<DeployError>,
    },
    /// The highstate failed.
    #[error("the highstate of {revision} failed: {}", as_line(reason))]
    Highstate {
        /// The revision.
        revision: String,
        /// The failure.
        reason: String,
        /// The release that `current` leads to.
        current: Option<String>,
    },
    /// A release is in service on this machine, but the instance is not.
    #[error("{revision} of {service} is deployed, but this instance was not registered: {reason}")]
    NotRegistered {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// The failure.
        reason: String,
    },
    /// There is no release for a rollback.
    #[error("there is no earlier release of {0} to go back to")]
    NothingBefore(String),
    /// The release is not on this instance.
    #[error("there is no release {revision} of {service} on this instance: there are {there}")]
    NotHere {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// The existing ones.
        there: String,
    },
    /// Nothing of the service is on this instance.
    #[error("nothing of {service} was deployed below {}", root.display())]
    Unknown {
        /// The service.
        service: String,
        /// The directory.
        root: PathBuf,
    },
    /// The user or the system asked for the end.
    #[error("it was interrupted")]
    Interrupted,
}

impl From<SignedError> for DeployError {
    fn from(error: SignedError) -> Self {
        match error {
            SignedError::Store(error) => Self::Store(error),
            SignedError::Refused { subject, refusal } => Self::Refused { subject, refusal },
        }
    }
}

impl DeployError {
    /// The error with its causes.
    pub fn with_causes(&self) -> String {
        chain(self)
    }

    /// True if the document in the store has expired: somebody must renew it, and the release in service stays.
    pub fn has_expired(&self) -> bool {
        matches!(self, Self::Refused { refusal: Refusal::Expired(_) | Refusal::RootExpired(_), .. })
    }

    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Self::Refused { refusal, .. } => refusal.hint(),
            Self::Absent { hint, .. } => hint,
            Self::Lock(LockError::Held { .. }) => "wait until it has ended, then run it again",
            Self::Store(StoreError::Api(error)) => return error.advice().map(str::to_owned),
            Self::Store(_) => return None,
            Self::NoKeys => {
                "pin the keys of your builders: 'deploy: {public_keys: [\"ed25519:…\"]}' in the minion \
                 configuration; orchestrate artifact key prints one"
            }
            Self::OtherManifest { .. } => "a revision is built once: build it again under another name",
            Self::NoRoom { .. } => {
                "free some space, or lower 'deploy:keep_free_bytes': the release in service and the one to \
                 roll back to are kept ('deploy:keep: 0' keeps none to roll back to), and others were removed"
            }
            Self::Withdrawn { .. } => "promote another revision, or name this one: --revision",
            Self::Hook(HookError::Failed { current, .. }) | Self::Highstate { current, .. } => {
                let stands = match current {
                    Some(current) => format!("current is {current}"),
                    None => "no release has been in service here yet".to_owned(),
                };
                return Some(format!("correct it and run it again: {stands}"));
            }
            Self::FailedRelease { .. } => {
                "correct it and promote another revision: this one is deployed here again only if it is \
                 named"
            }
            Self::NotRegistered { .. } => "correct it and run it again: the next run registers it",
            Self::Interrupted => "run it again: it continues where it ended",
            Self::NotHere { .. } => "deploy it: orchestrate deploy SERVICE INSTANCE --revision R",
            Self::Disk(_)
            | Self::Read { .. }
            | Self::Lock(_)
            | Self::Hook(_)
            | Self::NothingBefore(_)
            | Self::Leftover(_)
            | Self::Unknown { .. } => return None,
        };
        Some(text.to_owned())
    }
}
