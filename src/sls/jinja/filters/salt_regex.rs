//! Salt's filters with regular expressions.

use fancy_regex::{Captures, Regex};

use super::Table;
use crate::sls::jinja::py::{Args, Py};
use crate::sls::jinja::raise::{Outcome, Raise};
use crate::sls::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("regex_search", |_, value, args| groups(&value, args, "")),
    ("regex_match", |_, value, args| groups(&value, args, "\\A")),
    ("regex_replace", replace),
    ("regex_escape", |_, value, _| Ok(escape(&value.text()?).into())),
];

fn compile(pattern: &str, anchor: &str, ignore_case: Option<Py>, multiline: Option<Py>) -> Outcome<Regex> {
    let flag = |value: Option<Py>, letter: &'static str| -> Outcome<&'static str> {
        Ok(if value.map_or(Ok(false), |value| value.truth())? { letter } else { "" })
    };
    let flags = format!("{}{}", flag(ignore_case, "i")?, flag(multiline, "m")?);
    let flags = if flags.is_empty() { flags } else { format!("(?{flags})") };
    Regex::new(&format!("{flags}{anchor}(?:{pattern})"))
        .map_err(|error| Raise::new(format!("bad regular expression: {error}")))
}

/// The groups of a match, or all that matched when there are none; `None` without a match.
fn groups(value: &Py, args: Args, anchor: &str) -> Outcome<Py> {
    let [pattern, ignore_case, multiline] = args.bind("regex_search", ["rgx", "ignorecase", "multiline"])?;
    let regex = compile(&pattern.unwrap_or(Py::None).text()?, anchor, ignore_case, multiline)?;
    let text = value.text()?;
    let Some(found) = regex.captures(&text).map_err(Raise::new)? else { return Ok(Py::None) };
    let group = |at: usize| found.get(at).map_or(Py::None, |group| group.as_str().into());
    let first = usize::from(found.len() > 1);
    Ok(Py::tuple((first..found.len()).map(group).collect()))
}

fn replace(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [pattern, with, ignore_case, multiline] =
        args.bind("regex_replace", ["rgx", "val", "ignorecase", "multiline"])?;
    let regex = compile(&pattern.unwrap_or(Py::None).text()?, "", ignore_case, multiline)?;
    let (text, with) = (value.text()?, with.unwrap_or(Py::None).text()?);
    let mut out = String::new();
    let mut from = 0;
    for found in regex.captures_iter(&text) {
        let found = found.map_err(Raise::new)?;
        let Some(whole) = found.get(0) else { continue };
        out.push_str(&text[from..whole.start()]);
        expand(&with, &found, &mut out)?;
        from = whole.end();
        if out.len() > crate::sls::jinja::vm::MAX_TEXT {
            return Err(Raise::new("the text would be too long"));
        }
    }
    out.push_str(&text[from..]);
    Ok(out.into())
}

/// Appends a replacement with Python's `\1`, `\g<1>` and `\g<name>` filled in.
fn expand(with: &str, found: &Captures<'_>, out: &mut String) -> Outcome<()> {
    let mut rest = with;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((name, after)) = rest.strip_prefix("g<").and_then(|inner| inner.split_once('>')) {
            let group = match name.parse::<usize>() {
                Ok(number) => found.get(number),
                Err(_) => found.name(name),
            };
            out.push_str(group.map_or("", |group| group.as_str()));
            rest = after;
            continue;
        }
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number: usize = rest[..digits].parse().unwrap_or(0);
            if number >= found.len() {
                return Err(Raise::new(format!("invalid group reference {number}")));
            }
            out.push_str(found.get(number).map_or("", |group| group.as_str()));
            rest = &rest[digits..];
            continue;
        }
        let Some(c) = rest.chars().next() else { return Err(Raise::new("bad escape (end of pattern)")) };
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            '\\' => out.push('\\'),
            c if c.is_ascii_alphabetic() => return Err(Raise::new(format!("bad escape \\{c}"))),
            c => {
                out.push('\\');
                out.push(c);
            }
        }
        rest = &rest[c.len_utf8()..];
    }
    out.push_str(rest);
    Ok(())
}

/// As Python's `re.escape`.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
