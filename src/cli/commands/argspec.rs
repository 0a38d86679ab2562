//! `sys.argspec` and `sys.state_argspec`: what functions take, in Salt's shape.

use super::manual::{is_meant, state_functions, wanted};
use super::session::Session;
use super::{Answer, CliError, Command, commands};
use crate::engine::composed;
use crate::engine::functions::CONNECTION;
use crate::exec::{self, Bound, Signature};
use crate::model::{Argument, Map, Value};
use crate::resources;

const NAMES: Signature = Signature { parameters: &[], any_positional: true, any_named: false };

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "sys.argspec",
        signature: NAMES,
        doc: "Shows the arguments of functions, modules or globs, and what they are when left out.",
        run: argspec,
    },
    Command {
        name: "sys.state_argspec",
        signature: NAMES,
        doc: "Shows the arguments of state functions, modules or globs.",
        run: state_argspec,
    },
];

fn argspec(_: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let own = commands().map(|command| (command.name, of_signature(&command.signature)));
    let functions = exec::FUNCTIONS.iter().flat_map(|module| module.iter());
    let functions = functions.map(|it| (it.name, of_signature(&it.signature)));
    let aws = resources::functions().flat_map(|offered| {
        let function = offered.function;
        let (first, last) = function.arguments.split_at(function.arguments.len() - function.after_connection);
        let names =
            |part: &'static [Argument]| part.iter().map(|argument| (argument.name, argument.required));
        let all: Vec<(&str, bool)> =
            names(first).chain(CONNECTION.map(|name| (name, false))).chain(names(last)).collect();
        function.names.iter().map(move |name| (*name, spec(&all, false)))
    });
    let composed = resources::COMPOSITES.iter().map(|composite| {
        let names: Vec<(&str, bool)> =
            composed::parameters(composite).into_iter().map(|name| (name, false)).collect();
        (composite.function.name(), spec(&names, false))
    });
    Ok(chosen(own.chain(functions).chain(aws).chain(composed), bound))
}

fn state_argspec(_: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let functions = state_functions().flat_map(|function| {
        let named = function.arguments.iter().map(|argument| (argument.name, argument.required));
        let rest: Vec<(&str, bool)> = named.filter(|(name, _)| *name != "name").collect();
        let all = [vec![("name", true)], rest].concat();
        // Requisites and conditions stand beside them, for which Salt's functions have `**kwargs`.
        function.names.iter().map(move |name| (*name, spec(&all, true)))
    });
    Ok(chosen(functions, bound))
}

fn chosen<'a>(all: impl Iterator<Item = (&'a str, Value)>, bound: &Bound) -> Answer {
    let wanted = wanted(bound);
    let is_chosen = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| is_meant(wanted, name));
    let chosen: Map = all.filter(|(name, _)| is_chosen(name)).map(|(name, it)| (name.into(), it)).collect();
    Answer::data(Value::Map(chosen))
}

fn of_signature(signature: &Signature) -> Value {
    let names: Vec<&str> = signature.parameters.iter().map(|parameter| parameter.name).collect();
    let defaults = signature.parameters.iter().filter_map(|parameter| parameter.default.value()).collect();
    shaped(names, defaults, signature.any_positional, signature.any_named)
}

/// The specification of arguments of which some must be given; these come first, as Python wants it.
fn spec(arguments: &[(&str, bool)], any_named: bool) -> Value {
    let (needed, others): (Vec<(&str, bool)>, Vec<_>) = arguments.iter().partition(|(_, required)| *required);
    let names = needed.iter().chain(&others).map(|(name, _)| *name).collect();
    shaped(names, vec![Value::Null; others.len()], false, any_named)
}

/// Names, the defaults of the last ones, and whether others may be given.
fn shaped(names: Vec<&str>, defaults: Vec<Value>, any_positional: bool, any_named: bool) -> Value {
    let or_none = |list: Value| if list.is_truthy() { list } else { Value::Null };
    let others = |any: bool| if any { Value::Bool(true) } else { Value::Null };
    [
        ("args", or_none(names.into())),
        ("defaults", or_none(defaults.into())),
        ("varargs", others(any_positional)),
        ("kwargs", others(any_named)),
    ]
    .into_iter()
    .collect()
}
