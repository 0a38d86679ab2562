//! `defaults.*`: the defaults of a formula, which the pillar overrides.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.defaults.html>.

use super::call::{Bound, CallError};
use super::merge::{MergeStrategy, merged};
use super::signature::{flag, required, takes, text};
use super::{Context, Function, traverse};
use model::Effect::{ChangesArgument, ReadsMachine};
use model::{Map, Shape, Value};
use sls::yaml;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "defaults.get",
        signature: takes(&[
            required("key", Shape::Text, "the formula's name, and the path after a colon"),
            text("default", "", "the value to return if nothing is found"),
        ]),
        doc: "Returns a value of a formula's defaults.\n\n'shop:port' is the key 'port' of \
              salt://shop/defaults.yaml, or else of salt://shop/defaults.json.",
        returns: "the value",
        does: &[ReadsMachine],
        call: get,
    },
    Function {
        name: "defaults.merge",
        signature: takes(&[
            required("dest", Shape::Record(&[]), "the lower mapping"),
            required("src", Shape::Record(&[]), "the upper mapping, which wins"),
            flag("merge_lists", false, "True: lists are joined; False: they are replaced"),
            flag("in_place", true, "True: the first mapping itself is changed, too"),
            flag("convert_none", true, "True: None counts as an empty mapping"),
        ]),
        doc: "Merges one mapping over another.",
        returns: "the merged mapping",
        does: &[ChangesArgument],
        call: merge,
    },
    Function {
        name: "defaults.deepcopy",
        signature: takes(&[required("source", Shape::Any, "the data")]),
        doc: "Returns a deep copy of a value.",
        returns: "the copy",
        does: &[],
        call: |_, bound| Ok(bound.value("source").clone()),
    },
    Function {
        name: "defaults.update",
        signature: takes(&[
            required("dest", Shape::Record(&[]), "the mapping with the entries"),
            required("defaults", Shape::Record(&[]), "the defaults of each entry"),
            flag("merge_lists", true, "True: lists are joined; False: they are replaced"),
            flag("in_place", true, "True: the first mapping itself is changed, too"),
            flag("convert_none", true, "True: None counts as an empty mapping"),
        ]),
        doc: "Merges each entry of a mapping over the same defaults.",
        returns: "the mapping with completed entries",
        does: &[ChangesArgument],
        call: update,
    },
];

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let key = bound.text("key");
    let (formula, rest) = key.split_once(':').map_or((key.as_str(), None), |(head, rest)| (head, Some(rest)));
    let env = context.saltenv(&Value::Null);
    let file = ["yaml", "json"]
        .iter()
        .find_map(|extension| context.states.find(&env, &format!("{formula}/defaults.{extension}")));
    let Some(file) = file else { return Ok(bound.value("default").clone()) };
    let shown = file.path.display().to_string();
    let bytes = machine::file::read_of_tree(&file.path).map_err(|error| bound.failed(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    // JSON is YAML too.
    let node = yaml::parse_file(&text, &shown).map_err(|problems| bound.failed(&problems))?;
    let Value::Map(defaults) = node.to_value() else { return Ok(bound.value("default").clone()) };
    Ok(match rest {
        None => Value::Map(defaults),
        Some(path) => traverse(&defaults, path, ":").unwrap_or_else(|| bound.value("default")).clone(),
    })
}

fn merge(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let way = MergeStrategy { recurses: true, joins_lists: bound.is_true("merge_lists") };
    let empty = Value::Map(Map::new());
    let or_empty = |value: &Value| {
        if value.is_null() && bound.is_true("convert_none") { empty.clone() } else { value.clone() }
    };
    if bound.value("dest").is_null() && bound.is_true("in_place") {
        return Err(bound.fails("nothing can be merged into 'dest', which is nothing"));
    }
    let (below, above) = (or_empty(bound.value("dest")), or_empty(bound.value("src")));
    match (&below, &above) {
        (Value::Map(_), Value::Map(_)) => Ok(merged(&below, &above, way)),
        _ => Err(bound.fails("'dest' and 'src' must both be mappings")),
    }
}

fn update(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let way = MergeStrategy { recurses: true, joins_lists: bound.is_true("merge_lists") };
    let (Value::Map(whole), defaults @ Value::Map(_)) = (bound.value("dest"), bound.value("defaults")) else {
        return Err(bound.fails("'dest' and 'defaults' must both be mappings"));
    };
    let entries = whole.iter().map(|(name, entry)| match entry {
        Value::Null => Ok((name.clone(), merged(defaults, &Value::Map(Map::new()), way))),
        Value::Map(_) => Ok((name.clone(), merged(defaults, entry, way))),
        _ => Err(bound.fails(format!("'{name}' of 'dest' must be a mapping"))),
    });
    Ok(Value::Map(entries.collect::<Result<Map, CallError>>()?))
}
