//! Salt's `nested` layout: indented keys and values.
//!
//! See <https://docs.saltproject.io/en/3007/ref/output/all/salt.output.nested.html>. Used for all answers except the
//! results of states, and for the changes of a state.

use super::color::{Color, Paint};
use model::python;
use model::{Key, Value};

/// The lines of `value`, keys sorted, the first level indented by `indent` columns, without a line end after the last
/// line.
pub fn render(value: &Value, indent: usize, paint: Paint) -> String {
    Nested { lines: Vec::new(), paint, is_sorted: true }.render(value, indent)
}

/// The same with keys in the order of the data, as Salt shows ordered dictionaries.
pub fn render_in_order(value: &Value, paint: Paint) -> String {
    Nested { lines: Vec::new(), paint, is_sorted: false }.render(value, 0)
}

struct Nested {
    is_sorted: bool,
    lines: Vec<String>,
    paint: Paint,
}

impl Nested {
    fn render(mut self, value: &Value, indent: usize) -> String {
        self.show(value, indent, "");
        self.lines.join("\n")
    }

    fn show(&mut self, value: &Value, indent: usize, prefix: &str) {
        match value {
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                let text = format!("{prefix}{}", python::repr(value));
                self.line(indent, Color::Yellow, &text, "");
            }
            Value::Str(text) => self.text(text, indent, prefix),
            Value::List(list) => {
                for item in list {
                    self.item(item, indent);
                }
            }
            Value::Map(map) => {
                if indent > 0 {
                    self.line(indent, Color::Cyan, "----------", "");
                }
                let mut entries: Vec<(String, &Value)> =
                    map.iter().map(|(key, item)| (key_text(key), item)).collect();
                if self.is_sorted {
                    entries.sort_by(|a, b| a.0.cmp(&b.0));
                }
                for (key, item) in entries {
                    self.line(indent, Color::Cyan, &key, ":");
                    self.show(item, indent + 4, "");
                }
            }
        }
    }

    fn item(&mut self, item: &Value, indent: usize) {
        match item {
            Value::List(_) | Value::Map(_) => {
                self.line(indent, Color::Green, "|_", "");
                self.show(item, indent + 2, "");
            }
            _ => self.show(item, indent, "- "),
        }
    }

    fn text(&mut self, text: &str, indent: usize, prefix: &str) {
        for (index, line) in python::split_lines(text).into_iter().enumerate() {
            let before = if index == 0 { prefix.to_owned() } else { " ".repeat(prefix.len()) };
            self.line(indent, Color::Green, &format!("{before}{line}"), "");
        }
    }

    fn line(&mut self, indent: usize, color: Color, text: &str, after: &str) {
        self.lines.push(format!("{}{}{after}", " ".repeat(indent), self.paint.wrap(color, text)));
    }
}

fn key_text(key: &Key) -> String {
    python::text(&key.to_value())
}
