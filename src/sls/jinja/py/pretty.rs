//! Python's `pprint`: a value wider than a line is split over several lines, keys sorted.
//!
//! See <https://docs.python.org/3/library/pprint.html>.

use super::{DictKind, Key, Py, compare, print, sort};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::MAX_TEXT;
use crate::jinja::vm::work::Work;

/// The width of a line.
const WIDTH: usize = 80;

/// The maximum nesting of lists and dicts.
const MAX_DEPTH: usize = 50;

/// The value as `pprint.pformat` writes it.
pub(crate) fn pretty(value: &Py, work: &Work) -> Outcome<String> {
    let mut writer = Writer { out: String::new(), work };
    writer.write(value, Extent { indent: 0, allowance: 0, depth: 0 })?;
    Ok(writer.out)
}

/// The position of a value: its indentation, the width of the text after its last line, and its depth.
#[derive(Clone, Copy)]
struct Extent {
    indent: usize,
    allowance: usize,
    depth: usize,
}

impl Extent {
    /// One level deeper, with this indentation and this much text after it.
    fn within(self, indent: usize, allowance: usize) -> Self {
        Self { indent, allowance, depth: self.depth + 1 }
    }
}

struct Writer<'w> {
    out: String,
    work: &'w Work,
}

impl Writer<'_> {
    fn write(&mut self, value: &Py, place: Extent) -> Outcome<()> {
        let mut line = String::new();
        one_line(value, place.depth, self.work, &mut line)?;
        if line.chars().count() + place.indent + place.allowance <= WIDTH {
            self.out.push_str(&line);
            return Ok(());
        }
        match value {
            Py::Dict(dict) if dict.kind() == DictKind::Ordered => self.ordered(dict, place),
            Py::Dict(dict) => {
                let entries = sorted(dict, self.work)?;
                self.between("{", "}", &entries, place, |writer, (key, item), place| {
                    writer.entry(key, ": ", item, place)
                })
            }
            Py::Tuple(items) if items.len() == 1 => self.between("(", ",)", items, place, Self::write),
            Py::Tuple(items) => self.between("(", ")", items, place, Self::write),
            Py::List(_) => self.between("[", "]", &value.iterate()?, place, Self::write),
            Py::Str(text) => {
                write_text(text, place, &mut self.out);
                Ok(())
            }
            _ => {
                self.out.push_str(&line);
                Ok(())
            }
        }
    }

    /// Items one below the other between two marks; the first follows the opening mark.
    fn between<T>(
        &mut self,
        open: &str,
        close: &str,
        items: &[T],
        place: Extent,
        write: impl Fn(&mut Self, &T, Extent) -> Outcome<()>,
    ) -> Outcome<()> {
        self.out.push_str(open);
        let indent = place.indent + open.len();
        let last = items.len().saturating_sub(1);
        for (at, item) in items.iter().enumerate() {
            let allowance = if at == last { place.allowance + close.len() } else { 1 };
            write(self, item, place.within(indent, allowance))?;
            if at < last {
                self.out.push_str(",\n");
                self.out.push_str(&" ".repeat(indent));
            }
        }
        self.out.push_str(close);
        Ok(())
    }

    /// A key and its value; the depth of the value is that of the entry.
    fn entry(&mut self, key: &Key, sign: &str, item: &Py, place: Extent) -> Outcome<()> {
        let key = key.to_py().repr()?;
        self.out.push_str(&key);
        self.out.push_str(sign);
        let indent = place.indent + key.chars().count() + sign.len();
        self.write(item, Extent { indent, ..place })
    }

    /// An `OrderedDict`: a list of pairs in their order.
    fn ordered(&mut self, dict: &super::Dict, place: Extent) -> Outcome<()> {
        let pairs: Vec<Py> =
            dict.borrow().iter().map(|(key, value)| Py::tuple(vec![key.to_py(), value.clone()])).collect();
        self.out.push_str("OrderedDict(");
        let inner = place.within(place.indent + 12, place.allowance + 1);
        self.between("[", "]", &pairs, inner, Self::write)?;
        self.out.push(')');
        Ok(())
    }
}

/// A long text as several literals, one below the other.
fn write_text(text: &str, place: Extent, out: &mut String) {
    let Extent { mut indent, mut allowance, depth } = place;
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

/// Words, each with the blanks after it.
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

/// The entries by key. Keys that Python cannot compare are sorted by the name of their type.
fn sorted(dict: &super::Dict, work: &Work) -> Outcome<Vec<(Key, Py)>> {
    let entries: Vec<(Key, Py)> =
        dict.borrow().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    sort::sorted(entries, |(a, _), (b, _)| {
        let (a, b) = (a.to_py(), b.to_py());
        work.comparisons(1)?;
        Ok(compare::less(&a, &b, work).unwrap_or_else(|_| a.type_name() < b.type_name()))
    })
}

/// As `repr`, keys sorted.
fn one_line(value: &Py, depth: usize, work: &Work, out: &mut String) -> Outcome<()> {
    work.comparisons(1)?;
    if depth > MAX_DEPTH || out.len() > MAX_TEXT {
        return Err(Raise::new("the value is nested too deeply, or too large, to be printed"));
    }
    let all = |items: &[Py], out: &mut String| -> Outcome<()> {
        for (at, item) in items.iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            one_line(item, depth + 1, work, out)?;
        }
        Ok(())
    };
    match value.defined()? {
        Py::Str(text) => print::quote(text, out),
        Py::List(_) => {
            out.push('[');
            all(&value.iterate()?, out)?;
            out.push(']');
        }
        Py::Tuple(items) => {
            out.push('(');
            all(items, out)?;
            out.push_str(if items.len() == 1 { ",)" } else { ")" });
        }
        Py::Dict(dict) if dict.kind() != DictKind::Ordered => {
            out.push('{');
            for (at, (key, item)) in sorted(dict, work)?.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(&key.to_py().repr()?);
                out.push_str(": ");
                one_line(item, depth + 1, work, out)?;
            }
            out.push('}');
        }
        other => out.push_str(&other.repr()?),
    }
    Ok(())
}
