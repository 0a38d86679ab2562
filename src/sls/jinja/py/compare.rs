//! Equality, order and membership as in Python.

use std::cmp::Ordering;

use super::{Key, Py, sort};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::work::Work;

/// The maximum depth at which two values are compared.
const MAX_DEPTH: usize = 100;

/// Python's `a == b`.
pub(crate) fn equal(a: &Py, b: &Py, work: &Work) -> Outcome<bool> {
    equal_at(a, b, 0, work)
}

fn equal_at(a: &Py, b: &Py, depth: usize, work: &Work) -> Outcome<bool> {
    work.comparisons(1)?;
    if depth > MAX_DEPTH {
        return Err(Raise::new("these values are nested too deeply to be compared"));
    }
    Ok(match (a.defined()?, b.defined()?) {
        (Py::Undefined(_), Py::Undefined(_)) | (Py::None, Py::None) => true,
        (Py::Str(a), Py::Str(b)) if a.len() == b.len() => {
            work.text(a.len())?;
            a == b
        }
        (Py::List(a), Py::List(b)) => {
            if a.same(b) {
                return Ok(true);
            }
            let (a, b) = (a.borrow(), b.borrow());
            all_equal(&a, &b, depth, work)?
        }
        (Py::Tuple(a), Py::Tuple(b)) => a.same(b) || all_equal(a, b, depth, work)?,
        (Py::Dict(a), Py::Dict(b)) => {
            if a.same(b) {
                return Ok(true);
            }
            let (a, b) = (a.borrow(), b.borrow());
            if a.len() != b.len() {
                return Ok(false);
            }
            for (key, value) in a.iter() {
                let Some(other) = b.get(key) else { return Ok(false) };
                if !equal_at(value, other, depth + 1, work)? {
                    return Ok(false);
                }
            }
            true
        }
        (Py::Range(a), Py::Range(b)) => a == b,
        (Py::Object(a), Py::Object(b)) => {
            std::ptr::addr_eq(std::rc::Rc::as_ptr(a), std::rc::Rc::as_ptr(b))
                || same_views(a, b, depth, work)?
        }
        (a, b) => numbers(a, b).flatten() == Some(Ordering::Equal),
    })
}

fn same_views(
    a: &std::rc::Rc<dyn super::Object>,
    b: &std::rc::Rc<dyn super::Object>,
    depth: usize,
    work: &Work,
) -> Outcome<bool> {
    match (a.items(), b.items()) {
        (Some(x), Some(y)) if a.type_name() == b.type_name() => all_equal(&x, &y, depth, work),
        _ => Ok(false),
    }
}

fn all_equal(a: &[Py], b: &[Py], depth: usize, work: &Work) -> Outcome<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !equal_at(a, b, depth + 1, work)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Python's order of two values; `sign` is the operator for the message.
pub(crate) fn order(a: &Py, b: &Py, sign: &str, work: &Work) -> Outcome<Option<Ordering>> {
    order_at(a, b, sign, (0, work))
}

/// The depth of a comparison, and the counter of the work.
type At<'w> = (usize, &'w Work);

fn order_at(a: &Py, b: &Py, sign: &str, (depth, work): At<'_>) -> Outcome<Option<Ordering>> {
    work.comparisons(1)?;
    if depth > MAX_DEPTH {
        return Err(Raise::new("these values are nested too deeply to be compared"));
    }
    Ok(match (a.defined()?, b.defined()?) {
        (Py::Str(a), Py::Str(b)) => {
            work.text(a.len().min(b.len()))?;
            Some(a.cmp(b))
        }
        (Py::List(a), Py::List(b)) => {
            let (a, b) = (a.borrow(), b.borrow());
            order_all(&a, &b, sign, (depth, work))?
        }
        (Py::Tuple(a), Py::Tuple(b)) => order_all(a, b, sign, (depth, work))?,
        (a, b) => match numbers(a, b) {
            Some(found) => found,
            None => {
                return Err(Raise::new(format!(
                    "'{sign}' not supported between instances of '{}' and '{}'",
                    a.type_name(),
                    b.type_name()
                )));
            }
        },
    })
}

