//! Filters that go through a sequence: `map`, `select`, `reject` and their `…attr` forms.

use super::Table;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("map", map),
    ("select", |vm, value, args| choose(vm, value, args, true)),
    ("reject", |vm, value, args| choose(vm, value, args, false)),
    ("selectattr", |vm, value, args| choose_by_attribute(vm, value, args, true)),
    ("rejectattr", |vm, value, args| choose_by_attribute(vm, value, args, false)),
];

fn map(vm: &mut Vm<'_>, value: Py, mut args: Args) -> Outcome<Py> {
    // As in Jinja: a false value gives nothing, whether it is a list or not.
    if !value.truth()? {
        return Ok(Py::list(vec![]));
    }
    let mut made = Vec::new();
    if args.pos.is_empty()
        && let Some(attribute) = args.take("attribute")
    {
        let default = args.take("default");
        let [] = args.bind("map", [])?;
        for item in value.iterate()? {
            let found = vm.path(&item, &attribute)?;
            let missing = matches!(found, Py::Undefined(_));
            made.push(match &default {
                Some(default) if missing => default.clone(),
                _ => found,
            });
        }
        return Ok(Py::list(made));
    }
    if args.pos.is_empty() {
        return Err(Raise::new("map requires a filter argument"));
    }
    let name = args.pos.remove(0).text()?;
    for item in value.iterate()? {
        made.push(vm.filter(&name, item, args.clone())?);
    }
    Ok(Py::list(made))
}

fn choose(vm: &mut Vm<'_>, value: Py, args: Args, wanted: bool) -> Outcome<Py> {
    let mut chosen = Vec::new();
    if !value.truth()? {
        return Ok(Py::list(chosen));
    }
    for item in value.iterate()? {
        if passes(vm, &item, &args)? == wanted {
            chosen.push(item);
        }
    }
    Ok(Py::list(chosen))
}

fn choose_by_attribute(vm: &mut Vm<'_>, value: Py, mut args: Args, wanted: bool) -> Outcome<Py> {
    if !value.truth()? {
        return Ok(Py::list(vec![]));
    }
    if args.pos.is_empty() {
        return Err(Raise::new("missing parameter for attribute name"));
    }
    let attribute = args.pos.remove(0);
    let mut chosen = Vec::new();
    for item in value.iterate()? {
        let found = vm.path(&item, &attribute)?;
        if passes(vm, &found, &args)? == wanted {
            chosen.push(item);
        }
    }
    Ok(Py::list(chosen))
}

/// The truth of an item, or of a test on it that the first argument names.
fn passes(vm: &mut Vm<'_>, item: &Py, args: &Args) -> Outcome<bool> {
    let Some((name, rest)) = args.pos.split_first() else { return item.truth() };
    vm.test(&name.text()?, item, Args { pos: rest.to_vec(), kw: args.kw.clone() })
}
