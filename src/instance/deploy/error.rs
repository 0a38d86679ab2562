//! Why a deployment, a rollback or a status came to nothing.

use std::io;
use std::path::PathBuf;

use super::disk::DiskError;
use super::hooks::HookError;
use super::lock::LockError;
use crate::instance::artifact::Refusal;
use crate::instance::store::{SignedError, StoreError};
use crate::model::chain;

/// Why it came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum DeployError {
    /// Somebody else deploys.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The disk would not take it.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// Something on the disk cannot be read.
    #[error("could not read {}", path.display())]
    Read {
        /// What.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What the store has is not believed.
    #[error("{subject} is refused: {refusal}")]
    Refused {
        /// What.
        subject: String,
        /// Why.
        refusal: Refusal,
    },
    /// The store does not have it.
    #[error("there is no {what} in {store}")]
    Absent {
        /// What: `pointer of myapp`.
        what: String,
        /// Where.
        store: String,
        /// What to do.
        hint: String,
    },
    /// No keys are pinned.
    #[error("no key is pinned: nothing that is deployed could be believed")]
    NoKeys,
    /// A revision was built again.
    #[error("revision {revision} of {service} is here already, made of another manifest")]
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
        /// Where.
        path: PathBuf,
        /// What is missing.
        missing: String,
    },
    /// It was rolled back from.
    #[error("{revision} of {service} is current in the store, and was rolled back from on this instance")]
    Withdrawn {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
    },
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// A release failed when it was in service.
    #[error("{revision} of {service} failed in service, and {how}")]
    Unfit {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// What was done about it.
        how: String,
        /// What failed.
        #[source]
        reason: Box<DeployError>,
    },
    /// The highstate failed.
    #[error("the highstate of {revision} failed: {reason}")]
    Highstate {
        /// The revision.
        revision: String,
        /// What failed.
        reason: String,
    },
    /// There is nothing to go back to.
    #[error("there is no earlier release of {0} to go back to")]
    NothingBefore(String),
    /// The release is not on this instance.
    #[error("there is no release {revision} of {service} on this instance: there are {there}")]
    NotHere {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// Those there are.
        there: String,
    },
    /// Nothing of the service is on this instance.
    #[error("nothing of {service} was deployed below {}", root.display())]
    Unknown {
        /// The service.
        service: String,
        /// Where.
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
    /// What happened, with its causes.
    pub fn told(&self) -> String {
        chain(self)
    }

    /// True where what the store offers has expired: somebody must renew it, and what is in service stays.
    pub fn has_expired(&self) -> bool {
        matches!(self, Self::Refused { refusal: Refusal::Expired(_), .. })
    }

    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Self::Refused { refusal, .. } => refusal.hint(),
            Self::Absent { hint, .. } => hint,
            Self::Lock(LockError::Held { .. }) => "wait for its end, then run it again",
            Self::Store(StoreError::Api(error)) => return error.fault.advice().map(str::to_owned),
            Self::Store(_) => return None,
            Self::NoKeys => {
                "pin those of your builders: 'deploy: {public_keys: [\"ed25519:…\"]}' in the minion configuration; orchestrate artifact key tells one"
            }
            Self::OtherManifest { .. } => "a revision is built once: build it again under another name",
            Self::NoRoom { .. } => "free some, lower 'deploy:keep', or lower 'deploy:keep_free_bytes'",
            Self::Withdrawn { .. } => "promote another revision, or name this one: --revision",
            Self::Hook(HookError::Failed { .. }) | Self::Highstate { .. } => {
                "mend it and run it again: what was in service is in service still, unless the log says that current was linked"
            }
            Self::Unfit { .. } => {
                "mend it and promote another revision: this one is deployed here again only when it is named"
            }
            Self::Interrupted => "run it again: it goes on where it ended",
            Self::NotHere { .. } => "deploy it: orchestrate deploy SERVICE INSTANCE --revision R",
            Self::Disk(_)
            | Self::Read { .. }
            | Self::Lock(_)
            | Self::Hook(_)
            | Self::NothingBefore(_)
            | Self::Unknown { .. } => return None,
        };
        Some(text.to_owned())
    }
}
