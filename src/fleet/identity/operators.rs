//! The operators that instances obey, and what each may do. The root of the fleet signs the list.

use serde::{Deserialize, Serialize};

use super::keys::{BoxKey, PublicKey};
use crate::protocol::{Domain, Refusal, Signed};
use model::{Map, glob};
use sls::matcher::{MatchKind, Matcher};

/// What an operator may do, as an entry of Salt's `publisher_acl`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Right {
    /// A compound expression of instances: `web-* or G@role:db`. The instance holds it against its own grains.
    pub targets: String,
    /// Shell patterns of functions: `state.*`.
    pub functions: Vec<String>,
}

/// One operator.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Operator {
    /// A name for people: `ops1`.
    pub name: String,
    /// The key that signs the operator's jobs.
    pub key: PublicKey,
    /// The key that answers are sealed for.
    pub seal: BoxKey,
    /// What the operator may have run, and where.
    pub rights: Vec<Right>,
    /// True when the operator may accept and delete instances.
    #[serde(default)]
    pub keeps_register: bool,
    /// What the operator may read beside that: answers and stored jobs of these functions, which others have run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<Right>,
}

impl Operator {
    /// Whether the operator may have this function run on some instance.
    pub fn may_somewhere(&self, function: &str) -> bool {
        let is_meant = |pattern: &String| glob::is_match(pattern, function);
        self.rights.iter().any(|right| right.functions.iter().any(is_meant))
    }

    /// Whether the operator may have this function run on the instance.
    pub fn may(&self, function: &str, id: &str, grains: &Map) -> bool {
        holds(&self.rights, function, id, grains)
    }

    /// Whether the operator may read what this function answers on the instance.
    pub fn may_read(&self, function: &str, id: &str, grains: &Map) -> bool {
        self.may(function, id, grains) || holds(&self.reads, function, id, grains)
    }
}

fn holds(rights: &[Right], function: &str, id: &str, grains: &Map) -> bool {
    let none = Map::new();
    let matcher = Matcher { id, grains, pillar: &none, nodegroups: &none };
    rights.iter().any(|right| {
        right.functions.iter().any(|pattern| glob::is_match(pattern, function))
            && matcher.is_match(MatchKind::Compound, &right.targets)
    })
}

/// All operators of a fleet.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Operators {
    /// Grows with each change. Nobody goes back to a lower one.
    pub version: u64,
    /// The operators.
    pub operators: Vec<Operator>,
}

impl Operators {
    /// Reads the list as the root signed it.
    ///
    /// # Errors
    ///
    /// The signature is not that of `root`, or the list is malformed.
    pub fn open(signed: &[u8], root: &PublicKey) -> Result<Self, Refusal> {
        let signed = Signed::read(signed)?;
        if signed.by != *root {
            return Err(Refusal::WrongKey);
        }
        signed.open(Domain::Operators)
    }

    /// The operator with this key.
    pub fn find(&self, key: &PublicKey) -> Option<&Operator> {
        self.operators.iter().find(|operator| operator.key == *key)
    }

    /// The keys of those who keep the register.
    pub fn keepers(&self) -> Vec<BoxKey> {
        let keepers = self.operators.iter().filter(|operator| operator.keeps_register);
        keepers.map(|operator| operator.seal.clone()).collect()
    }

    /// The keys that answers are sealed for: any operator can read the answers of a job that another one began.
    pub fn readers(&self) -> Vec<BoxKey> {
        self.operators.iter().map(|operator| operator.seal.clone()).collect()
    }
}
