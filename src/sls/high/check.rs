//! Finds declarations that cannot be compiled: states without a function or with two, names and requisites of a wrong
//! shape.

use super::{HighData, StateBody};
use model::fields::boolean;
use model::{Entry, Key, Keyword, Node, Problem, Problems, RequisiteKind};

/// Finds all mistakes at once.
pub fn check(high: &HighData, problems: &mut Problems) {
    for (id, declaration) in &high.declarations {
        for (module, body) in &declaration.states {
            check_functions(id, module, body, problems);
            for (word, entry) in arguments(body) {
                check_argument(id, module, word, entry, problems);
            }
        }
    }
}

fn arguments(body: &StateBody) -> impl Iterator<Item = (&str, &Entry)> {
    let maps = body.items.iter().filter_map(Node::as_map);
    maps.flatten().filter_map(|(key, entry)| Some((key.as_str()?, entry)))
}

fn check_functions(id: &str, module: &str, body: &StateBody, problems: &mut Problems) {
    let functions: Vec<&str> = body.items.iter().filter_map(Node::as_str).collect();
    match functions.as_slice() {
        [_] => {}
        [] => problems.push(
            Problem::at(&body.place, format!("the state '{module}' of the ID '{id}' names no function"))
                .hint(format!("write '{module}.present' or the function that you mean")),
        ),
        several => problems.push(
            Problem::at(
                &body.place,
                format!(
                    "the state '{module}' of the ID '{id}' names {} functions: {}",
                    several.len(),
                    several.join(", ")
                ),
            )
            .hint("an argument needs a colon after its name; two functions need an ID each"),
        ),
    }
}

fn check_argument(id: &str, module: &str, word: &str, entry: &Entry, problems: &mut Problems) {
    if word == "names" && entry.node.as_list().is_none() {
        let message = format!("'names' of the ID '{id}' must be a list, not {}", entry.node.type_name());
        problems.push(
            Problem::at(&entry.node.place, message).hint("write each name on its own line with a dash"),
        );
    }
    if RequisiteKind::parse(word).is_none() {
        check_steering(id, word, &entry.node, problems);
        return;
    }
    let Some(targets) = entry.node.as_list() else {
        let message = format!("'{word}' of the ID '{id}' must be a list, not {}", entry.node.type_name());
        problems.push(
            Problem::at(&entry.node.place, message).hint(format!("write\n    - {word}:\n      - module: ID")),
        );
        return;
    };
    for target in targets {
        check_target(id, module, word, target, problems);
    }
}

/// Keywords that Salt ignores if it cannot read their value.
fn check_steering(id: &str, word: &str, node: &Node, problems: &mut Problems) {
    let (fits, wanted) = match Keyword::parse(word) {
        Some(Keyword::Failhard) => (node.is_null() || boolean(node).is_some(), "a boolean"),
        Some(Keyword::Retry) => (is_retry(node), "a boolean, or a mapping such as {attempts: 5}"),
        _ => return,
    };
    if !fits {
        problems.push(misshapen(id, word, node, wanted));
    }
}

fn misshapen(id: &str, word: &str, node: &Node, wanted: &str) -> Problem {
    let given = match node.as_str() {
        Some(text) => format!("'{text}'"),
        None => node.type_name().to_owned(),
    };
    Problem::at(&node.place, format!("'{word}' of the ID '{id}' must be {wanted}, not {given}"))
}

fn is_retry(node: &Node) -> bool {
    node.is_null() || boolean(node).is_some() || node.as_map().is_some() || node.as_list().is_some()
}

fn check_target(id: &str, module: &str, word: &str, target: &Node, problems: &mut Problems) {
    if target.as_str().is_some() {
        return;
    }
    let Some((Key::Str(kind), entry)) = target.as_map().and_then(|map| map.first()) else {
        let message = format!("'{word}' of the ID '{id}' holds {}, which names no state", target.type_name());
        problems.push(Problem::at(&target.place, message).hint("write '- module: ID'"));
        return;
    };
    if let Some((plain, _)) = kind.split_once('.') {
        let message =
            format!("'{word}' of the ID '{id}' names '{kind}', but a requisite names only the module");
        problems.push(Problem::at(&entry.key_place, message).hint(format!("did you mean '{plain}'?")));
    } else if entry.node.as_list().is_some() || entry.node.as_map().is_some() {
        let message = format!("'{word}' of the ID '{id}' names {}, but needs one ID", entry.node.type_name());
        problems.push(Problem::at(&entry.node.place, message).hint("write one '- module: ID' for each"));
    } else if kind == module && entry.node.as_str() == Some(id) && !word.ends_with("_in") {
        problems.push(Problem::at(&entry.node.place, format!("the ID '{id}' names itself under '{word}'")));
    }
}
