//! Filters on numbers.

use super::Table;
use crate::jinja::py::{Args, Py, arith};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::Operator;
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("abs", abs),
    ("int", int),
    ("float", float),
    ("round", round),
    ("sum", sum),
    ("filesizeformat", filesize),
];

fn abs(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("abs", [])?;
    match value.defined()? {
        Py::Float(number) => Ok(Py::Float(number.abs())),
        other => match other.as_int().and_then(i64::checked_abs) {
            Some(number) => Ok(Py::Int(number)),
            None => Err(Raise::new(format!("bad operand type for abs(): '{}'", other.type_name()))),
        },
    }
}

#[expect(clippy::cast_possible_truncation, reason = "int() truncates; what is out of range is refused")]
fn truncate(number: f64) -> Option<Py> {
    (number.abs() < 9.2e18).then_some(Py::Int(number as i64))
}

fn int(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [default, base] = args.bind("int", ["default", "base"])?;
    let base =
        base.map_or(Some(10), |base| base.as_int()).and_then(|base| u32::try_from(base).ok()).unwrap_or(10);
    let float = |number: f64| match truncate(number) {
        None if number.is_finite() => Err(arith::too_large()),
        found => Ok(found),
    };
    let found = match value.defined()? {
        Py::Float(number) if number.is_infinite() => {
            return Err(Raise::new("cannot convert float infinity to integer"));
        }
        Py::Float(number) => float(*number)?,
        Py::Str(text) => match integer(text, base) {
            Some(number) => Some(Py::Int(number)),
            // A text that is not an integer may be a number: '42.23'|int is 42.
            None => text.trim().replace('_', "").parse().ok().map(float).transpose()?.flatten(),
        },
        other => other.as_int().map(Py::Int),
    };
    Ok(found.or(default).unwrap_or(Py::Int(0)))
}

/// An integer as Python's `int(text, base)` reads it.
pub(super) fn integer(text: &str, base: u32) -> Option<i64> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match (lower.get(..2), base) {
        (Some("0x"), 0 | 16) => (16, &lower[2..]),
        (Some("0o"), 0 | 8) => (8, &lower[2..]),
        (Some("0b"), 0 | 2) => (2, &lower[2..]),
        (_, 0) => (10, lower.as_str()),
        _ => (base, lower.as_str()),
    };
    let plain = digits.replace('_', "");
    let malformed = !(2..=36).contains(&base)
        || plain.starts_with(['+', '-'])
        || digits.starts_with('_')
        || digits.ends_with('_')
        || digits.contains("__");
    if malformed {
        return None;
    }
    i64::from_str_radix(&if negative { format!("-{plain}") } else { plain }, base).ok()
}

fn float(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [default] = args.bind("float", ["default"])?;
    let found = match value.defined()? {
        Py::Str(text) => text.trim().replace('_', "").parse::<f64>().ok(),
        other => other.as_float(),
    };
    Ok(found.map(Py::Float).or(default).unwrap_or(Py::Float(0.0)))
}

fn round(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [precision, method] = args.bind("round", ["precision", "method"])?;
    let digits = precision.map_or(Some(0), |precision| precision.as_int()).unwrap_or(0).clamp(-300, 300);
    let method = method.map_or(Ok("common".to_owned()), |method| method.text())?;
    let Some(number) = value.defined()?.as_float() else {
        return Err(Raise::new(format!("type {} doesn't define __round__ method", value.type_name())));
    };
    let power = 10_f64.powi(i32::try_from(digits).unwrap_or(0));
    let rounded = match method.as_str() {
        "common" => {
            if let (Some(whole), true) = (value.as_int(), digits >= 0) {
                return Ok(Py::Int(whole));
            }
            let rounded = half_even(number, digits, power);
            if value.as_int().is_some() {
                return Ok(truncate(rounded).unwrap_or(value));
            }
            rounded
        }
        "ceil" => (number * power).ceil() / power,
        "floor" => (number * power).floor() / power,
        _ => return Err(Raise::new("method must be common, ceil or floor")),
    };
    Ok(Py::Float(rounded))
}

/// As Python rounds: by the exact decimal value, halves to even.
fn half_even(number: f64, digits: i64, power: f64) -> f64 {
    match usize::try_from(digits) {
        Ok(digits) => format!("{number:.digits$}").parse().unwrap_or(number),
        Err(_) => (number * power).round_ties_even() / power,
    }
}

fn sum(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [attribute, start] = args.bind("sum", ["attribute", "start"])?;
    let mut total = start.unwrap_or(Py::Int(0));
    if let Py::Str(_) = total {
        return Err(Raise::new("sum() can't sum strings").hint("the filter join joins text"));
    }
    for item in value.iterate()? {
        let item = match &attribute {
            None | Some(Py::None) => item,
            Some(attribute) => vm.path(&item, attribute)?,
        };
        total = arith::binary(Operator::Add, &total, &item)?;
        vm.charge(&total)?;
    }
    Ok(total)
}

fn filesize(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [binary] = args.bind("filesizeformat", ["binary"])?;
    let binary = binary.map_or(Ok(false), |binary| binary.truth())?;
    let number = match value.defined()? {
        Py::Str(text) => text.trim().parse::<f64>().ok(),
        other => other.as_float(),
    };
    let Some(bytes) = number else { return Err(Raise::new("a number of bytes is needed")) };
    let base: f64 = if binary { 1024.0 } else { 1000.0 };
    let units: [&str; 8] = if binary {
        ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"]
    } else {
        ["kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"]
    };
    if (bytes - 1.0).abs() < f64::EPSILON {
        return Ok("1 Byte".into());
    }
    if bytes < base {
        return Ok(format!("{bytes:.0} Bytes").into());
    }
    let mut unit = base;
    for name in units {
        unit *= base;
        if bytes < unit {
            return Ok(format!("{:.1} {name}", base * bytes / unit).into());
        }
    }
    Ok(format!("{:.1} {}", base * bytes / unit, units[7]).into())
}
