//! `'{} {name!r:>8}'.format(…)`.

use super::spec::Spec;
use super::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

/// The source of the arguments of a format's fields.
struct Fields<'a> {
    args: &'a Args,
    next: usize,
    numbered: bool,
}

/// Python's `str.format`.
pub(crate) fn format(vm: &mut Vm<'_>, format: &str, args: &Args) -> Outcome<String> {
    let mut fields = Fields { args, next: 0, numbered: false };
    expand(vm, format, &mut fields, 0)
}

fn expand(vm: &mut Vm<'_>, format: &str, fields: &mut Fields<'_>, depth: usize) -> Outcome<String> {
    if depth > 2 {
        return Err(Raise::new("max string recursion exceeded"));
    }
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return Err(Raise::new("single '}' encountered in format string"));
        }
        let end = matching(rest).ok_or_else(|| Raise::new("expected '}' before end of string"))?;
        out.push_str(&field(vm, &rest[..end], fields, depth)?);
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

/// The position of the brace that closes the one before `text`.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn field(vm: &mut Vm<'_>, text: &str, fields: &mut Fields<'_>, depth: usize) -> Outcome<String> {
    let cut = text.find([':', '!']).unwrap_or(text.len());
    let (name, tail) = text.split_at(cut);
    let value = lookup(vm, name, fields)?;
    let (conversion, spec) = match tail.strip_prefix('!') {
        Some(after) => {
            let mut chars = after.chars();
            let (conversion, rest) = (chars.next(), chars.as_str());
            if !rest.is_empty() && !rest.starts_with(':') {
                return Err(Raise::new("':' is needed after the conversion specifier"));
            }
            (conversion, rest.strip_prefix(':').unwrap_or(""))
        }
        None => (None, tail.strip_prefix(':').unwrap_or("")),
    };
    let value = match conversion {
        None => value,
        Some('s') => Py::str(value.text()?),
        Some('r' | 'a') => Py::str(value.repr()?),
        Some(other) => return Err(Raise::new(format!("unknown conversion specifier '{other}'"))),
    };
    value.defined()?;
    let spec = expand(vm, spec, fields, depth + 1)?;
    if spec.is_empty() { value.text() } else { Spec::parse(&spec)?.apply(&value) }
}

fn lookup(vm: &mut Vm<'_>, name: &str, fields: &mut Fields<'_>) -> Outcome<Py> {
    let cut = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(cut);
    let mut value = first_value(first, fields)?;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let cut = after.find(['.', '[']).unwrap_or(after.len());
            let name = &after[..cut];
            value = vm.own_attribute(&value, name)?.ok_or_else(|| {
                Raise::new(format!("'{}' object has no attribute '{name}'", value.type_name()))
            })?;
            rest = &after[cut..];
        } else if let Some((key, after)) = rest.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            let index = key.parse().map_or_else(|_| Py::str(key), Py::Int);
            value = vm.item(&value, &index)?;
            rest = after;
        } else {
            return Err(Raise::new("only '.' or '[' may follow ']' in format field specifier"));
        }
    }
    Ok(value)
}

fn first_value(name: &str, fields: &mut Fields<'_>) -> Outcome<Py> {
    if name.is_empty() {
        if fields.numbered {
            return Err(Raise::new(
                "cannot switch from manual field specification to automatic field numbering",
            ));
        }
        fields.next += 1;
        return positional(fields.args, fields.next - 1);
    }
    if let Ok(index) = name.parse::<usize>() {
        if fields.next > 0 {
            return Err(Raise::new(
                "cannot switch from automatic field numbering to manual field specification",
            ));
        }
        fields.numbered = true;
        return positional(fields.args, index);
    }
    let found = fields.args.kw.iter().find(|(known, _)| &**known == name);
    found
        .map(|(_, value)| value.clone())
        .ok_or_else(|| Raise::new(format!("format() has no argument '{name}', which the text names")))
}

fn positional(args: &Args, index: usize) -> Outcome<Py> {
    args.pos.get(index).cloned().ok_or_else(|| {
        Raise::new(format!("replacement index {index} out of range for positional args tuple"))
    })
}
