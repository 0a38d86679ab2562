//! Which instances a command is for, from the register and the grains that instances sent.

use std::collections::BTreeMap;

use crate::fleet::identity::{BoxKey, PublicKey};
use crate::model::Map;
use crate::sls::matcher::{MatchKind, Matcher};

/// An accepted instance as an operator knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Its ID.
    pub id: String,
    /// Its key.
    pub key: PublicKey,
    /// The key that is sealed for.
    pub seal: BoxKey,
    /// Its grains; none until it sent them.
    pub grains: Option<Map>,
}

/// What was typed as the target.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Target {
    /// How it is read.
    pub kind: MatchKind,
    /// The expression.
    pub expression: String,
}

/// The instances chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen<T = Instance> {
    /// The instances that match the target, sorted by ID.
    pub instances: Vec<T>,
    /// IDs that a list names and the register does not have.
    pub unknown: Vec<String>,
    /// IDs of instances that have sent no grains yet, if the target needs grains: whether they match is not known.
    pub without_grains: Vec<String>,
}

impl<T> Default for Chosen<T> {
    fn default() -> Self {
        Self { instances: vec![], unknown: vec![], without_grains: vec![] }
    }
}

impl Target {
    /// Whether the target depends on pillar, which instances alone know.
    pub fn needs_pillar(&self, nodegroups: &Map) -> bool {
        self.uses(
            &["I@", "J@"],
            &[MatchKind::Pillar, MatchKind::PillarPcre, MatchKind::PillarExact],
            nodegroups,
        )
    }

    /// Whether the target depends on grains.
    pub fn needs_grains(&self, nodegroups: &Map) -> bool {
        self.uses(
            &["G@", "P@", "S@"],
            &[MatchKind::Grain, MatchKind::GrainPcre, MatchKind::Ipcidr],
            nodegroups,
        )
    }

    fn uses(&self, engines: &[&str], kinds: &[MatchKind], nodegroups: &Map) -> bool {
        let names =
            |text: &str| text.split_whitespace().any(|word| engines.iter().any(|it| word.starts_with(it)));
        match self.kind {
            MatchKind::Compound if self.expression.contains("N@") => self.uses_in_groups(engines, nodegroups),
            MatchKind::Compound => names(&self.expression),
            MatchKind::Nodegroup => self.uses_in_groups(engines, nodegroups),
            kind => kinds.contains(&kind),
        }
    }

    /// Groups may name groups: if any group or the expression uses an engine, the target is taken to use it.
    fn uses_in_groups(&self, engines: &[&str], nodegroups: &Map) -> bool {
        let groups =
            nodegroups.values().map(|value| serde_json::to_string(&value.to_json()).unwrap_or_default());
        groups.chain([self.expression.clone()]).any(|text| engines.iter().any(|it| text.contains(it)))
    }

    /// Chooses among the instances.
    pub fn choose(&self, all: &[Instance], nodegroups: &Map) -> Chosen {
        self.choose_of(all, |it| (&it.id, it.grains.as_ref()), nodegroups)
    }

