//! Methods of lists and tuples.

use super::Entry;
use crate::jinja::py::sequence::position;
use crate::jinja::py::{Args, List, Py, compare};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::work::Work;
use crate::jinja::vm::{MAX_ITEMS, Vm};

pub(super) const TABLE: &[Entry] = &[
    Entry { name: "append", run: append },
    Entry { name: "extend", run: extend },
    Entry { name: "insert", run: insert },
    Entry { name: "pop", run: pop },
    Entry { name: "remove", run: remove },
    Entry { name: "clear", run: clear },
    Entry { name: "reverse", run: reverse },
    Entry { name: "sort", run: sort },
    Entry { name: "copy", run: copy },
    Entry { name: "__setitem__", run: set_item },
];

pub(super) const OF_SEQUENCES: &[Entry] =
    &[Entry { name: "count", run: count }, Entry { name: "index", run: index }];

fn list(value: &Py) -> Outcome<&List> {
    match value {
        Py::List(list) => Ok(list),
        other => Err(Raise::new(format!("a list is needed, not '{}'", other.type_name()))),
    }
}

fn append(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [item] = args.bind_all("append", ["object"])?;
    list(this)?.borrow_mut().push(item);
    Ok(Py::None)
}

fn extend(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [items] = args.bind_all("extend", ["iterable"])?;
    let items = Py::list(items.iterate()?);
    vm.charge(&items)?;
    let items = items.iterate()?;
    let mut list = list(this)?.borrow_mut();
    if list.len() + items.len() > MAX_ITEMS {
        return Err(Raise::new("the list would be too long"));
    }
    list.extend(items);
    Ok(Py::None)
}

fn insert(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [index, item] = args.bind_all("insert", ["index", "object"])?;
    let Some(index) = index.as_int() else { return Err(Raise::new("insert() needs an integer first")) };
    let mut list = list(this)?.borrow_mut();
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    let at = if index < 0 { (index + length).max(0) } else { index.min(length) };
    let at = usize::try_from(at).unwrap_or(0);
    vm.work.moves(list.len() - at)?;
    list.insert(at, item);
    Ok(Py::None)
}

fn pop(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [index] = args.bind("pop", ["index"])?;
    let mut list = list(this)?.borrow_mut();
    if list.is_empty() {
        return Err(Raise::new("pop from empty list"));
    }
    match position(&index.unwrap_or(Py::Int(-1)), list.len()) {
        Some(at) => {
            vm.work.moves(list.len() - at)?;
            Ok(list.remove(at))
        }
        None => Err(Raise::new("pop index out of range")),
    }
}

fn remove(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [item] = args.bind_all("remove", ["value"])?;
    let at = find(&list(this)?.borrow(), &item, &vm.work)?;
    match at {
        Some(at) => {
            let removed = list(this)?.borrow_mut().remove(at);
            drop(removed);
            Ok(Py::None)
        }
        None => Err(Raise::new("list.remove(x): x not in list")),
    }
}

fn find(items: &[Py], wanted: &Py, work: &Work) -> Outcome<Option<usize>> {
    for (at, item) in items.iter().enumerate() {
        if compare::equal(item, wanted, work)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn clear(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    let old = std::mem::take(&mut *list(this)?.borrow_mut());
    drop(old);
    Ok(Py::None)
}

fn reverse(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    list(this)?.borrow_mut().reverse();
    Ok(Py::None)
}

fn sort(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [key, reverse] = args.bind("sort", ["key", "reverse"])?;
    let mut pairs = Vec::new();
    for item in this.iterate()? {
        let by = match &key {
            Some(function) if !matches!(function, Py::None) => {
                vm.call(function, Args::of(vec![item.clone()]))?
            }
            _ => item.clone(),
        };
        pairs.push((by, item));
    }
    let reverse = reverse.map_or(Ok(false), |value| value.truth())?;
    let sorted = compare::sort_by_keys(pairs, reverse, &vm.work)?;
    let old = std::mem::replace(&mut *list(this)?.borrow_mut(), sorted);
    drop(old);
    Ok(Py::None)
}

fn copy(_vm: &mut Vm<'_>, this: &Py, _args: Args) -> Outcome<Py> {
    Ok(Py::list(this.iterate()?))
}

/// For templates that cannot assign as Python does: `{% do l.__setitem__(0, 1) %}`.
fn set_item(_vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [index, value] = args.bind_all("__setitem__", ["index", "value"])?;
    let mut list = list(this)?.borrow_mut();
    let Some(at) = position(&index, list.len()) else {
        return Err(Raise::new("list assignment index out of range"));
    };
    let old = std::mem::replace(&mut list[at], value);
    drop(list);
    drop(old);
    Ok(Py::None)
}

fn count(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [wanted] = args.bind_all("count", ["value"])?;
    let mut found = 0;
    for item in this.iterate()? {
        found += usize::from(compare::equal(&item, &wanted, &vm.work)?);
    }
    Ok(Py::count(found))
}

fn index(vm: &mut Vm<'_>, this: &Py, args: Args) -> Outcome<Py> {
    let [wanted] = args.bind_all("index", ["value"])?;
    match find(&this.iterate()?, &wanted, &vm.work)? {
        Some(at) => Ok(Py::count(at)),
        None => Err(Raise::new(format!("{} is not in {}", wanted.repr_or_type(), this.type_name()))),
    }
}
