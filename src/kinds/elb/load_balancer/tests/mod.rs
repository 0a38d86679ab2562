use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::live::{Health, Live, LiveListener};
use super::spec::{FUNCTIONS, Spec};
use super::want::Want;
use super::*;
use kind::{Known, Sight};
use model::{Asked, Minion, Node, Place};

mod api;
mod diff;
mod spec;

/// Reads the arguments of a function given as JSON, with this pillar.
fn read(function: usize, json: serde_json::Value, pillar: serde_json::Value) -> (Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let node = Node::from_value(json.into(), &place);
    let entries = node.as_map().unwrap().iter().map(|(key, entry)| (key.to_string(), entry.clone()));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[function];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let pillar = Value::from(pillar).as_map().cloned().unwrap();
    let minion = Minion { pillar, ..Minion::default() };
    (LoadBalancer::read(function, &fields, &minion, &mut problems), problems)
}

/// The balancer `web` with one HTTP listener in two zones, and `more`.
fn web(more: serde_json::Value) -> serde_json::Value {
    let mut all = serde_json::json!({
        "name": "web",
        "availability_zones": ["a", "b"],
        "listeners": [{"elb_port": 80, "elb_protocol": "HTTP", "instance_port": 8080}],
    });
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}

fn spec_of(more: serde_json::Value) -> Spec {
    let (spec, problems) = read(0, web(more), serde_json::json!({}));
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn want(more: serde_json::Value) -> Want {
    World::default().resolve(&spec_of(more)).unwrap()
}

/// The balancer `web` as the bare declaration makes it.
fn live() -> Live {
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    let http = LiveListener {
        protocol: "HTTP".to_owned(),
        instance_port: 8080,
        instance_protocol: "HTTP".to_owned(),
        ..LiveListener::default()
    };
    Live {
        name: "web".to_owned(),
        scheme: "internet-facing".to_owned(),
        vpc_id: Some("vpc-1".to_owned()),
        zones: set(&["a", "b"]),
        subnets: set(&["subnet-1", "subnet-2"]),
        security_groups: set(&["sg-1"]),
        listeners: BTreeMap::from([(80, http)]),
        health_check: Health {
            target: "TCP:8080".to_owned(),
            interval: 30,
            timeout: 5,
            healthy: 10,
            unhealthy: 2,
        },
        attributes: Asked::empty(),
        ..Live::default()
    }
}

/// The knowledge of a run, by reference and attribute; `promised` lists the things that it will create.
#[derive(Default)]
struct World {
    found: HashMap<(Reference, &'static str), Value>,
    promised: Vec<&'static str>,
}

impl World {
    fn knows(mut self, reference: Reference, attribute: &'static str, value: impl Into<Value>) -> Self {
        self.found.insert((reference, attribute), value.into());
        self
    }

    fn resolve(&self, spec: &Spec) -> Result<Want, Unresolved> {
        LoadBalancer::resolve(spec, &mut Lookup::new(self))
    }
}

impl Known for World {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        let found = self.found.iter().find(|((known, name), _)| known == reference && *name == attribute);
        found.map_or(Sight::Absent, |(_, value)| Sight::Found(Some(value.clone())))
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        self.promised.contains(&reference.name.as_str())
    }
}
