//! Python's format specifications (`>10.2f`), which `format` and `%` share.

use super::{Py, print};
use crate::jinja::raise::{Outcome, Raise};

/// The maximum width and the maximum number of digits.
const MAX_WIDTH: usize = 100_000;

/// The text after the colon of `{:…}`.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) fill: char,
    pub(crate) align: Option<char>,
    pub(crate) sign: char,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) width: usize,
    pub(crate) group: Option<char>,
    pub(crate) precision: Option<usize>,
    pub(crate) kind: Option<char>,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            fill: ' ',
            align: None,
            sign: '-',
            alternate: false,
            zero: false,
            width: 0,
            group: None,
            precision: None,
            kind: None,
        }
    }
}

impl Spec {
    /// Reads a specification.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let mut spec = Self::default();
        let mut chars: Vec<char> = text.chars().rev().collect();
        let is_align = |c: Option<&char>| c.copied().filter(|c| matches!(c, '<' | '>' | '=' | '^'));
        if chars.len() >= 2 && is_align(chars.get(chars.len() - 2)).is_some() {
            spec.fill = chars.pop().unwrap_or(' ');
            spec.align = chars.pop();
        } else if is_align(chars.last()).is_some() {
            spec.align = chars.pop();
        }
        if let Some(sign) = chars.pop_if(|c| matches!(c, '+' | '-' | ' ')) {
            spec.sign = sign;
        }
        spec.alternate = chars.pop_if(|c| *c == '#').is_some();
        spec.zero = chars.pop_if(|c| *c == '0').is_some();
        spec.width = number(&mut chars)?.unwrap_or(0);
        spec.group = chars.pop_if(|c| matches!(c, ',' | '_'));
        if chars.pop_if(|c| *c == '.').is_some() {
            spec.precision = number(&mut chars)?;
            if spec.precision.is_none() {
                return Err(Raise::new("format specifier missing precision"));
            }
        }
        spec.kind = chars.pop();
        if chars.is_empty() { Ok(spec) } else { Err(Raise::new("invalid format specifier")) }
    }

    /// Formats a value, as `format(value, spec)`.
    pub(crate) fn apply(&self, value: &Py) -> Outcome<String> {
        match (value, self.kind) {
            (Py::Str(text), None | Some('s')) => Ok(self.text(text)),
            (Py::Float(number), _) => self.float(*number),
            (Py::Int(_) | Py::Bool(_), Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%')) => {
                self.float(value.as_float().unwrap_or(0.0))
            }
            (Py::Int(number), _) => self.integer(*number),
            (Py::Bool(truth), Some(_)) => self.integer(i64::from(*truth)),
            (other, None) => Ok(self.text(&other.text()?)),
            (other, Some(kind)) => Err(Raise::new(format!(
                "unknown format code '{kind}' for object of type '{}'",
                other.type_name()
            ))),
        }
    }

    /// Text, cut to the precision and padded.
    pub(crate) fn text(&self, text: &str) -> String {
        let cut: String = match self.precision {
            Some(length) => text.chars().take(length).collect(),
            None => text.to_owned(),
        };
        self.pad("", &cut, '<')
    }

    fn integer(&self, number: i64) -> Outcome<String> {
        let magnitude = number.unsigned_abs();
        let (prefix, digits) = match self.kind {
            None | Some('d' | 'n' | 'i' | 'u') => ("", magnitude.to_string()),
            Some('b') => ("0b", format!("{magnitude:b}")),
            Some('o') => ("0o", format!("{magnitude:o}")),
            Some('x') => ("0x", format!("{magnitude:x}")),
            Some('X') => ("0X", format!("{magnitude:X}")),
            Some('c') => {
                let c = u32::try_from(number).ok().and_then(char::from_u32);
                let c = c.ok_or_else(|| Raise::new("%c arg not in range(0x110000)"))?;
                return Ok(self.pad("", &c.to_string(), '<'));
            }
            Some(kind) => {
                return Err(Raise::new(format!("unknown format code '{kind}' for object of type 'int'")));
            }
        };
        let head = format!("{}{}", self.sign_of(number < 0), if self.alternate { prefix } else { "" });
        Ok(self.pad(&head, &self.grouped(&digits), '>'))
    }

    fn float(&self, number: f64) -> Outcome<String> {
        let digits = self.precision.unwrap_or(6);
        let size = number.abs();
        let body = match self.kind {
            _ if !number.is_finite() => print::float(size),
            None => match self.precision {
                None => print::float(size),
                Some(_) => general(size, digits.max(1), true),
            },
            Some('f' | 'F') => format!("{size:.digits$}"),
            Some('%') => format!("{:.digits$}%", size * 100.0),
            Some('e') => exponential(size, digits),
            Some('E') => exponential(size, digits).to_uppercase(),
            Some('g' | 'n') => general(size, digits.max(1), false),
            Some('G') => general(size, digits.max(1), false).to_uppercase(),
            Some(kind) => {
                return Err(Raise::new(format!("unknown format code '{kind}' for object of type 'float'")));
            }
        };
        let head = self.sign_of(number.is_sign_negative() && !number.is_nan());
        Ok(self.pad(&head, &self.grouped(&body), '>'))
    }

    fn sign_of(&self, negative: bool) -> String {
        match (negative, self.sign) {
            (true, _) => "-".to_owned(),
            (false, '-') => String::new(),
            (false, sign) => sign.to_string(),
        }
    }

    fn grouped(&self, digits: &str) -> String {
        let Some(group) = self.group else { return digits.to_owned() };
        let whole = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let size = if matches!(self.kind, Some('b' | 'o' | 'x' | 'X')) { 4 } else { 3 };
        let mut out = String::new();
        for (index, c) in digits[..whole].chars().enumerate() {
            if index > 0 && (whole - index) % size == 0 {
                out.push(group);
            }
            out.push(c);
        }
        out + &digits[whole..]
    }

    fn pad(&self, head: &str, body: &str, natural: char) -> String {
        let length = head.chars().count() + body.chars().count();
        let missing = self.width.saturating_sub(length);
        let (fill, align) = match self.align {
            Some(align) => (self.fill, align),
            None if self.zero && natural == '>' => ('0', '='),
            None if self.zero => ('0', natural),
            None => (self.fill, natural),
        };
        let fill = |count: usize| fill.to_string().repeat(count);
        match align {
            '<' => format!("{head}{body}{}", fill(missing)),
            '^' => format!("{}{head}{body}{}", fill(missing / 2), fill(missing - missing / 2)),
            '=' => format!("{head}{}{body}", fill(missing)),
            _ => format!("{}{head}{body}", fill(missing)),
        }
    }
}

