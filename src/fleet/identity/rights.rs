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

    /// Whether it holds on an instance. If its grains are not known, a right by grains holds as `if_unknown` says.
    fn holds_on(&self, id: &str, grains: Option<&Map>, if_unknown: bool) -> bool {
        let none = Map::new();
        if self.targets == ALL {
            return true;
        }
        let Ok(read) = matcher::read(MatchKind::Compound, &self.targets, &none) else { return false };
        let by_grains = [MatchKind::Grain, MatchKind::GrainPcre, MatchKind::Ipcidr];
        if grains.is_none() && read.uses(&by_grains) {
            return if_unknown;
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
        rights.any(|right| right.names(function) && right.holds_on(id, grains, true))
    }

    /// The same where nobody looks at the grains later: a right by grains counts only if they are known.
    pub fn may_surely_read(&self, function: &str, id: &str, grains: Option<&Map>) -> bool {
        let mut rights = self.rights.iter().chain(&self.reads);
        rights.any(|right| right.names(function) && right.holds_on(id, grains, false))
    }

    /// Whether the operator may have this function run on the instance. A right by grains counts only if they are known.
    pub fn may_surely(&self, function: &str, id: &str, grains: Option<&Map>) -> bool {
        self.rights.iter().any(|right| right.names(function) && right.holds_on(id, grains, false))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;

    fn operator(targets: &str) -> Operator {
        let identity = Identity::generate();
        let right = Right { targets: targets.to_owned(), functions: vec!["cmd.*".to_owned()] };
        Operator {
            name: "limited".to_owned(),
            key: identity.public(),
            seal: identity.box_key(),
            rights: vec![right],
            keeps_register: false,
            reads: vec![],
        }
    }

    #[test]
    fn a_right_by_grains_that_are_not_known_is_none_where_nobody_looks_later() {
        let grains = |role: &str| model::Value::from(serde_json::json!({"role": role})).as_map().cloned();
        let (db, web) = (grains("db"), grains("web"));
        for (targets, is_for_db, is_for_web) in [
            ("G@role:db", true, false),
            ("* and not G@role:db", false, true),
            ("P@role:w.b", false, true),
            ("not S@10.0.0.0/8", true, true),
        ] {
            let limited = operator(targets);
            for (grains, expected) in [(&db, is_for_db), (&web, is_for_web), (&None, false)] {
                let (surely, reads) = (
                    limited.may_surely("cmd.run", "web-1", grains.as_ref()),
                    limited.may_surely_read("cmd.run", "web-1", grains.as_ref()),
                );
                assert_eq!((surely, reads), (expected, expected), "{targets} {grains:?}");
            }
            assert!(limited.may_perhaps_read("cmd.run", "web-1", None), "the instance looks later");
            assert!(!limited.may_surely("state.apply", "web-1", db.as_ref()));
        }
        let by_id = operator("web-*");
        assert!(by_id.may_surely("cmd.run", "web-1", None) && !by_id.may_surely("cmd.run", "db-1", None));
    }
}
