//! A new fleet: the root's keys, the configuration of servers, and the kits of operators and instances.
//!
//! Everything here is made in memory; the caller writes it. The root's file belongs on one machine that is neither an
//! ops node nor a server: it is needed only to add or remove operators.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::claims::User;
use super::keys::{Identity, IdentityError, PublicKey, Seeds};
use super::permissions::of_registrar;
pub use super::root::Root;
pub use super::root_changes::OperatorToken;
use crate::protocol::Signed;

/// How many operators may keep the register: each has signing keys of its own, which servers know from the beginning.
pub const REGISTRARS: usize = 4;

/// The seeds of a register keeper.
#[derive(Clone, Deserialize, Serialize)]
pub struct Registrar {
    /// Signs account tokens: revocations.
    pub operator_seed: String,
    /// Signs the tokens of instances.
    pub account_seed: String,
    /// Connects to the system account.
    pub system_seed: String,
    /// The token of that user.
    pub system_token: String,
}

/// What an instance needs in order to ask. No secret of the fleet: it lets its holder ask, and nothing else.
#[derive(Clone, Deserialize, Serialize)]
pub struct AgentKit {
    /// Addresses of the servers.
    pub servers: Vec<String>,
    /// The key that signs the list of operators.
    pub root: PublicKey,
    /// The token with which one asks.
    pub enrol_token: String,
    /// The seed that belongs to it.
    pub enrol_seed: String,
    /// The operators when the kit was made, signed.
    pub operators: Signed,
    /// The keys that the mine is sealed for. Without them the instance has no mine.
    #[serde(default)]
    pub mine: Option<Seeds>,
}

/// What an ops node needs. It holds the operator's seeds.
#[derive(Clone, Deserialize, Serialize)]
pub struct OperatorKit {
    /// The operator's name.
    pub name: String,
    /// Addresses of the servers.
    pub servers: Vec<String>,
    /// The key that signs the list of operators.
    pub root: PublicKey,
    /// The fleet's account.
    pub account: PublicKey,
    /// The operator's token.
    pub token: String,
    /// The operator's keys.
    pub seeds: Seeds,
    /// The operators when the kit was made, signed.
    pub operators: Signed,
    /// There for those who keep the register.
    pub registrar: Option<Registrar>,
    /// The keys that may issue tokens of the account.
    pub account_signers: Vec<String>,
    /// What servers must know, when the kit was made, signed by the root. A kit of an older program has none.
    #[serde(default)]
    pub authority: Option<Signed>,
    /// The keys that the mine is sealed for. Without them the operator reads no mine.
    #[serde(default)]
    pub mine: Option<Seeds>,
}

const DAY: i64 = 24 * 3600;
/// How long an operator's token is valid, in seconds. The operator's commands renew it.
pub const OPERATOR_TOKEN_LIFE: i64 = 30 * DAY;
/// How long an instance's token is valid, in seconds. `key renew` issues the next one when half of it is over, and the agent fetches that.
pub const INSTANCE_TOKEN_LIFE: i64 = 90 * DAY;
/// How long kits let their holders ask, in seconds.
pub const ENROLMENT_LIFE: i64 = 365 * DAY;

impl OperatorKit {
    /// A new token, if this operator keeps the register: its signing key makes tokens of operators too. No server is needed.
    ///
    /// # Errors
    ///
    /// The keys are broken.
    pub fn own_token(&self, now: i64) -> Result<Option<String>, IdentityError> {
        let Some(registrar) = &self.registrar else { return Ok(None) };
        let key = Identity::from_seeds(&self.seeds, "the operator's kit")?.public();
        let permissions = of_registrar(&key);
        let user = User { key: &key, name: &self.name, account: &self.account, permissions: &permissions };
        let broken = |_| IdentityError::BrokenSeed { whose: "the register keeper".to_owned() };
        let signer = nkeys::KeyPair::from_seed(&registrar.account_seed).map_err(broken)?;
        user.claims(now, Some(now + OPERATOR_TOKEN_LIFE)).sign(&signer).map(Some)
    }
}

macro_rules! hidden {
    ($($name:ident),*) => { $(
        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(concat!(stringify!($name), "(hidden)"))
            }
        }
    )* };
}
hidden!(Registrar, Root, AgentKit, OperatorKit);
