//! Filters that compare items: `sort`, `unique`, `min`, `max`, `dictsort`, `groupby`.

use super::Table;
use crate::jinja::py::seen::Seen;
use crate::jinja::py::{Args, Missing, Py, compare};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("sort", sort),
    ("unique", unique),
    ("min", |vm, value, args| extreme(vm, value, args, false)),
    ("max", |vm, value, args| extreme(vm, value, args, true)),
    ("dictsort", dictsort),
    ("groupby", groupby),
];

/// The value by which items are compared: their attribute, in lower case unless case matters.
fn key(vm: &Vm<'_>, item: &Py, attribute: Option<&Py>, case_sensitive: bool) -> Outcome<Py> {
    let value = match attribute {
        None | Some(Py::None) => item.clone(),
        Some(Py::Str(names)) if names.contains(',') => {
            let parts = names.split(',').map(|name| vm.path(item, &name.into()));
            let parts = parts.map(|part| Ok(fold(part?, case_sensitive))).collect::<Outcome<Vec<_>>>()?;
            return Ok(Py::list(parts));
        }
        Some(attribute) => vm.path(item, attribute)?,
    };
    Ok(fold(value, case_sensitive))
}

fn fold(value: Py, case_sensitive: bool) -> Py {
    match value {
        Py::Str(text) if !case_sensitive => text.to_lowercase().into(),
        other => other,
    }
}

fn flag(value: Option<Py>) -> Outcome<bool> {
    value.map_or(Ok(false), |value| value.truth())
}

fn sort(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [reverse, case, attribute] = args.bind("sort", ["reverse", "case_sensitive", "attribute"])?;
    let (reverse, case) = (flag(reverse)?, flag(case)?);
    let pairs: Outcome<Vec<_>> = value
        .iterate()?
        .into_iter()
        .map(|item| Ok((key(vm, &item, attribute.as_ref(), case)?, item)))
        .collect();
    compare::sort_by_keys(pairs?, reverse, &vm.work).map(Py::list)
}

fn unique(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    // Salt's own filter is case-sensitive; the arguments are Jinja's.
    let plain = args.pos.is_empty() && args.kw.is_empty();
    let [case, attribute] = args.bind("unique", ["case_sensitive", "attribute"])?;
    let case = plain || flag(case)?;
    let mut seen = Seen::default();
    let mut kept = Vec::new();
    for item in value.iterate()? {
        let key = key(vm, &item, attribute.as_ref(), case)?;
        if seen.insert(key, &vm.work)? {
            kept.push(item);
        }
    }
    Ok(Py::list(kept))
}

fn extreme(vm: &mut Vm<'_>, value: Py, args: Args, largest: bool) -> Outcome<Py> {
    // Salt's own filter is case-sensitive; the arguments are Jinja's.
    let plain = args.pos.is_empty() && args.kw.is_empty();
    let [case, attribute] = args.bind("min", ["case_sensitive", "attribute"])?;
    let case = plain || flag(case)?;
    let mut best: Option<(Py, Py)> = None;
    for item in value.iterate()? {
        let by = key(vm, &item, attribute.as_ref(), case)?;
        let better = match &best {
            None => true,
            Some((known, _)) => {
                let (a, b) = if largest { (known, &by) } else { (&by, known) };
                compare::order(a, b, if largest { ">" } else { "<" }, &vm.work)?
                    == Some(std::cmp::Ordering::Less)
            }
        };
        if better {
            best = Some((by, item));
        }
    }
    let none = || Py::undefined(Missing::Told("no aggregated item, sequence was empty".to_owned(), None));
    Ok(best.map_or_else(none, |(_, item)| item))
}

fn dictsort(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [case, by, reverse] = args.bind("dictsort", ["case_sensitive", "by", "reverse"])?;
    let (case, reverse) = (flag(case)?, flag(reverse)?);
    let at = match by.as_ref().map_or("key", |by| by.as_str().unwrap_or("")) {
        "key" => 0,
        "value" => 1,
        _ => return Err(Raise::new("you can only sort by either \"key\" or \"value\"")),
    };
    let Py::Dict(dict) = value.defined()? else {
        return Err(Raise::new(format!("dictsort needs a mapping, not '{}'", value.type_name())));
    };
    let pairs: Vec<Py> =
        dict.borrow().iter().map(|(key, value)| Py::tuple(vec![key.to_py(), value.clone()])).collect();
    let keyed: Outcome<Vec<_>> =
        pairs.into_iter().map(|pair| Ok((key(vm, &pair, Some(&Py::Int(at)), case)?, pair))).collect();
    compare::sort_by_keys(keyed?, reverse, &vm.work).map(Py::list)
}

fn groupby(vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [attribute, default, case] = args.bind("groupby", ["attribute", "default", "case_sensitive"])?;
    let case = flag(case)?;
    let mut pairs = Vec::new();
    for item in value.iterate()? {
        let mut by = match &attribute {
            None | Some(Py::None) => item.clone(),
            Some(attribute) => vm.path(&item, attribute)?,
        };
        if let (Py::Undefined(_), Some(default)) = (&by, &default) {
            by = default.clone();
        }
        pairs.push((fold(by.clone(), case), Py::tuple(vec![by, item])));
    }
    let sorted = compare::sort_by_keys(pairs, false, &vm.work)?;
    let mut groups: Vec<(Py, Py, Vec<Py>)> = Vec::new();
    for pair in sorted {
        let Py::Tuple(pair) = pair else { continue };
        let folded = fold(pair[0].clone(), case);
        match groups.last_mut() {
            Some((known, _, items)) if compare::equal(known, &folded, &vm.work)? => {
                items.push(pair[1].clone());
            }
            _ => groups.push((folded, pair[0].clone(), vec![pair[1].clone()])),
        }
    }
    Ok(Py::list(groups.into_iter().map(|(_, by, items)| super::group::group(by, items)).collect()))
}
