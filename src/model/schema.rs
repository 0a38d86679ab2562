//! JSON Schema (2020-12) of what an author may write, from the tables that check it.
//!
//! `sys.state_schema` exports it for editors. Laws: the schema accepts everything that the tables accept. A text with
//! Jinja is valid as any value, because editors see files before they are rendered. See
//! <https://json-schema.org/draft/2020-12/schema>.

use serde_json::{Map as Object, Value as Json, json};

use super::{Argument, Shape};

/// The dialect that all schemas name.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A text with Jinja in it.
pub fn jinja() -> Json {
    json!({"type": "string", "pattern": "\\{[{%]"})
}

/// The schema of values of this shape.
pub fn of_shape(shape: &Shape) -> Json {
    match shape {
        Shape::Any => json!({}),
        Shape::Text => json!({"type": ["string", "number", "boolean"]}),
        Shape::Integer => any_of(vec![json!({"type": "integer"}), pattern("^\\s*[+-]?[0-9]+\\s*$"), jinja()]),
        Shape::Number => any_of(vec![
            json!({"type": "number"}),
            pattern("^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*$"),
            pattern("(?i)^\\s*[+-]?(inf|infinity|nan)\\s*$"),
            jinja(),
        ]),
        Shape::Boolean => any_of(vec![booleans(), jinja()]),
        Shape::Word(words) => any_of(vec![json!({"enum": spellings(words)}), jinja()]),
        Shape::Texts => any_of(vec![of_shape(&Shape::Text), list(of_shape(&Shape::Text))]),
        Shape::List(element) => any_of(vec![list(of_shape(element)), jinja()]),
        Shape::Record(table) => any_of(vec![record(table), nothing(), jinja()]),
        Shape::Records(table) => any_of(vec![list(of_shape(&Shape::Record(table))), jinja()]),
        Shape::Merged(table) => any_of(vec![record(table), merged(table), nothing(), jinja()]),
        Shape::Table(value) => {
            let table = json!({"type": "object", "additionalProperties": or_null(of_shape(value))});
            any_of(vec![table, nothing(), jinja()])
        }
        Shape::Either(shapes) => any_of(shapes.iter().map(of_shape).collect()),
    }
}

/// Every spelling of every argument of a table, with the schema of its value. `null` counts as left out.
pub fn properties(table: &[Argument]) -> Object<String, Json> {
    let mut properties = Object::new();
    for argument in table {
        for name in std::iter::once(&argument.name).chain(argument.aliases) {
            let schema = of_shape(&argument.shape);
            let mut schema = if argument.required { schema } else { or_null(schema) };
            if let Some(object) = schema.as_object_mut() {
                object.insert("description".to_owned(), argument.doc.into());
            }
            properties.insert((*name).to_owned(), schema);
        }
    }
    properties
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

fn record(table: &[Argument]) -> Json {
    let required: Vec<Json> = table.iter().filter(|argument| argument.required).map(has).collect();
    let mut schema =
        json!({"type": "object", "properties": properties(table), "additionalProperties": false});
    if !required.is_empty() {
        schema["allOf"] = required.into();
    }
    schema
}

/// A list of mappings that are read as one.
fn merged(table: &[Argument]) -> Json {
    let item = json!({"type": "object", "properties": properties(table), "additionalProperties": false});
    let mut schema = list(item);
    let required = table.iter().filter(|argument| argument.required);
    let required: Vec<Json> = required.map(|argument| json!({"contains": has(argument)})).collect();
    if !required.is_empty() {
        schema["allOf"] = required.into();
    }
    schema
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
