//! Methods of dicts.

use indexmap::IndexMap;

use super::Entry;
use crate::jinja::globals::entries;
use crate::jinja::py::object::{Part, View};
use crate::jinja::py::{Args, Dict, Key, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: &[Entry] = &[
    Entry { name: "get", run: get },
    Entry { name: "items", run: items },
    Entry { name: "keys", run: keys },
    Entry { name: "values", run: values },
    Entry { name: "iteritems", run: items },
    Entry { name: "iterkeys", run: keys },
    Entry { name: "itervalues", run: values },
    Entry { name: "update", run: update },
    Entry { name: "setdefault", run: setdefault },
    Entry { name: "pop", run: pop },
    Entry { name: "popitem", run: popitem },
    Entry { name: "clear", run: clear },
    Entry { name: "copy", run: copy },
    Entry { name: "fromkeys", run: fromkeys },
    Entry { name: "__setitem__", run: set_item },
];

fn dict(value: &Py) -> Outcome<&Dict> {
    match value {
        Py::Dict(dict) => Ok(dict),
        other => Err(Raise::new(format!("a dict is needed, not '{}'", other.type_name()))),
    }
}

fn get(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [key, default] = args.bind("get", ["key", "default"])?;
    let Some(key) = key else { return Err(Raise::new("get expected at least 1 argument, got 0")) };
    let key = Key::new(&key)?;
    let found = dict(this)?.get_key(&key);
    Ok(found.or(default).unwrap_or(Py::None))
}

fn view(this: &Py, part: Part) -> Outcome<Py> {
    Ok(Py::object(View { dict: dict(this)?.clone(), part }))
}

fn items(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("items", [])?;
    view(this, Part::Items)
}

fn keys(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("keys", [])?;
    view(this, Part::Keys)
}

fn values(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("values", [])?;
    view(this, Part::Values)
}

fn update(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let more = entries(args, "update")?;
    let mut replaced = Vec::new();
    for (key, value) in more {
        replaced.extend(dict(this)?.borrow_mut().insert(key, value));
    }
    Ok(Py::None)
}

fn setdefault(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [key, default] = args.bind("setdefault", ["key", "default"])?;
    let key = Key::new(&key.unwrap_or(Py::None))?;
    let mut entries = dict(this)?.borrow_mut();
    Ok(entries.entry(key).or_insert_with(|| default.unwrap_or(Py::None)).clone())
}

fn pop(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [key, default] = args.bind("pop", ["key", "default"])?;
    let key = Key::new(&key.unwrap_or(Py::None))?;
    let mut entries = dict(this)?.borrow_mut();
    let behind = entries.get_index_of(&key).map_or(0, |at| entries.len() - at);
    // Entries keep their order, so all entries after it are renumbered, which takes longer than moving them.
    vm.work.moves(behind.saturating_mul(4))?;
    let found = entries.shift_remove(&key);
    drop(entries);
    found.or(default).ok_or_else(|| Raise::new(format!("the dict has no key {}", key.to_py().repr_or_type())))
}

fn popitem(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    let last = dict(this)?.borrow_mut().pop();
    match last {
        Some((key, value)) => Ok(Py::tuple(vec![key.to_py(), value])),
        None => Err(Raise::new("popitem(): dictionary is empty")),
    }
}

fn clear(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    let old = std::mem::take(&mut *dict(this)?.borrow_mut());
    drop(old);
    Ok(Py::None)
}

fn copy(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    let entries = dict(this)?.borrow().clone();
    Ok(Py::Dict(Dict::of_kind(dict(this)?.kind(), entries)))
}

/// For templates that cannot assign as Python does: `{% do d.__setitem__('a', 1) %}`.
fn set_item(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [key, value] = args.bind_all("__setitem__", ["key", "value"])?;
    let old = dict(this)?.borrow_mut().insert(Key::new(&key)?, value);
    drop(old);
    Ok(Py::None)
}

fn fromkeys(_vm: &mut Vm<'_>, _this: &Py, args: Args) -> Outcome<Py> {
    let [keys, value] = args.bind("fromkeys", ["iterable", "value"])?;
    let value = value.unwrap_or(Py::None);
    let mut entries = IndexMap::new();
    for key in keys.unwrap_or(Py::None).iterate()? {
        entries.insert(Key::new(&key)?, value.clone());
    }
    Ok(Py::dict(entries))
}
