//! `config.*`: a value wherever it is configured.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.config.html>.

use super::call::{Bound, CallError};
use super::signature::{Default, optional, required, takes};
use super::{Context, Function, traverse};
use crate::model::{Key, Map, Value};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "config.get",
        signature: takes(&[
            required("key"),
            optional("default", Default::Text("")),
            optional("delimiter", Default::Text(":")),
            optional("merge", Default::Null),
            optional("omit_opts", Default::Bool(false)),
            optional("omit_pillar", Default::Bool(false)),
            optional("omit_master", Default::Bool(false)),
            optional("omit_grains", Default::Bool(false)),
        ]),
        doc: "Gives the value at a path, looked for in the configuration, the grains and the pillar, in this order.",
        call: get,
    },
    Function {
        name: "config.option",
        signature: takes(&[
            required("value"),
            optional("default", Default::Text("")),
            optional("omit_opts", Default::Bool(false)),
            optional("omit_grains", Default::Bool(false)),
            optional("omit_pillar", Default::Bool(false)),
            optional("omit_master", Default::Bool(false)),
            optional("omit_all", Default::Bool(false)),
            optional("wildcard", Default::Bool(false)),
        ]),
        doc: "Gives a top-level key, looked for in the configuration, the grains and the pillar, in this order.",
        call: option,
    },
    Function {
        name: "config.items",
        signature: takes(&[]),
        doc: "Gives the whole minion configuration, defaults included.",
        call: items,
    },
];

/// The places that are asked, in order, without those that the call leaves out.
fn places<'a>(context: &Context<'a>, bound: &Bound) -> Vec<&'a Map> {
    let minion = context.minion;
    let master = minion.pillar.get("master").and_then(Value::as_map);
    let places = [
        ("omit_opts", Some(&minion.opts)),
        ("omit_grains", Some(&minion.grains)),
        ("omit_pillar", Some(&minion.pillar)),
        ("omit_master", master),
    ];
    if bound.is_true("omit_all") {
        return vec![];
    }
    places.into_iter().filter(|(word, _)| !bound.is_true(word)).filter_map(|(_, place)| place).collect()
}

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (key, delimiter) = (bound.text("key"), bound.text("delimiter"));
    let mut found = places(context, bound).into_iter().filter_map(|place| traverse(place, &key, &delimiter));
    if bound.value("merge").is_null() {
        return Ok(found.next().unwrap_or_else(|| bound.value("default")).clone());
    }
    let overwrites = bound.text("merge") == "overwrite";
    let all: Vec<&Value> = found.collect();
    if all.is_empty() || !all.iter().all(|value| matches!(value, Value::Map(_))) {
        return Ok(all.first().copied().unwrap_or_else(|| bound.value("default")).clone());
    }
    let mut whole = Value::Map(Map::new());
    for value in all.into_iter().rev() {
        match (&mut whole, value) {
            (Value::Map(below), Value::Map(above)) if overwrites => below.extend(above.clone()),
            _ => whole.merge(value.clone()),
        }
    }
    Ok(whole)
}

fn option(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let key = Key::from(bound.text("value"));
    let found = places(context, bound).into_iter().find_map(|place| place.get(&key));
    Ok(found.unwrap_or_else(|| bound.value("default")).clone())
}

fn items(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    Ok(Value::Map(context.minion.opts.clone()))
}
