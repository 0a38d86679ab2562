//! Writes YAML like Salt's dumper: for `--out yaml`, the `yaml` filter and user data.

use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};

use super::scalar;
use model::{Key, Value};

/// The layout of lists and mappings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Flow {
    /// One entry a line: `default_flow_style=False`.
    Block,
    /// In brackets and braces: `default_flow_style=True`.
    Inline,
    /// One entry a line, but lists and mappings that hold only scalars in brackets and braces: PyYAML's
    /// `default_flow_style=None`.
    Leaves,
}

impl Flow {
    fn is_block<'a>(self, mut items: impl Iterator<Item = &'a Value>) -> bool {
        match self {
            Self::Block => true,
            Self::Inline => false,
            Self::Leaves => items.any(|item| matches!(item, Value::List(_) | Value::Map(_))),
        }
    }
}

/// Which mappings have their keys sorted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sort {
    /// None.
    None,
    /// Those that are not [ordered](model::Map::ordered), as in Salt's `yaml` filter.
    Plain,
    /// All.
    All,
}

/// The text of a value, ending in a line break; after a bare scalar comes a line `...`, as in PyYAML.
pub fn dump(value: &Value, flow: Flow, sort: Sort) -> String {
    dumped(value, (flow, sort, ScalarStyle::Any))
}

/// The same for people: one entry a line, in the given order, and texts of several lines unescaped.
pub fn dump_literally(value: &Value) -> String {
    dumped(value, (Flow::Block, Sort::None, ScalarStyle::Literal))
}

/// Layout, order, and the style of texts of several lines.
type Style = (Flow, Sort, ScalarStyle);

fn dumped(value: &Value, style: Style) -> String {
    let mut out = Vec::new();
    let written = write(value, style, &mut out);
    // Writing to memory cannot fail; if the writer should refuse a text, JSON is valid YAML too.
    match written.map(|()| String::from_utf8(out)) {
        Ok(Ok(text)) => text,
        _ => value.to_json().to_string(),
    }
}

fn write(value: &Value, (flow, sort, lines): Style, out: &mut Vec<u8>) -> Result<(), libyaml_safer::Error> {
    let mut emitter = Emitter::new();
    emitter.set_output_string(out);
    emitter.set_unicode(true);
    let mut dumper = Dumper { emitter, flow, sort, lines };
    dumper.emitter.emit(Event::stream_start(Encoding::Utf8))?;
    dumper.emitter.emit(Event::document_start(None, &[], true))?;
    dumper.value(value)?;
    dumper.emitter.emit(Event::document_end(true))?;
    dumper.emitter.emit(Event::stream_end())?;
    dumper.emitter.flush()
}

/// The same with the keys of all mappings sorted: PyYAML's default.
pub fn sorted(value: &Value) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(sorted).collect()),
        Value::Map(map) => {
            let mut pairs: Vec<(&Key, &Value)> = map.iter().collect();
            sort(&mut pairs);
            Value::Map(pairs.into_iter().map(|(key, item)| (key.clone(), sorted(item))).collect())
        }
        scalar => scalar.clone(),
    }
}

/// Sorted as in Python; keys that Python cannot compare, and keys with a `nan`, keep their order, as in PyYAML.
fn sort(pairs: &mut [(&Key, &Value)]) {
    let number = |key: &Key| match key {
        Key::Bool(truth) => Some(f64::from(u8::from(*truth))),
        #[expect(clippy::cast_precision_loss, reason = "only the order counts")]
        Key::Int(number) => Some(*number as f64),
        Key::Float(number) => Some(*number),
        _ => None,
    };
    if pairs.iter().all(|(key, _)| key.as_str().is_some()) {
        pairs.sort_by(|(a, _), (b, _)| a.as_str().cmp(&b.as_str()));
    } else if pairs.iter().all(|(key, _)| number(key).is_some_and(|number| !number.is_nan())) {
        let number = |key: &Key| number(key).unwrap_or_default();
        pairs.sort_by(|(a, _), (b, _)| number(a).total_cmp(&number(b)));
    }
}

struct Dumper<'w> {
    emitter: Emitter<'w>,
    flow: Flow,
    sort: Sort,
    lines: ScalarStyle,
}

impl Dumper<'_> {
    fn value(&mut self, value: &Value) -> Result<(), libyaml_safer::Error> {
        match value {
            Value::Null => self.plain("null"),
            Value::Bool(truth) => self.plain(if *truth { "true" } else { "false" }),
            Value::Int(number) => self.plain(&number.to_string()),
            Value::Float(number) => self.plain(&scalar::float_text(*number)),
            Value::Str(text) => self.text(text),
            Value::List(list) => {
                let is_block = self.flow.is_block(list.iter());
                let style = if is_block { SequenceStyle::Block } else { SequenceStyle::Flow };
                self.emitter.emit(Event::sequence_start(None, None, true, style))?;
                list.iter().try_for_each(|item| self.value(item))?;
                self.emitter.emit(Event::sequence_end())
            }
            Value::Map(map) => {
                let is_block = self.flow.is_block(map.values());
                let style = if is_block { MappingStyle::Block } else { MappingStyle::Flow };
                self.emitter.emit(Event::mapping_start(None, None, true, style))?;
                let mut pairs: Vec<(&Key, &Value)> = map.iter().collect();
                let sorts = self.sort == Sort::All || self.sort == Sort::Plain && !map.is_ordered();
                if sorts {
                    sort(&mut pairs);
                }
                for (key, item) in pairs {
                    self.value(&key.to_value())?;
                    self.value(item)?;
                }
                self.emitter.emit(Event::mapping_end())
            }
        }
    }

    fn plain(&mut self, text: &str) -> Result<(), libyaml_safer::Error> {
        self.emitter.emit(Event::scalar(None, None, text, true, false, ScalarStyle::Plain))
    }

    /// Text may be unquoted only if it would be read back as text.
    fn text(&mut self, text: &str) -> Result<(), libyaml_safer::Error> {
        let plain = scalar::is_plain_text(text);
        // A block that keeps blank lines at its end (`|+`) ends its document with `...`: a text in the middle of a file
        // would end the file there.
        let is_block =
            text.contains('\n') && !text.ends_with("\n\n") && !text.trim_end_matches('\n').is_empty();
        let style = match self.lines {
            ScalarStyle::Literal if is_block => ScalarStyle::Literal,
            ScalarStyle::Literal if text.contains('\n') => ScalarStyle::DoubleQuoted,
            _ => ScalarStyle::Any,
        };
        self.emitter.emit(Event::scalar(None, None, text, plain, true, style))
    }
}
