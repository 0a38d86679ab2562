//! Numbers and strings as Jinja writes them.

use super::token::Kind;

/// Reads the number at the beginning of `text`; after a dot (`x.0.1`) it is never a fraction.
pub(super) fn number(text: &str, after_dot: bool) -> Result<(Kind, usize), String> {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        let Some(head) = text.get(..2) else { break };
        if head.eq_ignore_ascii_case(prefix) {
            let length = run(&text[2..], |c| c.is_digit(radix));
            if length > 0 {
                return integer(&text[2..2 + length], radix).map(|kind| (kind, 2 + length));
            }
        }
    }
    let whole = run(text, |c| c.is_ascii_digit());
    if !after_dot {
        let mut length = whole;
        if let Some(rest) = text[length..].strip_prefix('.') {
            let digits = run(rest, |c| c.is_ascii_digit());
            if digits > 0 {
                length += 1 + digits;
            }
        }
        length += exponent(&text[length..]);
        if length > whole {
            let plain = text[..length].replace('_', "");
            return plain
                .parse()
                .map(|n| (Kind::Float(n), length))
                .map_err(|_| format!("bad number '{plain}'"));
        }
    }
    let length = if text.starts_with('0') { run(text, |c| c == '0') } else { whole };
    integer(&text[..length], 10).map(|kind| (kind, length))
}

fn integer(digits: &str, radix: u32) -> Result<Kind, String> {
    let plain = digits.replace('_', "");
    i64::from_str_radix(&plain, radix)
        .map(Kind::Int)
        .map_err(|_| format!("the integer {digits} is too large (64 bits are supported)"))
}

/// The length of the digits at the beginning of `text`, with single underscores between them.
fn run(text: &str, digit: impl Fn(char) -> bool) -> usize {
    let mut length = 0;
    let mut before_underscore = false;
    for c in text.chars() {
        if digit(c) {
            length += 1 + usize::from(before_underscore);
            before_underscore = false;
        } else if c == '_' && length > 0 && !before_underscore {
            before_underscore = true;
        } else {
            break;
        }
    }
    length
}

fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let signed = usize::from(rest.starts_with(['+', '-']));
    match run(&rest[signed..], |c| c.is_ascii_digit()) {
        0 => 0,
        digits => 1 + signed + digits,
    }
}

/// Reads the string at the beginning of `text`, with Python's escapes.
pub(super) fn string(text: &str) -> Result<(String, usize), String> {
    let mut chars = text.char_indices();
    let Some((_, quote)) = chars.next() else { return Err("a string is expected".to_owned()) };
    let mut out = String::new();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return Ok((out, at + 1));
        }
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some((_, escape)) = chars.next() else { break };
        let simple = match escape {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'a' => Some('\x07'),
            'b' => Some('\x08'),
            'f' => Some('\x0c'),
            'v' => Some('\x0b'),
            '\\' | '\'' | '"' => Some(escape),
            _ => None,
        };
        if let Some(simple) = simple {
            out.push(simple);
            continue;
        }
        match escape {
            '\n' => {}
            'x' | 'u' | 'U' => {
                let length = match escape {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                out.push(code(&mut chars, length, 16, "")?);
            }
            '0'..='7' => {
                let rest = chars.as_str();
                let more = rest.chars().take(2).take_while(|c| c.is_digit(8)).count();
                out.push(code(&mut chars, more, 8, &escape.to_string())?);
            }
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }
    Err("this string is never closed".to_owned())
}

fn code(
    chars: &mut std::str::CharIndices<'_>,
    length: usize,
    radix: u32,
    head: &str,
) -> Result<char, String> {
    let mut digits = head.to_owned();
    digits.extend(chars.by_ref().take(length).map(|(_, c)| c));
    u32::from_str_radix(&digits, radix)
        .ok()
        .filter(|_| digits.chars().count() == length + head.len())
        .and_then(char::from_u32)
        .ok_or_else(|| format!("bad escape in a string: '{digits}' is not a character"))
}
