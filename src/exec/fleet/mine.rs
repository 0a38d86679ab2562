//! `mine.*`: results of functions that instances of a fleet publish for each other.
//!
//! If this machine belongs to no fleet, these answer as masterless Salt does without data.
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.mine.html>.

use super::{FleetFunctions, MineQuery, MineResult, MineTarget, hidden};
use crate::call::{Arguments, Bound, CallError};
use crate::signature::{flag, maybe, required, takes, text};
use crate::{Context, Function};
use model::Effect::{AsksHosts, CallsFunctions, NeedsPillar, ReadsMachine};
use model::{Key, Map, Shape, Value, python};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "mine.get",
        signature: takes(&[
            required("tgt", Shape::Text, "the instances"),
            required("fun", Shape::Any, "the function, or several in a list or with commas between"),
            text("tgt_type", "glob", "how the target is read: glob, list, pcre, grain, compound …"),
            flag("exclude_minion", false, "True: leave this machine out"),
        ]),
        doc: "Gives what instances of the fleet have in the mine.\n\nWithout a fleet it is empty.",
        returns: "a mapping of IDs to results; of functions to such mappings where several are named",
        does: &[ReadsMachine],
        call: |context, bound| {
            let id = || context.minion.option("id").map(python::text);
            let own = if bound.is_true("exclude_minion") { id() } else { None };
            get(context, bound, &bound.text("tgt"), bound.value("fun"), &bound.text("tgt_type"), own)
        },
    },
    Function {
        name: "mine.send",
        signature: takes(&[required("name", Shape::Text, "the function, or a name for its result")])
            .and_more("args", "the function's arguments")
            .and_named(),
        doc: "Calls a function and puts its result into the mine.\n\n'mine_function' names the function where 'name' is another; 'allow_tgt' and 'allow_tgt_type' name the instances that may read the result.",
        returns: "True; False where the function failed",
        does: &[AsksHosts, CallsFunctions],
        call: send,
    },
    Function {
        name: "mine.update",
        signature: takes(&[
            flag("clear", false, "True: delete all other results of this machine"),
            maybe("mine_functions", Shape::Any, "functions, instead of the configured ones"),
        ]),
        doc: "Calls the functions of 'mine_functions' (configuration and pillar) and puts their results into the mine.",
        returns: "True; None where no function is configured, or this machine belongs to no fleet",
        does: &[AsksHosts, CallsFunctions, NeedsPillar],
        call: update,
    },
    Function {
        name: "mine.delete",
        signature: takes(&[required("fun", Shape::Text, "the function, or the name of its result")]),
        doc: "Deletes this machine's result of a function from the mine.",
        returns: "True",
        does: &[AsksHosts],
        call: |context, bound| {
            let function = bound.text("fun");
            told(bound, writer(context).and_then(|fleet| fleet.delete_mine(Some(&function))))
        },
    },
    Function {
        name: "mine.flush",
        signature: takes(&[]),
        doc: "Deletes all results of this machine from the mine.",
        returns: "True",
        does: &[AsksHosts],
        call: |context, bound| told(bound, writer(context).and_then(|fleet| fleet.delete_mine(None))),
    },
    Function {
        name: "mine.valid",
        signature: takes(&[]),
        doc: "Gives the functions of 'mine_functions' that are there.",
        returns: "a mapping of names to arguments, or None",
        does: &[NeedsPillar],
        call: valid,
    },
];

/// The fleet, where something may be sent: a person or a job that calls the function means it; a template of a test run does not.
fn writer<'a>(context: &Context<'a>) -> Option<&'a dyn FleetFunctions> {
    context.fleet.filter(|_| context.may_change || context.is_typed)
}

fn told(bound: &Bound, sent: Option<Result<(), String>>) -> Result<Value, CallError> {
    sent.transpose().map_err(|reason| bound.fails(reason)).map(|_| Value::Bool(true))
}

/// The answer of `mine.get`, as a function and as a runner; without the results of `left_out`.
pub(crate) fn get(
    context: &Context<'_>,
    bound: &Bound,
    tgt: &str,
    fun: &Value,
    tgt_type: &str,
    left_out: Option<String>,
) -> Result<Value, CallError> {
    let target = MineTarget { expression: tgt.to_owned(), kind: tgt_type.to_owned() };
    let query = MineQuery::new(target, fun);
    // This asks the agent of this machine; `lint` asks no agent.
    let fleet = context.fleet.filter(|_| context.restraint.is_none());
    let read = fleet.and_then(|fleet| fleet.read_mine(&query.target, &query.functions));
    let Some(read) = read else { return Ok(Value::Map(Map::new())) };
    let mut found = read.map_err(|reason| bound.fails(reason))?;
    if let (Some(id), Value::Map(found)) = (left_out, &mut found) {
        for results in found.values_mut() {
            if let Value::Map(results) = results {
                results.shift_remove(&Key::from(id.as_str()));
            }
        }
    }
    Ok(query.shaped(found))
}

