//! JSON as Python's `json.dumps` writes it, because programs that read `salt-call --out json` expect this form.

use std::fmt::Write;

use model::python;
use model::{Key, Value};

/// The document, `indent` columns per level; a negative indent gives one line.
pub fn render(value: &Value, indent: i32) -> String {
    let mut out = String::new();
    Writer { out: &mut out, indent: usize::try_from(indent).ok() }.value(value, 0);
    out
}

struct Writer<'a> {
    out: &'a mut String,
    indent: Option<usize>,
}

impl Writer<'_> {
    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(truth) => self.out.push_str(if *truth { "true" } else { "false" }),
            Value::Int(number) => {
                let _ = write!(self.out, "{number}");
            }
            Value::Float(number) => self.out.push_str(&float(*number)),
            Value::Str(text) => self.text(text),
            Value::List(list) => {
                self.items('[', ']', list.iter(), depth, Self::value);
            }
            Value::Map(map) => self.items('{', '}', map.iter(), depth, |writer, (key, item), depth| {
                writer.text(&key_text(key));
                writer.out.push_str(": ");
                writer.value(item, depth);
            }),
        }
    }

    fn items<T>(
        &mut self,
        open: char,
        close: char,
        items: impl ExactSizeIterator<Item = T>,
        depth: usize,
        mut each: impl FnMut(&mut Self, T, usize),
    ) {
        self.out.push(open);
        let is_empty = items.len() == 0;
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            if self.indent.is_some() {
                self.new_line(depth + 1);
            } else if index > 0 {
                self.out.push(' ');
            }
            each(self, item, depth + 1);
        }
        if !is_empty {
            self.new_line(depth);
        }
        self.out.push(close);
    }

    fn new_line(&mut self, depth: usize) {
        if let Some(width) = self.indent {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n(' ', width * depth));
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            match letter {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\x08' => self.out.push_str("\\b"),
                '\x0c' => self.out.push_str("\\f"),
                letter if u32::from(letter) < 0x20 => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(letter));
                }
                letter => self.out.push(letter),
            }
        }
        self.out.push('"');
    }
}

/// Python writes values that JSON does not have as JavaScript would.
fn float(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else {
        python::float(number)
    }
}

fn key_text(key: &Key) -> String {
    match key {
        Key::Bool(true) => "true".to_owned(),
        Key::Bool(false) => "false".to_owned(),
        Key::Null => "null".to_owned(),
        Key::Float(number) => float(*number),
        other => other.to_string(),
    }
}
