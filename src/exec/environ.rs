//! `environ.*`: the environment variables of the process, and those that states of this run set for later commands.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.environ.html>.

use std::collections::BTreeMap;

use super::call::{Bound, CallError};
use super::signature::{maybe, required, takes, text};
use super::{Context, Function};
use machine::process::with_variables;
use model::Effect::ReadsMachine;
use model::{Key, Map, Shape, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "environ.get",
        signature: takes(&[
            required("key", Shape::Text, "the variable's name"),
            text("default", "", "the value to return if nothing is found"),
        ]),
        doc: "Returns an environment variable, or the default.",
        returns: "a text",
        does: &[ReadsMachine],
        call: get,
    },
    Function {
        name: "environ.has_value",
        signature: takes(&[
            required("key", Shape::Text, "the variable's name"),
            maybe("value", Shape::Text, "the expected value"),
        ]),
        doc: "Returns whether an environment variable is set, and to this value if one is given.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: has_value,
    },
    Function {
        name: "environ.item",
        signature: takes(&[
            required("keys", Shape::Any, "a name, or a list of names"),
            text("default", "", "the value to return if nothing is found"),
        ]),
        doc: "Returns a mapping of one or several environment variables.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: item,
    },
    Function {
        name: "environ.items",
        signature: takes(&[]),
        doc: "Returns all environment variables.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: items,
    },
];

fn current(context: &Context<'_>) -> BTreeMap<String, String> {
    with_variables(context.environment.clone())
}

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Value::Str(name) = bound.value("key") else { return Ok(false.into()) };
    let all = current(context);
    let found = all.get(name);
    Ok(found.map_or_else(|| bound.value("default").clone(), |text| Value::from(text.as_str())))
}

fn has_value(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let all = current(context);
    let found = all.get(&bound.text("key"));
    Ok(Value::Bool(match bound.value("value") {
        Value::Null => found.is_some_and(|text| !text.is_empty()),
        _ => found == Some(&bound.text("value")),
    }))
}

fn item(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let names: Vec<&str> = match bound.value("keys") {
        Value::List(list) => list.iter().filter_map(Value::as_str).collect(),
        other => other.as_str().into_iter().collect(),
    };
    let all = current(context);
    let value = |name: &str| {
        let found = all.get(name);
        found.map_or_else(|| bound.value("default").clone(), |text| Value::from(text.as_str()))
    };
    Ok(Value::Map(names.into_iter().map(|name| (Key::from(name), value(name))).collect::<Map>()))
}

fn items(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    let all = current(context);
    Ok(all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect())
}
