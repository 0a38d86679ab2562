//! Data that remembers where it was written.

use indexmap::IndexMap;

use super::{Key, Map, Place, Value};

/// A datum of an SLS file with its place, and the places of all its elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its place in the file that the author wrote (before Jinja).
    pub place: Place,
    /// Its content.
    pub kind: NodeKind,
}

/// The content of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// Neither list nor mapping: never `Value::List` or `Value::Map`.
    Scalar(Value),
    /// A list.
    List(Vec<Node>),
    /// A mapping, in order, each key with its own place.
    Map(IndexMap<Key, Entry>),
}

/// A value of a mapping, with the place of its key.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The place of the key.
    pub key_place: Place,
    /// The value.
    pub node: Node,
}

impl Entry {
    /// The value of a mapping key whose data all have one place.
    pub fn all_of(map: &Map, place: &Place) -> Vec<(String, Self)> {
        let entry =
            |value: &Value| Self { key_place: place.clone(), node: Node::from_value(value.clone(), place) };
        map.iter().map(|(key, value)| (key.to_string(), entry(value))).collect()
    }
}

impl Node {
    /// A node without lists or mappings below it.
    pub fn scalar(place: Place, value: impl Into<Value>) -> Self {
        Self { place, kind: NodeKind::Scalar(value.into()) }
    }

    /// Gives every part of `value` the same place: for data from elsewhere (pillar, command line).
    pub fn from_value(value: Value, place: &Place) -> Self {
        let kind = match value {
            Value::List(list) => {
                NodeKind::List(list.into_iter().map(|item| Self::from_value(item, place)).collect())
            }
            Value::Map(map) => NodeKind::Map(
                map.into_iter()
                    .map(|(key, item)| {
                        (key, Entry { key_place: place.clone(), node: Self::from_value(item, place) })
                    })
                    .collect(),
            ),
            scalar => NodeKind::Scalar(scalar),
        };
        Self { place: place.clone(), kind }
    }

    /// The datum without places; its mappings are [ordered](Map::ordered), as from Salt's YAML renderer.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            NodeKind::Scalar(value) => value.clone(),
            NodeKind::List(list) => Value::List(list.iter().map(Self::to_value).collect()),
            NodeKind::Map(map) => Value::Map(
                map.iter()
                    .map(|(key, entry)| (key.clone(), entry.node.to_value()))
                    .collect::<Map>()
                    .ordered(),
            ),
        }
    }

    /// As [`Self::to_value`], but consumes the node.
    pub fn into_value(self) -> Value {
        match self.kind {
            NodeKind::Scalar(value) => value,
            NodeKind::List(list) => Value::List(list.into_iter().map(Self::into_value).collect()),
            NodeKind::Map(map) => Value::Map(
                map.into_iter().map(|(key, entry)| (key, entry.node.into_value())).collect::<Map>().ordered(),
            ),
        }
    }

    /// The text of a text scalar.
    pub fn as_str(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Scalar(Value::Str(text)) => Some(text),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        if let NodeKind::List(list) = &self.kind { Some(list) } else { None }
    }

    /// The entries of a mapping.
    pub fn as_map(&self) -> Option<&IndexMap<Key, Entry>> {
        if let NodeKind::Map(map) = &self.kind { Some(map) } else { None }
    }

    /// True for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Scalar(Value::Null))
    }

    /// The word for its type in messages to an author.
    pub fn type_name(&self) -> &'static str {
        match &self.kind {
            NodeKind::Scalar(value) => value.type_name(),
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a mapping",
        }
    }
}
