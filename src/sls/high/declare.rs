//! Reads the declarations of one rendered file, in all forms in which a state may be written.

use indexmap::IndexMap;

use super::{Declaration, StateBody};
use model::{Entry, Key, Node, NodeKind, Place, Problem, Problems};

/// The content of one file.
#[derive(Default)]
pub struct Declared {
    pub declarations: Vec<(String, Declaration)>,
    pub include: Option<Entry>,
    pub extend: Option<Entry>,
    pub exclude: Option<Entry>,
}

/// Reads a rendered file; `sls` and `env` are its name and environment.
pub fn declared(node: &Node, sls: &str, env: &str, problems: &mut Problems) -> Declared {
    let mut found = Declared::default();
    let NodeKind::Map(map) = &node.kind else {
        let message = format!("SLS '{sls}' must hold a mapping of IDs, not {}", node.type_name());
        problems.push(
            Problem::at(&node.place, message)
                .hint("write an ID, a colon and, indented, the states of this ID"),
        );
        return found;
    };
    for (key, entry) in map {
        match key {
            Key::Str(word) if word == "include" => found.include = Some(entry.clone()),
            Key::Str(word) if word == "extend" => found.extend = Some(entry.clone()),
            Key::Str(word) if word == "exclude" => found.exclude = Some(entry.clone()),
            // Salt reserves such keys and ignores them.
            Key::Str(id) if id.starts_with("__") => {}
            Key::Str(id) => {
                let states = states(id, &entry.node, problems);
                let declaration = Declaration {
                    place: entry.key_place.clone(),
                    sls: sls.to_owned(),
                    env: env.to_owned(),
                    included_from: Vec::new(),
                    states,
                };
                found.declarations.push((id.clone(), declaration));
            }
            other => problems.push(not_text(other, &entry.key_place)),
        }
    }
    found
}

fn not_text(key: &Key, place: &Place) -> Problem {
    let written = key.to_value();
    Problem::at(place, format!("the ID '{key}' is {}, but must be text", written.type_name()))
        .hint(format!("put it in quotes: '{key}'"))
}

/// The states under an ID, or in an extension.
pub fn states(id: &str, node: &Node, problems: &mut Problems) -> IndexMap<String, StateBody> {
    let mut states = IndexMap::new();
    match &node.kind {
        NodeKind::Map(map) => {
            // Salt splits dotted forms last, and numbers them last.
            let is_dotted = |key: &Key| key.as_str().is_some_and(|key| key.contains('.'));
            let (dotted, plain): (Vec<_>, Vec<_>) = map.iter().partition(|(key, _)| is_dotted(key));
            for (key, entry) in plain.into_iter().chain(dotted) {
                add(id, key, entry, &mut states, problems);
            }
        }
        NodeKind::Scalar(model::Value::Str(text)) if text.contains('.') => {
            let place = &node.place;
            if let Some((module, function)) = dotted(id, text, place, problems) {
                let items = vec![Node::scalar(place.clone(), function)];
                states.insert(module.to_owned(), StateBody { place: place.clone(), items, numbered: None });
            }
        }
        _ if node.is_null() => problems.push(empty(id, &node.place)),
        _ => problems.push(
            Problem::at(
                &node.place,
                format!("the ID '{id}' must hold a mapping of states, not {}", node.type_name()),
            )
            .hint("write module.function below the ID, as in\n    my-queue:\n      boto_sqs.present: []"),
        ),
    }
    states
}

fn empty(id: &str, place: &Place) -> Problem {
    Problem::at(place, format!("the ID '{id}' declares no state")).hint("write module.function below it")
}

fn add(
    id: &str,
    key: &Key,
    entry: &Entry,
    states: &mut IndexMap<String, StateBody>,
    problems: &mut Problems,
) {
    let place = &entry.key_place;
    let Key::Str(key) = key else {
        problems.push(Problem::at(
            place,
            format!("'{key}' under the ID '{id}' is neither a module nor module.function"),
        ));
        return;
    };
    if key.starts_with("__") {
        return;
    }
    let Some(items) = items(id, key, entry, problems) else { return };
    let (module, items) = match key.contains('.') {
        false => (key.as_str(), items),
        true => {
            let Some((module, function)) = dotted(id, key, place, problems) else { return };
            let mut items = items;
            items.push(Node::scalar(place.clone(), function));
            (module, items)
        }
    };
    if let Some(first) = states.get(module) {
        let message = format!("the ID '{id}' declares the module '{module}' twice");
        problems.push(
            Problem::at(place, message)
                .hint(format!("the first is at {}: give one of them its own ID", first.place)),
        );
        return;
    }
    states.insert(module.to_owned(), StateBody { place: place.clone(), items, numbered: None });
}

fn dotted<'t>(id: &str, text: &'t str, place: &Place, problems: &mut Problems) -> Option<(&'t str, &'t str)> {
    let mut parts = text.split('.');
    match (parts.next(), parts.next(), parts.next()) {
        // Salt ignores the text after a second dot.
        (Some(module), Some(function), _) if !module.is_empty() && !function.is_empty() => {
            Some((module, function))
        }
        _ => {
            problems.push(Problem::at(place, format!("'{text}' under the ID '{id}' is not module.function")));
            None
        }
    }
}

/// The function names and arguments under a module.
fn items(id: &str, key: &str, entry: &Entry, problems: &mut Problems) -> Option<Vec<Node>> {
    let hint = "write the arguments as a list, each line with a dash; without any, write []";
    match &entry.node.kind {
        NodeKind::List(items) => Some(items.clone()),
        _ if entry.node.is_null() => {
            problems.push(
                Problem::at(&entry.key_place, format!("'{key}:' of the ID '{id}' has nothing below it"))
                    .hint(format!("write '{key}: []', or '{key}' without the colon")),
            );
            None
        }
        _ => {
            let message =
                format!("'{key}' of the ID '{id}' must hold a list, not {}", entry.node.type_name());
            problems.push(Problem::at(&entry.node.place, message).hint(hint));
            None
        }
    }
}
