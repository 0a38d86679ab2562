//! Filters on text.

use super::{Table, wrap};
use crate::jinja::methods::{capitalize, replaced, width};
use crate::jinja::py::{Args, Py, percent};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::{MAX_TEXT, Vm};

pub(super) const TABLE: Table = &[
    ("upper", |_, value, _| Ok(value.text()?.to_uppercase().into())),
    ("lower", |_, value, _| Ok(value.text()?.to_lowercase().into())),
    ("capitalize", |_, value, _| Ok(capitalize(&value.text()?).into())),
    ("title", title),
    ("trim", trim),
    ("replace", replace),
    ("join", join),
    ("format", format),
    ("indent", indent),
    ("center", center),
    ("truncate", truncate),
    ("wordcount", wordcount),
    ("wordwrap", wordwrap),
];

fn title(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("title", [])?;
    let mut out = String::new();
    let mut begins = true;
    for c in value.text()?.chars() {
        if begins {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        begins = c.is_whitespace() || "-([{<".contains(c);
    }
    Ok(out.into())
}

fn trim(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [chars] = args.bind("trim", ["chars"])?;
    let text = value.text()?;
    Ok(match chars {
        None | Some(Py::None) => text.trim().into(),
        Some(chars) => {
            let chars: Vec<char> = chars.text()?.chars().collect();
            text.trim_matches(|c| chars.contains(&c)).into()
        }
    })
}

fn replace(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [old, new, count] = args.bind("replace", ["old", "new", "count"])?;
    let (Some(old), Some(new)) = (old, new) else {
        return Err(Raise::new("replace needs what to replace, and by what"));
    };
    let count = count.and_then(|count| count.as_int()).and_then(|count| usize::try_from(count).ok());
    replaced(&value.text()?, &old.text()?, &new.text()?, count).map(Py::str)
}

fn join(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [by, attribute] = args.bind("join", ["d", "attribute"])?;
    let by = by.map_or(Ok(String::new()), |by| by.text())?;
    let mut out = String::new();
    for (index, item) in value.iterate()?.into_iter().enumerate() {
        if index > 0 {
            out.push_str(&by);
        }
        let item = match &attribute {
            None | Some(Py::None) => item,
            Some(attribute) => vm.path(&item, attribute)?,
        };
        out.push_str(&item.text()?);
        if out.len() > MAX_TEXT {
            return Err(Raise::new("the text would be too long"));
        }
    }
    Ok(out.into())
}

fn format(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    if !args.pos.is_empty() && !args.kw.is_empty() {
        return Err(Raise::new("can't handle positional and keyword arguments at the same time"));
    }
    let given = if args.kw.is_empty() {
        Py::tuple(args.pos)
    } else {
        Py::dict(args.kw.into_iter().map(|(name, value)| (crate::jinja::py::Key::Str(name), value)).collect())
    };
    percent::format(&value.text()?, &given).map(Py::str)
}

/// A value that is text already: these filters do not convert other values.
fn text_alone(value: &Py) -> Outcome<&str> {
    match value.defined()? {
        Py::Str(text) => Ok(text),
        other => Err(Raise::new(format!("a str is needed, not '{}'", other.type_name()))),
    }
}

fn indent(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [by, first, blank] = args.bind("indent", ["width", "first", "blank"])?;
    let flag = |value: Option<Py>| value.map_or(Ok(false), |value| value.truth());
    let (first, blank) = (flag(first)?, flag(blank)?);
    let by = match by {
        None => " ".repeat(4),
        Some(Py::Str(text)) => text.to_string(),
        Some(number) => " ".repeat(width(&number)?),
    };
    let text = text_alone(&value)?;
    if by.len().saturating_mul(text.lines().count()) > MAX_TEXT {
        return Err(Raise::new("the text would be too long"));
    }
    // As in Jinja: a line end is added, and then every line but the first is indented.
    let mut out = String::new();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
            if blank || !line.is_empty() {
                out.push_str(&by);
            }
        }
        out.push_str(line);
    }
    Ok(if first { format!("{by}{out}") } else { out }.into())
}

fn center(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [wide] = args.bind("center", ["width"])?;
    let wide = wide.map_or(Ok(80), |wide| width(&wide))?;
    let text = value.text()?;
    let missing = wide.saturating_sub(text.chars().count());
    let left = missing / 2 + (missing & wide & 1);
    Ok(format!("{}{text}{}", " ".repeat(left), " ".repeat(missing - left)).into())
}

fn truncate(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [length, kill, end, leeway] = args.bind("truncate", ["length", "killwords", "end", "leeway"])?;
    let length = length.map_or(Ok(255), |length| width(&length))?;
    let kill = kill.map_or(Ok(false), |kill| kill.truth())?;
    let end = end.map_or(Ok("...".to_owned()), |end| end.text())?;
    let leeway = match leeway {
        None | Some(Py::None) => 5,
        Some(leeway) => width(&leeway)?,
    };
    let size = end.chars().count();
    if length < size {
        return Err(Raise::new(format!("expected length >= {size}, got {length}")));
    }
    if !matches!(value.defined()?, Py::Str(_)) && value.length()? <= length + leeway {
        return Ok(value);
    }
    let text = text_alone(&value)?;
    if text.chars().count() <= length + leeway {
        return Ok(text.to_owned().into());
    }
    let cut: String = text.chars().take(length - size).collect();
    let cut = if kill { cut.as_str() } else { cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head) };
    Ok(format!("{cut}{end}").into())
}

fn wordcount(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("wordcount", [])?;
    let text = value.text()?;
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    Ok(Py::count(words.count()))
}

fn wordwrap(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [wide, break_long, end, hyphens] =
        args.bind("wordwrap", ["width", "break_long_words", "wrapstring", "break_on_hyphens"])?;
    if let Some(wide) = wide.as_ref().and_then(Py::as_int).filter(|wide| *wide < 1) {
        return Err(Raise::new(format!("invalid width {wide} (must be > 0)")));
    }
    let wide = wide.map_or(Ok(79), |wide| width(&wide))?;
    let break_long = break_long.map_or(Ok(true), |value| value.truth())?;
    let end = end.map_or(Ok("\n".to_owned()), |end| end.text())?;
    let text = text_alone(&value)?;
    let hyphens = hyphens.map_or(Ok(true), |value| value.truth())?;
    let lines: Vec<String> =
        text.lines().map(|line| wrap::wrapped(line, wide, break_long, hyphens).join(&end)).collect();
    Ok(lines.join(&end).into())
}
