//! Keys and indexes of a table.

use std::collections::BTreeMap;

use model::fields::{boolean, integer, text, texts};
use model::{Argument, Fields, Node, Problem, Problems, Shape, Value};

/// An attribute that items are found by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// `S`, `N` or `B`.
    pub kind: String,
}

/// The keys by which items are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys {
    /// The partition key.
    pub hash: Attribute,
    /// The sort key.
    pub range: Option<Attribute>,
}

/// Which attributes of an item an index contains.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Projection {
    /// Everything.
    #[default]
    All,
    /// Only the keys.
    KeysOnly,
    /// The keys and these attributes, sorted.
    Include(Vec<String>),
}

/// Reads and writes per second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Units {
    /// Reads.
    pub read: Option<i64>,
    /// Writes.
    pub write: Option<i64>,
}

/// An index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// Its keys.
    pub keys: Keys,
    /// Which attributes it contains.
    pub projection: Projection,
    /// Its capacity.
    pub units: Units,
}

/// The types of key attributes.
pub const KIND: Shape = Shape::Word(&["S", "N", "B", "STRING", "NUMBER", "BINARY"]);

const INDEX: &[Argument] = &[
    Argument::required("name", Shape::Text, "its name"),
    Argument::required("hash_key", Shape::Text, "its partition key"),
    Argument::optional("hash_key_data_type", KIND, "S (default), N or B"),
    Argument::optional("range_key", Shape::Text, "its sort key"),
    Argument::optional("range_key_data_type", KIND, "S (default), N or B"),
    Argument::optional("read_capacity_units", Shape::Integer, "reads per second; the table's if left out"),
    Argument::optional("write_capacity_units", Shape::Integer, "writes per second"),
    Argument::optional("includes", Shape::Texts, "the index contains the keys and these attributes"),
    Argument::optional("keys_only", Shape::Boolean, "the index contains the keys only"),
];

/// A mapping of a label to an index, as Salt has it.
pub const LABELLED: Shape = Shape::Table(&Shape::Merged(INDEX));

/// A list of such mappings.
pub const INDEXES: Shape = Shape::List(&LABELLED);

/// The type of a key attribute, in its short form.
pub fn kind(written: Option<&str>) -> String {
    written.and_then(|word| word.chars().next()).unwrap_or('S').to_string()
}

/// The indexes of an argument; none if it was left out.
pub fn read(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Vec<Index>> {
    let nodes = fields.list(name)?;
    let labelled = nodes.into_iter().filter_map(Node::as_map).flatten();
    Some(labelled.map(|(_, entry)| index(&entry.node, problems)).collect())
}

/// An index without its label.
pub fn index(node: &Node, problems: &mut Problems) -> Index {
    let parts = node.as_list().map_or_else(|| vec![node], |list| list.iter().collect());
    let given: BTreeMap<String, &Node> = parts
        .into_iter()
        .filter_map(Node::as_map)
        .flatten()
        .map(|(key, entry)| (key.to_string(), &entry.node))
        .collect();
    let word = |key: &str| given.get(key).and_then(|node| text(node));
    let attribute = |key: &str| {
        let kind = kind(word(&format!("{key}_data_type")).as_deref());
        word(key).map(|name| Attribute { name, kind })
    };
    let includes = given.get("includes").map(|node| texts(node));
    let keys_only = given.get("keys_only").and_then(|node| boolean(node)).unwrap_or(false);
    if keys_only && includes.is_some() {
        let problem = Problem::at(&node.place, "'includes' and 'keys_only' exclude each other");
        problems.push(problem.hint("keep one of the two"));
    }
    let projection = match includes {
        Some(mut names) => {
            names.sort();
            Projection::Include(names)
        }
        None if keys_only => Projection::KeysOnly,
        None => Projection::All,
    };
    let number = |key: &str| given.get(key).and_then(|node| integer(node));
    let (read, write) = (number("read_capacity_units"), number("write_capacity_units"));
    let keys = Keys { hash: attribute("hash_key").unwrap_or_default(), range: attribute("range_key") };
    Index { name: word("name").unwrap_or_default(), keys, projection, units: Units { read, write } }
}

impl Keys {
    /// The attributes, the partition key first.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        [&self.hash].into_iter().chain(&self.range)
    }

    /// As shown in changes.
    pub fn to_value(&self) -> Value {
        self.attributes().map(|it| (it.name.as_str(), Value::from(it.kind.as_str()))).collect()
    }
}

impl Index {
    /// True if both find the same items by the same keys.
    pub fn is_like(&self, other: &Self) -> bool {
        self.keys == other.keys && self.projection == other.projection
    }

    /// As shown in changes.
    pub fn to_value(&self) -> Value {
        let projection = match &self.projection {
            Projection::All => Value::from("ALL"),
            Projection::KeysOnly => "KEYS_ONLY".into(),
            Projection::Include(names) => names.clone().into(),
        };
        [("keys", self.keys.to_value()), ("projection", projection)].into_iter().collect()
    }
}

impl Units {
    /// These units, and those of another where these are not set.
    pub fn or(self, other: Self) -> Self {
        Self { read: self.read.or(other.read), write: self.write.or(other.write) }
    }

    /// True if no units are set.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// As shown in changes.
    pub fn to_value(self) -> Value {
        [("read", Value::from(self.read)), ("write", self.write.into())].into_iter().collect()
    }
}
