//! `event.*`: events for the fleet's operators.
//!
//! The agent of this machine signs and sends them. Where the machine belongs to no fleet the answer is False, as masterless Salt has
//! it; templates of a test run send nothing, and their answer is False too.
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.event.html>.

use super::hidden;
use crate::call::{Bound, CallError};
use crate::signature::{maybe, required, takes};
use crate::{Context, Function};
use model::Effect::AsksHosts;
use model::{Argument, Key, Map, Shape, Value};

const TAG: Argument = required("tag", Shape::Text, "the tag: myapp/deployed");
const DATA: Argument = required("data", Shape::Any, "what is sent with it");
const RETURNS: &str = "True; False where it was not sent";

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "event.send",
        signature: takes(&[
            TAG,
            maybe("data", Shape::Any, "what is sent with it"),
            maybe("preload", Shape::Any, "ignored"),
            maybe("with_env", Shape::Any, "True, or a list of environment variables that are sent too"),
            maybe("with_grains", Shape::Any, "True, or a list of grains that are sent too"),
            maybe("with_pillar", Shape::Any, "True, or a list of pillar keys that are sent too"),
        ])
        .and_named(),
        doc: "Sends an event to the operators of the fleet that this machine belongs to. Named arguments are data too.",
        returns: RETURNS,
        does: &[AsksHosts],
        call: send,
    },
    Function {
        name: "event.fire",
        signature: takes(&[DATA, TAG]),
        doc: "Sends an event to the operators of the fleet that this machine belongs to.",
        returns: RETURNS,
        does: &[AsksHosts],
        call: |context, bound| sent(context, bound, bound.value("data")),
    },
    Function {
        name: "event.fire_master",
        signature: takes(&[DATA, TAG, maybe("preload", Shape::Any, "ignored")]),
        doc: "Sends an event to the operators of the fleet that this machine belongs to.",
        returns: RETURNS,
        does: &[AsksHosts],
        call: |context, bound| sent(context, bound, bound.value("data")),
    },
];

fn send(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let environment = context
        .environment
        .iter()
        .map(|(name, value)| (Key::from(name.as_str()), Value::from(value.as_str())));
    let environment: Map = environment.collect();
    let mut data = Map::new();
    for (argument, key, all) in [
        ("with_env", "environ", &environment),
        ("with_grains", "grains", &context.minion.grains),
        ("with_pillar", "pillar", &context.minion.pillar),
    ] {
        if let Some(part) = part(bound.value(argument), all) {
            data.insert(Key::from(key), Value::Map(part));
        }
    }
    data.extend(
        bound
            .named
            .iter()
            .filter(|(key, _)| !key.to_string().starts_with("__"))
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    match bound.value("data") {
        Value::Map(more) => data.extend(more.clone()),
        Value::Null => {}
        other => {
            data.insert(Key::from("data"), other.clone());
        }
    }
    sent(context, bound, &Value::Map(data))
}

/// All of it for True, and for a list the keys in it.
fn part(wanted: &Value, all: &Map) -> Option<Map> {
    match wanted {
        Value::Bool(true) => Some(all.clone()),
        Value::List(names) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            let is_meant = |key: &Key| names.iter().any(|name| *key == Key::from(*name));
            Some(
                all.iter()
                    .filter(|(key, _)| is_meant(key))
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect(),
            )
        }
        _ => None,
    }
}

fn sent(context: &Context<'_>, bound: &Bound, data: &Value) -> Result<Value, CallError> {
    // A person or a job that calls the function means it; a template of a test run does not.
    let fleet = context.fleet.filter(|_| context.may_change || context.is_typed);
    match fleet.and_then(|fleet| fleet.send_event(&bound.text("tag"), &hidden(data))) {
        None => Ok(Value::Bool(false)),
        Some(Ok(())) => Ok(Value::Bool(true)),
        Some(Err(reason)) => Err(bound.fails(reason)),
    }
}
