//! Methods of numbers.

use super::Entry;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::Outcome;
use crate::jinja::vm::Vm;

pub(super) const OF_INTEGERS: &[Entry] = &[Entry { name: "bit_length", run: bit_length }];

pub(super) const OF_FLOATS: &[Entry] = &[Entry { name: "is_integer", run: is_integer }];

fn bit_length(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("bit_length", [])?;
    let bits = this.as_int().map_or(0, |number| 64 - number.unsigned_abs().leading_zeros());
    Ok(Py::Int(i64::from(bits)))
}

fn is_integer(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("is_integer", [])?;
    Ok(Py::Bool(this.as_float().is_some_and(|number| number.fract() == 0.0)))
}
