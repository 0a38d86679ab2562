//! Methods of text that answer yes or no.

use super::Entry;
use super::str_cut::{own, text, window};
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::Outcome;

pub(super) const TABLE: &[Entry] = &[
    Entry { name: "startswith", run: |_, this, args| edge(this, args, true) },
    Entry { name: "endswith", run: |_, this, args| edge(this, args, false) },
    Entry { name: "isdigit", run: |_, this, args| all(this, args, |c| c.is_numeric() && !c.is_alphabetic()) },
    Entry { name: "isdecimal", run: |_, this, args| all(this, args, |c| c.is_ascii_digit()) },
    Entry { name: "isnumeric", run: |_, this, args| all(this, args, char::is_numeric) },
    Entry { name: "isalpha", run: |_, this, args| all(this, args, char::is_alphabetic) },
    Entry { name: "isalnum", run: |_, this, args| all(this, args, char::is_alphanumeric) },
    Entry { name: "isspace", run: |_, this, args| all(this, args, char::is_whitespace) },
    Entry { name: "isascii", run: |_, this, _| Ok(own(this).is_ascii().into()) },
    Entry { name: "isupper", run: |_, this, args| cased(this, args, char::is_lowercase, char::is_uppercase) },
    Entry { name: "islower", run: |_, this, args| cased(this, args, char::is_uppercase, char::is_lowercase) },
    Entry { name: "istitle", run: |_, this, args| is_title(this, args) },
    Entry { name: "isidentifier", run: |_, this, args| is_identifier(this, args) },
];

fn edge(this: &Py, args: Args, start: bool) -> Outcome<Py> {
    let [part, from, to] = args.bind("startswith", ["prefix", "start", "end"])?;
    let part = part.unwrap_or(Py::None);
    let (within, _) = window(this, from.as_ref(), to.as_ref());
    let parts = match &part {
        Py::Tuple(parts) => parts.to_vec(),
        one => vec![one.clone()],
    };
    for part in &parts {
        let part = text(part)?;
        if if start { within.starts_with(part) } else { within.ends_with(part) } {
            return Ok(Py::Bool(true));
        }
    }
    Ok(Py::Bool(false))
}

fn all(this: &Py, args: Args, holds: fn(char) -> bool) -> Outcome<Py> {
    let [] = args.bind("this method", [])?;
    Ok(Py::Bool(!own(this).is_empty() && own(this).chars().all(holds)))
}

fn cased(this: &Py, args: Args, never: fn(char) -> bool, once: fn(char) -> bool) -> Outcome<Py> {
    let [] = args.bind("this method", [])?;
    Ok(Py::Bool(!own(this).chars().any(never) && own(this).chars().any(once)))
}

fn is_title(this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("istitle", [])?;
    let (mut inside, mut any) = (false, false);
    for c in own(this).chars() {
        if (c.is_uppercase() && inside) || (c.is_lowercase() && !inside) {
            return Ok(Py::Bool(false));
        }
        inside = c.is_alphabetic();
        any |= inside;
    }
    Ok(Py::Bool(any))
}

fn is_identifier(this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("isidentifier", [])?;
    let mut chars = own(this).chars();
    let first = chars.next().is_some_and(|c| c == '_' || c.is_alphabetic());
    Ok(Py::Bool(first && chars.all(|c| c == '_' || c.is_alphanumeric())))
}
