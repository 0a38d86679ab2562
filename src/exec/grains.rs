//! `grains.*`: facts about the host and the service.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.grains.html>.

use super::call::{Bound, CallError};
use super::filter;
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function, traverse};
use model::{Key, Map, Shape, Value, python};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "grains.get",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("default", "", "the value to return if nothing is found"),
            text("delimiter", ":", "the delimiter of the path"),
            flag("ordered", true, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns the grain at a path such as 'locale_info:timezone', or the default.",
        returns: "the value",
        does: &[],
        call: get,
    },
    Function {
        name: "grains.items",
        signature: takes(&[flag("sanitize", false, "True: values that identify the machine are replaced")]),
        doc: "Returns all grains.",
        returns: "a mapping",
        does: &[],
        call: items,
    },
    Function {
        name: "grains.item",
        signature: takes(&[]).and_more("names", "the names").and_named(),
        doc: "Returns a mapping of the named grains; a missing one is the default, or empty text.",
        returns: "a mapping",
        does: &[],
        call: item,
    },
    Function {
        name: "grains.ls",
        signature: takes(&[]),
        doc: "Returns the names of all grains, sorted.",
        returns: "a list of names",
        does: &[],
        call: ls,
    },
    Function {
        name: "grains.has_value",
        signature: takes(&[required("key", Shape::Text, "the path, its parts separated by the delimiter")]),
        doc: "Returns whether there is a grain.",
        returns: "a boolean",
        does: &[],
        call: has_value,
    },
    Function {
        name: "grains.equals",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            required("value", Shape::Any, "the value"),
        ]),
        doc: "Returns whether a grain has this value, both taken as text.",
        returns: "a boolean",
        does: &[],
        call: equals,
    },
    Function {
        name: "grains.fetch",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("default", "", "the value to return if nothing is found"),
            text("delimiter", ":", "the delimiter of the path"),
            flag("ordered", true, "accepted as in Salt, without effect"),
        ]),
        doc: "The same as grains.get.",
        returns: "the value",
        does: &[],
        call: get,
    },
    Function {
        name: "grains.filter_by",
        signature: takes(&[
            required("lookup_dict", Shape::Record(&[]), "the mapping"),
            text("grain", "os_family", "the grain"),
            maybe("merge", Shape::Any, "a mapping that is merged over the entry"),
            text("default", "default", "the value to return if nothing is found"),
            maybe("base", Shape::Text, "an entry that the selected one is merged over"),
        ]),
        doc: "Returns the entry of a mapping whose key, a glob, matches a grain.\n\nIf there is none, \
              it returns the entry that 'default' names. The result is merged over the entry that \
              'base' names, and 'merge' is merged over the result.",
        returns: "the entry, or None",
        does: &[],
        call: filter_by,
    },
];

fn get(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let found = traverse(&context.minion.grains, &bound.text("key"), &bound.text("delimiter"));
    Ok(found.unwrap_or_else(|| bound.value("default")).clone())
}

fn items(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    Ok(Value::Map(context.minion.grains.clone()))
}

fn item(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let missing = Value::from("");
    let default = bound.named.get("default").unwrap_or(&missing);
    let names = bound.rest.iter().filter_map(Value::as_str);
    let found = names.map(|name| {
        (Key::from(name), traverse(&context.minion.grains, name, ":").unwrap_or(default).clone())
    });
    Ok(Value::Map(found.collect::<Map>()))
}

fn ls(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    let mut names: Vec<String> = context.minion.grains.keys().map(Key::to_string).collect();
    names.sort_unstable();
    Ok(names.into())
}

fn has_value(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let found = traverse(&context.minion.grains, &bound.text("key"), ":");
    Ok(Value::Bool(found.is_some()))
}

fn equals(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let found =
        traverse(&context.minion.grains, &bound.text("key"), ":").cloned().unwrap_or_else(|| "".into());
    Ok(Value::Bool(python::text(&found) == python::text(bound.value("value"))))
}

fn filter_by(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let lookup = filter::lookup(bound, "lookup_dict")?;
    let found = traverse(&context.minion.grains, &bound.text("grain"), ":");
    filter::finished(bound, lookup, filter::entry(lookup, found))
}
