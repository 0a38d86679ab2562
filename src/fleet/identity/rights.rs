//! What an operator may do beyond one instance, and what an operator may read.

use super::keys::{BoxKey, PublicKey};
use super::operators::{Operator, Operators, Right};
use crate::protocol::{Domain, Refusal, Signed};
use model::{Map, glob};
use sls::matcher::{self, MatchKind, Matcher};

/// The target of a right that holds on all instances.
const ALL: &str = "*";
/// Functions whose jobs use the pillar's sources on an ops node.
const USES_PILLAR: [&str; 8] = [
    "state.apply",
    "state.highstate",
    "state.sls",
    "state.show_sls",
    "pillar.items",
    "pillar.get",
    "match.pillar",
    "match.compound",
];

impl Right {
    fn names(&self, function: &str) -> bool {
        self.functions.iter().any(|pattern| glob::is_match(pattern, function))
    }

    /// Whether it can hold on an instance. If its grains are not known, a right by grains can.
    fn may_hold_on(&self, id: &str, grains: Option<&Map>) -> bool {
        let none = Map::new();
        if self.targets == ALL {
            return true;
        }
        let Ok(read) = matcher::read(MatchKind::Compound, &self.targets, &none) else { return false };
        let by_grains = [MatchKind::Grain, MatchKind::GrainPcre, MatchKind::Ipcidr];
        if grains.is_none() && read.uses(&by_grains) {
            return true;
        }
        read.is_match(&Matcher { id, grains: grains.unwrap_or(&none), pillar: &none, nodegroups: &none })
    }
}

impl Operator {
    /// Whether the operator may have this function run on all instances, also on those that do not exist yet.
    pub fn may_everywhere(&self, function: &str) -> bool {
        self.rights.iter().any(|right| right.targets == ALL && right.names(function))
    }

    /// Whether the operator may read what this function answers on the instance, or could if its grains were the right ones.
    pub fn may_perhaps_read(&self, function: &str, id: &str, grains: Option<&Map>) -> bool {
        let mut rights = self.rights.iter().chain(&self.reads);
        rights.any(|right| right.names(function) && right.may_hold_on(id, grains))
    }

    fn may_use_pillar(&self) -> bool {
        USES_PILLAR.iter().any(|function| self.may_somewhere(function))
    }
}

impl Operators {
    /// The keys that an answer is sealed for: operators who may have the function run there, or may read it, read what it answers. `own` is the key
    /// of the operator who asks.
    pub fn readers_of(&self, function: &str, id: &str, grains: Option<&Map>, own: &BoxKey) -> Vec<BoxKey> {
        let mut readers = vec![own.clone()];
        for operator in &self.operators {
            if operator.seal != *own && operator.may_perhaps_read(function, id, grains) {
                readers.push(operator.seal.clone());
            }
        }
        readers
    }

    /// The keys that the sources of the pillar are sealed for: operators who need them for a job of theirs.
    pub fn readers_of_pillar(&self, own: &BoxKey) -> Vec<BoxKey> {
        let mut readers = vec![own.clone()];
        for operator in &self.operators {
            if operator.seal != *own && operator.may_use_pillar() {
                readers.push(operator.seal.clone());
            }
        }
        readers
    }

    /// The readers that somebody names, without the operators who may not read what the function answers on this instance.
    pub fn allowed_readers(&self, named: &[BoxKey], function: &str, id: &str, grains: &Map) -> Vec<BoxKey> {
        let mut allowed = vec![];
        for reader in named {
            let operator = self.operators.iter().find(|operator| operator.seal == *reader);
            // A newer list may name an operator whom this instance does not know yet.
            if operator.is_none_or(|operator| operator.may_read(function, id, grains)) {
                allowed.push(reader.clone());
            }
        }
        allowed
    }
}

/// The version of a list of operators that the root signed, though the rest of it cannot be read.
pub fn list_version(signed: &[u8], root: &PublicKey) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Header {
        version: u64,
    }
    let signed = Signed::read(signed).ok().filter(|signed| signed.by == *root)?;
    match signed.open::<Header>(Domain::Operators) {
        Ok(header) => Some(header.version),
        Err(Refusal::Newer { .. }) => serde_json::from_str::<Header>(&signed.body).ok().map(|it| it.version),
        Err(_) => None,
    }
}
