//! `sys.argspec` and `sys.state_argspec`: the arguments of functions, in Salt's shape.

use super::manual::{is_meant, wanted};
use super::session::Session;
use super::table::{self, Callable};
use super::{CliError, Command, CommandAnswer};
use exec::{Bound, Signature, takes};
use model::{Argument, Map, Shape, Value};

const NAMES: Signature = takes(&[]).and_more("names", "names of functions, modules, or globs");

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "sys.argspec",
        signature: NAMES,
        doc: "Shows the arguments of functions, modules or globs, and their defaults.",
        returns: "a mapping by name: args, defaults, varargs, kwargs",
        does: &[],
        run: argspec,
    },
    Command {
        name: "sys.state_argspec",
        signature: NAMES,
        doc: "Shows the arguments of state functions, modules or globs.",
        returns: "a mapping by name: args, defaults, varargs, kwargs",
        does: &[],
        run: state_argspec,
    },
];

fn argspec(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    Ok(chosen(table::functions(), bound))
}

fn state_argspec(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    // Python's states take their name first.
    let named_first = table::states().map(|mut callable| {
        let name = callable.arguments.iter().position(|argument| argument.name == "name");
        let name = name.map_or(NAME, |place| callable.arguments.remove(place));
        callable.arguments.insert(0, Argument { required: true, ..name });
        callable
    });
    Ok(chosen(named_first, bound))
}

const NAME: Argument = Argument::required("name", Shape::Text, "the state's name");

fn chosen(all: impl Iterator<Item = Callable>, bound: &Bound) -> CommandAnswer {
    let wanted = wanted(bound);
    let is_chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| is_meant(wanted, name));
    let chosen = all.filter(|callable| is_chosen(callable.name));
    CommandAnswer::data(Value::Map(
        chosen.map(|callable| (callable.name.into(), shaped(&callable))).collect::<Map>(),
    ))
}

/// Names, the defaults of the last ones, and whether others may be given. Required arguments come first, as Python
/// demands.
fn shaped(callable: &Callable) -> Value {
    let (needed, others): (Vec<&Argument>, Vec<_>) = callable.arguments.iter().partition(|it| it.required);
    let names: Vec<&str> = needed.iter().chain(&others).map(|argument| argument.name).collect();
    let defaults: Vec<Value> = others.iter().filter_map(|argument| argument.left_out()).collect();
    let or_none = |list: Value| if list.is_truthy() { list } else { Value::Null };
    let more = |any: bool| if any { Value::Bool(true) } else { Value::Null };
    [
        ("args", or_none(names.into())),
        ("defaults", or_none(defaults.into())),
        ("varargs", more(callable.rest.is_some())),
        ("kwargs", more(callable.any_named)),
    ]
    .into_iter()
    .collect()
}
