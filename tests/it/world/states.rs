//! SLS without Jinja as low chunks. Shared with the benchmarks.

use model::{Key, Low, Node, NodeKind, Place, Value};

/// The states of an SLS: plain YAML, dotted functions.
pub fn states(text: &str, path: &str) -> Vec<Low> {
    let node = sls::yaml::parse_file(text, path).expect("plain YAML");
    let mut lows = vec![];
    for (id, entry) in node.as_map().expect("a mapping of states") {
        for (function, arguments) in entry.node.as_map().expect("functions") {
            lows.push(low(id, function, &arguments.node, &entry.key_place));
        }
    }
    lows
}

fn low(id: &Key, function: &Key, arguments: &Node, place: &Place) -> Low {
    let (module, function) =
        function.as_str().and_then(|name| name.split_once('.')).expect("module.function");
    let mut low = Low::new(module, function, id.to_string(), place.clone());
    for (key, entry) in arguments.as_list().unwrap_or_default().iter().filter_map(Node::as_map).flatten() {
        match (key.as_str(), &entry.node.kind) {
            (Some("name"), NodeKind::Scalar(Value::Str(name))) => low.name.clone_from(name),
            _ => drop(low.arguments.insert(key.to_string(), entry.clone())),
        }
    }
    low
}
