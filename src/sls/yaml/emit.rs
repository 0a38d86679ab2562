//! Writes YAML as Salt's dumper does: for `--out yaml`, the `yaml` filter and user data.

use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};

use super::scalar;
use crate::model::{Key, Value};

/// How lists and mappings are laid out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Flow {
    /// One entry a line: `default_flow_style=False`.
    Block,
    /// In brackets and braces: `default_flow_style=True`.
    Inline,
}

/// The text of a value, ending in a line break; a bare scalar is followed by a line `...` as PyYAML writes it.
///
/// `sort_keys` sorts the keys of every mapping, as Salt's `yaml` filter does.
pub fn dump(value: &Value, flow: Flow, sort_keys: bool) -> String {
    let mut out = Vec::new();
    let written = write(value, flow, sort_keys, &mut out);
    // The writer cannot fail on memory; JSON is YAML too should it ever refuse a text.
    match written.map(|()| String::from_utf8(out)) {
        Ok(Ok(text)) => text,
        _ => value.to_json().to_string(),
    }
}

fn write(value: &Value, flow: Flow, sort_keys: bool, out: &mut Vec<u8>) -> Result<(), libyaml_safer::Error> {
    let mut emitter = Emitter::new();
    emitter.set_output_string(out);
    emitter.set_unicode(true);
    let mut dumper = Dumper { emitter, flow, sort_keys };
    dumper.emitter.emit(Event::stream_start(Encoding::Utf8))?;
    dumper.emitter.emit(Event::document_start(None, &[], true))?;
    dumper.value(value)?;
    dumper.emitter.emit(Event::document_end(true))?;
    dumper.emitter.emit(Event::stream_end())?;
    dumper.emitter.flush()
}

/// As Python sorts them; keys that Python cannot compare keep their order, as in PyYAML.
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
    } else if pairs.iter().all(|(key, _)| number(key).is_some()) {
        pairs
            .sort_by(|(a, _), (b, _)| number(a).partial_cmp(&number(b)).unwrap_or(std::cmp::Ordering::Equal));
    }
}

struct Dumper<'w> {
    emitter: Emitter<'w>,
    flow: Flow,
    sort_keys: bool,
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
                let style = if self.flow == Flow::Block { SequenceStyle::Block } else { SequenceStyle::Flow };
                self.emitter.emit(Event::sequence_start(None, None, true, style))?;
                list.iter().try_for_each(|item| self.value(item))?;
                self.emitter.emit(Event::sequence_end())
            }
            Value::Map(map) => {
                let style = if self.flow == Flow::Block { MappingStyle::Block } else { MappingStyle::Flow };
                self.emitter.emit(Event::mapping_start(None, None, true, style))?;
                let mut pairs: Vec<(&Key, &Value)> = map.iter().collect();
                if self.sort_keys {
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

    /// Text may stand plain only if it would be read back as text.
    fn text(&mut self, text: &str) -> Result<(), libyaml_safer::Error> {
        let plain = scalar::is_plain_text(text);
        self.emitter.emit(Event::scalar(None, None, text, plain, true, ScalarStyle::Any))
    }
}
