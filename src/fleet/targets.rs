//! Which instances a command is for, from the register and the grains that instances sent.

use std::collections::BTreeSet;

use crate::identity::{Attributes, BoxKey, PublicKey, REGISTER_GRAIN, grains_of_register};
use model::Map;
use sls::matcher::{self, Expression, MatchKind, Matcher, Mistake};

/// An accepted instance as an operator knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Its ID.
    pub id: String,
    /// Its key.
    pub key: PublicKey,
    /// The key that is sealed for.
    pub seal: BoxKey,
    /// What the register says about it.
    pub attributes: Attributes,
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

/// A target that was read and is valid.
#[derive(Clone, Debug)]
pub struct ReadTarget {
    expression: Expression,
    /// The IDs that a list names.
    listed: Vec<String>,
}

impl Target {
    /// Reads the target with the node groups of the configuration. It is read as a whole before anybody is asked: an excluded
    /// instance must not be asked because the part that excludes it is malformed.
    ///
    /// # Errors
    ///
    /// The first mistake, with its place.
    pub fn read(&self, nodegroups: &Map) -> Result<ReadTarget, Mistake> {
        let expression = matcher::read(self.kind, &self.expression, nodegroups)?;
        expression.check()?;
        let mut listed = vec![];
        if self.kind == MatchKind::List {
            let named = self.expression.split(',').filter(|id| !id.is_empty());
            listed.extend(named.map(str::to_owned));
        }
        Ok(ReadTarget { expression, listed })
    }
}

impl ReadTarget {
    /// Whether the target depends on pillar, which instances alone know.
    pub fn needs_pillar(&self) -> bool {
        self.expression.uses(&[MatchKind::Pillar, MatchKind::PillarPcre, MatchKind::PillarExact])
    }

    /// Whether the target depends on grains.
    pub fn needs_grains(&self) -> bool {
        self.expression.uses(&[MatchKind::Grain, MatchKind::GrainPcre, MatchKind::Ipcidr])
    }

    /// The words of a compound of the same meaning among these instances. It names no node group, and nothing of the register: instances have no
    /// such configuration, or another, and do not know what the register says about them.
    pub fn words(&self, all: &[Instance]) -> Vec<String> {
        self.expression.words(&|kind, text| {
            let is_of_register = matches!(kind, MatchKind::Grain | MatchKind::GrainPcre)
                && text.split(':').next() == Some(REGISTER_GRAIN);
            is_of_register.then(|| listed(kind, text, all))
        })
    }

    /// Chooses among the instances.
    pub fn choose(&self, all: &[Instance]) -> Chosen {
        self.choose_of(all, |it| (&it.id, it.grains.as_ref()))
    }

    /// Chooses among whatever has an ID, and grains if these are known.
    pub fn choose_of<T: Clone>(&self, all: &[T], facts: impl Fn(&T) -> (&str, Option<&Map>)) -> Chosen<T> {
        let none = Map::new();
        let needs_grains = self.needs_grains();
        let mut chosen = Chosen::default();
        for one in all {
            let (id, known) = facts(one);
            let matcher = Matcher { id, grains: known.unwrap_or(&none), pillar: &none, nodegroups: &none };
            if needs_grains && known.is_none() {
                chosen.without_grains.push(id.to_owned());
            } else if self.expression.is_match(&matcher) {
                chosen.instances.push(one.clone());
            }
        }
        chosen.instances.sort_by(|a, b| facts(a).0.cmp(facts(b).0));
        if !self.listed.is_empty() {
            let known: BTreeSet<&str> = all.iter().map(|one| facts(one).0).collect();
            let unknown = self.listed.iter().filter(|id| !known.contains(id.as_str()));
            chosen.unknown = unknown.cloned().collect();
        }
        chosen
    }
}

