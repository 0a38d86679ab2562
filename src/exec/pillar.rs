//! `pillar.*`: what the pillar holds.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.pillar.html>.

use super::call::{Bound, CallError};
use super::filter;
use super::merge::{Way, joined, merged};
use super::signature::{Default, maybe, optional, required, takes, text};
use super::{Context, Function, Signature, traverse};
use crate::model::{Key, Map, Value};

const ITEMS: Signature = Signature { parameters: &[], any_positional: true, any_named: true };

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "pillar.get",
        signature: takes(&[
            required("key"),
            optional("default", Default::Text("")),
            optional("merge", Default::Bool(false)),
            optional("merge_nested_lists", Default::Null),
            optional("delimiter", Default::Text(":")),
            optional("pillarenv", Default::Null),
            optional("saltenv", Default::Null),
        ]),
        doc: "Gives the value at a path such as 'vpc:subnets:0', or the default.\n\nWith merge=True mappings of the default and the pillar are merged, the pillar winning.",
        call: get,
    },
    Function {
        name: "pillar.items",
        signature: ITEMS,
        doc: "Gives the whole pillar, or those keys of it that are named.\n\npillar={…} adds pillar for this call.",
        call: items,
    },
    Function { name: "pillar.data", signature: ITEMS, doc: "The same as pillar.items.", call: items },
    Function {
        name: "pillar.item",
        signature: Signature { parameters: &[], any_positional: true, any_named: true },
        doc: "Gives a mapping of the named paths; what is missing is the default, or empty text.",
        call: item,
    },
    Function {
        name: "pillar.raw",
        signature: takes(&[optional("key", Default::Null)]),
        doc: "Gives the whole pillar, or one key of it.",
        call: raw,
    },
    Function {
        name: "pillar.fetch",
        signature: takes(&[
            required("key"),
            optional("default", Default::Text("")),
            optional("merge", Default::Bool(false)),
            optional("merge_nested_lists", Default::Null),
            optional("delimiter", Default::Text(":")),
        ]),
        doc: "The same as pillar.get.",
        call: get,
    },
    Function {
        name: "pillar.keys",
        signature: takes(&[required("key"), text("delimiter", ":")]),
        doc: "Gives the keys of the mapping at a path.",
        call: keys,
    },
    Function {
        name: "pillar.ls",
        signature: Signature { parameters: &[], any_positional: true, any_named: true },
        doc: "Gives the keys of the pillar.",
        call: ls,
    },
    Function::new(
        "pillar.obfuscate",
        ITEMS,
        "Gives the whole pillar with types in place of values.",
        |context, bound| Ok(obfuscated(&items(context, bound)?)),
    ),
    Function::new(
        "pillar.file_exists",
        takes(&[required("path"), maybe("saltenv")]),
        "Tells whether there is a file in the pillar's tree.",
        file_exists,
    ),
    Function::new(
        "pillar.filter_by",
        takes(&[
            required("lookup_dict"),
            required("pillar"),
            maybe("merge"),
            text("default", "default"),
            maybe("base"),
        ]),
        "Gives the entry of a mapping whose key, a glob, matches a value of the pillar.",
        filter_by,
    ),
    Function::new(
        "pillar.ext",
        takes(&[required("external"), maybe("pillar")]),
        "Gives the pillar of another source: there is none here, so it is empty.",
        |_, _| Ok(Value::Map(Map::new())),
    ),
];

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let found = traverse(&context.minion.pillar, &bound.text("key"), &bound.text("delimiter"));
    let default = bound.value("default");
    let Some(found) = found else { return Ok(default.clone()) };
    if !bound.is_true("merge") {
        return Ok(found.clone());
    }
    let configured = context.minion.opts.get("pillar_merge_lists").and_then(Value::as_bool).unwrap_or(false);
    let joins_lists = bound.value("merge_nested_lists").as_bool().unwrap_or(configured);
    Ok(match (default, found) {
        (Value::List(first), Value::List(second)) => Value::List(joined(first, second)),
        (Value::Map(_), Value::Map(_)) => merged(default, found, Way { recurses: true, joins_lists }),
        _ => found.clone(),
    })
}

fn items(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let mut pillar = Value::Map(context.minion.pillar.clone());
    if let Some(extra @ Value::Map(_)) = bound.named.get("pillar") {
        pillar.merge(extra.clone());
    }
    if bound.rest.is_empty() {
        return Ok(pillar);
    }
    let pillar = pillar.as_map().cloned().unwrap_or_default();
    Ok(Value::Map(picked(&pillar, bound, &Value::from(""))))
}

fn item(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let missing = Value::from("");
    let default = bound.named.get("default").unwrap_or(&missing);
    Ok(Value::Map(picked(&context.minion.pillar, bound, default)))
}

fn picked(pillar: &Map, bound: &Bound, default: &Value) -> Map {
    let delimiter = bound.named.get("delimiter").and_then(Value::as_str).unwrap_or(":");
    let paths = bound.rest.iter().filter_map(Value::as_str);
    paths
        .map(|path| (Key::from(path), traverse(pillar, path, delimiter).unwrap_or(default).clone()))
        .collect()
}

fn raw(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    match bound.value("key") {
        Value::Null => Ok(Value::Map(context.minion.pillar.clone())),
        _ => Ok(context
            .minion
            .pillar
            .get(&bound.text("key"))
            .cloned()
            .unwrap_or_else(|| Value::Map(Map::new()))),
    }
}

fn keys(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let failed = |reason: String| CallError::Failed { function: "pillar.keys".to_owned(), reason };
    let path = bound.text("key");
    match traverse(&context.minion.pillar, &path, &bound.text("delimiter")) {
        None => Err(failed(format!("the pillar has no '{path}'"))),
        Some(Value::Map(map)) => Ok(Value::List(map.keys().map(Key::to_value).collect())),
        Some(other) => Err(failed(format!("'{path}' is {} and no mapping", other.type_name()))),
    }
}

fn ls(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    Ok(Value::List(context.minion.pillar.keys().map(Key::to_value).collect()))
}

fn obfuscated(value: &Value) -> Value {
    match value {
        Value::Map(map) => {
            Value::Map(map.iter().map(|(key, value)| (key.clone(), obfuscated(value))).collect())
        }
        Value::List(list) => Value::List(list.iter().map(obfuscated).collect()),
        other => format!("<{}>", super::test::type_of(other)).into(),
    }
}

fn file_exists(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = bound.text("path");
    let roots = &context.config.pillar_roots;
    let named = bound.value("saltenv").as_str();
    let mut directories =
        roots.iter().filter(|(env, _)| named.is_none_or(|named| named == *env)).flat_map(|(_, all)| all);
    Ok(directories.any(|directory| directory.join(&path).is_file()).into())
}

fn filter_by(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let lookup = filter::lookup(bound, "lookup_dict")?;
    let found = traverse(&context.minion.pillar, &bound.text("pillar"), ":");
    filter::finished(bound, lookup, filter::entry(lookup, found))
}
