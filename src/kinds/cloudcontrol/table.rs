//! Kinds that are described in a table: the property of each of Salt's arguments, and the facts of the type's schema.

use serde_json::{Map, Value as Json, json};

use super::declaration::Spec;
use super::facts::Facts;
use aws::tags;
use kind::document;
use model::{Argument, Fields};

/// One kind.
#[derive(Debug)]
pub struct Table {
    /// Its resource type.
    pub type_name: &'static str,
    /// Argument → path of the property.
    pub properties: &'static [(&'static str, &'static str)],
    /// The property of the argument `tags`.
    pub tags: &'static str,
    /// See [`Facts::primary`].
    pub primary: &'static [&'static str],
    /// See [`Facts::create_only`].
    pub create_only: &'static [&'static str],
    /// See [`Facts::read_only`].
    pub read_only: &'static [&'static str],
    /// See [`Facts::write_only`].
    pub write_only: &'static [&'static str],
    /// See [`Facts::unordered`].
    pub unordered: &'static [&'static str],
    /// See [`Facts::documents`].
    pub documents: &'static [&'static str],
    /// See [`Facts::transformed`].
    pub transformed: &'static [&'static str],
    /// See [`Facts::listed_by`].
    pub listed_by: &'static [&'static str],
}

impl Table {
    /// A type without facts.
    pub const NONE: Self = Self {
        type_name: "",
        properties: &[],
        tags: "Tags",
        primary: &[],
        create_only: &[],
        read_only: &[],
        write_only: &[],
        unordered: &[],
        documents: &[],
        transformed: &[],
        listed_by: &[],
    };

    /// The declared properties; `name` is the name of the resource.
    pub fn read(&self, arguments: &[Argument], fields: &Fields, name: String) -> Spec {
        let mut properties = Map::new();
        for (argument, path) in self.properties.iter().filter(|(argument, _)| fields.takes(argument)) {
            let argument = arguments.iter().find(|it| it.name == *argument);
            if let Some(value) = argument.and_then(|argument| document::read(fields, argument)) {
                let is_document = self.documents.contains(path);
                put(&mut properties, path, if is_document { parsed(value) } else { value });
            }
        }
        if fields.takes("tags")
            && let Some(tags) = tags::read(fields, "tags")
        {
            let tags = tags.iter().map(|(key, value)| json!({"Key": key, "Value": value}));
            properties.insert(self.tags.to_owned(), tags.collect());
        }
        let facts = Some(self.facts());
        Spec { name, type_name: self.type_name.to_owned(), properties, facts, ..Spec::default() }
    }

    /// The facts of its type.
    pub fn facts(&self) -> Facts {
        let paths = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect();
        Facts {
            primary: paths(self.primary),
            create_only: paths(self.create_only),
            read_only: paths(self.read_only),
            write_only: paths(self.write_only),
            unordered: paths(self.unordered),
            documents: paths(self.documents),
            transformed: paths(self.transformed),
            listed_by: paths(self.listed_by),
            tags: self.tags.to_owned(),
        }
    }
}

/// A document, also if it is written as text.
fn parsed(value: Json) -> Json {
    let read = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    read.unwrap_or(value)
}

/// Sets a property by its path.
pub(super) fn put(properties: &mut Map<String, Json>, path: &str, value: Json) {
    match path.split_once('/') {
        None => drop(properties.insert(path.to_owned(), value)),
        Some((first, rest)) => {
            let inner = properties.entry(first.to_owned()).or_insert_with(|| Json::Object(Map::new()));
            if let Json::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}