/// The word that lists the instances that a test of the register means.
fn listed(kind: MatchKind, text: &str, all: &[Instance]) -> String {
    let none = Map::new();
    let is_meant = |instance: &&Instance| {
        let grains = grains_of_register(&instance.attributes);
        Matcher { id: &instance.id, grains: &grains, pillar: &none, nodegroups: &none }.is_match(kind, text)
    };
    let ids: Vec<&str> = all.iter().filter(is_meant).map(|instance| instance.id.as_str()).collect();
    // No ID begins with a dot.
    if ids.is_empty() { "L@.".to_owned() } else { format!("L@{}", ids.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;
    use model::Value;

    fn map(json: serde_json::Value) -> Map {
        Value::from(json).as_map().cloned().unwrap_or_default()
    }

    fn instance(id: &str, grains: Option<serde_json::Value>) -> Instance {
        let identity = Identity::generate();
        let grains = grains.map(map);
        let attributes = Attributes::new();
        Instance { id: id.to_owned(), key: identity.public(), seal: identity.box_key(), attributes, grains }
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
        ] {
            let target = Target { kind, expression: expression.to_owned() };
            let chosen = target.read(&groups).unwrap().choose(&all);
            let found: Vec<&str> = chosen.instances.iter().map(|instance| instance.id.as_str()).collect();
            assert_eq!(found, ids, "{kind:?} {expression}");
        }
    }

    #[test]
    fn an_instance_whose_grains_are_not_known_is_named_and_not_guessed() {
        let by = |kind, expression: &str| {
            let target = Target { kind, expression: expression.to_owned() };
            target.read(&Map::new()).unwrap().choose(&fleet()).without_grains
        };
        assert_eq!(by(MatchKind::Grain, "role:web"), ["new-1"]);
        assert_eq!(by(MatchKind::Compound, "web-* and not G@role:db"), ["new-1"]);
        assert_eq!(by(MatchKind::Glob, "*"), [] as [&str; 0]);
    }

    #[test]
    fn a_list_that_names_a_stranger_says_so() {
        let target = Target { kind: MatchKind::List, expression: "web-1,web-9".to_owned() };
        assert_eq!(target.read(&Map::new()).unwrap().choose(&fleet()).unknown, ["web-9"]);
    }

    #[test]
    fn a_target_by_pillar_is_known_as_such() {
        let groups = map(serde_json::json!({"a": "I@x:y", "b": "web-*"}));
        for (kind, expression, expected) in [
            (MatchKind::Pillar, "a:b", true),
            (MatchKind::Compound, "web* and I@a:b", true),
            (MatchKind::Compound, "G@a:b", false),
            (MatchKind::Nodegroup, "a", true),
            (MatchKind::Compound, "not N@a", true),
            (MatchKind::Compound, "N@b", false),
            (MatchKind::Glob, "I@a", false),
        ] {
            let target = Target { kind, expression: expression.to_owned() };
            assert_eq!(target.read(&groups).unwrap().needs_pillar(), expected, "{kind:?} {expression}");
        }
    }

    #[test]
    fn instances_are_asked_by_pillar_without_the_names_of_groups() {
        let groups = map(serde_json::json!({"a": ["web-1", "web-2"], "b": "I@x:y or not N@a"}));
        let target = Target { kind: MatchKind::Compound, expression: "* and not N@b".to_owned() };
        let words = target.read(&groups).unwrap().words(&[]);
        assert_eq!(words.join(" "), "( * and not ( I@x:y or not L@web-1,web-2 ) )");
    }

    #[test]
    fn instances_are_asked_by_pillar_without_tests_of_the_register_that_they_cannot_make() {
        let described = |id: &str, role: &str| {
            let attributes = [("role".to_owned(), role.to_owned())].into();
            Instance { attributes, ..instance(id, None) }
        };
        let all = [described("web-1", "web"), described("web-2", "web"), described("db-1", "db")];
        for (expression, expected) in [
            ("I@x:y and not G@register:role:web", "( I@x:y and not L@web-1,web-2 )"),
            ("I@x:y or P@register:role:d.*", "( I@x:y or L@db-1 )"),
            ("I@x:y and not G@register:role:nobody", "( I@x:y and not L@. )"),
            ("I@x:y and G@registered:role:web", "( I@x:y and G@registered:role:web )"),
        ] {
            let target = Target { kind: MatchKind::Compound, expression: expression.to_owned() };
            assert_eq!(target.read(&Map::new()).unwrap().words(&all).join(" "), expected);
        }
    }

    #[test]
    fn a_malformed_target_is_refused_with_its_place() {
        let groups = map(serde_json::json!({"self": "web-1 or N@self", "deep": "web-* and not N@nosuch"}));
        for (kind, expression, said) in [
            (MatchKind::Compound, "G@role:db and (", "at character 15, '(': nothing follows it"),
            (MatchKind::Compound, "not", "nothing follows it"),
            (MatchKind::Compound, "", "at character 1: it is empty"),
            (MatchKind::Compound, "( web-1 or web-2", "at character 1, '(': no ')' closes it"),
            (MatchKind::Compound, "web-1 )", "at character 7, ')': no '(' is open"),
            (MatchKind::Compound, "web-1 web-2", "at character 7, 'web-2': 'and' or 'or' must be before it"),
            (MatchKind::Compound, "web-1 or and", "at character 10, 'and'"),
            (MatchKind::Compound, "(web-1 or web-2)", "at character 1, '(web-1': blanks must be"),
            (MatchKind::Compound, "* and not Z@x", "at character 11, 'Z@x': there is no 'Z@'"),
            (MatchKind::Compound, "* and not E@(", "at character 11, 'E@('"),
            (MatchKind::Compound, "* and not G@role", "a grain and a value are needed"),
            (MatchKind::Compound, "* and not P@role:(", "at character 11, 'P@role:('"),
            (MatchKind::Compound, "* and not S@zz", "an IP address or network is needed"),
            (
                MatchKind::Compound,
                "* and not N@nosuch",
                "at character 11, 'N@nosuch': there is no node group 'nosuch'",
            ),
            (MatchKind::Pcre, "(", "the target is malformed: '(', at character 1: "),
            (MatchKind::Grain, "role", "a grain and a value are needed"),
            (MatchKind::Pillar, "role", "a key of the pillar and a value are needed"),
            (MatchKind::Nodegroup, "nosuch", "there is no node group 'nosuch'"),
            (MatchKind::Nodegroup, "self", "the node group names itself: N@self → N@self"),
            (
                MatchKind::Nodegroup,
                "deep",
                "the node group 'deep' is malformed: 'web-* and not N@nosuch', at character 15",
            ),
        ] {
            let target = Target { kind, expression: expression.to_owned() };
            let mistake = target.read(&groups).expect_err(expression).to_string();
            assert!(mistake.contains(said), "{expression}: {mistake}");
        }
    }
}
