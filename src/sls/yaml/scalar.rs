//! The value of a scalar: YAML 1.1 as in PyYAML's safe loader, with Salt's rules.
//!
//! Salt's rules: a leading zero does not make an octal number (`0644` is 644; after a sign it still does), and dates
//! stay text. Deliberate differences from Salt: integers beyond 64 bits stay text, and so do the bytes of `!!binary`.
//! See <https://docs.saltproject.io/en/3007/topics/troubleshooting/yaml_idiosyncrasies.html>.

use std::sync::LazyLock;

use base64::Engine as _;
use regex::Regex;

use super::compose::{Raw, RawKind};
use model::{Key, Value};

/// The namespace behind `!!`.
const CORE: &str = "tag:yaml.org,2002:";

/// The form of a plain scalar.
enum Look {
    Bool,
    Float,
    Int,
    Merge,
    Null,
    Text,
    /// `=`, which no loader accepts except as a key.
    Default,
}

/// A regular expression that is known to be valid.
fn pattern(text: &'static str) -> Option<Regex> {
    Regex::new(text).ok()
}

static FLOAT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?",
        r"|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?",
        r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*",
        r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$"
    ))
});

static INT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+",
        r"|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$"
    ))
});

fn look(text: &str) -> Look {
    let matches = |regex: &Option<Regex>| regex.as_ref().is_some_and(|regex| regex.is_match(text));
    match text.as_bytes().first() {
        None => Look::Null,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') if matches(&INT) => Look::Int,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') if matches(&FLOAT) => Look::Float,
        Some(b'<') if text == "<<" => Look::Merge,
        Some(b'=') if text == "=" => Look::Default,
        Some(b'~' | b'n' | b'N') if matches!(text, "~" | "null" | "Null" | "NULL") => Look::Null,
        Some(_) if is_cased_bool(text) => Look::Bool,
        Some(_) => Look::Text,
    }
}

/// Only all small, all capital or capitalised words count.
fn is_cased_bool(text: &str) -> bool {
    let rest = text.get(1..).unwrap_or_default();
    let is_one_case = |byte: fn(&u8) -> bool| text.bytes().all(|letter| byte(&letter));
    boolean(text).is_some()
        && (is_one_case(u8::is_ascii_lowercase)
            || is_one_case(u8::is_ascii_uppercase)
            || rest.bytes().all(|letter| letter.is_ascii_lowercase()))
}

fn boolean(text: &str) -> Option<bool> {
    if text.len() > 5 {
        return None;
    }
    let is_any = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match () {
        () if is_any(["yes", "true", "on"]) => Some(true),
        () if is_any(["no", "false", "off"]) => Some(false),
        () => None,
    }
}

/// True for a plain `<<`.
pub fn is_merge(key: &Raw) -> bool {
    key.tag.as_deref().is_none_or(|tag| tag == "tag:yaml.org,2002:merge")
        && matches!(&key.kind, RawKind::Scalar { text, plain } if text == "<<" && (*plain || key.tag.is_some()))
}

/// The value of a scalar; the error is the message to its author.
pub fn value(text: String, plain: bool, tag: Option<&str>) -> Result<Value, String> {
    if let Some(tag) = tag {
        return tagged(&text, tag);
    }
    if !plain {
        return Ok(text.into());
    }
    match look(&text) {
        Look::Bool => Ok(boolean(&text).into()),
        Look::Float => float(&text),
        Look::Int => integer(&text),
        Look::Null => Ok(Value::Null),
        Look::Text => Ok(text.into()),
        Look::Merge => Err("'<<' is the merge key of YAML, not text; quote it".to_owned()),
        Look::Default => Err("'=' is the default key of YAML, not text; quote it".to_owned()),
    }
}

/// The key of a scalar.
pub fn key(text: String, plain: bool, tag: Option<&str>) -> Result<Key, String> {
    if plain && tag.is_none() && text == "=" {
        return Ok(text.into());
    }
    Ok(match value(text, plain, tag)? {
        Value::Bool(truth) => Key::Bool(truth),
        Value::Int(number) => Key::Int(number),
        Value::Float(number) => Key::Float(number),
        Value::Str(text) => Key::Str(text),
        _ => Key::Null,
    })
}

