//! Python's arithmetic, but integers have 64 bits and an overflow is an error.

use super::{Py, percent};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::syntax::ast::Operator;
use crate::jinja::vm::{MAX_ITEMS, MAX_TEXT};

/// Python's `a <op> b`.
pub(crate) fn binary(op: Operator, a: &Py, b: &Py) -> Outcome<Py> {
    a.defined()?;
    b.defined()?;
    if let Some(done) = sequences(op, a, b)? {
        return Ok(done);
    }
    match (a.as_int(), b.as_int()) {
        (Some(x), Some(y)) => return integers(op, x, y),
        _ => {
            if let (Some(x), Some(y)) = (a.as_float(), b.as_float()) {
                return floats(op, x, y).map(Py::Float);
            }
        }
    }
    if let (Operator::Add, Py::Str(_), _) = (op, a, b) {
        let raise = Raise::new(format!("can only concatenate str (not \"{}\") to str", b.type_name()));
        return Err(raise.hint("'~' joins anything as text"));
    }
    Err(Raise::new(format!(
        "unsupported operand type(s) for {}: '{}' and '{}'",
        sign(op),
        a.type_name(),
        b.type_name()
    )))
}

fn sign(op: Operator) -> &'static str {
    match op {
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mul => "*",
        Operator::Div => "/",
        Operator::FloorDiv => "//",
        Operator::Mod => "%",
        Operator::Pow => "** or pow()",
    }
}

fn sequences(op: Operator, a: &Py, b: &Py) -> Outcome<Option<Py>> {
    Ok(match (op, a, b) {
        (Operator::Add, Py::Str(x), Py::Str(y)) => Some(Py::str(format!("{x}{y}"))),
        (Operator::Add, Py::List(x), Py::List(y)) => {
            Some(Py::list(x.borrow().iter().chain(y.borrow().iter()).cloned().collect()))
        }
        (Operator::Add, Py::Tuple(x), Py::Tuple(y)) => {
            Some(Py::tuple(x.iter().chain(y.iter()).cloned().collect()))
        }
        (Operator::Mod, Py::Str(format), args) => Some(Py::str(percent::format(format, args)?)),
        (Operator::Mul, sequence @ (Py::Str(_) | Py::List(_) | Py::Tuple(_)), times)
        | (Operator::Mul, times, sequence @ (Py::Str(_) | Py::List(_) | Py::Tuple(_))) => {
            match times.as_int() {
                Some(times) => Some(repeat(sequence, times)?),
                None => {
                    return Err(Raise::new(format!(
                        "can't multiply sequence by non-int of type '{}'",
                        times.type_name()
                    )));
                }
            }
        }
        _ => None,
    })
}

fn repeat(sequence: &Py, times: i64) -> Outcome<Py> {
    let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
    let fits = |length: usize, limit: usize| length.saturating_mul(times) <= limit;
    let too_large = || Raise::new("the repeated sequence would be too large");
    match sequence {
        Py::Str(text) if fits(text.len(), MAX_TEXT) => {
            Ok(Py::str(text.repeat(if text.is_empty() { 0 } else { times })))
        }
        Py::List(list) if fits(list.borrow().len(), MAX_ITEMS) => Ok(Py::list(cycle(&list.borrow(), times))),
        Py::Tuple(items) if fits(items.len(), MAX_ITEMS) => Ok(Py::tuple(cycle(items, times))),
        _ => Err(too_large()),
    }
}

fn cycle(items: &[Py], times: usize) -> Vec<Py> {
    items.iter().cycle().take(items.len() * times).cloned().collect()
}

fn integers(op: Operator, a: i64, b: i64) -> Outcome<Py> {
    let zero = |what: &str| Err(Raise::new(what));
    let whole = match op {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mul => a.checked_mul(b),
        #[expect(clippy::cast_precision_loss, reason = "as Python's true division rounds")]
        Operator::Div if b != 0 => return Ok(Py::Float(a as f64 / b as f64)),
        Operator::Div => return zero("division by zero"),
        Operator::FloorDiv | Operator::Mod if b == 0 => return zero("integer division or modulo by zero"),
        Operator::FloorDiv => floor_quotient(a, b),
        Operator::Mod => Some(floor_remainder(a, b)),
        #[expect(clippy::cast_precision_loss, reason = "as Python rounds it")]
        Operator::Pow if b < 0 => {
            if a == 0 {
                return zero("0.0 cannot be raised to a negative power");
            }
            return Ok(Py::Float((a as f64).powf(b as f64)));
        }
        Operator::Pow => match (a, u32::try_from(b)) {
            (0 | 1, _) if b > 0 => Some(a),
            (-1, _) => Some(if b % 2 == 0 { 1 } else { -1 }),
            (_, Ok(power)) => a.checked_pow(power),
            _ => None,
        },
    };
    whole.map(Py::Int).ok_or_else(too_large)
}

/// Python has integers of any size.
pub(crate) fn too_large() -> Box<Raise> {
    Raise::new("the integer is too large (64 bits are supported)")
}

fn floor_quotient(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    if a % b != 0 && (a < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}

fn floor_remainder(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

fn floats(op: Operator, a: f64, b: f64) -> Outcome<f64> {
    if b == 0.0 {
        match op {
            Operator::Div => return Err(Raise::new("float division by zero")),
            Operator::FloorDiv => return Err(Raise::new("float floor division by zero")),
            Operator::Mod => return Err(Raise::new("float modulo")),
            _ => {}
        }
    }
    Ok(match op {
        Operator::Add => a + b,
        Operator::Sub => a - b,
        Operator::Mul => a * b,
        Operator::Div => a / b,
        Operator::FloorDiv => ((a - remainder(a, b)) / b).round(),
        Operator::Mod => remainder(a, b),
        Operator::Pow => {
            if a == 0.0 && b < 0.0 {
                return Err(Raise::new("0.0 cannot be raised to a negative power"));
            }
            if a < 0.0 && b.is_finite() && b.fract() != 0.0 {
                return Err(Raise::new("the result is a complex number, which is not supported"));
            }
            a.powf(b)
        }
    })
}

fn remainder(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest != 0.0 && (rest < 0.0) != (b < 0.0) { rest + b } else { rest }
}

/// Python's `-a`.
pub(crate) fn negative(value: &Py) -> Outcome<Py> {
    match value.defined()? {
        Py::Float(number) => Ok(Py::Float(-number)),
        other => match other.as_int() {
            Some(number) => {
                number.checked_neg().map(Py::Int).ok_or_else(|| Raise::new("the integer is too large"))
            }
            None => Err(Raise::new(format!("bad operand type for unary -: '{}'", other.type_name()))),
        },
    }
}

/// Python's `+a`.
pub(crate) fn positive(value: &Py) -> Outcome<Py> {
    match value.defined()? {
        Py::Float(number) => Ok(Py::Float(*number)),
        other => other
            .as_int()
            .map(Py::Int)
            .ok_or_else(|| Raise::new(format!("bad operand type for unary +: '{}'", other.type_name()))),
    }
}