/// A line of `mine_functions`: what is called, with what, and who may read the result.
struct MineFunction {
    function: String,
    arguments: Arguments,
    allow: Option<MineTarget>,
}

impl MineFunction {
    /// Takes Salt's own words out of named arguments.
    fn new(name: &str, positional: Vec<Value>, mut named: Map) -> Self {
        let mut take = |key: &str| named.shift_remove(&Key::from(key)).filter(Value::is_truthy);
        let function = take("mine_function").map_or_else(|| name.to_owned(), |it| python::text(&it));
        let (tgt, kind) = (take("allow_tgt"), take("allow_tgt_type"));
        let allow = tgt.map(|tgt| MineTarget {
            // A list of IDs may be written as one.
            expression: match &tgt {
                Value::List(ids) => ids.iter().map(python::text).collect::<Vec<_>>().join(","),
                one => python::text(one),
            },
            kind: kind.map_or_else(|| "glob".to_owned(), |kind| python::text(&kind)),
        });
        Self { function, arguments: Arguments { positional, named }, allow }
    }

    /// As the configuration writes one: a mapping of arguments, or a list of arguments and of such mappings.
    fn read(name: &str, written: &Value) -> Self {
        let (mut positional, mut named) = (vec![], Map::new());
        match written {
            Value::Map(map) => named = map.clone(),
            Value::List(list) => {
                for one in list {
                    match one {
                        Value::Map(map) => named.extend(map.clone()),
                        other => positional.push(other.clone()),
                    }
                }
            }
            _ => {}
        }
        Self::new(name, positional, named)
    }

    fn result(self, context: &Context<'_>, name: &str) -> Result<MineResult, CallError> {
        // Others read it and show it: they do not know what is secret here.
        let result = hidden(&context.call(&self.function, &self.arguments)?);
        Ok(MineResult { function: name.to_owned(), result, allow: self.allow })
    }
}

fn send(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Some(fleet) = writer(context) else { return Ok(Value::Bool(true)) };
    let name = bound.text("name");
    let named = bound.named.iter().filter(|(key, _)| !key.to_string().starts_with("__"));
    let named = named.map(|(key, value)| (key.clone(), value.clone())).collect();
    match MineFunction::new(&name, bound.rest.clone(), named).result(context, &name) {
        Ok(result) => told(bound, fleet.write_mine(&[result], false)),
        Err(error) => {
            tracing::error!("{name} is not in the mine: {error}");
            Ok(Value::Bool(false))
        }
    }
}

/// `mine_functions` of configuration and pillar, merged.
fn configured(context: &Context<'_>) -> Result<Map, CallError> {
    let key = Value::from("mine_functions");
    let arguments = Arguments { positional: vec![key, Value::Map(Map::new())], named: Map::new() };
    Ok(context.call("config.merge", &arguments)?.as_map().cloned().unwrap_or_default())
}

fn update(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let functions = match bound.value("mine_functions") {
        Value::Map(functions) if !functions.is_empty() => functions.clone(),
        Value::List(names) if !names.is_empty() => {
            names.iter().map(|name| (Key::from(python::text(name)), Value::Map(Map::new()))).collect()
        }
        given if given.is_truthy() => return Ok(Value::Null),
        _ => configured(context)?,
    };
    let Some(fleet) = writer(context).filter(|_| !functions.is_empty()) else { return Ok(Value::Null) };
    let mut results = vec![];
    for (name, written) in &functions {
        let name = name.to_string();
        match MineFunction::read(&name, written).result(context, &name) {
            Ok(result) => results.push(result),
            Err(error) => tracing::error!("{name} is not in the mine: {error}"),
        }
    }
    match fleet.write_mine(&results, bound.is_true("clear")) {
        None => Ok(Value::Null),
        sent => told(bound, sent),
    }
}

fn valid(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    let functions = configured(context)?;
    if functions.is_empty() {
        return Ok(Value::Null);
    }
    let shown = |(name, written): (&Key, &Value)| {
        let mined = MineFunction::read(&name.to_string(), written);
        if !context.has(&mined.function) {
            tracing::error!("Function {} in mine_functions not available", mined.function);
            return None;
        }
        if mined.function == name.to_string() {
            return Some((name.clone(), written.clone()));
        }
        let named = mined
            .arguments
            .named
            .into_iter()
            .map(|(key, value)| Value::Map([(key, value)].into_iter().collect()));
        let arguments = mined.arguments.positional.into_iter().chain(named).collect();
        let inner = [(Key::from(mined.function.as_str()), Value::List(arguments))];
        Some((name.clone(), Value::Map(inner.into_iter().collect())))
    };
    Ok(Value::Map(functions.iter().filter_map(shown).collect()))
}