/// The exact order of two numbers, also of an integer and a float; none if one is not a number.
fn numbers(a: &Py, b: &Py) -> Option<Option<Ordering>> {
    match (a, b) {
        (Py::Float(a), Py::Float(b)) => Some(a.partial_cmp(b)),
        (Py::Float(a), b) => b.as_int().map(|b| whole_and_float(b, *a).map(Ordering::reverse)),
        (a, Py::Float(b)) => a.as_int().map(|a| whole_and_float(a, *b)),
        (a, b) => Some(Some(a.as_int()?.cmp(&b.as_int()?))),
    }
}

fn whole_and_float(whole: i64, float: f64) -> Option<Ordering> {
    /// 2⁶³, the first float larger than all integers.
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        return None;
    }
    if float >= BEYOND {
        return Some(Ordering::Less);
    }
    if float < -BEYOND {
        return Some(Ordering::Greater);
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is within the range of an integer")]
    let below = float.floor() as i64;
    Some(whole.cmp(&below).then(if float > float.floor() { Ordering::Less } else { Ordering::Equal }))
}

fn order_all(a: &[Py], b: &[Py], sign: &str, (depth, work): At<'_>) -> Outcome<Option<Ordering>> {
    for (a, b) in a.iter().zip(b) {
        if !equal_at(a, b, depth + 1, work)? {
            return order_at(a, b, sign, (depth + 1, work));
        }
    }
    Ok(Some(a.len().cmp(&b.len())))
}

/// Python's `needle in hay`.
pub(crate) fn contains(hay: &Py, needle: &Py, work: &Work) -> Outcome<bool> {
    match hay.defined()? {
        Py::Undefined(_) => Ok(false),
        Py::Str(text) => match needle.defined()? {
            Py::Str(part) => {
                work.text(text.len())?;
                Ok(text.contains(&**part))
            }
            other => Err(Raise::new(format!(
                "'in <string>' requires string as left operand, not {}",
                other.type_name()
            ))),
        },
        Py::Dict(dict) => {
            let key = Key::new(needle)?;
            Ok(dict.get_key(&key).is_some())
        }
        Py::Range(range) if range.len() == 0 => Ok(false),
        Py::Range(range) => Ok(whole(needle.defined()?).is_some_and(|number| {
            let inside = if range.step > 0 {
                range.start <= number && number < range.stop
            } else {
                range.stop < number && number <= range.start
            };
            inside && (number - range.start) % range.step == 0
        })),
        Py::List(list) => among(&list.borrow(), needle, work),
        Py::Tuple(items) => among(items, needle, work),
        other => {
            let items = other.iterate().map_err(|_| {
                Raise::new(format!("argument of type '{}' is not iterable", other.type_name()))
            })?;
            among(&items, needle, work)
        }
    }
}

/// The integer that equals a number.
fn whole(number: &Py) -> Option<i64> {
    match number {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and within range")]
        Py::Float(number) if number.fract() == 0.0 && number.abs() < 9.2e18 => Some(*number as i64),
        other => other.as_int(),
    }
}

/// True when one of the items equals the needle.
pub(crate) fn among(items: &[Py], needle: &Py, work: &Work) -> Outcome<bool> {
    for item in items {
        if equal(item, needle, work)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Sorts stably by keys that were computed before; fails if Python would fail.
pub(crate) fn sort_by_keys(mut items: Vec<(Py, Py)>, reverse: bool, work: &Work) -> Outcome<Vec<Py>> {
    if reverse {
        items.reverse();
    }
    let less = |(a, _): &(Py, Py), (b, _): &(Py, Py)| less(a, b, work);
    let mut items = sort::sorted(items, less)?;
    if reverse {
        items.reverse();
    }
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// Python's `a < b`.
pub(crate) fn less(a: &Py, b: &Py, work: &Work) -> Outcome<bool> {
    Ok(order(a, b, "<", work)? == Some(Ordering::Less))
}
