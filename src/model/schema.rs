//! JSON Schema (2020-12) of what an author may write, from the tables that check it.
//!
//! `sys.state_schema` exports it for editors. Laws: the schema accepts everything that the tables accept. A text with
//! Jinja is valid as any value, because editors see files before they are rendered. See
//! <https://json-schema.org/draft/2020-12/schema>.

use std::collections::HashMap;

use serde_json::{Map as Object, Value as Json, json};

use super::{Argument, Shape};

/// The dialect that all schemas name.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The shortest schema that is worth a definition of its own.
const SHARED: usize = 80;

/// Makes schemas, and keeps what several of them share: each such part is one definition, and all others refer to it.
#[derive(Debug, Default)]
pub struct Schemas {
    /// The definitions, by name.
    defs: Object<String, Json>,
    /// Their names, by content.
    names: HashMap<String, String>,
    /// The schemas of tables that are made already, by the table and its form.
    tables: HashMap<(usize, usize, Form), Json>,
}

/// How the keys of a table are written.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Form {
    Record,
    Merged,
}

impl Schemas {
    /// The definitions that the schemas refer to.
    pub fn into_defs(self) -> Object<String, Json> {
        self.defs
    }

    /// A reference to the definition with this content; a short schema stays as it is.
    pub fn shared(&mut self, schema: Json) -> Json {
        let text = schema.to_string();
        if text.len() < SHARED {
            return schema;
        }
        if let Some(name) = self.names.get(&text) {
            return reference(name);
        }
        let name = format!("part-{}", self.names.len() + 1);
        self.defs.insert(name.clone(), schema);
        self.names.insert(text, name.clone());
        reference(&name)
    }

    /// The schema of values of this shape.
    pub fn of_shape(&mut self, shape: &Shape) -> Json {
        let schema = match shape {
            Shape::Any => json!({}),
            Shape::Text => json!({"type": ["string", "number", "boolean"]}),
            Shape::Secret => json!({"type": ["string", "number", "boolean"], "writeOnly": true}),
            Shape::Integer => {
                any_of(vec![json!({"type": "integer"}), pattern("^\\s*[+-]?[0-9]+\\s*$"), jinja()])
            }
            Shape::Number => any_of(vec![
                json!({"type": "number"}),
                pattern("^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*$"),
                pattern("(?i)^\\s*[+-]?(inf|infinity|nan)\\s*$"),
                jinja(),
            ]),
            Shape::Boolean => any_of(vec![booleans(), jinja()]),
            Shape::Word(words) => any_of(vec![json!({"enum": spellings(words)}), jinja()]),
            Shape::Texts => any_of(vec![self.of_shape(&Shape::Text), list(self.of_shape(&Shape::Text))]),
            Shape::List(element) => any_of(vec![list(self.of_shape(element)), jinja()]),
            Shape::Record(table) => any_of(vec![self.table(table, Form::Record), nothing(), jinja()]),
            Shape::Records(table) => any_of(vec![list(self.of_shape(&Shape::Record(table))), jinja()]),
            Shape::Merged(table) => {
                let forms = [Form::Record, Form::Merged].map(|form| self.table(table, form));
                any_of(forms.into_iter().chain([nothing(), jinja()]).collect())
            }
            Shape::Table(value) => {
                let table = json!({"type": "object", "additionalProperties": or_null(self.of_shape(value))});
                any_of(vec![table, nothing(), jinja()])
            }
            Shape::Either(shapes) => any_of(shapes.iter().map(|shape| self.of_shape(shape)).collect()),
        };
        self.shared(schema)
    }

    /// Every spelling of every argument of a table, with the schema of its value. `null` counts as left out.
    pub fn properties(&mut self, table: &[Argument]) -> Object<String, Json> {
        let mut properties = Object::new();
        for argument in table {
            let schema = self.of_shape(&argument.shape);
            let mut schema = if argument.required { schema } else { or_null(schema) };
            if let Some(object) = schema.as_object_mut() {
                object.insert("description".to_owned(), argument.doc.into());
            }
            let schema = if argument.aliases.is_empty() { schema } else { self.shared(schema) };
            for name in std::iter::once(&argument.name).chain(argument.aliases) {
                properties.insert((*name).to_owned(), schema.clone());
            }
        }
        properties
    }

    /// The schema of a table of keys. A table that holds itself would never end: there is none.
    fn table(&mut self, table: &'static [Argument], form: Form) -> Json {
        let key = (table.as_ptr() as usize, table.len(), form);
        if let Some(made) = self.tables.get(&key) {
            return made.clone();
        }
        let properties = self.properties(table);
        let item = json!({"type": "object", "properties": properties, "additionalProperties": false});
        let mut schema = if form == Form::Merged { list(item) } else { item };
        let required = table.iter().filter(|argument| argument.required).map(has);
        let required: Vec<Json> = match form {
            Form::Record => required.collect(),
            // A list of mappings that are read as one.
            Form::Merged => required.map(|has| json!({"contains": has})).collect(),
        };
        if !required.is_empty() {
            schema["allOf"] = required.into();
        }
        let schema = self.shared(schema);
        self.tables.insert(key, schema.clone());
        schema
    }
}

/// A reference to a definition. A dot needs no escape in a JSON pointer.
pub fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// A text with Jinja in it.
pub fn jinja() -> Json {
    json!({"type": "string", "pattern": "\\{[{%]"})
}

/// The condition that a mapping has an argument, under one of its names.
pub fn has(argument: &Argument) -> Json {
    let names = std::iter::once(&argument.name).chain(argument.aliases);
    any_of(names.map(|name| json!({"required": [name]})).collect())
}

/// One of several schemas; a single one stays as it is.
pub fn any_of(mut schemas: Vec<Json>) -> Json {
    if schemas.len() == 1 { schemas.remove(0) } else { json!({"anyOf": schemas}) }
}

/// What old trees write for an empty mapping.
fn nothing() -> Json {
    json!({"enum": ["", []]})
}

fn list(items: Json) -> Json {
    json!({"type": "array", "items": items})
}

fn or_null(schema: Json) -> Json {
    match schema {
        Json::Object(object) if object.is_empty() => Json::Object(object),
        schema => json!({"anyOf": [{"type": "null"}, schema]}),
    }
}

fn pattern(pattern: &str) -> Json {
    json!({"type": "string", "pattern": pattern})
}

/// Editors that read YAML 1.2 take `yes` for a text.
fn booleans() -> Json {
    let texts = ["true", "True", "false", "False", "yes", "Yes", "no", "No", "on", "On", "off", "Off"];
    let mut all: Vec<Json> = texts.iter().map(|text| Json::from(*text)).collect();
    all.extend([json!(true), json!(false), json!(0), json!(1)]);
    json!({"enum": all})
}

/// Words as YAML may read them: `5` is a number, `true` a boolean.
fn spellings(words: &[&str]) -> Vec<Json> {
    let mut all = vec![];
    for word in words {
        all.push(Json::from(*word));
        all.extend(word.parse::<i64>().ok().map(Json::from));
        all.extend(word.parse::<bool>().ok().map(Json::from));
    }
    all
}
