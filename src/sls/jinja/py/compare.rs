//! Equality, order and membership as Python has them.

use std::cmp::Ordering;

use super::{Key, Py};
use crate::sls::jinja::raise::{Outcome, Raise};

/// How deep two values are compared.
const MAX_DEPTH: usize = 100;

/// Python's `a == b`.
pub(crate) fn equal(a: &Py, b: &Py) -> Outcome<bool> {
    equal_at(a, b, 0)
}

fn equal_at(a: &Py, b: &Py, depth: usize) -> Outcome<bool> {
    if depth > MAX_DEPTH {
        return Err(Raise::new("these values are nested too deeply to be compared"));
    }
    Ok(match (a.defined()?, b.defined()?) {
        (Py::Undefined(_), Py::Undefined(_)) | (Py::None, Py::None) => true,
        (Py::Str(a), Py::Str(b)) => a == b,
        (Py::List(a), Py::List(b)) => {
            if a.same(b) {
                return Ok(true);
            }
            let (a, b) = (a.borrow(), b.borrow());
            all_equal(&a, &b, depth)?
        }
        (Py::Tuple(a), Py::Tuple(b)) => a.same(b) || all_equal(a, b, depth)?,
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
                if !equal_at(value, other, depth + 1)? {
                    return Ok(false);
                }
            }
            true
        }
        (Py::Range(a), Py::Range(b)) => a == b,
        (Py::Object(a), Py::Object(b)) => {
            std::ptr::addr_eq(std::rc::Rc::as_ptr(a), std::rc::Rc::as_ptr(b)) || same_views(a, b, depth)?
        }
        (a, b) => match (a.as_int(), b.as_int()) {
            (Some(a), Some(b)) => a == b,
            #[expect(clippy::float_cmp, reason = "Python compares floats exactly too")]
            _ => matches!((a.as_float(), b.as_float()), (Some(a), Some(b)) if a == b),
        },
    })
}

fn same_views(
    a: &std::rc::Rc<dyn super::Object>,
    b: &std::rc::Rc<dyn super::Object>,
    depth: usize,
) -> Outcome<bool> {
    match (a.items(), b.items()) {
        (Some(x), Some(y)) if a.type_name() == b.type_name() => all_equal(&x, &y, depth),
        _ => Ok(false),
    }
}

fn all_equal(a: &[Py], b: &[Py], depth: usize) -> Outcome<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !equal_at(a, b, depth + 1)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Python's order of two values; `sign` is the operator that a message names.
pub(crate) fn order(a: &Py, b: &Py, sign: &str) -> Outcome<Option<Ordering>> {
    order_at(a, b, sign, 0)
}

fn order_at(a: &Py, b: &Py, sign: &str, depth: usize) -> Outcome<Option<Ordering>> {
    if depth > MAX_DEPTH {
        return Err(Raise::new("these values are nested too deeply to be compared"));
    }
    Ok(match (a.defined()?, b.defined()?) {
        (Py::Str(a), Py::Str(b)) => Some(a.cmp(b)),
        (Py::List(a), Py::List(b)) => {
            let (a, b) = (a.borrow(), b.borrow());
            order_all(&a, &b, sign, depth)?
        }
        (Py::Tuple(a), Py::Tuple(b)) => order_all(a, b, sign, depth)?,
        (a, b) => match (a.as_int(), b.as_int(), a.as_float(), b.as_float()) {
            (Some(a), Some(b), ..) => Some(a.cmp(&b)),
            (_, _, Some(a), Some(b)) => a.partial_cmp(&b),
            _ => {
                return Err(Raise::new(format!(
                    "'{sign}' not supported between instances of '{}' and '{}'",
                    a.type_name(),
                    b.type_name()
                )));
            }
        },
    })
}

fn order_all(a: &[Py], b: &[Py], sign: &str, depth: usize) -> Outcome<Option<Ordering>> {
    for (a, b) in a.iter().zip(b) {
        if !equal_at(a, b, depth + 1)? {
            return order_at(a, b, sign, depth + 1);
        }
    }
    Ok(Some(a.len().cmp(&b.len())))
}

/// Python's `needle in hay`.
pub(crate) fn contains(hay: &Py, needle: &Py) -> Outcome<bool> {
    match hay.defined()? {
        Py::Undefined(_) => Ok(false),
        Py::Str(text) => match needle.defined()? {
            Py::Str(part) => Ok(text.contains(&**part)),
            other => Err(Raise::new(format!(
                "'in <string>' requires string as left operand, not {}",
                other.type_name()
            ))),
        },
        Py::Dict(dict) => {
            let key = Key::new(needle)?;
            Ok(dict.borrow().contains_key(&key))
        }
        Py::Range(range) => Ok(needle.as_int().is_some_and(|number| {
            let inside = if range.step > 0 {
                range.start <= number && number < range.stop
            } else {
                range.stop < number && number <= range.start
            };
            inside && (number - range.start) % range.step == 0
        })),
        other => {
            let items = other.iterate().map_err(|_| {
                Raise::new(format!("argument of type '{}' is not iterable", other.type_name()))
            })?;
            for item in &items {
                if equal(item, needle)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// Sorts stably by keys that were computed before; fails where Python would.
pub(crate) fn sort_by_keys(items: Vec<(Py, Py)>, reverse: bool) -> Outcome<Vec<Py>> {
    let mut failure = None;
    let mut items = items;
    if reverse {
        items.reverse();
    }
    items.sort_by(|(a, _), (b, _)| match order(a, b, "<") {
        Ok(found) => found.unwrap_or(Ordering::Equal),
        Err(raise) => {
            failure.get_or_insert(raise);
            Ordering::Equal
        }
    });
    if reverse {
        items.reverse();
    }
    match failure {
        Some(raise) => Err(raise),
        None => Ok(items.into_iter().map(|(_, item)| item).collect()),
    }
}
