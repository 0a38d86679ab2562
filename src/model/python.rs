//! Data as Python prints them. Salt's outputs and templates show many data in this form.

use std::fmt::Write;

use super::{Key, Value};

/// Python's `str()`: text bare, everything else as [`repr`].
pub fn text(value: &Value) -> String {
    match value {
        Value::Str(text) => text.clone(),
        other => repr(other),
    }
}

/// Python's `repr()`.
pub fn repr(value: &Value) -> String {
    let mut out = String::new();
    write_repr(&mut out, value);
    out
}

/// Python's `repr()` of a key.
pub fn repr_key(key: &Key) -> String {
    match key {
        Key::Str(text) => quoted(text),
        other => text(&other.to_value()),
    }
}

fn write_repr(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(truth) => out.push_str(if *truth { "True" } else { "False" }),
        Value::Int(number) => {
            let _ = write!(out, "{number}");
        }
        Value::Float(number) => out.push_str(&float(*number)),
        Value::Str(text) => out.push_str(&quoted(text)),
        Value::List(list) => {
            out.push('[');
            for (index, item) in list.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_repr(out, item);
            }
            out.push(']');
        }
        Value::Map(map) => {
            out.push('{');
            for (index, (key, item)) in map.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(&repr_key(key));
                out.push_str(": ");
                write_repr(out, item);
            }
            out.push('}');
        }
    }
}

/// Python's shortest form of a float: with an exponent below 1e-4 and from 1e16 on, and always with a point or an
/// exponent.
pub fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let scientific = format!("{number:e}");
        let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(rest) => ('-', rest),
            None => ('+', exponent),
        };
        return format!("{digits}e{sign}{exponent:0>2}");
    }
    format!("{number:?}")
}

/// Sections in their order, each with its keys and values.
pub type Sections = Vec<(String, Vec<(String, String)>)>;

/// Sections with their keys and values as texts, as `configparser` takes them. Nothing where the value is no mapping of mappings, or
/// where a key has no value.
pub fn sections(value: &Value) -> Option<Sections> {
    let key = |(key, value): (&Key, &Value)| (*value != Value::Null).then(|| (key.to_string(), text(value)));
    let section = |(name, keys): (&Key, &Value)| {
        Some((name.to_string(), keys.as_map()?.iter().map(key).collect::<Option<_>>()?))
    };
    value.as_map()?.iter().map(section).collect()
}

/// One word for a shell, as Python's `shlex.quote` writes it.
pub fn shell_quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./-_".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\"'\"'"))
}

/// Python's form of text: single quotes, unless only double ones avoid a backslash.
pub fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter == quote => {
                out.push('\\');
                out.push(letter);
            }
            letter if is_printable(letter) => out.push(letter),
            letter => {
                let code = u32::from(letter);
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
    out
}

/// The standard library's rule, which excludes the same categories as Python's. A letter is put before the character,
/// because the rule escapes marks that combine with nothing.
fn is_printable(letter: char) -> bool {
    letter.is_ascii_graphic() || letter == ' ' || format!("a{letter}").escape_debug().count() == 2
}

/// Python's `str.splitlines()`.
pub fn split_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some((at, end)) = rest.char_indices().find(|(_, letter)| is_line_end(*letter)) else {
            lines.push(rest);
            break;
        };
        lines.push(&rest[..at]);
        let mut next = at + end.len_utf8();
        if end == '\r' && rest[next..].starts_with('\n') {
            next += 1;
        }
        rest = &rest[next..];
    }
    lines
}

fn is_line_end(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '\r' | '\x0b' | '\x0c' | '\x1c' | '\x1d' | '\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_quoted_as_python_quotes_it() {
        for (text, expected) in [
            ("it's", "\"it's\""),
            ("'\"", "'\\'\"'"),
            ("a\tb\\\x00\u{7f}", "'a\\tb\\\\\\x00\\x7f'"),
            ("é e\u{301} ✓", "'é e\u{301} ✓'"),
            ("\u{a0}\u{ad}\u{200b}\u{feff}\u{e000}", "'\\xa0\\xad\\u200b\\ufeff\\ue000'"),
            ("\u{e0001}\u{378}", "'\\U000e0001\\u0378'"),
        ] {
            assert_eq!(quoted(text), expected);
        }
    }

    #[test]
    fn floats_are_as_short_as_pythons() {
        for (number, expected) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e300, "1.5e+300"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(float(number), expected);
        }
    }
}
