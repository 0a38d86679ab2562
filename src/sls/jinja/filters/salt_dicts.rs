//! Salt's filters on mappings: `traverse`, and changes at deeper levels.

use indexmap::IndexMap;

use super::Table;
use crate::jinja::py::{Args, Dict, Key, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use crate::yaml;

pub(super) const TABLE: Table = &[
    ("traverse", traverse),
    ("set_dict_key_value", |vm, value, args| change(vm, value, args, |_, new| Ok(new))),
    ("append_dict_key_value", |vm, value, args| change(vm, value, args, appended)),
    ("extend_dict_key_value", |vm, value, args| change(vm, value, args, extended)),
    ("update_dict_key_value", |vm, value, args| change(vm, value, args, updated)),
    ("to_entries", to_entries),
    ("from_entries", from_entries),
    ("method_call", method_call),
    ("dict_to_sls_yaml_params", to_parameters),
];

fn delimiter(value: Option<Py>) -> Outcome<String> {
    value.map_or(Ok(":".to_owned()), |value| value.text())
}

fn step(here: &Py, step: &str) -> Outcome<Option<Py>> {
    if let Some(found) = here.element(&step.into())? {
        return Ok(Some(found));
    }
    match step.parse() {
        Ok(index) => here.element(&Py::Int(index)),
        Err(_) => Ok(None),
    }
}

fn traverse(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [key, default, by] = args.bind("traverse", ["key", "default", "delimiter"])?;
    let (key, by) = (key.unwrap_or(Py::None).text()?, delimiter(by)?);
    let mut here = value;
    for part in key.split(by.as_str()) {
        match step(&here, part)? {
            Some(found) => here = found,
            None => return Ok(default.unwrap_or(Py::None)),
        }
    }
    Ok(here)
}

/// Changes the value at a path; missing mappings on the path are created.
fn change(_vm: &mut Vm<'_>, value: Py, args: Args, make: fn(Option<Py>, Py) -> Outcome<Py>) -> Outcome<Py> {
    let [path, new, by, _ordered] =
        args.bind("this filter", ["keys", "value", "delimiter", "ordered_dict"])?;
    let (path, by) = (path.unwrap_or(Py::None).text()?, delimiter(by)?);
    let Py::Dict(root) = value.defined()? else { return Err(Raise::new("a mapping is needed")) };
    let mut here: Dict = root.clone();
    let mut parts: Vec<&str> = path.split(by.as_str()).collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        let next = here.get(part);
        here = match next {
            Some(Py::Dict(next)) => next,
            _ => {
                let made = Dict::new(IndexMap::new());
                here.borrow_mut().insert(part.into(), Py::Dict(made.clone()));
                made
            }
        };
    }
    let old = here.get(last);
    let made = make(old, new.unwrap_or(Py::None))?;
    here.borrow_mut().insert(last.into(), made);
    Ok(value)
}

fn appended(old: Option<Py>, new: Py) -> Outcome<Py> {
    let mut items = old.map_or(Ok(Vec::new()), |old| old.iterate())?;
    items.push(new);
    Ok(Py::list(items))
}

fn extended(old: Option<Py>, new: Py) -> Outcome<Py> {
    let mut items = old.map_or(Ok(Vec::new()), |old| old.iterate())?;
    items.extend(new.iterate()?);
    Ok(Py::list(items))
}

fn updated(old: Option<Py>, new: Py) -> Outcome<Py> {
    let Py::Dict(new) = new else { return Err(Raise::new("a mapping is needed to update one")) };
    let mut entries = match old {
        Some(Py::Dict(old)) => old.borrow().clone(),
        None => IndexMap::new(),
        Some(_) => return Err(Raise::new("only a mapping can be updated")),
    };
    entries.extend(new.borrow().iter().map(|(key, value)| (key.clone(), value.clone())));
    Ok(Py::dict(entries))
}

fn to_entries(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let Py::Dict(dict) = value.defined()? else { return Err(Raise::new("to_entries needs a mapping")) };
    let entry = |key: &Key, value: &Py| {
        Py::dict([("key".into(), key.to_py()), ("value".into(), value.clone())].into_iter().collect())
    };
    Ok(Py::list(dict.borrow().iter().map(|(key, value)| entry(key, value)).collect()))
}

fn from_entries(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let mut entries = IndexMap::new();
    for item in value.iterate()? {
        let part = |names: [&str; 4]| -> Outcome<Option<Py>> {
            for name in names {
                if let Some(found) = item.element(&name.into())? {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        };
        let key = part(["key", "Key", "name", "Name"])?;
        let key = key.ok_or_else(|| Raise::new("an entry has no key"))?;
        entries.insert(Key::new(&key)?, part(["value", "Value", "value", "Value"])?.unwrap_or(Py::None));
    }
    Ok(Py::dict(entries))
}

fn method_call(vm: &mut Vm<'_>, value: Py, mut args: Args) -> Outcome<Py> {
    if args.pos.is_empty() {
        return Err(Raise::new("method_call needs the name of a method"));
    }
    let name = args.pos.remove(0).text()?;
    match vm.own_attribute(&value, &name)? {
        Some(method) => vm.call(&method, args),
        None => Ok(Py::None),
    }
}

/// The arguments of a state, one to a list entry, in block style.
fn to_parameters(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [flow] = args.bind("dict_to_sls_yaml_params", ["flow_style"])?;
    let Py::Dict(dict) = value.defined()? else { return Err(Raise::new("a mapping is needed")) };
    let one = |key: &Key, value: &Py| Py::dict(std::iter::once((key.clone(), value.clone())).collect());
    let list = Py::list(dict.borrow().iter().map(|(key, value)| one(key, value)).collect());
    let flow =
        if flow.map_or(Ok(false), |flow| flow.truth())? { yaml::Flow::Inline } else { yaml::Flow::Block };
    let text = yaml::dump(&list.to_value()?, flow, yaml::Sort::Plain);
    vm.wrote(&text)?;
    Ok(text.trim_end_matches('\n').into())
}
