//! Dimensions in all their spellings.

use std::collections::BTreeMap;

use model::fields::{text, texts};
use model::{Argument, Node, NodeKind, Problem, Shape, Value};

/// A name and a value.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Dimension {
    /// `Name`.
    pub name: String,
    /// `Value`.
    pub value: String,
}

/// A mapping to a value or values, AWS's list, or either as JSON text.
pub(crate) const SHAPE: Shape =
    Shape::Either(&[Shape::Table(&Shape::Texts), Shape::Records(PAIR), Shape::Text]);

const PAIR: &[Argument] = &[
    Argument::required("Name", Shape::Text, "the dimension's name").alias(&["name"]),
    Argument::required("Value", Shape::Text, "the dimension's value").alias(&["value"]),
];

/// Reads any of the spellings.
pub(crate) fn read(node: &Node) -> Result<Vec<Dimension>, Problem> {
    match &node.kind {
        NodeKind::Map(map) => {
            let pairs = map.iter().flat_map(|(name, entry)| {
                let values = texts(&entry.node).into_iter();
                values.map(|value| Dimension { name: name.to_string(), value })
            });
            Ok(pairs.collect())
        }
        NodeKind::List(list) => list.iter().map(pair).collect(),
        NodeKind::Scalar(scalar) => {
            let parsed = serde_json::from_str::<serde_json::Value>(scalar.as_str().unwrap_or_default());
            match parsed {
                Ok(json @ (serde_json::Value::Object(_) | serde_json::Value::Array(_))) => {
                    read(&Node::from_value(json.into(), &node.place))
                }
                _ => Err(misspelt(node)),
            }
        }
    }
}

fn pair(node: &Node) -> Result<Dimension, Problem> {
    let of = |names: [&str; 2]| {
        let map = node.as_map()?;
        names.iter().find_map(|name| map.get(*name)).and_then(|entry| text(&entry.node))
    };
    match (of(["Name", "name"]), of(["Value", "value"])) {
        (Some(name), Some(value)) => Ok(Dimension { name, value }),
        _ => Err(misspelt(node)),
    }
}

fn misspelt(node: &Node) -> Problem {
    Problem::at(&node.place, "these are not dimensions")
        .hint("write a mapping of names to values, a list of Name and Value, or either as JSON")
}

/// Names to their values, sorted.
pub(super) fn to_value(dimensions: &[Dimension]) -> Value {
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for dimension in dimensions {
        names.entry(&dimension.name).or_default().push(&dimension.value);
    }
    let sorted = names.into_iter().map(|(name, mut values)| {
        values.sort_unstable();
        values.dedup();
        (name, values)
    });
    sorted.collect()
}
