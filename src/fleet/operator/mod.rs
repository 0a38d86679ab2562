//! What an ops node does: choose instances, have jobs run, gather answers, keep the register.

mod admit;
mod authority;
mod clock;
mod events;
mod find;
mod gather;
mod instances;
mod jobs;
mod keys;
mod mine;
mod register_cache;
mod registrar;
#[cfg(test)]
mod tests;
mod trees;
mod watch;

pub use admit::{Admission, Documents, InstanceLookup};
pub use events::Events;
pub use gather::{Report, Silence};
pub use jobs::{Job, Record, SupplyOf};
pub use mine::Removed;
pub use register_cache::kept_ids;
pub use registrar::publish_account;
pub use trees::{Publication, Published};

use std::sync::Arc;

use crate::identity::setup::OperatorKit;
use crate::identity::{Authority, Card, Identity, IdentityError, KeyList, Operators, Register};
use crate::mine::MineError;
use crate::protocol::subjects::{AUTHORITY, LIST, OPERATORS, PENDING, in_bucket, stream_of};
use crate::protocol::{Refusal, Signed};
use crate::transport::{Transport, TransportError};
use crate::trees::TreeError;

use authority::{authority_of, newest_authority, tampered};
use find::find;

/// Why an operator's command failed.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The servers.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// A message could not be made or is not believed.
    #[error("{0}")]
    Refused(Refusal),
    /// A key is broken.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// This operator does not keep the register.
    #[error("operator '{name}' does not keep the register: it may not accept, reject or delete keys")]
    NoRegistrar {
        /// Whose name.
        name: String,
    },
    /// Nobody of this name was removed.
    #[error(
        "no operator '{name}' was removed, as far as this ops node knows: put authority.json beside its kit"
    )]
    NotRemoved {
        /// The name.
        name: String,
    },
    /// An ID is accepted with another key already.
    #[error("'{id}' is accepted with another key; delete that one first")]
    OtherKey {
        /// The ID.
        id: String,
    },
    /// An instance that does not belong to the fleet has no attributes.
    #[error("'{id}' is not accepted any more: another operator has refused its key")]
    NotAccepted {
        /// The ID.
        id: String,
    },
    /// No such job.
    #[error("job {jid} is not known")]
    NoJob {
        /// Its number.
        jid: String,
    },
    /// Going on with a job would lend this operator's rights.
    #[error(
        "job {jid} was stored by operator '{operator}', who may not have '{function}' run on {id}: to go on with it would lend '{operator}' your rights"
    )]
    Borrowed {
        /// Its number.
        jid: String,
        /// Who stored it.
        operator: String,
        /// What it runs.
        function: String,
        /// Where.
        id: String,
    },
    /// No such revision.
    #[error("there is no revision '{name}': orchestrate tree list")]
    NoRevision {
        /// Its name.
        name: String,
    },
    /// A revision of this name is published.
    #[error("there is a revision '{name}' already; a name is given once")]
    RevisionTaken {
        /// Its name.
        name: String,
    },
    /// Trees cannot be published or used.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The mine cannot be read.
    #[error(transparent)]
    Mine(#[from] MineError),
    /// The servers could not be reached for too long while a job ran.
    #[error(
        "the servers could not be reached for {seconds} s; the job continues: orchestrate jobs resume {jid}"
    )]
    CutOff {
        /// The number of the job.
        jid: String,
        /// How long.
        seconds: u64,
    },
}

impl From<Refusal> for OperatorError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What the servers hold in a bucket in which every operator may write, and what does not count.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ignored {
    /// Which, and why.
    pub said: String,
    /// True if no program of ours writes it: somebody tampers with the servers.
    pub is_forged: bool,
}

/// An operator at work.
pub struct Console {
    /// What carries messages.
    pub transport: Arc<dyn Transport>,
    /// The operator's keys.
    pub identity: Identity,
    /// The operator's kit.
    pub kit: OperatorKit,
    /// The certificates to trust, where the system's are not meant.
    pub ca: Option<std::path::PathBuf>,
    /// The operators, the newest list that was seen.
    pub operators: Operators,
    /// What servers must know, the newest that was seen. Only register keepers look for it.
    pub authority: Authority,
    /// What the servers held that only the root may sign, and that it did not sign: somebody tampers with the servers.
    pub tampered: Vec<String>,
    /// The file that keeps the register between two commands, if one does.
    pub register_cache: Option<std::path::PathBuf>,
    /// Gives the time.
    pub clock: fn() -> jiff::Timestamp,
}

/// What the servers store about instances, after the check.
#[derive(Debug, Default)]
pub struct Knowledge {
    /// The decisions.
    pub register: Register,
    /// The instances that request acceptance.
    pub asking: Vec<Card>,
    /// What was ignored, and why.
    pub ignored: Vec<String>,
    /// Whether some of it was in the register, where only its keepers may write: somebody tampers with the servers.
    pub is_alarmed: bool,
}

