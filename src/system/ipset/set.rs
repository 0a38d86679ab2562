//! Sets.

use super::{Call, Intent, Live, Operations, family};
use crate::operation::{Operation, change, changes_of, refused, settled};
use machine::ipset;
use model::Value;

/// Options with a value, and options without one.
const VALUES: [&str; 7] = ["range", "netmask", "markmask", "hashsize", "maxelem", "size", "timeout"];
const FLAGS: [&str; 3] = ["counters", "comment", "skbinfo"];

/// The kernel's name of a family, for sets of addresses.
fn inet(call: &Call<'_>, kind: &str) -> Option<&'static str> {
    let is_of_addresses = kind.starts_with("hash:") && kind != "hash:mac";
    is_of_addresses.then(|| if family(call).ends_with('6') { "inet6" } else { "inet" })
}

fn unread(live: &Live) -> Option<&str> {
    live.seen.as_ref().err().map(String::as_str)
}

pub(super) fn present(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, fields, family) = (call.name, call.fields, family(call));
    let kind = fields.required_text("set_type");
    let inet = inet(call, &kind);
    if let Some(set) = live.seen.as_ref().ok().and_then(|seen| seen.set.as_ref()) {
        let is_other =
            set.kind != kind || set.family().is_some_and(|it| inet.is_some_and(|wanted| wanted != it));
        if is_other {
            let of = set.family().map(|it| format!(" of {it}")).unwrap_or_default();
            return refused(format!(
                "ipset set {own} exists with the type {}{of}: remove it first",
                set.kind
            ));
        }
        return settled(format!("ipset set {own} already exists for {family}"));
    }
    let mut words = vec!["create".to_owned(), own.to_owned(), kind];
    words.extend(VALUES.iter().flat_map(|name| {
        let value = fields.text(name).map(|text| [(*name).to_owned(), text]);
        value.into_iter().flatten()
    }));
    let is_set = |name: &&&str| fields.boolean(name) == Some(true);
    words.extend(FLAGS.iter().filter(is_set).map(|name| (*name).to_owned()));
    words.extend(inet.into_iter().flat_map(|inet| ["family".to_owned(), inet.to_owned()]));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    change(
        format!("ipset set {own} would be added for {family}"),
        format!("ipset set {own} created successfully for {family}"),
        changes_of("locale", Value::from(own)),
        vec![Operation::run(ipset::command(&words))],
    )
    .or_fail(format!("Failed to create set {own} for {family}"))
    .unless_unread(unread(live))
}

pub(super) fn absent(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, family) = (call.name, family(call));
    if live.seen.as_ref().is_ok_and(|seen| seen.set.is_none()) {
        return settled(format!("ipset set {own} for {family} is already absent"));
    }
    change(
        format!("ipset set {own} for {family} would be removed"),
        format!("ipset set {own} deleted successfully for family {family}"),
        changes_of("locale", Value::from(own)),
        vec![Operation::run(ipset::command(&["destroy", own]))],
    )
    .or_fail(format!("Failed to delete set {own} for {family}"))
    .unless_unread(unread(live))
}

pub(super) fn flushed(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let (own, family) = (call.name, family(call));
    let done = format!("Flushed ipset entries from set {own} for {family}");
    let set = live.seen.as_ref().ok().and_then(|seen| seen.set.as_ref());
    if set.is_some_and(|set| set.entries.is_empty()) {
        return settled(done);
    }
    change(
        format!("ipset entries in set {own} for {family} would be flushed"),
        done,
        changes_of("locale", Value::from(own)),
        vec![Operation::run(ipset::command(&["flush", own]))],
    )
    .or_fail(format!("Failed to flush ipset entries from set {own} for {family}"))
    .unless_unread(unread(live))
}
