//! Tests: `x is defined`, `x is divisibleby 3` …

use std::collections::HashMap;
use std::sync::OnceLock;

use super::filters;
use super::py::{Args, Py, arith, compare};
use super::raise::{Outcome, Raise};
use super::syntax::ast::{Comparison, Operator};
use super::vm::Vm;
use model::pattern::Pattern;

type Run = fn(&mut Vm<'_>, &Py, Args) -> Outcome<bool>;

/// All tests.
const TABLE: &[(&str, Run)] = &[
    ("defined", |_, value, _| Ok(!matches!(value, Py::Undefined(_)))),
    ("undefined", |_, value, _| Ok(matches!(value, Py::Undefined(_)))),
    ("none", |_, value, _| Ok(matches!(value, Py::None))),
    ("boolean", |_, value, _| Ok(matches!(value, Py::Bool(_)))),
    ("true", |_, value, _| Ok(matches!(value, Py::Bool(true)))),
    ("false", |_, value, _| Ok(matches!(value, Py::Bool(false)))),
    ("integer", |_, value, _| Ok(matches!(value, Py::Int(_)))),
    ("float", |_, value, _| Ok(matches!(value, Py::Float(_)))),
    ("number", |_, value, _| Ok(matches!(value, Py::Int(_) | Py::Float(_) | Py::Bool(_)))),
    ("string", |_, value, _| Ok(matches!(value, Py::Str(_)))),
    ("mapping", |_, value, _| Ok(matches!(value, Py::Dict(_)))),
    ("list", |_, value, _| Ok(matches!(value, Py::List(_)))),
    ("sequence", |_, value, _| Ok(is_sequence(value))),
    ("iterable", iterable),
    ("callable", |_, value, _| Ok(matches!(value, Py::Object(object) if object.is_callable()))),
    ("sameas", sameas),
    ("escaped", |_, _, _| Ok(false)),
    ("odd", |vm, value, _| leaves(vm, value, &Py::Int(2), 1)),
    ("even", |vm, value, _| leaves(vm, value, &Py::Int(2), 0)),
    ("divisibleby", divisibleby),
    ("lower", |_, value, _| cased(value, char::is_uppercase, char::is_lowercase)),
    ("upper", |_, value, _| cased(value, char::is_lowercase, char::is_uppercase)),
    ("filter", |_, value, _| Ok(value.as_str().is_some_and(filters::exists))),
    ("test", |_, value, _| Ok(value.as_str().is_some_and(|name| all().contains_key(name)))),
    ("in", |vm, value, args| compared(vm, value, args, Comparison::In)),
    ("eq", |vm, value, args| compared(vm, value, args, Comparison::Eq)),
    ("equalto", |vm, value, args| compared(vm, value, args, Comparison::Eq)),
    ("==", |vm, value, args| compared(vm, value, args, Comparison::Eq)),
    ("ne", |vm, value, args| compared(vm, value, args, Comparison::Ne)),
    ("!=", |vm, value, args| compared(vm, value, args, Comparison::Ne)),
    ("lt", |vm, value, args| compared(vm, value, args, Comparison::Lt)),
    ("lessthan", |vm, value, args| compared(vm, value, args, Comparison::Lt)),
    ("<", |vm, value, args| compared(vm, value, args, Comparison::Lt)),
    ("le", |vm, value, args| compared(vm, value, args, Comparison::Le)),
    ("<=", |vm, value, args| compared(vm, value, args, Comparison::Le)),
    ("gt", |vm, value, args| compared(vm, value, args, Comparison::Gt)),
    ("greaterthan", |vm, value, args| compared(vm, value, args, Comparison::Gt)),
    (">", |vm, value, args| compared(vm, value, args, Comparison::Gt)),
    ("ge", |vm, value, args| compared(vm, value, args, Comparison::Ge)),
    (">=", |vm, value, args| compared(vm, value, args, Comparison::Ge)),
    ("match", matches_pattern),
];

fn all() -> &'static HashMap<&'static str, Run> {
    static ALL: OnceLock<HashMap<&'static str, Run>> = OnceLock::new();
    ALL.get_or_init(|| TABLE.iter().copied().collect())
}

impl Vm<'_> {
    /// Applies a test by its name.
    pub(super) fn test(&mut self, name: &str, value: &Py, args: Args) -> Outcome<bool> {
        let Some(run) = all().get(name) else {
            let raise = Raise::new(format!("there is no test '{name}'"));
            let near = model::problem::did_you_mean(name, all().keys().copied());
            return Err(match near {
                Some(near) => raise.hint(format!("did you mean '{near}'?")),
                None => raise,
            });
        };
        run(self, value, args)
    }
}

