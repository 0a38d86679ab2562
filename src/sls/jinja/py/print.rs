//! `str()` and `repr()` as Python prints.

use std::fmt::Write;

use super::{DictKind, Key, Missing, Py};
use crate::sls::jinja::raise::{Outcome, Raise};

/// How deep lists and dicts may nest when printed.
const MAX_DEPTH: usize = 100;

/// How an `OrderedDict` shows itself.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// As `repr` does.
    Python,
    /// As a dict, which is how Salt prints into a template.
    Salt,
}

impl Py {
    /// Python's `str(value)`; fails for what is undefined.
    pub(crate) fn text(&self) -> Outcome<String> {
        match self.defined()? {
            Self::Undefined(_) => Ok(String::new()),
            Self::Str(text) => Ok(text.to_string()),
            other => other.repr(),
        }
    }

    /// Appends `{{ value }}` as Salt prints it.
    pub(crate) fn print(&self, out: &mut String) -> Outcome<()> {
        match self.defined()? {
            Self::Undefined(_) => Ok(()),
            Self::Str(text) => {
                out.push_str(text);
                Ok(())
            }
            other => write_repr(other, out, Style::Salt, 0),
        }
    }

    /// Python's `repr(value)`.
    pub(crate) fn repr(&self) -> Outcome<String> {
        let mut out = String::new();
        write_repr(self, &mut out, Style::Python, 0)?;
        Ok(out)
    }
}

fn write_repr(value: &Py, out: &mut String, style: Style, depth: usize) -> Outcome<()> {
    if depth > MAX_DEPTH || out.len() > crate::sls::jinja::vm::MAX_TEXT {
        return Err(Raise::new("the value is nested too deeply, or too large, to be printed"));
    }
    match value {
        Py::Undefined(missing) => {
            let silent = matches!(**missing, Missing::Silent);
            out.push_str(if silent { "" } else { "Undefined" });
        }
        Py::None => out.push_str("None"),
        Py::Bool(truth) => out.push_str(if *truth { "True" } else { "False" }),
        Py::Int(number) => {
            let _ = write!(out, "{number}");
        }
        Py::Float(number) => out.push_str(&float(*number)),
        Py::Str(text) => quote(text, out),
        Py::List(list) => {
            let items = list.borrow().clone();
            sequence(&items, ("[", "]"), out, style, depth)?;
        }
        Py::Tuple(items) => {
            let close = if items.len() == 1 { ",)" } else { ")" };
            sequence(items, ("(", close), out, style, depth)?;
        }
        Py::Dict(dict) => write_dict(dict, out, style, depth)?,
        Py::Range(range) => {
            let _ = write!(out, "range({}, {}", range.start, range.stop);
            if range.step != 1 {
                let _ = write!(out, ", {}", range.step);
            }
            out.push(')');
        }
        Py::Object(object) => out.push_str(&object.repr()?),
    }
    Ok(())
}

fn sequence(items: &[Py], ends: (&str, &str), out: &mut String, style: Style, depth: usize) -> Outcome<()> {
    out.push_str(ends.0);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_repr(item, out, style, depth + 1)?;
    }
    out.push_str(ends.1);
    Ok(())
}

fn write_dict(dict: &super::Dict, out: &mut String, style: Style, depth: usize) -> Outcome<()> {
    let entries: Vec<(Key, Py)> = dict.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect();
    let ordered = dict.kind() == DictKind::Ordered && style == Style::Python;
    let (open, between, close) = if ordered { ("(", ", ", ")") } else { ("", ": ", "") };
    let namespace = dict.kind() == DictKind::Namespace;
    match (ordered, namespace) {
        (true, _) if entries.is_empty() => {
            out.push_str("OrderedDict()");
            return Ok(());
        }
        (true, _) => out.push_str("OrderedDict(["),
        (_, true) => out.push_str("<Namespace {"),
        _ => out.push('{'),
    }
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(open);
        write_repr(&key.to_py(), out, style, depth + 1)?;
        out.push_str(between);
        write_repr(value, out, style, depth + 1)?;
        out.push_str(close);
    }
    out.push_str(match (ordered, namespace) {
        (true, _) => "])",
        (_, true) => "}>",
        _ => "}",
    });
    Ok(())
}

/// A float as Python prints it: the shortest digits that read back the same.
pub(crate) fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&power) {
        let plain = number.to_string();
        return if plain.contains('.') { plain } else { format!("{plain}.0") };
    }
    let sign = if power < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", power.abs())
}

/// Appends a string as a Python literal.
pub(crate) fn quote(text: &str, out: &mut String) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == mark => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(mark);
}

fn is_printable(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    let hidden = matches!(u32::from(c),
        0xad | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x2064 | 0xfeff | 0xe000..=0xf8ff);
    !(c.is_control() || c.is_whitespace() || hidden)
}
