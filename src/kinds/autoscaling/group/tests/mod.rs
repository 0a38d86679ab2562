//! Declarations, plans and canned replies.

mod api;
mod plans;
mod read;

use super::*;
use kind::{Known, Sight};
use model::{Node, NodeKind, Place};

/// Nothing is read and nothing promised, except what a test gives.
#[derive(Default)]
struct World {
    ids: Vec<(Reference, &'static str, &'static str)>,
    promised: Vec<Reference>,
}

impl Known for World {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: Aspects) -> Sight {
        let mut ids = self.ids.iter().filter(|(known, name, _)| known == reference && *name == attribute);
        match ids.next() {
            Some((_, _, id)) => Sight::Found(Some((*id).into())),
            None if self.is_promised(reference) => Sight::Absent,
            None => Sight::Unread,
        }
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        self.promised.iter().any(|promised| reference.is_provided_by(promised))
    }
}

/// Gives every node a line of its own, as in a file.
fn place(node: &mut Node, line: &mut u32) {
    *line += 1;
    node.place = Place::new("a.sls", *line, 1);
    match &mut node.kind {
        NodeKind::Scalar(_) => {}
        NodeKind::List(list) => list.iter_mut().for_each(|item| place(item, line)),
        NodeKind::Map(map) => map.values_mut().for_each(|entry| place(&mut entry.node, line)),
    }
}

fn declared_with(arguments: serde_json::Value, minion: &Minion) -> (spec::Spec, Problems) {
    let function = &spec::FUNCTIONS[usize::from(arguments.get("min_size").is_none())];
    let start = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let mut node = Node::from_value(arguments.into(), &start);
    place(&mut node, &mut 1);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &start, function.name(), &mut problems);
    (Group::read(function, &fields, minion, &mut problems), problems)
}

fn declared(arguments: serde_json::Value) -> spec::Spec {
    let (spec, problems) = declared_with(arguments, &Minion::default());
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn resolved(arguments: serde_json::Value, world: &World) -> Result<want::Want, Unresolved> {
    Group::resolve(&declared(arguments), &mut Lookup::new(world))
}

fn want(arguments: serde_json::Value) -> want::Want {
    resolved(arguments, &World::default()).unwrap()
}

/// A group with an inline launch configuration, and `more`.
fn sample(more: serde_json::Value) -> serde_json::Value {
    let mut all = serde_json::json!({
        "name": "web", "launch_config_name": "web", "launch_config": [{"image_id": "ami-1"}, {"instance_type": "t3.small"}],
        "availability_zones": ["us-east-1b", "us-east-1a"], "min_size": 2, "max_size": "4",
    });
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}
