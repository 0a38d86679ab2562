use std::collections::HashMap;

use super::spec::{FUNCTIONS, Spec};
use super::want::Want;
use super::*;
use kind::{Known, Sight};
use model::{Ident, Minion, Node, Place};

mod api;
mod diff;
mod spec;

/// Reads the arguments of a function given as JSON.
fn read(function: usize, json: serde_json::Value) -> (Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let node = Node::from_value(json.into(), &place);
    let entries = node.as_map().unwrap().iter().map(|(key, entry)| (key.to_string(), entry.clone()));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[function];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (SecurityGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

/// The group `web` with these ingress rules.
fn with_rules(rules: serde_json::Value) -> Spec {
    let (spec, problems) = read(0, serde_json::json!({"name": "web", "description": "d", "rules": rules}));
    assert!(problems.is_empty(), "{problems}");
    spec
}

/// The knowledge of a run, by reference and attribute; `promised` lists the things that it will create.
#[derive(Default)]
struct World {
    found: HashMap<(Reference, &'static str), String>,
    promised: Vec<&'static str>,
    /// Attributes that are true or false.
    truths: HashMap<(Reference, &'static str), bool>,
}

impl World {
    fn group(mut self, name: &str, scope: Option<&str>, id: &str, vpc: &str) -> Self {
        let mut references =
            vec![Reference::new(SecurityGroup::KIND, name), Reference::new(SecurityGroup::KIND, id)];
        if let Some(scope) = scope {
            references[0] = references[0].clone().within(scope);
        }
        for reference in references {
            for (attribute, value) in [("id", id), ("vpc_id", vpc), ("owner_id", "123456789012")] {
                self.found.insert((reference.clone(), attribute), value.to_owned());
            }
        }
        self
    }

    fn vpc(mut self, name: &str, id: &str) -> Self {
        self.found.insert((Reference::new("ec2.vpc", name), "id"), id.to_owned());
        self
    }

    fn resolve(&self, spec: &Spec) -> Result<Want, Unresolved> {
        SecurityGroup::resolve(spec, &mut Lookup::new(self))
    }
}

impl Known for World {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        let is_it = self.truths.iter().find(|((known, name), _)| known == reference && *name == attribute);
        if let Some((_, truth)) = is_it {
            return Sight::Found(Some((*truth).into()));
        }
        let found = self.found.iter().find(|((known, name), _)| known == reference && *name == attribute);
        found.map_or(Sight::Absent, |(_, value)| Sight::Found(Some(value.as_str().into())))
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        self.promised.contains(&reference.name.as_str())
    }
}

/// The ids of the groups that the ingress rules name.
fn peers(want: &Want) -> Vec<String> {
    let rules = &want.ingress.as_ref().unwrap().rules;
    let id = |rule: &Rule<Party>| match &rule.peer {
        Party::Group { id: Ident::Known(id), .. } => id.clone(),
        other => format!("{other:?}"),
    };
    rules.iter().map(id).collect()
}
