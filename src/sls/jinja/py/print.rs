//! Python's `str()` and `repr()`.

use std::fmt::Write;

use super::{DictKind, Key, Missing, Py};
use crate::jinja::raise::{Outcome, Raise};
pub(crate) use model::python::float;
use model::python::quoted;

/// The maximum nesting of lists and dicts when printed.
const MAX_DEPTH: usize = 100;

/// The printed form of an `OrderedDict`.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// As `repr` does.
    Python,
    /// As a dict: Salt prints it so into a template.
    Salt,
}

impl Py {
    /// Python's `str(value)`; fails for an undefined value.
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
    if depth > MAX_DEPTH || out.len() > crate::jinja::vm::MAX_TEXT {
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

/// Appends a string as a Python literal.
pub(crate) fn quote(text: &str, out: &mut String) {
    out.push_str(&quoted(text));
}
