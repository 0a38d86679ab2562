//! Salt's filters that compare mappings, lists, or names with lists, and the search `json_query`.

use std::collections::HashMap;

use super::Table;
use super::json::{Layout, write_json};
use crate::jinja::py::{Args, Key, Py, compare};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use model::glob;
use model::pattern::{Flags, Pattern};

pub(super) const TABLE: Table = &[
    ("compare_dicts", compare_dicts),
    ("compare_lists", compare_lists),
    ("check_whitelist_blacklist", listed),
    ("json_query", query),
];

fn entry(old: Py, new: Py) -> Py {
    Py::dict([("old".into(), old), ("new".into(), new)].into_iter().collect())
}

/// The differences, by key; a value that only one side has is an empty text on the other.
fn compare_dicts(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [new] = args.bind_all("compare_dicts", ["new"])?;
    let (Py::Dict(old), Py::Dict(new)) = (value.defined()?, new.defined()?) else {
        return Err(Raise::new("compare_dicts needs two mappings"));
    };
    let (old, new) = (old.borrow(), new.borrow());
    let mut changes = indexmap::IndexMap::new();
    for (key, was) in old.iter() {
        match new.get(key) {
            Some(is) if compare::equal(was, is, &vm.work)? => {}
            Some(is) => {
                changes.insert(key.clone(), entry(was.clone(), is.clone()));
            }
            None => {
                changes.insert(key.clone(), entry(was.clone(), "".into()));
            }
        }
    }
    for (key, is) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
        changes.insert(key.clone(), entry("".into(), is.clone()));
    }
    Ok(Py::dict(changes))
}

fn compare_lists(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [new] = args.bind_all("compare_lists", ["new"])?;
    let mut found = indexmap::IndexMap::new();
    let (Py::List(_) | Py::Tuple(_), Py::List(_) | Py::Tuple(_)) = (&value, &new) else {
        return Err(Raise::new("compare_lists needs two lists"));
    };
    for (name, these, those) in [("new", &new, &value), ("old", &value, &new)] {
        let rest = vm.filter("difference", these.clone(), Args::of(vec![those.clone()]))?;
        if rest.length()? > 0 {
            found.insert(Key::from(name), rest);
        }
    }
    Ok(Py::dict(found))
}

/// True if a name is on the first list (or there is none) and not on the second; entries are shell patterns or regular
/// expressions.
fn listed(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [white, black] = args.bind("check_whitelist_blacklist", ["whitelist", "blacklist"])?;
    let among = |list: Option<Py>| -> Outcome<Option<bool>> {
        let entries = match list {
            None | Some(Py::None) => return Ok(None),
            Some(Py::Str(one)) => vec![Py::Str(one)],
            Some(list) => list.iterate()?,
        };
        if entries.is_empty() {
            return Ok(None);
        }
        let Some(name) = value.as_str() else { return Ok(Some(false)) };
        Ok(Some(entries.iter().filter_map(Py::as_str).any(|entry| fits(entry, name))))
    };
    let (white, black) = (among(white)?, among(black)?);
    Ok(Py::Bool(white.unwrap_or(true) && !black.unwrap_or(false)))
}

fn fits(entry: &str, name: &str) -> bool {
    entry == name
        || glob::is_match(entry, name)
        || Pattern::of_whole(entry, Flags::default()).is_ok_and(|pattern| pattern.is_in(name))
}

/// Applies a JMESPath expression to data; see <https://jmespath.org/specification.html>.
fn query(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [expression] = args.bind_all("json_query", ["expr"])?;
    let compiled = jmespath::compile(&expression.text()?)
        .map_err(|error| Raise::new(format!("this is not a JMESPath expression: {}", one_line(&error))))?;
    let json = write_json(&value, &Layout::default(), &vm.work)?;
    let data = jmespath::Variable::from_json(&json).map_err(Raise::new)?;
    let found = compiled.search(data).map_err(|error| Raise::new(one_line(&error)))?;
    let found = vm.decode(crate::jinja::syntax::ast::Format::Json, &found.to_string())?;
    let mut orders = HashMap::new();
    note_orders(&value, &mut orders);
    Ok(in_order(found, &orders))
}

/// The keys of a mapping, sorted.
fn signature<'k>(keys: impl Iterator<Item = &'k Key>) -> Vec<String> {
    let mut names: Vec<String> = keys.map(|key| key.to_py().repr_or_type()).collect();
    names.sort();
    names
}

/// Notes the key order of the mappings in the data, because the search returns sorted keys.
fn note_orders(value: &Py, orders: &mut HashMap<Vec<String>, Vec<Key>>) {
    match value {
        Py::Dict(dict) => {
            let entries = dict.borrow();
            let keys: Vec<Key> = entries.keys().cloned().collect();
            orders.entry(signature(entries.keys())).or_insert(keys);
            entries.values().for_each(|item| note_orders(item, orders));
        }
        Py::List(list) => list.borrow().iter().for_each(|item| note_orders(item, orders)),
        _ => {}
    }
}

fn in_order(value: Py, orders: &HashMap<Vec<String>, Vec<Key>>) -> Py {
    match &value {
        Py::Dict(dict) => {
            let entries = dict.borrow();
            let known = orders.get(&signature(entries.keys()));
            let keys = known.cloned().unwrap_or_else(|| entries.keys().cloned().collect());
            let item = |key: Key| entries.get(&key).cloned().map(|item| (key, in_order(item, orders)));
            Py::dict(keys.into_iter().filter_map(item).collect())
        }
        Py::List(list) => Py::list(list.borrow().iter().map(|item| in_order(item.clone(), orders)).collect()),
        _ => value,
    }
}

fn one_line(error: &jmespath::JmespathError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
