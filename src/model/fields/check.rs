//! Checks an author's arguments against a table, and finds all mistakes at once.

use indexmap::IndexMap;

use super::{Fields, boolean, integer, number, text};
use crate::problem::{did_you_mean, some_names};
use crate::secret::declared;
use crate::{Argument, Entry, Key, Node, NodeKind, Place, Problem, Problems, Shape, Value};

pub(super) fn fields(
    table: &'static [Argument],
    entries: impl IntoIterator<Item = (String, Entry)>,
    place: &Place,
    subject: &str,
    problems: &mut Problems,
) -> Fields {
    let mut checked = Fields { table, entries: IndexMap::new(), place: place.clone(), nothing: vec![] };
    let mut misshapen = vec![];
    for (typed, mut entry) in entries {
        let Some(argument) = table.iter().find(|argument| argument.is_spelled(&typed)) else {
            problems.push(unknown(table, &typed, &entry.key_place, subject));
            continue;
        };
        if entry.node.is_null() {
            checked.nothing.push(argument.name);
            continue;
        }
        if is_empty_mapping(&argument.shape, &entry.node) {
            entry.node.kind = NodeKind::Map(IndexMap::new());
        }
        if let Some(twin) = checked.entries.get(argument.name) {
            let message =
                format!("'{}' is given twice in {subject}, also at {}", argument.name, twin.key_place);
            problems.push(Problem::at(&entry.key_place, message).hint("keep one of the two"));
            continue;
        }
        if shape(&argument.shape, &entry.node, &format!("'{typed}' of {subject}"), problems) {
            declared::note(argument, &entry.node);
            checked.entries.insert(argument.name, entry);
        } else {
            misshapen.push(argument.name);
        }
    }
    missing(&checked, &misshapen, subject, problems);
    checked
}

/// Old trees write an empty list or an empty text for "none" where Salt takes a mapping.
fn is_empty_mapping(shape: &Shape, node: &Node) -> bool {
    let is_empty = match &node.kind {
        NodeKind::List(list) => list.is_empty(),
        NodeKind::Scalar(Value::Str(text)) => text.is_empty(),
        NodeKind::Scalar(_) | NodeKind::Map(_) => false,
    };
    match shape {
        Shape::Table(_) | Shape::Record(_) => is_empty,
        // An empty list of mappings is read as one anyway.
        Shape::Merged(_) => is_empty && node.as_list().is_none(),
        _ => false,
    }
}

/// Reads a mapping, or a list of one-key mappings, as a record.
pub(super) fn record(
    table: &'static [Argument],
    node: &Node,
    subject: &str,
    problems: &mut Problems,
) -> Fields {
    fields(table, flatten(node), &node.place, subject, problems)
}

/// The entries of a mapping, or of all the mappings of a list.
fn flatten(node: &Node) -> Vec<(String, Entry)> {
    let maps: Vec<&IndexMap<Key, Entry>> = match &node.kind {
        NodeKind::Map(map) => vec![map],
        NodeKind::List(list) => list.iter().filter_map(Node::as_map).collect(),
        NodeKind::Scalar(_) => vec![],
    };
    maps.into_iter().flatten().map(|(key, entry)| (key.to_string(), entry.clone())).collect()
}

fn unknown(table: &[Argument], typed: &str, place: &Place, subject: &str) -> Problem {
    let names =
        table.iter().flat_map(|argument| [argument.name].into_iter().chain(argument.aliases.iter().copied()));
    let problem = Problem::at(place, format!("unknown argument '{typed}' in {subject}"));
    match did_you_mean(typed, names) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => {
            let known: Vec<&str> = table.iter().map(|argument| argument.name).collect();
            problem.hint(format!("it knows {}", some_names(typed, &known)))
        }
    }
}

fn missing(checked: &Fields, misshapen: &[&str], subject: &str, problems: &mut Problems) {
    for argument in checked.table.iter().filter(|argument| argument.required) {
        if !checked.entries.contains_key(argument.name) && !misshapen.contains(&argument.name) {
            let message = format!("missing argument '{}' in {subject}", argument.name);
            problems.push(Problem::at(&checked.place, message).hint(argument.doc));
        }
    }
}