fn number(chars: &mut Vec<char>) -> Outcome<Option<usize>> {
    let mut digits = String::new();
    while let Some(digit) = chars.pop_if(|c| c.is_ascii_digit()) {
        digits.push(digit);
    }
    if digits.is_empty() {
        return Ok(None);
    }
    match digits.parse() {
        Ok(number) if number <= MAX_WIDTH => Ok(Some(number)),
        _ => Err(Raise::new("the width or precision of a format is too large")),
    }
}

fn exponential(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$e}");
    let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let sign = if power < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", power.abs())
}

/// Python's `g`: fixed or exponential, whichever is shorter, without trailing zeros.
fn general(number: f64, digits: usize, keep_fraction: bool) -> String {
    let scientific = format!("{number:.*e}", digits - 1);
    let power: i32 = scientific.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let limit = i32::try_from(digits).unwrap_or(i32::MAX) - i32::from(keep_fraction);
    let trim = |text: String| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    };
    if power < -4 || power >= limit {
        let text = exponential(number, digits - 1);
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{power}", trim(mantissa.to_owned()));
    }
    let fraction = usize::try_from(i32::try_from(digits).unwrap_or(0) - 1 - power).unwrap_or(0);
    let text = trim(format!("{number:.fraction$}"));
    if keep_fraction && !text.contains('.') { format!("{text}.0") } else { text }
}
