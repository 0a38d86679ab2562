//! Filters on any value: `default`, `list`, `length`, `first`, `attr` …

use super::Table;
use crate::jinja::py::object::{Part, View};
use crate::jinja::py::{Args, Py, pretty};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("default", default),
    ("d", default),
    ("list", list),
    ("length", length),
    ("count", length),
    ("first", first),
    ("last", last),
    ("random", random),
    ("attr", attr),
    ("items", items),
    ("string", string),
    ("pprint", pprint),
    ("reverse", reverse),
];

fn default(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [other, boolean] = args.bind("default", ["default_value", "boolean"])?;
    let empty = matches!(value, Py::Undefined(_))
        || (boolean.map_or(Ok(false), |boolean| boolean.truth())? && !value.truth()?);
    Ok(if empty { other.unwrap_or_else(|| "".into()) } else { value })
}

fn list(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("list", [])?;
    value.iterate().map(Py::list)
}

fn length(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("length", [])?;
    value.length().map(Py::count)
}

fn first(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("first", [])?;
    let none = || {
        Py::undefined(crate::jinja::py::Missing::Told("no first item, sequence was empty".to_owned(), None))
    };
    Ok(value.iterate()?.into_iter().next().unwrap_or_else(none))
}

fn last(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("last", [])?;
    let none = || {
        Py::undefined(crate::jinja::py::Missing::Told("no last item, sequence was empty".to_owned(), None))
    };
    Ok(value.iterate()?.pop().unwrap_or_else(none))
}

fn random(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("random", [])?;
    let items = value.iterate()?;
    if items.is_empty() {
        let message = "no random item, sequence was empty".to_owned();
        return Ok(Py::undefined(crate::jinja::py::Missing::Told(message, None)));
    }
    Ok(items[rand::random_range(0..items.len())].clone())
}

fn attr(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [name] = args.bind_all("attr", ["name"])?;
    let found = vm.attribute(&value, &name.text()?.into())?;
    // Jinja's attr looks at attributes only, never at items.
    match (&value, &found) {
        (Py::Dict(_), Py::Object(_)) | (Py::Object(_), _) => Ok(found),
        (Py::Dict(_), _) => Ok(Py::missing(&value, name)),
        _ => Ok(found),
    }
}

fn items(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("items", [])?;
    match value {
        Py::Undefined(_) => Ok(Py::list(Vec::new())),
        Py::Dict(dict) => Ok(Py::object(View { dict, part: Part::Items })),
        _ => Err(Raise::new("can only get item pairs from a mapping")),
    }
}

fn string(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("string", [])?;
    value.text().map(Py::str)
}

fn pprint(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("pprint", [])?;
    pretty::pretty(&value, &vm.work).map(Py::from)
}

fn reverse(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [] = args.bind("reverse", [])?;
    if let Py::Str(text) = &value {
        return Ok(text.chars().rev().collect::<String>().into());
    }
    let mut items = value.iterate().map_err(|_| Raise::new("argument must be iterable"))?;
    items.reverse();
    Ok(Py::list(items))
}
