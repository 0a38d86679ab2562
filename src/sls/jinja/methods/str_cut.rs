//! Methods of text that split it or search it.

use super::Entry;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: &[Entry] = &[
    Entry { name: "split", run: split },
    Entry { name: "rsplit", run: rsplit },
    Entry { name: "splitlines", run: splitlines },
    Entry { name: "partition", run: partition },
    Entry { name: "rpartition", run: rpartition },
    Entry { name: "strip", run: |_, this, args| trim(this, args, true, true) },
    Entry { name: "lstrip", run: |_, this, args| trim(this, args, true, false) },
    Entry { name: "rstrip", run: |_, this, args| trim(this, args, false, true) },
    Entry { name: "removeprefix", run: |_, this, args| remove(this, args, true) },
    Entry { name: "removesuffix", run: |_, this, args| remove(this, args, false) },
    Entry { name: "find", run: |_, this, args| search(this, args, false, false) },
    Entry { name: "rfind", run: |_, this, args| search(this, args, true, false) },
    Entry { name: "index", run: |_, this, args| search(this, args, false, true) },
    Entry { name: "rindex", run: |_, this, args| search(this, args, true, true) },
    Entry { name: "count", run: count },
];

/// The text of a receiver.
pub(super) fn own(this: &Py) -> &str {
    this.as_str().unwrap_or("")
}

/// The text of an argument.
pub(super) fn text(value: &Py) -> Outcome<&str> {
    match value.defined()? {
        Py::Str(text) => Ok(text),
        other => Err(Raise::new(format!("a str is needed, not '{}'", other.type_name()))),
    }
}

fn limit(value: Option<&Py>) -> Outcome<Option<usize>> {
    match value {
        None | Some(Py::None) => Ok(None),
        Some(value) => match value.as_int() {
            Some(number) => Ok(usize::try_from(number).ok()),
            None => {
                Err(Raise::new(format!("'{}' object cannot be interpreted as an integer", value.type_name())))
            }
        },
    }
}

fn separator(value: Option<&Py>) -> Outcome<Option<&str>> {
    match value {
        None | Some(Py::None) => Ok(None),
        Some(value) => match text(value)? {
            "" => Err(Raise::new("empty separator")),
            separator => Ok(Some(separator)),
        },
    }
}

fn strings<'t>(parts: impl IntoIterator<Item = &'t str>) -> Py {
    Py::list(parts.into_iter().map(Py::str).collect())
}

fn split(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [by, most] = args.bind("split", ["sep", "maxsplit"])?;
    let most = limit(most.as_ref())?;
    Ok(match (separator(by.as_ref())?, most) {
        (Some(by), None) => strings(own(this).split(by)),
        (Some(by), Some(most)) => strings(own(this).splitn(most + 1, by)),
        (None, None) => strings(own(this).split_whitespace()),
        (None, Some(most)) => {
            let mut parts = Vec::new();
            let mut rest = own(this).trim_start();
            while !rest.is_empty() {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                if parts.len() == most {
                    parts.push(rest);
                    break;
                }
                parts.push(&rest[..end]);
                rest = rest[end..].trim_start();
            }
            strings(parts)
        }
    })
}

fn rsplit(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [by, most] = args.bind("rsplit", ["sep", "maxsplit"])?;
    let most = limit(most.as_ref())?;
    let mut parts: Vec<&str> = match (separator(by.as_ref())?, most) {
        (Some(by), None) => own(this).rsplit(by).collect(),
        (Some(by), Some(most)) => own(this).rsplitn(most + 1, by).collect(),
        (None, most) => {
            let mut parts = Vec::new();
            let mut rest = own(this).trim_end();
            while !rest.is_empty() {
                if most == Some(parts.len()) {
                    parts.push(rest);
                    break;
                }
                let start = rest.char_indices().rev().find(|(_, c)| c.is_whitespace());
                let start = start.map_or(0, |(at, c)| at + c.len_utf8());
                parts.push(&rest[start..]);
                rest = rest[..start].trim_end();
            }
            parts
        }
    };
    parts.reverse();
    Ok(strings(parts))
}