fn is_sequence(value: &Py) -> bool {
    match value {
        Py::Undefined(missing) => matches!(**missing, super::py::Missing::Silent),
        other => matches!(other, Py::Str(_) | Py::List(_) | Py::Tuple(_) | Py::Dict(_) | Py::Range(_)),
    }
}

fn iterable(_vm: &mut Vm<'_>, value: &Py, _args: Args) -> Outcome<bool> {
    match value {
        Py::Undefined(_) => value.defined().map(|_| true),
        Py::Object(object) => Ok(object.items().is_some()),
        Py::None | Py::Bool(_) | Py::Int(_) | Py::Float(_) => Ok(false),
        _ => Ok(true),
    }
}

fn sameas(_vm: &mut Vm<'_>, value: &Py, args: Args) -> Outcome<bool> {
    let [other] = args.bind_all("sameas", ["other"])?;
    Ok(match (value, &other) {
        (Py::None, Py::None) => true,
        (Py::Bool(a), Py::Bool(b)) => a == b,
        (Py::Int(a), Py::Int(b)) => a == b,
        (Py::Str(a), Py::Str(b)) => a == b,
        (Py::List(a), Py::List(b)) => a.same(b),
        (Py::Dict(a), Py::Dict(b)) => a.same(b),
        (Py::Tuple(a), Py::Tuple(b)) => a.same(b),
        _ => false,
    })
}

/// True when a division by a number leaves this remainder; fractions divide too.
fn leaves(vm: &Vm<'_>, value: &Py, by: &Py, rest: i64) -> Outcome<bool> {
    if value.defined()?.as_float().is_none() {
        return Err(Raise::new(format!("a number is needed, not '{}'", value.type_name())));
    }
    compare::equal(&arith::binary(Operator::Mod, value, by)?, &Py::Int(rest), &vm.work)
}

fn divisibleby(vm: &mut Vm<'_>, value: &Py, args: Args) -> Outcome<bool> {
    let [by] = args.bind_all("divisibleby", ["num"])?;
    leaves(vm, value, &by, 0)
}

fn cased(value: &Py, never: fn(char) -> bool, once: fn(char) -> bool) -> Outcome<bool> {
    let text = value.text()?;
    Ok(!text.chars().any(never) && text.chars().any(once))
}

fn compared(vm: &mut Vm<'_>, value: &Py, args: Args, op: Comparison) -> Outcome<bool> {
    let [other] = args.bind_all("this test", ["other"])?;
    vm.compare(op, value, &other)
}

/// Salt's `match`: a regular expression at the beginning of the text.
fn matches_pattern(_vm: &mut Vm<'_>, value: &Py, args: Args) -> Outcome<bool> {
    let [pattern, ignore_case, multiline] = args.bind("match", ["rgx", "ignorecase", "multiline"])?;
    let pattern = pattern.unwrap_or(Py::None).text()?;
    let flags = filters::salt_regex::flags(ignore_case, multiline)?;
    let pattern = Pattern::at_start(&pattern, flags).map_err(Raise::new)?;
    pattern.matches(&value.text()?).map_err(Raise::new)
}