impl Knowledge {
    /// Keys by state.
    pub fn keys(&self) -> KeyList {
        KeyList::new(&self.register, &self.asking)
    }
}

impl Console {
    /// Opens the console. If the kit or the servers have an older list of operators, it gets the newer one.
    ///
    /// # Errors
    ///
    /// The kit is broken.
    pub async fn open(
        transport: Arc<dyn Transport>,
        mut kit: OperatorKit,
        clock: fn() -> jiff::Timestamp,
    ) -> Result<Self, OperatorError> {
        let identity = Identity::from_seeds(&kit.seeds, "the operator's kit")?.keeping(AGREEMENTS);
        let own = kit.operators.to_bytes()?;
        let mut operators = Operators::open(&own, &kit.root)?;
        let of_kit = authority_of(&kit)?;
        let found = find_operators(&*transport).await?;
        // A new fleet has no stream for it, and only register keepers use it.
        let stored_authority = if found.is_some() && kit.registrar.is_some() {
            transport.last(stream_of(OPERATORS), in_bucket(OPERATORS, AUTHORITY)).await.ok().flatten()
        } else {
            None
        };
        let is_new_fleet = found.is_none();
        let bytes = found.flatten();
        let tampered = tampered(bytes.as_deref(), stored_authority.as_deref(), &kit);
        let authority = newest_authority(of_kit, stored_authority, &kit);
        let stored = bytes.as_ref().and_then(|stored| Operators::open(stored, &kit.root).ok());
        let is_newest = stored.as_ref().is_some_and(|stored| stored.version >= operators.version);
        if let Some(newer) = stored.filter(|stored| stored.version > operators.version) {
            operators = newer;
            kit.operators = bytes.as_deref().map_or(Ok(kit.operators), Signed::read)?;
        }
        let console = Self {
            transport,
            identity,
            kit,
            ca: None,
            operators,
            authority,
            tampered,
            register_cache: None,
            clock,
        };
        // Without streams the first acceptance makes them and stores the list.
        if !is_newest && !is_new_fleet && console.kit.registrar.is_some() {
            let _ = console.publish_operators().await;
        }
        Ok(console)
    }

    /// Reads the register and, for its keepers, the requests for acceptance. Without the requests, the register may come from the file
    /// that keeps it, and from the servers what is newer.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn knowledge(&self, with_asking: bool) -> Result<Knowledge, OperatorError> {
        let (register, mut ignored) =
            if with_asking { self.whole_register().await? } else { self.register().await? };
        ignored.extend(self.tampered.iter().cloned());
        let is_alarmed = !ignored.is_empty();
        let mut asking = vec![];
        let cards = if with_asking { self.transport.bucket(PENDING.to_owned()).await? } else { vec![] };
        for (under, bytes) in cards {
            match Card::open(&under, &bytes) {
                Ok(card) => asking.push(card),
                Err(refusal) => ignored.push(card_ignored(&under, &refusal)),
            }
        }
        Ok(Knowledge { register, asking, ignored, is_alarmed })
    }

    fn seconds(&self) -> i64 {
        (self.clock)().as_second()
    }
}

/// How many agreements an ops node keeps while a command runs: one for each instance, for its order and its answer.
const AGREEMENTS: usize = 65_536;
/// How often something is written in the place of what was read, while other operators write there too.
const ATTEMPTS: usize = 5;
/// How often the console asks servers for a stream that have just been started.
const LOOK: std::time::Duration = std::time::Duration::from_millis(200);

/// The stored list of operators, if there is one; none at all in a new fleet, which has no stream for it. Nothing waits for the
/// leader of a stream that does not exist.
async fn find_operators(transport: &dyn Transport) -> Result<Option<Option<Vec<u8>>>, TransportError> {
    let is_missing = async {
        loop {
            match transport.has(stream_of(OPERATORS)).await {
                Ok(false) => return Ok(None),
                Ok(true) => std::future::pending().await,
                Err(TransportError::NoJetStream) => return Err(TransportError::NoJetStream),
                // The servers have just been started, and have no leader yet.
                Err(_) => tokio::time::sleep(LOOK).await,
            }
        }
    };
    tokio::select! {
        stored = find(transport, stream_of(OPERATORS), in_bucket(OPERATORS, LIST)) => Ok(Some(stored.ok().flatten())),
        missing = is_missing => missing,
    }
}

fn busy(attempt: &'static str) -> TransportError {
    TransportError::Failed { attempt, reason: "other operators write at the same time".to_owned() }
}

fn card_ignored(under: &str, refusal: &Refusal) -> String {
    format!("the card of {under} is ignored: {refusal}")
}
