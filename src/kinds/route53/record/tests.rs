mod api;
mod diff;
mod read;

use crate::record::spec::{self, FUNCTIONS, Spec};
use model::{Entry, Fields, Function, Node, Place, Problems, Value};

fn function(name: &str) -> &'static Function {
    FUNCTIONS.iter().find(|function| function.names.contains(&name)).unwrap()
}

/// A declared record, and the messages of its problems.
fn read(name: &str, arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("a.sls", 3, 7);
    let Value::Map(arguments) = Value::from(arguments) else { unreachable!("a mapping") };
    let entries = arguments.into_iter().map(|(key, value)| {
        (key.to_string(), Entry { key_place: place.clone(), node: Node::from_value(value, &place) })
    });
    let mut problems = Problems::default();
    let function = function(name);
    let fields = Fields::check(function.arguments, entries, &place, name, &mut problems);
    let spec = spec::read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(|problem| problem.message.clone()).collect())
}

/// A declared record without problems.
fn declared(name: &str, arguments: serde_json::Value) -> Spec {
    let (spec, problems) = read(name, arguments);
    assert_eq!(problems, Vec::<String>::new());
    spec
}
