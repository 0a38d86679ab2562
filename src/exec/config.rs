//! `config.*`: a value from any part of the configuration.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.config.html>.

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function, traverse};
use model::Effect::NeedsPillar;
use model::{Key, Map, Shape, Value, glob};

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "config.get",
        signature: takes(&[
            required("key", Shape::Text, "the path, its parts separated by the delimiter"),
            text("default", "", "the value to return if nothing is found"),
            text("delimiter", ":", "the delimiter of the path"),
            maybe("merge", Shape::Any, "how a found mapping is merged with the others"),
            flag("omit_opts", false, "True: do not look in the configuration"),
            flag("omit_pillar", false, "True: do not look in the pillar"),
            flag("omit_master", false, "True: do not look in the pillar's 'master'"),
            flag("omit_grains", false, "True: do not look in the grains"),
        ]),
        doc: "Returns the value at a path from the configuration, the grains or the pillar, in this order.",
        returns: "the value",
        does: &[NeedsPillar],
        call: get,
    },
    Function {
        name: "config.option",
        signature: takes(&[
            required("value", Shape::Text, "the key"),
            text("default", "", "the value to return if nothing is found"),
            flag("omit_opts", false, "True: do not look in the configuration"),
            flag("omit_grains", false, "True: do not look in the grains"),
            flag("omit_pillar", false, "True: do not look in the pillar"),
            flag("omit_master", false, "True: do not look in the pillar's 'master'"),
            flag("omit_all", false, "True: look nowhere"),
            flag("wildcard", false, "True: the key is a shell pattern, and the answer a mapping"),
        ]),
        doc: "Returns a top-level key from the configuration, the grains or the pillar, in this order.",
        returns: "the value",
        does: &[NeedsPillar],
        call: option,
    },
    Function {
        name: "config.items",
        signature: takes(&[]),
        doc: "Returns the whole minion configuration, defaults included.",
        returns: "a mapping",
        does: &[],
        call: items,
    },
    Function {
        name: "config.merge",
        signature: takes(&[
            required("value", Shape::Text, "the key"),
            text("default", "", "the value to return if nothing is found"),
            flag("omit_opts", false, "True: do not look in the configuration"),
            flag("omit_master", false, "True: do not look in the pillar's 'master'"),
            flag("omit_pillar", false, "True: do not look in the pillar"),
        ]),
        doc: "Returns a top-level key; mappings of the configuration and the pillar are merged, and the \
              configuration wins.",
        returns: "the value",
        does: &[NeedsPillar],
        call: merge,
    },
    Function {
        name: "config.dot_vals",
        signature: takes(&[required("value", Shape::Text, "the key")]),
        doc: "Returns the keys of the pillar's 'master' and of the configuration that begin with a word \
              and a dot.",
        returns: "a mapping",
        does: &[NeedsPillar],
        call: dot_vals,
    },
    Function {
        name: "config.manage_mode",
        signature: takes(&[required("mode", Shape::Any, "the permission bits: 644, '0644'")]),
        doc: "Returns permission bits as text of four digits.",
        returns: "a text such as '0644', or None",
        does: &[],
        call: manage_mode,
    },
    Function {
        name: "config.valid_fileproto",
        signature: takes(&[required("uri", Shape::Text, "the URI")]),
        doc: "Returns whether a URI begins with a protocol that can fetch files.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| {
            let uri = bound.text("uri");
            let protocol = uri.split_once("://").map(|(protocol, _)| protocol);
            Ok(protocol.is_some_and(|protocol| PROTOCOLS.contains(&protocol)).into())
        },
    },
    Function {
        name: "config.backup_mode",
        signature: takes(&[text("backup", "", "the mode, instead of the configured one")]),
        doc: "Returns the given backup mode, or the configured one.",
        returns: "the mode",
        does: &[NeedsPillar],
        call: |context, bound| match bound.text("backup") {
            given if !given.is_empty() => Ok(given.into()),
            _ => Ok(context.minion.option("backup_mode").cloned().unwrap_or_else(|| "".into())),
        },
    },
];

/// See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.config.html#salt.modules.config.valid_fileproto>.
const PROTOCOLS: &[&str] = &["salt", "http", "https", "ftp", "s3", "swift", "file"];

fn merge(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let key = Key::from(bound.text("value"));
    let minion = context.minion;
    let master = minion.pillar.get("master").and_then(Value::as_map);
    let places =
        [("omit_opts", Some(&minion.opts)), ("omit_master", master), ("omit_pillar", Some(&minion.pillar))];
    let mut found: Option<Value> = None;
    for (_, place) in places.into_iter().filter(|(word, _)| !bound.is_true(word)) {
        let Some(value) = place.and_then(|place| place.get(&key)) else { continue };
        found = match found {
            None => Some(value.clone()),
            Some(above @ Value::Map(_)) => {
                let mut whole = value.clone();
                whole.merge(above);
                Some(whole)
            }
            Some(above) => return Ok(above),
        };
    }
    Ok(found.unwrap_or_else(|| bound.value("default").clone()))
}

fn dot_vals(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let prefix = format!("{}.", bound.text("value"));
    let minion = context.minion;
    let master = minion.pillar.get("master").and_then(Value::as_map);
    let all = master.into_iter().flatten().chain(&minion.opts);
    let fitting = all.filter(|(key, _)| key.as_str().is_some_and(|key| key.starts_with(&prefix)));
    Ok(Value::Map(fitting.map(|(key, value)| (key.clone(), value.clone())).collect()))
}

fn manage_mode(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    if bound.value("mode").is_null() {
        return Ok(Value::Null);
    }
    let text = bound.text("mode");
    let digits = text.trim_matches(['\'', '"']).trim_start_matches("0o").trim_start_matches('0');
    Ok(format!("{digits:0>4}").into())
}

/// The sources to read, in order, without those that the call excludes.
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
    let mut all = all.into_iter().rev();
    let mut whole = all.next().cloned().unwrap_or_default();
    for value in all {
        match (&mut whole, value) {
            (Value::Map(below), Value::Map(above)) if overwrites => below.extend(above.clone()),
            _ => whole.merge(value.clone()),
        }
    }
    Ok(whole)
}

fn option(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let key = Key::from(bound.text("value"));
    if bound.is_true("wildcard") && glob::is_glob(&key.to_string()) {
        let mut all = Map::new();
        for (name, value) in places(context, bound).into_iter().flatten() {
            if glob::is_match(&key.to_string(), &name.to_string()) && !all.contains_key(name) {
                all.insert(name.clone(), value.clone());
            }
        }
        return Ok(if all.is_empty() { bound.value("default").clone() } else { Value::Map(all) });
    }
    let found = places(context, bound).into_iter().find_map(|place| place.get(&key));
    Ok(found.unwrap_or_else(|| bound.value("default")).clone())
}

fn items(context: &Context<'_>, _: &Bound) -> Result<Value, CallError> {
    Ok(Value::Map(context.minion.opts.clone()))
}
