//! The differences between the hosts file and a declaration.

use std::net::IpAddr;

use super::Live;
use crate::operation::{Operation, Operations, act, refused, settled, with};
use crate::{Call, Intent};
use model::{Key, Map, Outcome, Value, Verdict};

/// The report about each address, in a test run and in a real one.
#[derive(Default)]
struct Wording {
    foreseen: Vec<String>,
    done: Vec<String>,
    changes: Map,
}

impl Wording {
    fn both(&mut self, text: String) {
        self.foreseen.push(text.clone());
        self.done.push(text);
    }

    fn change(&mut self, foreseen: String, done: String, (key, address, what): (&str, &str, &str)) {
        self.foreseen.push(foreseen);
        self.done.push(done);
        let below = self.changes.entry(Key::from(key)).or_insert_with(|| Value::Map(Map::new()));
        if let Value::Map(below) = below {
            let list = below.entry(Key::from(address)).or_insert_with(|| Value::List(vec![]));
            if let Value::List(list) = list {
                list.push(what.into());
            }
        }
    }
}

pub(super) fn present(call: &Call<'_>, mut live: Live) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let addresses = fields.texts("ip").unwrap_or_default();
    let invalid = addresses.iter().filter(|address| address.parse::<IpAddr>().is_err());
    let invalid: Vec<String> =
        invalid.map(|address| format!("Invalid IP Address for {name} ({address})")).collect();
    if !invalid.is_empty() {
        return refused(invalid.join("\n"));
    }
    let comment = fields.text("comment").filter(|comment| !comment.is_empty());
    let mut report = Wording::default();
    let mut warnings = vec![];
    for address in &addresses {
        let differs =
            comment.as_ref().filter(|comment| live.table.comment_of(address) != Some(comment.as_str()));
        if live.table.has(address, name) {
            if differs.is_none() {
                report.both(format!("Host {name} ({address}) already present"));
            }
        } else {
            live.table.add(address, name);
            let foreseen = format!("Host {name} ({address}) would be added");
            report.change(foreseen, format!("Added host {name} ({address})"), ("added", address, name));
        }
        if let Some(comment) = differs {
            live.table.set_comment(address, comment);
            let foreseen = format!("Comment for {address} ({comment}) would be added");
            let done = format!("Set comment for host {address} ({comment})");
            report.change(foreseen, done, ("comment_added", address, comment));
        }
    }
    for address in live.table.addresses_of(name).into_iter().filter(|it| !addresses.contains(it)) {
        if fields.boolean("clean") == Some(true) {
            live.table.remove(&address, name);
            let foreseen = format!("Host {name} ({address}) would be removed");
            report.change(foreseen, format!("Removed host {name} ({address})"), ("removed", &address, name));
        } else {
            warnings.push(format!(
                "Host {name} present for IP address {address}. To get rid of this warning, either run this state with 'clean' \
                 set to True to remove {name} from {address}, or add {address} to the 'ip' argument."
            ));
        }
    }
    finish(live, report, warnings)
}

fn finish(live: Live, report: Wording, warnings: Vec<String>) -> Intent<Operations> {
    let outcome = |verdict, comments: Vec<String>| {
        let outcome = with(Outcome::succeeded(comments.join("\n")), report.changes.clone());
        Outcome { verdict, warnings: warnings.clone(), ..outcome }
    };
    if report.changes.is_empty() {
        return Intent::Settled(outcome(Verdict::Succeeded, report.done));
    }
    let foreseen = outcome(Verdict::WouldChange, report.foreseen);
    let done = outcome(Verdict::Succeeded, report.done);
    act(foreseen, vec![Operation::write(live.path, live.table.render())], done)
}

pub(super) fn absent(call: &Call<'_>, mut live: Live) -> Intent<Operations> {
    let name = call.name;
    let mut report = Wording::default();
    for address in call.fields.texts("ip").unwrap_or_default() {
        if live.table.has(&address, name) {
            live.table.remove(&address, name);
            report.foreseen.push(format!("Host {name} ({address}) needs to be removed"));
            report.done.push(format!("Removed host {name} ({address})"));
            report.changes.insert("host".into(), name.into());
        } else {
            report.both(format!("Host {name} ({address}) already absent"));
        }
    }
    finish(live, report, vec![])
}

pub(super) fn only(call: &Call<'_>, mut live: Live) -> Intent<Operations> {
    let address = call.name;
    let names = call.fields.texts("hostnames").unwrap_or_default();
    let names: Vec<String> =
        names.iter().flat_map(|name| name.split_whitespace()).map(str::to_owned).collect();
    let (old, new) = (live.table.names_of(address).join(" "), names.join(" "));
    if old == new {
        return settled(format!("IP address {address} already set to \"{new}\""));
    }
    live.table.set(address, names);
    let change: Value =
        [("old", Value::from(old.as_str())), ("new", new.as_str().into())].into_iter().collect();
    let changes: Map = [(address.into(), change)].into_iter().collect();
    let foreseen = format!("Would change {address} from \"{old}\" to \"{new}\"");
    let done = format!("successfully changed {address} from \"{old}\" to \"{new}\"");
    act(
        with(Outcome::would_change(foreseen), changes.clone()),
        vec![Operation::write(live.path, live.table.render())],
        with(Outcome::succeeded(done), changes),
    )
}
