//! The functions that a declaration calls, and their arguments.

use crate::Call;
use model::{Entry, Invocation, Key, Map, Node, NodeKind, Value};

/// The form of the declaration.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Style {
    /// `name` is the function.
    Legacy,
    /// Functions are keys.
    Functions,
}

/// Words of states that functions take too, and their spelling below `module.run`.
const PREFIXED: [&str; 5] = ["fun", "name", "names", "state", "saltenv"];

pub fn of(call: Call<'_>) -> (Style, Vec<Invocation>) {
    let written = call.context.low.arguments.iter().filter(|(key, _)| key.contains('.'));
    let functions: Vec<Invocation> = written.map(|(key, entry)| invocation(key, &entry.node)).collect();
    if functions.is_empty() { (Style::Legacy, vec![legacy(call)]) } else { (Style::Functions, functions) }
}

/// A list of values and one-key mappings. A single mapping is named arguments, a single value is one argument.
fn invocation(function: &str, node: &Node) -> Invocation {
    let (mut args, mut kwargs) = (vec![], Map::new());
    match &node.kind {
        NodeKind::Scalar(Value::Null) => {}
        NodeKind::Scalar(value) => args.push(value.clone()),
        NodeKind::Map(map) => put(map, &mut kwargs),
        NodeKind::List(items) => {
            for item in items {
                match &item.kind {
                    NodeKind::Map(map) => put(map, &mut kwargs),
                    _ => args.push(item.to_value()),
                }
            }
        }
    }
    Invocation { function: function.to_owned(), args, kwargs }
}

fn put(map: &indexmap::IndexMap<Key, Entry>, kwargs: &mut Map) {
    kwargs.extend(map.iter().map(|(key, entry)| (key.clone(), entry.node.to_value())));
}

/// A function gets only the arguments that it takes, besides `args` and `kwargs`.
fn legacy(call: Call<'_>) -> Invocation {
    let low = call.context.low;
    let function = call.name.to_owned();
    let mut kwargs = Map::new();
    for parameter in call.context.services.parameters(&function).unwrap_or_default() {
        let written =
            if PREFIXED.contains(&parameter) { format!("m_{parameter}") } else { parameter.to_owned() };
        if let Some(entry) = low.argument(&written) {
            kwargs.insert(parameter.into(), entry.node.to_value());
        }
    }
    if let Some(more) = call.fields.node("kwargs").and_then(Node::as_map) {
        put(more, &mut kwargs);
    }
    let args = match call.fields.value("args") {
        Some(Value::List(args)) => args,
        Some(one) => vec![one],
        None => vec![],
    };
    Invocation { function, args, kwargs }
}