/// True when `node` has the shape; else a problem is noted.
fn shape(expected: &Shape, node: &Node, subject: &str, problems: &mut Problems) -> bool {
    let before = problems.0.len();
    match expected {
        Shape::Any => {}
        Shape::Text | Shape::Secret => scalar(text(node).is_some(), expected, node, subject, problems),
        Shape::Integer => scalar(integer(node).is_some(), expected, node, subject, problems),
        Shape::Number => scalar(number(node).is_some(), expected, node, subject, problems),
        Shape::Boolean => scalar(boolean(node).is_some(), expected, node, subject, problems),
        Shape::Word(words) => word(words, node, subject, problems),
        Shape::Texts => elements(&Shape::Text, node, true, subject, problems),
        Shape::List(element) => elements(element, node, false, subject, problems),
        Shape::Records(table) => elements(&Shape::Record(table), node, false, subject, problems),
        Shape::Record(table) => nested(table, node, node.as_map().is_some(), subject, problems),
        Shape::Merged(table) => nested(table, node, is_mergeable(node), subject, problems),
        Shape::Table(value) => table(value, node, subject, problems),
        Shape::Either(shapes) => either(shapes, node, subject, problems),
    }
    problems.0.len() == before
}

fn scalar(fits: bool, expected: &Shape, node: &Node, subject: &str, problems: &mut Problems) {
    if !fits {
        let message = format!("{subject} must be {}, not {}", expected.expectation(), found(node));
        problems.push(Problem::at(&node.place, message));
    }
}

fn found(node: &Node) -> String {
    match &node.kind {
        NodeKind::Scalar(_) => text(node).map_or_else(|| "nothing".to_owned(), |text| format!("'{text}'")),
        _ => node.type_name().to_owned(),
    }
}

fn word(words: &[&str], node: &Node, subject: &str, problems: &mut Problems) {
    let typed = text(node).unwrap_or_default();
    if words.contains(&typed.as_str()) {
        return;
    }
    let expected = some_names(&typed, words);
    let problem =
        Problem::at(&node.place, format!("{subject} must be one of {expected}, not {}", found(node)));
    problems.push(match did_you_mean(&typed, words.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean '{near}'?")),
        None => problem,
    });
}

fn elements(element: &Shape, node: &Node, or_one: bool, subject: &str, problems: &mut Problems) {
    match node.as_list() {
        Some(list) => {
            for item in list {
                shape(element, item, &format!("an element of {subject}"), problems);
            }
        }
        None if or_one => {
            shape(element, node, subject, problems);
        }
        None => {
            let message = format!("{subject} must be a list, not {}", found(node));
            problems.push(Problem::at(&node.place, message).hint("begin the line with '- '"));
        }
    }
}

fn is_mergeable(node: &Node) -> bool {
    node.as_map().is_some()
        || node.as_list().is_some_and(|list| list.iter().all(|item| item.as_map().is_some()))
}

fn nested(table: &'static [Argument], node: &Node, fits: bool, subject: &str, problems: &mut Problems) {
    if fits {
        record(table, node, subject, problems);
    } else {
        let message = format!("{subject} must be a mapping, not {}", found(node));
        problems.push(Problem::at(&node.place, message));
    }
}

fn table(value: &Shape, node: &Node, subject: &str, problems: &mut Problems) {
    let Some(map) = node.as_map() else {
        let message = format!("{subject} must be a mapping, not {}", found(node));
        problems.push(Problem::at(&node.place, message));
        return;
    };
    for (key, entry) in map {
        if !entry.node.is_null() {
            shape(value, &entry.node, &format!("'{key}' of {subject}"), problems);
        }
    }
}

fn either(shapes: &[Shape], node: &Node, subject: &str, problems: &mut Problems) {
    let mut nearest: Option<Problems> = None;
    for candidate in shapes {
        let mut found = Problems::default();
        if shape(candidate, node, subject, &mut found) {
            return;
        }
        let deeper = found.0.iter().any(|problem| problem.place.as_ref() != Some(&node.place));
        if deeper && nearest.is_none() {
            nearest = Some(found);
        }
    }
    let expected = join(shapes);
    problems.extend(nearest.unwrap_or_else(|| {
        Problem::at(&node.place, format!("{subject} must be {expected}, not {}", found(node))).into()
    }));
}

fn join(shapes: &[Shape]) -> String {
    shapes.iter().map(Shape::expectation).collect::<Vec<_>>().join(", or ")
}
