//! Methods of Python's types that templates call: `x.append(…)`, `'a'.split()`, `d.items()`.

mod dict;
mod list;
mod numbers;
mod str_cut;
mod str_make;
mod str_test;

pub(super) use str_make::{capitalize, replaced, width};

use super::py::{Args, Py};
use super::raise::Outcome;
use super::vm::Vm;

/// A method of a type.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) run: fn(&mut Vm<'_>, &Py, Args) -> Outcome<Py>,
}

/// The value's method of that name.
pub(super) fn find(value: &Py, name: &str) -> Option<&'static Entry> {
    let tables: &[&'static [Entry]] = match value {
        Py::Str(_) => &[str_cut::TABLE, str_make::TABLE, str_test::TABLE],
        Py::List(_) => &[list::TABLE, list::OF_SEQUENCES],
        Py::Tuple(_) => &[list::OF_SEQUENCES],
        Py::Dict(dict) if dict.kind() != super::py::DictKind::Namespace => &[dict::TABLE],
        Py::Int(_) | Py::Bool(_) => &[numbers::OF_INTEGERS],
        Py::Float(_) => &[numbers::OF_FLOATS],
        _ => &[],
    };
    tables.iter().flat_map(|table| table.iter()).find(|entry| entry.name == name)
}
