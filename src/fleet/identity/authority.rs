//! What servers must know of the whole fleet: accounts, signing keys, and what counts no more. The root signs it; register keepers carry it out.

use serde::{Deserialize, Serialize};

use super::accounts::{Accounts, Revocations, Revoked};
use super::keys::PublicKey;
use crate::protocol::{Domain, Refusal, Signed};

/// What the root says of servers. Later versions may add to it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Authority {
    /// Grows with each change. Nobody goes back to a lower one.
    pub version: u64,
    /// The accounts beside the one of the streams; a fleet of an older program has none.
    #[serde(default)]
    pub accounts: Option<Accounts>,
    /// The keys that may issue tokens of operators and instances.
    pub signers: Vec<String>,
    /// The operators that were removed.
    #[serde(default)]
    pub removed: Vec<Removed>,
    /// Tokens with which one asks count only if they were made then or later, in seconds since 1970.
    #[serde(default)]
    pub enrolment_since: Option<i64>,
}

/// An operator that was removed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Removed {
    /// The name.
    pub name: String,
    /// The key.
    pub key: PublicKey,
    /// When, in seconds since 1970.
    pub at: i64,
}

impl Authority {
    /// Reads it as the root signed it.
    ///
    /// # Errors
    ///
    /// The signature is not that of `root`, or it is malformed.
    pub fn open(signed: &Signed, root: &PublicKey) -> Result<Self, Refusal> {
        if signed.by != *root {
            return Err(Refusal::WrongKey);
        }
        signed.open(Domain::Authority)
    }

    /// The tokens that do not count, together with those of instances.
    pub fn revocations(&self, instances: Revoked) -> Revocations {
        let operators = self.removed.iter().map(|removed| (removed.key.to_string(), removed.at)).collect();
        Revocations { operators, instances, enrolment_before: self.enrolment_since.map(|since| since - 1) }
    }
}
