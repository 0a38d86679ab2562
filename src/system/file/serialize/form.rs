//! The formats in which data are written.

use std::fmt::Write;

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

use crate::Call;
use machine::ini;
use model::{Fields, Key, Map, Value, python};

/// A format and its options.
pub(super) struct Form {
    kind: Format,
    options: Map,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Format {
    Yaml,
    Json,
    Python,
    Ini,
}

impl Form {
    /// The format that `serializer` and its options mean.
    ///
    /// # Errors
    /// Salt's complaint.
    pub fn read(fields: &Fields) -> Result<Self, String> {
        if fields.has("serializer") && fields.has("formatter") {
            return Err("Only one of serializer and formatter are allowed".to_owned());
        }
        let name = fields.text("serializer").or_else(|| fields.text("formatter"));
        let name = name.unwrap_or_else(|| "yaml".to_owned());
        let kind = match name.to_lowercase().as_str() {
            "yaml" | "yamlex" => Format::Yaml,
            "json" => Format::Json,
            "python" => Format::Python,
            "configparser" => Format::Ini,
            _ => {
                return Err(format!(
                    "The {name} serializer could not be found. It either does not exist or its prerequisites are not installed."
                ));
            }
        };
        Ok(Self { kind, options: options(fields) })
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.options.get(name).and_then(Value::as_bool).unwrap_or(default)
    }

    fn indent(&self) -> Option<usize> {
        match self.options.get("indent") {
            Some(Value::Int(indent)) => usize::try_from(*indent).ok(),
            _ => None,
        }
    }

    /// The text of data, with a line end at its end.
    ///
    /// # Errors
    /// Data that this format cannot represent.
    pub fn write(&self, call: &Call<'_>, data: &Value) -> Result<String, String> {
        let sorts = self.flag("sort_keys", self.kind != Format::Ini);
        let data = if sorts { sorted(data) } else { data.clone() };
        let text = match self.kind {
            Format::Yaml => {
                let text = call.context.services.write_yaml(&data, self.flag("default_flow_style", false));
                text.strip_suffix("...\n").unwrap_or(&text).to_owned()
            }
            Format::Json => self.json(&data)?,
            Format::Python => python::repr(&data),
            Format::Ini => {
                let sections = python::sections(&data).ok_or(
                    "configparser wants a mapping of sections, each a mapping of keys that have values",
                )?;
                format!("{}\n", ini::write(&sections))
            }
        };
        Ok(if text.ends_with('\n') { text } else { format!("{text}\n") })
    }

    /// The data of a text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read_text(&self, call: &Call<'_>, text: &str) -> Result<Value, String> {
        match self.kind {
            Format::Yaml => call.context.services.read_yaml(text),
            Format::Json => {
                let parsed: Result<serde_json::Value, _> = serde_json::from_str(text);
                parsed.map(Value::from).map_err(|error| error.to_string())
            }
            Format::Ini => {
                let sections = ini::read(text).map_err(|error| error.to_string())?.into_iter();
                Ok(sections.map(|(name, keys)| (name, keys.into_iter().collect::<Value>())).collect())
            }
            Format::Python => Err("merge_if_exists is not supported for python".to_owned()),
        }
    }

    fn json(&self, data: &Value) -> Result<String, String> {
        let json = data.to_json();
        let mut out = Vec::new();
        let indent = " ".repeat(self.indent().unwrap_or(2));
        let formatter = PrettyFormatter::with_indent(indent.as_bytes());
        let written = json.serialize(&mut Serializer::with_formatter(&mut out, formatter));
        written.map_err(|error| error.to_string())?;
        let text = String::from_utf8(out).map_err(|error| error.to_string())?;
        Ok(if self.flag("ensure_ascii", false) { ascii(&text) } else { text })
    }
}

/// Options as a mapping or a list of mappings.
fn options(fields: &Fields) -> Map {
    match fields.value("serializer_opts") {
        Some(Value::Map(map)) => map,
        Some(Value::List(list)) => list
            .into_iter()
            .filter_map(|item| if let Value::Map(map) = item { Some(map) } else { None })
            .flatten()
            .collect(),
        _ => Map::new(),
    }
}

/// Letters beyond ASCII, escaped as JSON does.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            out.push(letter);
        } else {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out
}

/// The keys of all mappings in order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(sorted).collect()),
        Value::Map(map) => {
            let mut pairs: Vec<(Key, Value)> =
                map.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            pairs.sort_by_key(|(key, _)| key.to_string());
            Value::Map(pairs.into_iter().collect())
        }
        scalar => scalar.clone(),
    }
}
