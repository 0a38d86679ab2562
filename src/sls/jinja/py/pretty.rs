//! Python's `pprint`: what is wider than a line is spread over several, keys sorted.
//!
//! See <https://docs.python.org/3/library/pprint.html>.

use super::{Key, Py, compare, print};
use crate::sls::jinja::raise::{Outcome, Raise};

/// The width of a line.
const WIDTH: usize = 80;

/// How deep lists and dicts may nest.
const MAX_DEPTH: usize = 50;

/// The value as `pprint.pformat` writes it.
pub(crate) fn pretty(value: &Py) -> Outcome<String> {
    let mut out = String::new();
    write(value, Place { indent: 0, allowance: 0, depth: 0 }, &mut out)?;
    Ok(out)
}

/// Where a value stands: how far in, how much comes behind it on its last line, how deep.
#[derive(Clone, Copy)]
struct Place {
    indent: usize,
    allowance: usize,
    depth: usize,
}

fn write(value: &Py, place: Place, out: &mut String) -> Outcome<()> {
    if place.depth > MAX_DEPTH || out.len() > crate::sls::jinja::vm::MAX_TEXT {
        return Err(Raise::new("the value is nested too deeply, or too large, to be printed"));
    }
    let line = one_line(value, place.depth)?;
    let fits = line.chars().count() + place.indent + place.allowance <= WIDTH;
    match value {
        Py::Dict(dict) if !fits => {
            let entries = sorted(dict)?;
            out.push('{');
            let last = entries.len().saturating_sub(1);
            for (at, (key, item)) in entries.iter().enumerate() {
                let key = key.to_py().repr()?;
                out.push_str(&key);
                out.push_str(": ");
                let indent = place.indent + 1 + key.chars().count() + 2;
                let allowance = if at == last { place.allowance + 1 } else { 1 };
                write(item, Place { indent, allowance, depth: place.depth + 1 }, out)?;
                if at < last {
                    out.push_str(",\n");
                    out.push_str(&" ".repeat(place.indent + 1));
                }
            }
            out.push('}');
        }
        Py::List(_) | Py::Tuple(_) if !fits => {
            let items = value.iterate()?;
            let (open, close) = match value {
                Py::Tuple(_) if items.len() == 1 => ("(", ",)"),
                Py::Tuple(_) => ("(", ")"),
                _ => ("[", "]"),
            };
            out.push_str(open);
            let last = items.len().saturating_sub(1);
            for (at, item) in items.iter().enumerate() {
                let allowance = if at == last { place.allowance + close.len() } else { 1 };
                write(item, Place { indent: place.indent + 1, allowance, depth: place.depth + 1 }, out)?;
                if at < last {
                    out.push_str(",\n");
                    out.push_str(&" ".repeat(place.indent + 1));
                }
            }
            out.push_str(close);
        }
        Py::Str(text) if !fits => write_text(text, place, out),
        _ => out.push_str(&line),
    }
    Ok(())
}

/// A long text as several literals, one below the other.
fn write_text(text: &str, place: Place, out: &mut String) {
    let Place { mut indent, mut allowance, depth } = place;
    if depth == 0 {
        indent += 1;
        allowance += 1;
    }
    let room = WIDTH.saturating_sub(indent);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut chunks = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_last_line = at + 1 == lines.len();
        let whole = literal(line);
        if whole.chars().count() <= room.saturating_sub(if is_last_line { allowance } else { 0 }) {
            chunks.push(whole);
            continue;
        }
        let parts = words(line);
        let mut current = String::new();
        for (index, part) in parts.iter().enumerate() {
            let candidate = format!("{current}{part}");
            let is_end = is_last_line && index + 1 == parts.len();
            let width = room.saturating_sub(if is_end { allowance } else { 0 });
            if literal(&candidate).chars().count() > width {
                if !current.is_empty() {
                    chunks.push(literal(&current));
                }
                current = (*part).to_owned();
            } else {
                current = candidate;
            }
        }
        if !current.is_empty() {
            chunks.push(literal(&current));
        }
    }
    let brackets = depth == 0 && chunks.len() > 1;
    out.push_str(if brackets { "(" } else { "" });
    out.push_str(&chunks.join(&format!("\n{}", " ".repeat(indent))));
    out.push_str(if brackets { ")" } else { "" });
}

/// Words, each with the blanks behind it.
fn words(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut blank = false;
    for (at, c) in line.char_indices() {
        if blank && !c.is_whitespace() {
            found.push(&line[start..at]);
            start = at;
        }
        blank = c.is_whitespace();
    }
    found.push(&line[start..]);
    found
}

fn literal(text: &str) -> String {
    let mut out = String::new();
    print::quote(text, &mut out);
    out
}

fn sorted(dict: &super::Dict) -> Outcome<Vec<(Key, Py)>> {
    let pairs: Vec<(Py, (Key, Py))> =
        dict.borrow().iter().map(|(key, value)| (key.to_py(), (key.clone(), value.clone()))).collect();
    let mut pairs = pairs;
    // Keys that have no order among themselves stay as they are.
    pairs.sort_by(|(a, _), (b, _)| {
        compare::order(a, b, "<").ok().flatten().unwrap_or(std::cmp::Ordering::Equal)
    });
    Ok(pairs.into_iter().map(|(_, pair)| pair).collect())
}

/// As `repr`, keys sorted.
fn one_line(value: &Py, depth: usize) -> Outcome<String> {
    if depth > MAX_DEPTH {
        return Err(Raise::new("the value is nested too deeply to be printed"));
    }
    let all = |items: Vec<Py>| -> Outcome<Vec<String>> {
        items.iter().map(|item| one_line(item, depth + 1)).collect()
    };
    Ok(match value.defined()? {
        Py::Str(text) => literal(text),
        Py::List(_) => format!("[{}]", all(value.iterate()?)?.join(", ")),
        Py::Tuple(items) if items.len() == 1 => format!("({},)", all(value.iterate()?)?.join(", ")),
        Py::Tuple(_) => format!("({})", all(value.iterate()?)?.join(", ")),
        Py::Dict(dict) => {
            let entries = sorted(dict)?;
            let entries: Outcome<Vec<String>> = entries
                .iter()
                .map(|(key, item)| Ok(format!("{}: {}", key.to_py().repr()?, one_line(item, depth + 1)?)))
                .collect();
            format!("{{{}}}", entries?.join(", "))
        }
        other => other.repr()?,
    })
}
