//! `pillar.*`: the contents of the pillar.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.pillar.html>.

use super::call::{Bound, CallError};
use super::filter;
use super::merge::{MergeStrategy, joined, merged};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function, Signature, traverse};
use model::Effect::{CompilesPillar, NeedsPillar, ReadsMachine};
use model::{Key, Map, Shape, Value};

const ITEMS: Signature = takes(&[]).and_more("keys", "only these keys").and_named();

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "pillar.get",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("default", "", "the value to return if nothing is found"),
            flag("merge", false, "True: mappings of the default and the pillar are merged"),
            maybe("merge_nested_lists", Shape::Boolean, "True: lists within them are joined"),
            text("delimiter", ":", "the delimiter of the path"),
            maybe("pillarenv", Shape::Text, "accepted as in Salt, without effect"),
            maybe("saltenv", Shape::Text, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns the value at a path such as 'vpc:subnets:0', or the default.\n\nWith merge=True \
              mappings of the default and the pillar are merged, and the pillar wins.",
        returns: "the value",
        does: &[NeedsPillar],
        call: get,
    },
    Function {
        name: "pillar.items",
        signature: ITEMS,
        doc: "Returns the whole pillar, or those keys of it that are named.\n\npillar={…} adds pillar \
              for this call.",
        returns: "a mapping",
        does: &[NeedsPillar, CompilesPillar],
        call: items,
    },
    Function {
        name: "pillar.data",
        signature: ITEMS,
        doc: "The same as pillar.items.",
        returns: "a mapping",
        does: &[NeedsPillar, CompilesPillar],
        call: items,
    },
    Function {
        name: "pillar.item",
        signature: takes(&[]).and_more("paths", "the paths").and_named(),
        doc: "Returns a mapping of the named paths; a missing one is the default, or empty text.",
        returns: "a mapping",
        does: &[NeedsPillar],
        call: item,
    },
    Function {
        name: "pillar.raw",
        signature: takes(&[maybe("key", Shape::Text, "only this key")]),
        doc: "Returns the whole pillar, or one key of it.",
        returns: "a mapping, or the value",
        does: &[NeedsPillar],
        call: raw,
    },
    Function {
        name: "pillar.fetch",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("default", "", "the value to return if nothing is found"),
            flag("merge", false, "True: mappings of the default and the pillar are merged"),
            maybe("merge_nested_lists", Shape::Boolean, "True: lists within them are joined"),
            text("delimiter", ":", "the delimiter of the path"),
        ]),
        doc: "The same as pillar.get.",
        returns: "the value",
        does: &[NeedsPillar],
        call: get,
    },
    Function {
        name: "pillar.keys",
        signature: takes(&[
            required("key", Shape::Text, "the path"),
            text("delimiter", ":", "the delimiter of the path"),
        ]),
        doc: "Returns the keys of the mapping at a path.",
        returns: "a list of keys",
        does: &[NeedsPillar],
        call: keys,
    },
    Function {
        name: "pillar.ls",
        signature: takes(&[]).and_more("keys", "accepted as in Salt, without effect").and_named(),
        doc: "Returns the keys of the pillar.",
        returns: "a list of keys",
        does: &[NeedsPillar],
        call: ls,
    },
    Function {
        name: "pillar.obfuscate",
        signature: ITEMS,
        doc: "Returns the whole pillar with types in place of values.",
        returns: "a mapping",
        does: &[NeedsPillar, CompilesPillar],
        call: |context, bound| Ok(obfuscated(&items(context, bound)?)),
    },
    Function {
        name: "pillar.file_exists",
        signature: takes(&[
            required("path", Shape::Text, "the path below the roots of the pillar"),
            maybe("saltenv", Shape::Text, "only in this environment"),
        ]),
        doc: "Returns whether there is a file in the pillar's tree.",
        returns: "a boolean",
        does: &[NeedsPillar, ReadsMachine],
        call: file_exists,
    },
    Function {
        name: "pillar.filter_by",
        signature: takes(&[
            required("lookup_dict", Shape::Record(&[]), "the mapping"),
            required("pillar", Shape::Any, "the pillar's path"),
            maybe("merge", Shape::Any, "a mapping that is merged over the entry"),
            text("default", "default", "the value to return if nothing is found"),
            maybe("base", Shape::Text, "an entry that the selected one is merged over"),
        ]),
        doc: "Returns the entry of a mapping whose key, a glob, matches a value of the pillar.",
        returns: "the entry, or None",
        does: &[NeedsPillar],
        call: filter_by,
    },
    Function {
        name: "pillar.ext",
        signature: takes(&[
            required("external", Shape::Any, "external pillars, as 'ext_pillar' lists them"),
            maybe("pillar", Shape::Any, "the pillar that they see"),
        ]),
        doc: "Returns the pillar of another source: there is none here, so it is empty.",
        returns: "a mapping",
        does: &[NeedsPillar],
        call: |_, _| Ok(Value::Map(Map::new())),
    },
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
        (Value::Map(_), Value::Map(_)) => {
            merged(default, found, MergeStrategy { recurses: true, joins_lists })
        }
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
        Some(other) => Err(failed(format!("'{path}' is {}, not a mapping", other.type_name()))),
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
