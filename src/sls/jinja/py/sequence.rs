//! Length, iteration, subscripts and slices.

use super::{Missing, Py, Range};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::MAX_ITEMS;

impl Py {
    /// The items of a loop over the value: a copy of handles, so that the loop may change the original.
    pub(crate) fn iterate(&self) -> Outcome<Vec<Self>> {
        match self.defined()? {
            Self::Undefined(_) => Ok(Vec::new()),
            Self::Str(text) => Ok(text.chars().map(|c| Self::str(c.to_string())).collect()),
            Self::List(list) => Ok(list.borrow().clone()),
            Self::Tuple(items) => Ok(items.to_vec()),
            Self::Dict(dict) if dict.kind() != super::DictKind::Namespace => {
                Ok(dict.borrow().keys().map(super::Key::to_py).collect())
            }
            Self::Range(range) if range.len() > MAX_ITEMS => {
                Err(Raise::new(format!("the range has more than {MAX_ITEMS} numbers")))
            }
            Self::Range(range) => Ok((0..range.len()).map(|index| Self::Int(range.get(index))).collect()),
            Self::Object(object) if object.items().is_some() => Ok(object.items().unwrap_or_default()),
            other => Err(Raise::new(format!("'{}' object is not iterable", other.type_name()))),
        }
    }

    /// Python's `len(value)`.
    pub(crate) fn length(&self) -> Outcome<usize> {
        match self.defined()? {
            Self::Undefined(_) => Ok(0),
            Self::Str(text) => Ok(text.chars().count()),
            Self::List(list) => Ok(list.borrow().len()),
            Self::Tuple(items) => Ok(items.len()),
            Self::Dict(dict) if dict.kind() != super::DictKind::Namespace => Ok(dict.len()),
            Self::Range(range) => Ok(range.len()),
            Self::Object(object) if object.items().is_some() => Ok(object.items().unwrap_or_default().len()),
            other => Err(Raise::new(format!("object of type '{}' has no len()", other.type_name()))),
        }
    }

    /// The element of a list, tuple, text, range or dict, if there is one.
    pub(crate) fn element(&self, index: &Self) -> Outcome<Option<Self>> {
        Ok(match self {
            Self::Dict(dict) => match super::Key::new(index) {
                Ok(key) => dict.get_key(&key),
                Err(raise) if matches!(index, Self::Undefined(_)) => return Err(raise),
                Err(_) => None,
            },
            Self::List(list) => {
                let items = list.borrow();
                position(index, items.len()).and_then(|at| items.get(at).cloned())
            }
            Self::Tuple(items) => position(index, items.len()).and_then(|at| items.get(at).cloned()),
            Self::Str(text) => {
                let length = text.chars().count();
                position(index, length).and_then(|at| text.chars().nth(at)).map(|c| Self::str(c.to_string()))
            }
            Self::Range(range) => position(index, range.len()).map(|at| Self::Int(range.get(at))),
            _ => None,
        })
    }

    /// The undefined value for what `of` lacks.
    pub(crate) fn missing(of: &Self, member: Self) -> Self {
        Self::undefined(Missing::Member(of.clone(), member))
    }

    /// Python's `value[start:stop:step]`.
    pub(crate) fn slice(&self, bounds: [Option<i64>; 3]) -> Outcome<Self> {
        match self.defined()? {
            Self::Str(text) => {
                let chars: Vec<char> = text.chars().collect();
                let text: String = indices(chars.len(), bounds)?.map(|at| chars[at]).collect();
                Ok(Self::str(text))
            }
            Self::List(list) => {
                let items = list.borrow();
                Ok(Self::list(indices(items.len(), bounds)?.map(|at| items[at].clone()).collect()))
            }
            Self::Tuple(items) => {
                Ok(Self::tuple(indices(items.len(), bounds)?.map(|at| items[at].clone()).collect()))
            }
            Self::Range(range) => {
                let all: Vec<usize> = indices(range.len().min(MAX_ITEMS), bounds)?.collect();
                Ok(part_of_range(*range, &all, bounds[2].unwrap_or(1)))
            }
            other => Err(Raise::new(format!("'{}' object cannot be sliced", other.type_name()))),
        }
    }
}

fn part_of_range(range: Range, all: &[usize], step: i64) -> Py {
    let step = range.step.saturating_mul(step);
    let start = all.first().map_or(range.start, |at| range.get(*at));
    let length = i64::try_from(all.len()).unwrap_or(0);
    Py::Range(Range { start, stop: start.saturating_add(step.saturating_mul(length)), step })
}

/// The position of an index, from the end if it is negative.
pub(crate) fn position(index: &Py, length: usize) -> Option<usize> {
    let index = index.as_int()?;
    let at = if index < 0 { index.checked_add(i64::try_from(length).ok()?)? } else { index };
    usize::try_from(at).ok().filter(|at| *at < length)
}

/// The positions of a slice.
fn indices(length: usize, bounds: [Option<i64>; 3]) -> Outcome<impl Iterator<Item = usize>> {
    let [start, stop, step] = bounds;
    let step = step.unwrap_or(1);
    if step == 0 {
        return Err(Raise::new("slice step cannot be zero"));
    }
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let (low, high) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let clamp = |bound: i64| {
        let bound = if bound < 0 { bound.saturating_add(length) } else { bound };
        bound.clamp(low, high)
    };
    let start = start.map_or(if step > 0 { low } else { high }, clamp);
    let stop = stop.map_or(if step > 0 { high } else { low }, clamp);
    let mut at = start;
    Ok(std::iter::from_fn(move || {
        let inside = if step > 0 { at < stop } else { at > stop };
        let here = usize::try_from(at).ok().filter(|_| inside)?;
        at = at.saturating_add(step);
        Some(here)
    }))
}