    /// Chooses among whatever has an ID, and grains if these are known.
    pub fn choose_of<T: Clone>(
        &self,
        all: &[T],
        facts: impl Fn(&T) -> (&str, Option<&Map>),
        nodegroups: &Map,
    ) -> Chosen<T> {
        let none = Map::new();
        let needs_grains = self.needs_grains(nodegroups);
        let mut chosen = Chosen::default();
        for one in all {
            let (id, known) = facts(one);
            let matcher = Matcher { id, grains: known.unwrap_or(&none), pillar: &none, nodegroups };
            if needs_grains && known.is_none() {
                chosen.without_grains.push(id.to_owned());
            } else if matcher.is_match(self.kind, &self.expression) {
                chosen.instances.push(one.clone());
            }
        }
        chosen.instances.sort_by(|a, b| facts(a).0.cmp(facts(b).0));
        if self.kind == MatchKind::List {
            let known: BTreeMap<&str, ()> = all.iter().map(|one| (facts(one).0, ())).collect();
            let named = self.expression.split(',').filter(|id| !id.is_empty());
            chosen.unknown = named.filter(|id| !known.contains_key(id)).map(str::to_owned).collect();
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::identity::Identity;
    use crate::model::Value;

    fn map(json: serde_json::Value) -> Map {
        Value::from(json).as_map().cloned().unwrap_or_default()
    }

    fn instance(id: &str, grains: Option<serde_json::Value>) -> Instance {
        let identity = Identity::generate();
        let grains = grains.map(map);
        Instance { id: id.to_owned(), key: identity.public(), seal: identity.box_key(), grains }
    }

    fn fleet() -> Vec<Instance> {
        vec![
            instance("web-2", Some(serde_json::json!({"role": "web", "ipv4": ["10.0.1.2"]}))),
            instance("web-1", Some(serde_json::json!({"role": "web", "ipv4": ["10.0.0.1"]}))),
            instance("db-1", Some(serde_json::json!({"role": "db", "ipv4": ["10.0.0.9"]}))),
            instance("new-1", None),
        ]
    }

    #[test]
    fn each_way_to_name_instances_chooses_those_that_salt_chooses() {
        let groups = map(serde_json::json!({"webs": "G@role:web", "small": "L@web-1,db-1"}));
        let all = fleet();
        for (kind, expression, ids) in [
            (MatchKind::Glob, "*", vec!["db-1", "new-1", "web-1", "web-2"]),
            (MatchKind::Glob, "web-*", vec!["web-1", "web-2"]),
            (MatchKind::Glob, "WEB-*", vec![]),
            (MatchKind::List, "web-1,db-1", vec!["db-1", "web-1"]),
            (MatchKind::Pcre, "(web|db)-1", vec!["db-1", "web-1"]),
            (MatchKind::Grain, "role:web", vec!["web-1", "web-2"]),
            (MatchKind::Ipcidr, "10.0.0.0/24", vec!["db-1", "web-1"]),
            (MatchKind::Ipcidr, "10.0.1.2", vec!["web-2"]),
            (MatchKind::Compound, "G@role:web and not E@web-2", vec!["web-1"]),
            (MatchKind::Compound, "web-* or L@db-1", vec!["db-1", "web-1", "web-2"]),
            (MatchKind::Nodegroup, "webs", vec!["web-1", "web-2"]),
            (MatchKind::Compound, "N@small and G@role:db", vec!["db-1"]),
            (MatchKind::Compound, "not", vec![]),
        ] {
            let target = Target { kind, expression: expression.to_owned() };
            let chosen = target.choose(&all, &groups);
            let found: Vec<&str> = chosen.instances.iter().map(|instance| instance.id.as_str()).collect();
            assert_eq!(found, ids, "{kind:?} {expression}");
        }
    }

    #[test]
    fn an_instance_whose_grains_are_not_known_is_named_and_not_guessed() {
        let by = |kind, expression: &str| {
            let target = Target { kind, expression: expression.to_owned() };
            target.choose(&fleet(), &Map::new()).without_grains
        };
        assert_eq!(by(MatchKind::Grain, "role:web"), ["new-1"]);
        assert_eq!(by(MatchKind::Compound, "web-* and not G@role:db"), ["new-1"]);
        assert_eq!(by(MatchKind::Glob, "*"), [] as [&str; 0]);
    }

    #[test]
    fn a_list_that_names_a_stranger_says_so() {
        let target = Target { kind: MatchKind::List, expression: "web-1,web-9".to_owned() };
        assert_eq!(target.choose(&fleet(), &Map::new()).unknown, ["web-9"]);
    }

    #[test]
    fn a_target_by_pillar_is_known_as_such() {
        let groups = map(serde_json::json!({"a": "I@x:y"}));
        for (kind, expression, expected) in [
            (MatchKind::Pillar, "a:b", true),
            (MatchKind::Compound, "web* and I@a:b", true),
            (MatchKind::Compound, "G@a:b", false),
            (MatchKind::Nodegroup, "a", true),
            (MatchKind::Glob, "I@a", false),
        ] {
            let target = Target { kind, expression: expression.to_owned() };
            assert_eq!(target.needs_pillar(&groups), expected, "{kind:?} {expression}");
        }
    }
}
