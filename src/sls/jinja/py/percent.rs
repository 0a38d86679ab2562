//! `'%s: %d' % (a, b)`.

use super::spec::Spec;
use super::{Py, print};
use crate::jinja::raise::{Outcome, Raise};

/// The arguments of a format: by position, or by name.
struct Arguments<'a> {
    whole: &'a Py,
    list: Vec<Py>,
    next: usize,
}

impl Arguments<'_> {
    fn next(&mut self) -> Outcome<Py> {
        let found = self.list.get(self.next).cloned();
        self.next += 1;
        found.ok_or_else(|| Raise::new("not enough arguments for format string"))
    }

    fn number(&mut self) -> Outcome<usize> {
        let number = self.next()?.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= 100_000);
        number.ok_or_else(|| Raise::new("* wants int"))
    }

    fn named(&mut self, name: &str) -> Outcome<Py> {
        let Py::Dict(dict) = self.whole else { return Err(Raise::new("format requires a mapping")) };
        self.next = self.list.len();
        let found = dict.get(name);
        found.ok_or_else(|| Raise::new(format!("the mapping of a format has no key '{name}'")))
    }
}

/// Python's `format % args`.
pub(crate) fn format(format: &str, args: &Py) -> Outcome<String> {
    let list = match args {
        Py::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let mut arguments = Arguments { whole: args, list, next: 0 };
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = directive(&rest[at + 1..], &mut arguments, &mut out)?;
    }
    out.push_str(rest);
    let leftover = arguments.next < arguments.list.len() && !matches!(args, Py::Dict(_) | Py::List(_));
    if leftover || (arguments.next == 0 && matches!(args, Py::Tuple(items) if !items.is_empty())) {
        return Err(Raise::new("not all arguments converted during string formatting"));
    }
    Ok(out)
}

/// Formats the directive after a `%`; returns the rest of the text.
fn directive<'t>(text: &'t str, arguments: &mut Arguments<'_>, out: &mut String) -> Outcome<&'t str> {
    let mut rest = text;
    let mut named = None;
    if let Some(inside) = rest.strip_prefix('(') {
        let (name, after) = inside.split_once(')').ok_or_else(|| Raise::new("incomplete format key"))?;
        named = Some(arguments.named(name)?);
        rest = after;
    }
    let mut spec = Spec { align: Some('>'), ..Spec::default() };
    while let Some(flag) = rest.chars().next().filter(|c| "-+ #0".contains(*c)) {
        match flag {
            '-' => spec.align = Some('<'),
            '+' => spec.sign = '+',
            ' ' if spec.sign != '+' => spec.sign = ' ',
            '#' => spec.alternate = true,
            '0' => spec.zero = true,
            _ => {}
        }
        rest = &rest[1..];
    }
    (spec.width, rest) = number(rest, arguments)?.map_or((0, rest), |(n, r)| (n, r));
    if let Some(after) = rest.strip_prefix('.') {
        let (digits, after) = number(after, arguments)?.map_or((0, after), |(n, r)| (n, r));
        spec.precision = Some(digits);
        rest = after;
    }
    rest = rest.trim_start_matches(['h', 'l', 'L']);
    let Some(kind) = rest.chars().next() else { return Err(Raise::new("incomplete format")) };
    let rest = &rest[kind.len_utf8()..];
    if kind == '%' {
        out.push('%');
        return Ok(rest);
    }
    let value = match named {
        Some(value) => value,
        None => arguments.next()?,
    };
    out.push_str(&one(kind, &value, spec)?);
    Ok(rest)
}

fn number<'t>(text: &'t str, arguments: &mut Arguments<'_>) -> Outcome<Option<(usize, &'t str)>> {
    if let Some(after) = text.strip_prefix('*') {
        return Ok(Some((arguments.number()?, after)));
    }
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length == 0 {
        return Ok(None);
    }
    match text[..length].parse() {
        Ok(number) if number <= 100_000 => Ok(Some((number, &text[length..]))),
        _ => Err(Raise::new("width too big")),
    }
}

fn one(kind: char, value: &Py, mut spec: Spec) -> Outcome<String> {
    if spec.zero && spec.align == Some('>') && kind != 's' {
        spec.align = None;
    }
    match kind {
        's' => Ok(spec.text(&value.text()?)),
        'r' | 'a' => Ok(spec.text(&value.repr()?)),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let whole = match value {
                #[expect(clippy::cast_possible_truncation, reason = "Python truncates too")]
                Py::Float(number) if matches!(kind, 'd' | 'i' | 'u') => Some(*number as i64),
                other => other.as_int(),
            };
            let Some(whole) = whole else {
                return Err(Raise::new(format!(
                    "%{kind} format: a number is required, not {}",
                    value.type_name()
                )));
            };
            spec.kind = Some(kind);
            if let Some(digits) = spec.precision.take() {
                return Ok(spec.text(&format!("{whole:0digits$}")));
            }
            spec.apply(&Py::Int(whole))
        }
        'c' => match value {
            Py::Str(text) if text.chars().count() == 1 => Ok(spec.text(text)),
            other => {
                spec.kind = Some('c');
                let code = other.as_int().ok_or_else(|| Raise::new("%c requires int or char"))?;
                spec.apply(&Py::Int(code))
            }
        },
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let number = value
                .as_float()
                .ok_or_else(|| Raise::new(format!("must be real number, not {}", value.type_name())))?;
            spec.kind = Some(kind);
            spec.apply(&Py::Float(number))
        }
        other => {
            let mut shown = String::new();
            print::quote(&other.to_string(), &mut shown);
            Err(Raise::new(format!("unsupported format character {shown}")))
        }
    }
}
