//! Nested settings as an author wrote them, in one form: JSON under AWS's names.
//!
//! The shape that checked them gives each value its type: a quoted number becomes a number, a single text a list of one, and
//! an old spelling of a key the current one.

use serde_json::{Map, Value as Json};

use model::fields::{boolean, integer, number, text, texts};
use model::{Argument, Fields, Node, Shape};

/// The argument in that form; none if it was left out.
pub fn read(fields: &Fields, argument: &Argument) -> Option<Json> {
    fields.node(argument.name).map(|node| canonical(&argument.shape, node))
}

/// A node that fits a shape, in canonical form.
pub fn canonical(shape: &Shape, node: &Node) -> Json {
    match shape {
        Shape::Text | Shape::Secret | Shape::Word(_) => text(node).into(),
        Shape::Integer => integer(node).into(),
        Shape::Number => number(node).into(),
        Shape::Boolean => boolean(node).into(),
        Shape::Texts => texts(node).into(),
        Shape::List(element) => list(node).into_iter().map(|node| canonical(element, node)).collect(),
        Shape::Records(table) => list(node).into_iter().map(|node| record(table, node)).collect(),
        Shape::Record(table) | Shape::Merged(table) => record(table, node),
        Shape::Table(value) => {
            let entries = node.as_map().into_iter().flatten();
            entries.map(|(key, entry)| (key.to_string(), canonical(value, &entry.node))).collect()
        }
        Shape::Either(shapes) => {
            let fits = |shape: &&Shape| is_mapping(shape) == node.as_map().is_some();
            shapes.iter().find(fits).or(shapes.first()).map_or(Json::Null, |shape| canonical(shape, node))
        }
        Shape::Any => node.to_value().to_json(),
    }
}

fn is_mapping(shape: &Shape) -> bool {
    matches!(shape, Shape::Record(_) | Shape::Merged(_) | Shape::Table(_))
}

fn list(node: &Node) -> Vec<&Node> {
    node.as_list().map_or_else(|| vec![node], |list| list.iter().collect())
}

fn record(table: &[Argument], node: &Node) -> Json {
    let mut map = Map::new();
    for (key, entry) in node.as_map().into_iter().flatten() {
        let argument = table.iter().find(|argument| argument.is_spelled(&key.to_string()));
        if let Some(argument) = argument.filter(|_| !entry.node.is_null()) {
            map.insert(argument.name.to_owned(), canonical(&argument.shape, &entry.node));
        }
    }
    Json::Object(map)
}

/// True for values that mean "none": nothing, or an empty text, list or mapping.
pub fn is_nothing(json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// True if `live` has everything that `want` says. AWS fills in what is left out, at any depth.
///
/// Lists must have the same length; their order matters only under the `ordered` keys.
pub fn is_met(want: &Json, live: &Json, ordered: &[&str]) -> bool {
    matches_at(want, live, ordered, false)
}

fn matches_at(want: &Json, live: &Json, ordered: &[&str], in_order: bool) -> bool {
    match (want, live) {
        (Json::Object(want), live) => want.iter().all(|(key, value)| {
            let live = live.get(key).unwrap_or(&Json::Null);
            is_nothing(value) && is_nothing(live)
                || matches_at(value, live, ordered, ordered.contains(&key.as_str()))
        }),
        (Json::Array(want), Json::Array(live)) if want.len() != live.len() => false,
        (Json::Array(want), Json::Array(live)) if in_order => {
            want.iter().zip(live).all(|(want, live)| matches_at(want, live, ordered, false))
        }
        (Json::Array(want), Json::Array(live)) => {
            let mut left: Vec<&Json> = live.iter().collect();
            want.iter().all(|want| {
                let found = left.iter().position(|live| matches_at(want, live, ordered, false));
                found.map(|at| left.swap_remove(at)).is_some()
            })
        }
        (Json::Number(want), Json::Number(live)) => want.as_f64() == live.as_f64(),
        (want, live) => want == live,
    }
}

/// With every list sorted, at any depth, except those under these keys, whose order matters.
pub fn sorted(json: Json, ordered: &[&str]) -> Json {
    match json {
        Json::Array(list) => {
            let mut list: Vec<Json> = list.into_iter().map(|item| sorted(item, ordered)).collect();
            list.sort_by_cached_key(Json::to_string);
            list.into()
        }
        Json::Object(map) => {
            let mut pairs: Vec<(String, Json)> = map.into_iter().collect();
            pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
            let value = |key: &str, value: Json| match value {
                Json::Array(list) if ordered.contains(&key) => {
                    list.into_iter().map(|item| sorted(item, ordered)).collect()
                }
                other => sorted(other, ordered),
            };
            pairs
                .into_iter()
                .map(|(key, it)| {
                    let it = value(&key, it);
                    (key, it)
                })
                .collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use model::Place;

    const KEYS: &[Argument] = &[
        Argument::optional("Days", Shape::Integer, ""),
        Argument::optional("Events", Shape::Texts, "").alias(&["events"]),
    ];

    #[test]
    fn values_have_the_type_of_their_shape() {
        let written = json!([{"Days": "30", "events": "s3:ObjectCreated:*"}, {"Days": null}]);
        let node = Node::from_value(written.into(), &Place::new("a.sls", 1, 1));
        let read = canonical(&Shape::Records(KEYS), &node);
        assert_eq!(read, json!([{"Days": 30, "Events": ["s3:ObjectCreated:*"]}, {}]));
    }

    #[test]
    fn defaults_of_aws_are_not_a_difference() {
        let live =
            json!({"a": 50.0, "b": {"c": [2, 1], "d": "default"}, "o": [{"t": "x", "n": 1}, {"t": "y"}]});
        for (want, same) in [
            (json!({"a": 50, "b": {"c": [1, 2]}}), true),
            (json!({"e": [], "b": {"e": null}}), true),
            (json!({"o": [{"t": "x"}, {"t": "y"}]}), true),
            (json!({"o": [{"t": "y"}, {"t": "x"}]}), false),
            (json!({"b": {"c": [1]}}), false),
            (json!({"b": {"c": [1, 1]}}), false),
            (json!({"a": 51}), false),
            (json!({"e": {"f": 1}}), false),
        ] {
            assert_eq!(is_met(&want, &live, &["o"]), same, "{want}");
        }
    }

    #[test]
    fn lists_are_sorted_unless_their_order_matters() {
        let written = json!({"b": [2, 1], "a": {"Rules": [{"x": ["z", "y"]}, {"w": 1}]}});
        let expected = json!({"a": {"Rules": [{"x": ["y", "z"]}, {"w": 1}]}, "b": [1, 2]});
        assert_eq!(sorted(written, &["Rules"]), expected);
    }
}
