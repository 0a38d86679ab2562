//! `selinux.boolean`.

use std::collections::BTreeMap;

use crate::operation::{Operations, change, refused, settled};
use crate::{Call, Intent};
use machine::selinux::Boolean;
use model::{Map, Value};

fn word(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn both(old: bool, new: bool) -> Value {
    [("old", word(old)), ("new", word(new))].into_iter().collect()
}

pub(super) fn diff(call: &Call<'_>, all: &BTreeMap<String, Boolean>) -> Intent<Operations> {
    let name = call.name;
    let Some(now) = all.get(name) else {
        return refused(format!("Boolean {name} is not available"));
    };
    let written = call.fields.required_text("value");
    let wanted = match written.to_lowercase().as_str() {
        "1" | "on" | "yes" | "true" => true,
        "0" | "off" | "no" | "false" => false,
        _ => return refused(format!("{written} is not a valid value for the boolean")),
    };
    let persists = call.fields.boolean("persist") == Some(true);
    if now.state == wanted && (!persists || now.default == wanted) {
        return settled("Boolean is in the correct state");
    }
    let mut changes = Map::new();
    if now.state != wanted {
        changes.insert("State".into(), both(now.state, wanted));
    }
    if persists && now.default != wanted {
        changes.insert("Default".into(), both(now.default, wanted));
    }
    let words = ["setsebool"].into_iter().chain(persists.then_some("-P")).chain([name, word(wanted)]);
    change(
        format!("Boolean {name} is set to be changed to {}", word(wanted)),
        format!("Boolean {name} has been set to {}", word(wanted)),
        changes,
        vec![super::run(&words.collect::<Vec<_>>())],
    )
    .or_fail(format!("Failed to set the boolean {name} to {}", word(wanted)))
}
