//! How existing things become declarations: the part of a kind that `export` uses.
//!
//! A kind that can be exported has an `export.rs` with an [`Export`]: how all things of the kind are listed, what is read of
//! each, and how one is declared. The last is a pure function, the inverse of `diff`: a thing compared with its exported
//! declaration has no differences. `tests/it/export` checks this law for each kind.

pub use super::listing::{ListCall, Listing, call, call_with, items, pages};

use aws::tags::Tags;
use model::{Asked, Value};
use model::{Aspects, Reference};

/// How things of a kind become declarations.
#[derive(Debug)]
pub struct Export<L: 'static> {
    /// How all things of the kind are listed.
    pub list: Listing,
    /// The aspects to read of each.
    pub aspects: Aspects,
    /// Creates the declaration of one.
    pub declare: fn(&Reference, &L, &dyn Names) -> Exportable,
}

/// The result for one thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Exportable {
    /// This declares it.
    Declared(Declaration),
    /// It is AWS's own, or part of another thing, so it is not declared.
    NotDeclared,
    /// No SLS can declare it as it is, for this reason.
    Impossible(String),
}

/// The names of things that others refer to by id.
pub trait Names {
    /// The declared name of the thing of that kind whose attribute (`id`, `arn`) has this value; none if it has no own name.
    fn name(&self, kind: &'static str, attribute: &'static str, value: &str) -> Option<String>;

    /// An attribute of the thing of that kind with that id.
    fn attribute(&self, kind: &'static str, id: &str, attribute: &'static str) -> Option<String>;
}

/// A state that declares a thing in AWS.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The state function: `boto_sqs.present`.
    pub function: &'static str,
    /// Its `name`.
    pub name: String,
    /// Its other arguments.
    pub arguments: Vec<(String, Value)>,
    /// Remarks for the reader: what is left out, and why.
    pub remarks: Vec<String>,
}

impl From<Declaration> for Exportable {
    fn from(declaration: Declaration) -> Self {
        Self::Declared(declaration)
    }
}

impl Declaration {
    /// A state without arguments.
    pub fn new(function: &'static str, name: impl Into<String>) -> Self {
        Self { function, name: name.into(), arguments: vec![], remarks: vec![] }
    }

    /// Adds an argument; nothing, empty text and empty collections are left out.
    #[must_use]
    pub fn with(self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        let is_empty = match &value {
            Value::Null => true,
            Value::Str(text) => text.is_empty(),
            Value::List(list) => list.is_empty(),
            Value::Map(map) => map.is_empty(),
            _ => false,
        };
        if is_empty { self } else { self.saying(name, value) }
    }

    /// Adds an argument with any value: an empty list means "make it empty".
    #[must_use]
    pub fn saying(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.arguments.push((name.to_owned(), value.into()));
        self
    }

    /// Adds settings under the names of arguments.
    #[must_use]
    pub fn with_all<'a>(self, entries: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        entries.into_iter().fold(self, |all, (name, value)| all.with(name, value))
    }

    /// Adds the tags, except AWS's own.
    #[must_use]
    pub fn tagged(self, tags: &Tags) -> Self {
        let own = tags.iter().filter(|(key, _)| !key.starts_with("aws:"));
        let tags: Tags = own.map(|(key, value)| (key.clone(), value.clone())).collect();
        self.with("tags", aws::tags::to_value(&tags))
    }

    /// Adds AWS's tags, if they were read.
    #[must_use]
    pub fn tagged_as(self, tags: &Asked<Tags>) -> Self {
        match tags.answer() {
            Some(tags) => self.tagged(tags),
            None => self,
        }
    }

    /// Adds the tags of a thing with a Name tag, which is the state's name.
    #[must_use]
    pub fn tagged_beside_name(self, tags: &Tags) -> Self {
        let mut tags = tags.clone();
        tags.shift_remove("Name");
        self.tagged(&tags)
    }

    /// Adds the thing that it belongs to: by name under one argument, if that thing has a name, else by id under another.
    #[must_use]
    pub fn within(self, names: &dyn Names, kind: &'static str, id: &str, arguments: (&str, &str)) -> Self {
        match names.name(kind, "id", id) {
            Some(name) => self.with(arguments.1, name),
            None => self.with(arguments.0, id),
        }
    }

    /// Adds the VPC in which a group is; nothing for the default VPC, in which a group without a VPC is. Its id is of this
    /// account alone, so the SLS could be used in no other.
    #[must_use]
    pub fn in_vpc_of_group(self, names: &dyn Names, vpc: &str) -> Self {
        match names.attribute("ec2.vpc", vpc, "default") {
            Some(_) => self,
            None => self.within(names, "ec2.vpc", vpc, ("vpc_id", "vpc_name")),
        }
    }

    /// Adds a remark for the reader.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Self {
        self.remarks.push(remark.into());
        self
    }

    /// Adds a remark for the reader, if it applies.
    #[must_use]
    pub fn remark_if(self, is_so: bool, remark: impl Into<String>) -> Self {
        if is_so { self.remark(remark) } else { self }
    }
}

/// The names of things if they have one, else their ids.
pub fn named<'a>(
    names: &dyn Names,
    kind: &'static str,
    ids: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    ids.into_iter().map(|id| name_or(names, kind, "id", id)).collect()
}

/// The name of the thing with this id or ARN; the id or ARN itself if it has no name.
pub fn name_or(names: &dyn Names, kind: &'static str, attribute: &'static str, value: &str) -> String {
    names.name(kind, attribute, value).unwrap_or_else(|| value.to_owned())
}

/// Why a thing that a Name tag identifies cannot be declared without one.
pub fn nameless(id: &str) -> Exportable {
    Exportable::Impossible(format!("{id} has no Name tag, so no state can name it. Tag it first"))
}

/// A document as a mapping; text that is not JSON stays text.
pub fn document(text: &str) -> Value {
    serde_json::from_str::<serde_json::Value>(text).map_or_else(|_| text.into(), Value::from)
}

/// The text of an attribute as an author would write it: a document, a number, a boolean, or text.
pub fn written(text: &str) -> Value {
    let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
    match text {
        "true" => true.into(),
        "false" => false.into(),
        _ if text.starts_with(['{', '[']) => document(text),
        _ => number.map_or_else(|| text.into(), Value::from),
    }
}
