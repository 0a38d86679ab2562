//! Salt's filters on lists: sets of them, `flatten`, `zip`, `is_list` …
//!
//! See <https://docs.saltproject.io/en/3007/topics/jinja/index.html#filters>.

use super::Table;
use crate::jinja::py::seen::Seen;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;
use crate::jinja::vm::work::Work;

pub(super) const TABLE: Table = &[
    ("union", |vm, value, args| {
        sets(vm, &value, args, |one, two, work| Ok([one, rest(two, one, work)?.as_slice()].concat()))
    }),
    ("intersect", |vm, value, args| sets(vm, &value, args, both)),
    ("difference", |vm, value, args| sets(vm, &value, args, rest)),
    ("symmetric_difference", |vm, value, args| {
        sets(vm, &value, args, |one, two, work| Ok([rest(one, two, work)?, rest(two, one, work)?].concat()))
    }),
    ("is_list", |_, value, _| Ok(Py::Bool(matches!(value, Py::List(_))))),
    ("is_iter", |_, value, _| Ok(Py::Bool(!matches!(value, Py::Str(_)) && value.iterate().is_ok()))),
    ("sequence", sequence),
    ("flatten", flatten),
    ("avg", avg),
    ("exactly_n_true", |_, value, args| {
        let [amount] = args.bind("exactly_n_true", ["amount"])?;
        let amount = amount.map_or(Some(1), |amount| amount.as_int()).unwrap_or(1);
        exactly(&value, amount)
    }),
    ("exactly_one_true", |_, value, _| exactly(&value, 1)),
    ("substring_in_list", substring_in_list),
    ("sorted_ignorecase", |vm, value, _| vm.filter("sort", value, Args::default())),
];

/// Makes one sequence of two.
type Operation = fn(&[Py], &[Py], &Work) -> Outcome<Vec<Py>>;

/// Applies an operation on two sequences without doubles, in the order in which they were written.
fn sets(vm: &mut Vm<'_>, value: &Py, args: Args, operate: Operation) -> Outcome<Py> {
    let [other] = args.bind_all("this filter", ["lst2"])?;
    let (one, two) = (value.iterate()?, other.iterate()?);
    let made = operate(&one, &two, &vm.work)?;
    rest(&made, &[], &vm.work).map(Py::list)
}

/// The items, for membership tests.
fn seen(items: &[Py], work: &Work) -> Outcome<Seen> {
    let mut seen = Seen::default();
    for item in items {
        seen.insert(item.clone(), work)?;
    }
    Ok(seen)
}

/// The items of `one` that are not in `two`, each once.
fn rest(one: &[Py], two: &[Py], work: &Work) -> Outcome<Vec<Py>> {
    let mut known = seen(two, work)?;
    let mut kept = Vec::new();
    for item in one {
        if known.insert(item.clone(), work)? {
            kept.push(item.clone());
        }
    }
    Ok(kept)
}

fn both(one: &[Py], two: &[Py], work: &Work) -> Outcome<Vec<Py>> {
    let known = seen(two, work)?;
    let mut kept = Vec::new();
    for item in one {
        if known.holds(item, work)? {
            kept.push(item.clone());
        }
    }
    Ok(kept)
}

fn sequence(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    Ok(match value.defined()? {
        Py::List(_) | Py::Tuple(_) | Py::Dict(_) => value,
        other => Py::list(vec![other.clone()]),
    })
}

fn flatten(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [levels, nulls] = args.bind("flatten", ["levels", "preserve_nulls"])?;
    let levels = levels.and_then(|levels| levels.as_int());
    let nulls = nulls.map_or(Ok(false), |nulls| nulls.truth())?;
    let mut flat = Vec::new();
    flatten_into(&value, levels, nulls, 0, &mut flat)?;
    Ok(Py::list(flat))
}

fn flatten_into(value: &Py, levels: Option<i64>, nulls: bool, depth: i64, flat: &mut Vec<Py>) -> Outcome<()> {
    if depth > 100 {
        return Err(Raise::new("the list is nested too deeply to be flattened"));
    }
    for item in value.iterate()? {
        match &item {
            Py::None if !nulls => {}
            Py::Str(text) if !nulls && matches!(&**text, "None" | "null") => {}
            Py::List(_) if levels.is_none_or(|levels| depth < levels) => {
                flatten_into(&item, levels, nulls, depth + 1, flat)?;
            }
            _ => flat.push(item),
        }
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "an average is a float")]
fn avg(vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let Ok(items) = value.iterate() else {
        let number = value.as_float();
        return number.map(Py::Float).ok_or_else(|| Raise::new("avg needs numbers"));
    };
    if items.is_empty() {
        return Err(Raise::new("division by zero"));
    }
    let count = items.len() as f64;
    let sum = vm.filter("sum", value, Args::default())?;
    Ok(Py::Float(sum.as_float().unwrap_or(0.0) / count))
}

fn exactly(value: &Py, amount: i64) -> Outcome<Py> {
    let mut found = 0;
    for item in value.iterate()? {
        found += i64::from(item.truth()?);
    }
    Ok(Py::Bool(found == amount))
}

fn substring_in_list(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [list] = args.bind_all("substring_in_list", ["lst"])?;
    let part = value.text()?;
    for item in list.iterate()? {
        if item.text()?.contains(&part) {
            return Ok(Py::Bool(true));
        }
    }
    Ok(Py::Bool(false))
}
