//! Filters that write JSON, YAML and Python, and read the first two.

use std::fmt::Write;

use super::Table;
use crate::jinja::py::{Args, Key, Py, compare, pretty, print, sort};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::Format;
use crate::jinja::vm::work::Work;
use crate::jinja::vm::{MAX_TEXT, Vm};
use crate::yaml;

pub(super) const TABLE: Table = &[
    ("json", json),
    ("tojson", tojson),
    ("yaml", yaml),
    ("python", |vm, value, _| pretty::pretty(&value, &vm.work).map(Py::from)),
    ("load_yaml", |vm, value, args| load(vm, &value, args, Format::Yaml)),
    ("load_json", |vm, value, args| load(vm, &value, args, Format::Json)),
    ("load_text", |vm, value, args| load(vm, &value, args, Format::Text)),
];

/// How JSON is written.
#[derive(Clone, Default)]
pub(super) struct Layout {
    indent: Option<String>,
    sort: bool,
    ascii: bool,
}

fn flag(value: Option<Py>, default: bool) -> Outcome<bool> {
    value.map_or(Ok(default), |value| value.truth())
}

fn indentation(value: Option<Py>) -> Outcome<Option<String>> {
    match value {
        None | Some(Py::None) => Ok(None),
        Some(Py::Str(text)) => Ok(Some(text.to_string())),
        Some(number) => crate::jinja::methods::width(&number).map(|width| Some(" ".repeat(width.min(100)))),
    }
}

/// Salt's `json`: keys sorted, letters as they are.
fn json(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [sort, indent] = args.bind("json", ["sort_keys", "indent"])?;
    let layout = Layout { indent: indentation(indent)?, sort: flag(sort, true)?, ascii: false };
    write_json(&value, &layout, &vm.work).map(Py::str)
}

/// Keys in their order, ASCII only, safe within HTML.
fn tojson(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [indent, sort, ascii] = args.bind("tojson", ["indent", "sort_keys", "ensure_ascii"])?;
    let layout = Layout { indent: indentation(indent)?, sort: flag(sort, false)?, ascii: flag(ascii, true)? };
    let text = write_json(&value, &layout, &vm.work)?;
    let safe =
        text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026").replace('\'', "\\u0027");
    Ok(safe.into())
}

/// Salt's `yaml`: in one line unless asked otherwise, keys sorted, without the end of the document.
fn yaml(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [flow] = args.bind("yaml", ["flow_style"])?;
    let flow = if flag(flow, true)? { yaml::Flow::Inline } else { yaml::Flow::Block };
    let text = yaml::dump(&value.to_value()?, flow, yaml::Sort::Plain);
    vm.wrote(&text)?;
    let text = text.strip_suffix("...\n").unwrap_or(&text);
    Ok(text.trim_end_matches('\n').into())
}

fn load(vm: &mut Vm<'_>, value: &Py, args: Args, format: Format) -> Outcome<Py> {
    let [] = args.bind("load", [])?;
    let text = value.text()?;
    vm.decode(format, &text)
}

/// A value as Python's `json.dumps` writes it.
pub(super) fn write_json(value: &Py, layout: &Layout, work: &Work) -> Outcome<String> {
    let mut out = String::new();
    write_value(value, (layout, work), 0, &mut out)?;
    Ok(out)
}

/// The layout, and the counter of the work.
type By<'l> = (&'l Layout, &'l Work);

fn write_value(value: &Py, by: By<'_>, depth: usize, out: &mut String) -> Outcome<()> {
    let (layout, work) = by;
    if depth > 100 || out.len() > MAX_TEXT {
        return Err(Raise::new("the value is nested too deeply, or too large, for JSON"));
    }
    match value.defined()? {
        Py::None | Py::Undefined(_) => out.push_str("null"),
        Py::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Py::Float(number) => out.push_str(&float(*number)),
        Py::Str(text) => write_text(text, layout.ascii, out),
        Py::Dict(dict) => {
            let mut entries: Vec<(Key, Py)> =
                dict.borrow().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            if layout.sort {
                entries =
                    sort::sorted(entries, |(a, _), (b, _)| compare::less(&a.to_py(), &b.to_py(), work))?;
            }
            let ends = ('{', '}');
            write_all(entries.len(), ends, layout, depth, out, |index, out| {
                let (key, value) = &entries[index];
                write_text(&key_text(key)?, layout.ascii, out);
                out.push_str(": ");
                write_value(value, by, depth + 1, out)
            })?;
        }
        other => match other.as_int() {
            Some(number) => {
                let _ = write!(out, "{number}");
            }
            None if matches!(other, Py::List(_) | Py::Tuple(_)) => {
                let items = other.iterate()?;
                write_all(items.len(), ('[', ']'), layout, depth, out, |index, out| {
                    write_value(&items[index], by, depth + 1, out)
                })?;
            }
            None => {
                return Err(Raise::new(format!(
                    "object of type {} is not JSON serializable",
                    other.type_name()
                )));
            }
        },
    }
    Ok(())
}

fn write_all(
    count: usize,
    ends: (char, char),
    layout: &Layout,
    depth: usize,
    out: &mut String,
    mut one: impl FnMut(usize, &mut String) -> Outcome<()>,
) -> Outcome<()> {
    out.push(ends.0);
    for index in 0..count {
        match &layout.indent {
            Some(indent) => {
                out.push_str(if index > 0 { ",\n" } else { "\n" });
                out.push_str(&indent.repeat(depth + 1));
            }
            None if index > 0 => out.push_str(", "),
            None => {}
        }
        one(index, out)?;
    }
    if let (Some(indent), true) = (&layout.indent, count > 0) {
        out.push('\n');
        out.push_str(&indent.repeat(depth));
    }
    out.push(ends.1);
    Ok(())
}

fn key_text(key: &Key) -> Outcome<String> {
    Ok(match key {
        Key::Str(text) => text.to_string(),
        Key::Int(number) => number.to_string(),
        Key::Float(number) => float(*number),
        Key::Bool(true) => "true".to_owned(),
        Key::Bool(false) => "false".to_owned(),
        Key::None => "null".to_owned(),
        Key::Tuple(_) => return Err(Raise::new("keys must be str, int, float, bool or None, not tuple")),
    })
}

fn float(number: f64) -> String {
    match print::float(number).as_str() {
        "nan" => "NaN".to_owned(),
        "inf" => "Infinity".to_owned(),
        "-inf" => "-Infinity".to_owned(),
        finite => finite.to_owned(),
    }
}

/// A text as JSON, letters as they are.
pub(super) fn json_text(text: &str) -> String {
    let mut out = String::new();
    write_text(text, false, &mut out);
    out
}

fn write_text(text: &str, ascii: bool, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            c if u32::from(c) < 0x20 || (ascii && !c.is_ascii()) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