fn tagged(text: &str, tag: &str) -> Result<Value, String> {
    match tag.strip_prefix(CORE).unwrap_or(tag) {
        "str" | "timestamp" | "python/unicode" => Ok(text.into()),
        "int" => integer(text),
        "float" => float(text),
        "null" => Ok(Value::Null),
        "bool" => boolean(text).map(Value::from).ok_or_else(|| format!("'{text}' is not a boolean")),
        "binary" => binary(text),
        _ => Err(unknown_tag(tag)),
    }
}

/// The message for an unsupported tag.
pub fn unknown_tag(tag: &str) -> String {
    let short = tag.strip_prefix(CORE).map_or_else(|| tag.to_owned(), |name| format!("!!{name}"));
    format!("the YAML tag '{short}' is not known here; quote the text if the '!' is part of it")
}

fn binary(text: &str) -> Result<Value, String> {
    // Python takes ASCII alone.
    let joined: String = text.split_ascii_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(joined)
        .map_err(|_| "this is not base64".to_owned())?;
    String::from_utf8(bytes)
        .map(Value::Str)
        .map_err(|_| "binary data that are not UTF-8 text cannot be kept".to_owned())
}

/// The integer of a text; one beyond 64 bits stays text.
fn integer(text: &str) -> Result<Value, String> {
    let refusal = || format!("'{text}' is not an integer");
    let mut digits = text;
    if text.starts_with('0') && !text.starts_with("0b") && !text.starts_with("0x") {
        digits = text.trim_start_matches('0');
        if digits.is_empty() {
            return Ok(Value::Int(0));
        }
    }
    let digits = digits.replace('_', "");
    let (sign, digits) = signed(&digits);
    let (radix, digits) = match digits.as_bytes() {
        [] => return Err(refusal()),
        [b'0'] => return Ok(Value::Int(0)),
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', ..] => (8, digits),
        _ if digits.contains(':') => {
            let number = digits.split(':').try_fold(0_i64, |sum, part| {
                part.parse::<i64>().ok().and_then(|part| sum.checked_mul(60)?.checked_add(part))
            });
            return number.map(|number| Value::Int(sign * number)).ok_or_else(refusal);
        }
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| char::from(digit).is_digit(radix)) {
        return Err(refusal());
    }
    let number = i128::from_str_radix(digits, radix).ok().map(|number| number * i128::from(sign));
    Ok(number.and_then(|number| i64::try_from(number).ok()).map_or_else(|| text.into(), Value::Int))
}

fn float(text: &str) -> Result<Value, String> {
    let lower = text.replace('_', "").to_lowercase();
    let (sign, digits) = signed(&lower);
    let number = match digits {
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        _ => {
            let parts: Result<Vec<f64>, _> = digits.split(':').map(str::parse::<f64>).collect();
            let parts = parts.map_err(|_| format!("'{text}' is not a number"))?;
            parts.into_iter().fold(0.0, |sum, part| sum * 60.0 + part)
        }
    };
    Ok(Value::Float(if sign < 0 { -number } else { number }))
}

fn signed(text: &str) -> (i64, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (-1, &text[1..]),
        Some(b'+') => (1, &text[1..]),
        _ => (1, text),
    }
}

static TIMESTAMP: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(concat!(
        r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}",
        r":[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?)$"
    ))
});

/// True if every YAML 1.1 reader reads the unquoted text as text.
pub fn is_plain_text(text: &str) -> bool {
    let is_date = text.starts_with(|letter: char| letter.is_ascii_digit())
        && TIMESTAMP.as_ref().is_some_and(|regex| regex.is_match(text));
    matches!(look(text), Look::Text) && !is_date
}

/// A floating-point number as PyYAML writes it.
pub fn float_text(number: f64) -> String {
    if number.is_nan() {
        return ".nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    if number != 0.0 && !(1e-4..1e16).contains(&number.abs()) {
        let text = format!("{number:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") };
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |rest| ('-', rest));
        return format!("{digits}e{sign}{exponent:0>2}");
    }
    format!("{number:?}")
}