fn splitlines(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [keep] = args.bind("splitlines", ["keepends"])?;
    let keep = keep.map_or(Ok(false), |value| value.truth())?;
    let mut lines = Vec::new();
    let mut rest = own(this);
    while !rest.is_empty() {
        let end =
            rest.find(['\n', '\r', '\x0b', '\x0c', '\x1c', '\x1d', '\x1e', '\u{85}', '\u{2028}', '\u{2029}']);
        let Some(end) = end else {
            lines.push(rest);
            break;
        };
        let width = if rest[end..].starts_with("\r\n") {
            2
        } else {
            rest[end..].chars().next().map_or(1, char::len_utf8)
        };
        lines.push(&rest[..if keep { end + width } else { end }]);
        rest = &rest[end + width..];
    }
    Ok(strings(lines))
}

fn partition(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [by] = args.bind_all("partition", ["sep"])?;
    let (head, middle, tail) = match own(this).split_once(separator(Some(&by))?.unwrap_or(" ")) {
        Some((head, tail)) => (head, text(&by)?, tail),
        None => (own(this), "", ""),
    };
    Ok(Py::tuple(vec![head.into(), middle.into(), tail.into()]))
}

fn rpartition(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [by] = args.bind_all("rpartition", ["sep"])?;
    let (head, middle, tail) = match own(this).rsplit_once(separator(Some(&by))?.unwrap_or(" ")) {
        Some((head, tail)) => (head, text(&by)?, tail),
        None => ("", "", own(this)),
    };
    Ok(Py::tuple(vec![head.into(), middle.into(), tail.into()]))
}

fn trim(this: &Py, args: Args, start: bool, end: bool) -> Outcome<Py> {
    let [chars] = args.bind("strip", ["chars"])?;
    let chars: Option<Vec<char>> = match &chars {
        None | Some(Py::None) => None,
        Some(chars) => Some(text(chars)?.chars().collect()),
    };
    let goes = |c: char| chars.as_ref().map_or(c.is_whitespace(), |chars| chars.contains(&c));
    let mut rest = own(this);
    if start {
        rest = rest.trim_start_matches(goes);
    }
    if end {
        rest = rest.trim_end_matches(goes);
    }
    Ok(rest.into())
}

fn remove(this: &Py, args: Args, prefix: bool) -> Outcome<Py> {
    let [part] = args.bind_all("removeprefix", ["part"])?;
    let (whole, part) = (own(this), text(&part)?);
    let cut = if prefix { whole.strip_prefix(part) } else { whole.strip_suffix(part) };
    Ok(cut.unwrap_or(whole).into())
}

/// The part of a receiver between two positions in characters, and the number of characters before it.
pub(super) fn window<'t>(this: &'t Py, start: Option<&Py>, end: Option<&Py>) -> (&'t str, usize) {
    let whole = own(this);
    let length = i64::try_from(whole.chars().count()).unwrap_or(i64::MAX);
    let clamp = |value: Option<&Py>, default: i64| {
        let at = value.and_then(Py::as_int).unwrap_or(default);
        usize::try_from(if at < 0 { (at + length).max(0) } else { at.min(length) }).unwrap_or(0)
    };
    let (start, end) = (clamp(start, 0), clamp(end, length));
    let byte = |at: usize| whole.char_indices().nth(at).map_or(whole.len(), |(byte, _)| byte);
    (whole.get(byte(start)..byte(end)).unwrap_or(""), start)
}

fn search(this: &Py, args: Args, last: bool, strict: bool) -> Outcome<Py> {
    let [part, start, end] = args.bind("find", ["sub", "start", "end"])?;
    let part = part.unwrap_or(Py::None);
    let part = text(&part)?;
    let (within, before) = window(this, start.as_ref(), end.as_ref());
    let found = if last { within.rfind(part) } else { within.find(part) };
    match found {
        Some(at) => Ok(Py::count(before + within[..at].chars().count())),
        None if strict => Err(Raise::new("substring not found")),
        None => Ok(Py::Int(-1)),
    }
}

fn count(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [part, start, end] = args.bind("count", ["sub", "start", "end"])?;
    let part = part.unwrap_or(Py::None);
    let (within, _) = window(this, start.as_ref(), end.as_ref());
    Ok(match text(&part)? {
        "" => Py::count(within.chars().count() + 1),
        part => Py::count(within.matches(part).count()),
    })
}
