//! Jinja's filters for HTML and URLs.

use super::Table;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("escape", escape),
    ("e", escape),
    ("forceescape", escape),
    ("safe", |_, value, _| value.text().map(Py::str)),
    ("striptags", striptags),
    ("urlencode", urlencode),
    ("xmlattr", xmlattr),
];

/// The text with HTML's special characters written as entities.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&#34;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

fn escape(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("escape", [])?;
    Ok(escaped(&value.text()?).into())
}

fn striptags(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("striptags", [])?;
    let text = value.text()?;
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        let end = if rest[at..].starts_with("<!--") {
            rest[at..].find("-->").map(|end| end + 3)
        } else {
            rest[at..].find('>').map(|end| end + 1)
        };
        let Some(end) = end else { break };
        out.push_str(&rest[..at]);
        rest = &rest[at + end..];
    }
    out.push_str(rest);
    let words: Vec<&str> = out.split_whitespace().collect();
    let plain = words.join(" ");
    let plain =
        [("&lt;", "<"), ("&gt;", ">"), ("&#34;", "\""), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .iter()
            .fold(plain, |text, (entity, c)| text.replace(entity, c));
    Ok(plain.into())
}

/// Percent-encoding as in Python's `quote`: letters, digits, `_.-~` and the characters of `keep` stay.
pub(super) fn quoted(text: &str, keep: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let c = char::from(byte);
        if byte.is_ascii_alphanumeric() || "_.-~".contains(c) || (byte.is_ascii() && keep.contains(c)) {
            out.push(c);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn urlencode(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("urlencode", [])?;
    let plus = |value: &Py| -> Outcome<String> { Ok(quoted(&value.text()?, "").replace("%20", "+")) };
    let pairs: Vec<Vec<Py>> = match value.defined()? {
        Py::Str(text) => return Ok(quoted(text, "/").into()),
        Py::Dict(dict) => dict.borrow().iter().map(|(key, value)| vec![key.to_py(), value.clone()]).collect(),
        other => match other.iterate() {
            Ok(items) => items.iter().map(Py::iterate).collect::<Outcome<_>>()?,
            Err(_) => return Ok(quoted(&other.text()?, "/").into()),
        },
    };
    let mut parts = Vec::new();
    for pair in &pairs {
        let [key, value] = pair.as_slice() else { return Err(Raise::new("urlencode needs pairs")) };
        parts.push(format!("{}={}", plus(key)?, plus(value)?));
    }
    Ok(parts.join("&").into())
}

fn xmlattr(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [space] = args.bind("xmlattr", ["autospace"])?;
    let Py::Dict(dict) = value.defined()? else { return Err(Raise::new("xmlattr needs a mapping")) };
    let mut parts = Vec::new();
    for (key, value) in dict.borrow().iter() {
        if matches!(value, Py::None | Py::Undefined(_)) {
            continue;
        }
        let key = key.to_py().text()?;
        if key.contains([' ', '\t', '\n', '/', '>', '=']) {
            return Err(Raise::new(format!("invalid character in attribute name: {key:?}")));
        }
        parts.push(format!("{}=\"{}\"", escaped(&key), escaped(&value.text()?)));
    }
    let joined = parts.join(" ");
    let space = space.map_or(Ok(true), |space| space.truth())?;
    Ok(if space && !joined.is_empty() { format!(" {joined}") } else { joined }.into())
}
