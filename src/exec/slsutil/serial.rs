//! Data to text and back.

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use crate::Context;
use crate::call::{Bound, CallError};
use machine::ini;
use model::{Value, python};
use sls::yaml::{self, Flow, Sort};

fn unknown(bound: &Bound) -> CallError {
    bound.fails(format!("there is no serializer '{}'", bound.text("serializer")))
}

pub(super) fn serialize(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let value = bound.value("obj");
    let is_on = |name: &str| bound.named.get(name).is_some_and(Value::is_truthy);
    match bound.text("serializer").as_str() {
        "json" => {
            let value = if is_on("sort_keys") { sorted(value) } else { value.clone() };
            let indent = bound.named.get("indent").and_then(Value::as_int);
            let indent = indent.and_then(|width| usize::try_from(width).ok());
            json(&value, indent).map(Value::from).ok_or_else(|| bound.fails("this cannot be written as JSON"))
        }
        "yaml" | "yamlex" => {
            // PyYAML's default layout: lists and mappings of scalars in one line.
            let flow = match bound.named.get("default_flow_style") {
                None | Some(Value::Null) => Flow::Leaves,
                Some(style) if style.is_truthy() => Flow::Inline,
                Some(_) => Flow::Block,
            };
            let sorts = bound.named.get("sort_keys").is_none_or(Value::is_truthy);
            let value = if sorts { yaml::sorted(value) } else { value.clone() };
            let text = yaml::dump(&value, flow, Sort::None);
            Ok(text.trim_end_matches("...\n").trim_end_matches('\n').into())
        }
        "python" => Ok(python::repr(value).into()),
        "configparser" => {
            let sections = python::sections(value).ok_or_else(|| {
                bound.fails(
                    "configparser wants a mapping of sections, each a mapping of keys that have values",
                )
            })?;
            Ok(ini::write(&sections).into())
        }
        _ => Err(unknown(bound)),
    }
}

pub(super) fn deserialize(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let text = bound.text("stream_or_string");
    match bound.text("serializer").as_str() {
        "json" => {
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(&text);
            parsed.map(Value::from).map_err(|error| bound.failed(&error))
        }
        "yaml" | "yamlex" => {
            let node = yaml::parse_file(&text, "the text").map_err(|problems| bound.failed(&problems))?;
            Ok(node.to_value())
        }
        "configparser" => {
            let sections = ini::read(&text).map_err(|error| bound.failed(&error))?.into_iter();
            Ok(sections.map(|(name, keys)| (name, keys.into_iter().collect::<Value>())).collect())
        }
        _ => Err(unknown(bound)),
    }
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Map(map) => {
            let mut pairs: Vec<_> = map.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            pairs.sort_by_key(|(key, _)| key.to_string());
            Value::Map(pairs.into_iter().collect())
        }
        Value::List(list) => Value::List(list.iter().map(sorted).collect()),
        other => other.clone(),
    }
}

/// JSON in the layout of Python's `json.dumps`, letters beyond ASCII unescaped.
fn json(value: &Value, indent: Option<usize>) -> Option<String> {
    let json = value.to_json();
    let mut out = vec![];
    let written = match indent {
        None => json.serialize(&mut Serializer::with_formatter(&mut out, Spaced)),
        Some(width) => {
            let indent = " ".repeat(width);
            json.serialize(&mut Serializer::with_formatter(
                &mut out,
                PrettyFormatter::with_indent(indent.as_bytes()),
            ))
        }
    };
    written.ok().and_then(|()| String::from_utf8(out).ok())
}

/// A blank after each comma and colon.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + std::io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + std::io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> std::io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + std::io::Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        out.write_all(b": ")
    }
}
