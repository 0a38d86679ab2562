mod api;
mod diff;
mod read;

use crate::alarm::spec::{self, FUNCTIONS, Spec};
use model::{Entry, Fields, Node, Place, Problems, Value};

fn place() -> Place {
    Place::new("a.sls", 3, 7)
}

/// An alarm with these attributes, and the messages of their problems.
fn read(attributes: serde_json::Value) -> (Spec, Vec<String>) {
    let arguments = [("name", Value::from("busy")), ("attributes", attributes.into())];
    let entries = arguments.into_iter().map(|(key, value)| {
        (key.to_owned(), Entry { key_place: place(), node: Node::from_value(value, &place()) })
    });
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place(), function.name(), &mut problems);
    let spec = spec::read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(|problem| problem.message.clone()).collect())
}

/// An alarm whose attributes are right.
fn declared(attributes: serde_json::Value) -> Spec {
    let (spec, problems) = read(attributes);
    assert_eq!(problems, Vec::<String>::new());
    spec
}
