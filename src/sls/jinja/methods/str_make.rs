//! Methods of text that return other text.

use super::Entry;
use super::str_cut::{own, text};
use crate::jinja::py::{Args, Key, Py, str_format};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::{MAX_TEXT, Vm};

pub(super) const TABLE: &[Entry] = &[
    Entry { name: "format", run: format },
    Entry { name: "format_map", run: format_map },
    Entry { name: "join", run: join },
    Entry { name: "replace", run: replace },
    Entry { name: "upper", run: |_, this, args| change(this, args, str::to_uppercase) },
    Entry { name: "lower", run: |_, this, args| change(this, args, str::to_lowercase) },
    Entry { name: "casefold", run: |_, this, args| change(this, args, str::to_lowercase) },
    Entry { name: "capitalize", run: |_, this, args| change(this, args, capitalize) },
    Entry { name: "title", run: |_, this, args| change(this, args, title) },
    Entry { name: "swapcase", run: |_, this, args| change(this, args, swapcase) },
    Entry { name: "center", run: |_, this, args| pad(this, args, 'c') },
    Entry { name: "ljust", run: |_, this, args| pad(this, args, 'l') },
    Entry { name: "rjust", run: |_, this, args| pad(this, args, 'r') },
    Entry { name: "zfill", run: zfill },
    Entry { name: "expandtabs", run: expandtabs },
    Entry { name: "encode", run: |_, this, _| Ok(this.clone()) },
    Entry { name: "decode", run: |_, this, _| Ok(this.clone()) },
    Entry { name: "translate", run: translate },
];

fn format(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    str_format::format(vm, own(this), &args).map(Py::str)
}

fn format_map(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [mapping] = args.bind_all("format_map", ["mapping"])?;
    let Py::Dict(dict) = mapping else { return Err(Raise::new("format_map() needs a mapping")) };
    let kw = dict
        .borrow()
        .iter()
        .filter_map(|(key, value)| match key {
            Key::Str(name) => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect();
    str_format::format(vm, own(this), &Args { pos: Vec::new(), kw }).map(Py::str)
}

fn join(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [items] = args.bind_all("join", ["iterable"])?;
    let mut out = String::new();
    for (index, item) in items.iterate()?.iter().enumerate() {
        if index > 0 {
            out.push_str(own(this));
        }
        match item.defined()? {
            Py::Str(part) => out.push_str(part),
            other => {
                return Err(Raise::new(format!(
                    "sequence item {index}: expected str instance, {} found",
                    other.type_name()
                ))
                .hint("the filter join takes anything"));
            }
        }
        if out.len() > MAX_TEXT {
            return Err(Raise::new("the text would be too long"));
        }
    }
    Ok(Py::str(out))
}

fn replace(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [old, new, most] = args.bind("replace", ["old", "new", "count"])?;
    let (old, new) = (old.unwrap_or(Py::None), new.unwrap_or(Py::None));
    let most = most.and_then(|most| most.as_int()).and_then(|most| usize::try_from(most).ok());
    replaced(own(this), text(&old)?, text(&new)?, most).map(Py::str)
}

/// `whole` with `old` replaced, at most this many times.
pub(in crate::jinja) fn replaced(whole: &str, old: &str, new: &str, most: Option<usize>) -> Outcome<String> {
    let found = whole.matches(old).count().min(most.unwrap_or(usize::MAX));
    if whole.len().saturating_add(found.saturating_mul(new.len())) > MAX_TEXT {
        return Err(Raise::new("the text would be too long"));
    }
    Ok(whole.replacen(old, new, found))
}

fn change(this: &Py, args: Args, by: fn(&str) -> String) -> Outcome<Py> {
    let [] = args.bind("this method", [])?;
    Ok(by(own(this)).into())
}

/// First letter upper, the rest lower.
pub(in crate::jinja) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + &chars.as_str().to_lowercase(),
        None => String::new(),
    }
}

/// Each word's first letter upper.
fn title(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        if inside {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
        inside = c.is_alphabetic();
    }
    out
}

fn swapcase(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_uppercase() {
            out.extend(c.to_lowercase());
        } else {
            out.extend(c.to_uppercase());
        }
    }
    out
}

/// A width from a template.
pub(in crate::jinja) fn width(value: &Py) -> Outcome<usize> {
    let Some(width) = value.defined()?.as_int() else {
        return Err(Raise::new(format!(
            "'{}' object cannot be interpreted as an integer",
            value.type_name()
        )));
    };
    match usize::try_from(width.max(0)) {
        Ok(width) if width <= 1_000_000 => Ok(width),
        _ => Err(Raise::new("the width is too large")),
    }
}

fn pad(this: &Py, args: Args, side: char) -> Outcome<Py> {
    let [wide, fill] = args.bind("center", ["width", "fillchar"])?;
    let wide = width(&wide.unwrap_or(Py::None))?;
    let fill = fill.unwrap_or_else(|| " ".into());
    let fill = text(&fill)?;
    if fill.chars().count() != 1 {
        return Err(Raise::new("the fill character must be exactly one character long"));
    }
    let length = own(this).chars().count();
    let missing = wide.saturating_sub(length);
    let left = match side {
        'l' => 0,
        'r' => missing,
        _ => missing / 2 + (missing & wide & 1),
    };
    Ok(format!("{}{}{}", fill.repeat(left), own(this), fill.repeat(missing - left)).into())
}

fn zfill(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [wide] = args.bind_all("zfill", ["width"])?;
    let missing = width(&wide)?.saturating_sub(own(this).chars().count());
    let (sign, digits) = match own(this).chars().next() {
        Some('+' | '-') => own(this).split_at(1),
        _ => ("", own(this)),
    };
    Ok(format!("{sign}{}{digits}", "0".repeat(missing)).into())
}

fn expandtabs(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [size] = args.bind("expandtabs", ["tabsize"])?;
    let size = size.map_or(Ok(8), |size| width(&size))?;
    let mut out = String::new();
    let mut column = 0;
    for c in own(this).chars() {
        match c {
            '\t' => {
                let spaces = if size == 0 { 0 } else { size - column % size };
                out.push_str(&" ".repeat(spaces));
                column += spaces;
            }
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            c => {
                out.push(c);
                column += 1;
            }
        }
        if out.len() > MAX_TEXT {
            return Err(Raise::new("the text would be too long"));
        }
    }
    Ok(out.into())
}

fn translate(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [table] = args.bind_all("translate", ["table"])?;
    let mut out = String::new();
    for c in own(this).chars() {
        match table.element(&Py::Int(i64::from(u32::from(c))))? {
            None => out.push(c),
            Some(Py::None) => {}
            Some(Py::Int(code)) => out.extend(u32::try_from(code).ok().and_then(char::from_u32)),
            Some(other) => out.push_str(&other.text()?),
        }
    }
    Ok(out.into())
}
