//! `selinux.port_policy_present` and `selinux.port_policy_absent`.

use super::files::both;
use crate::operation::{Operations, change, refused, settled};
use crate::{Call, Intent};
use machine::selinux::PortRule;
use model::Value;

/// Reads protocol and port. None if one of them is invalid.
fn read(text: &str) -> Option<(String, String)> {
    let (protocol, ports) = text.split_once('/')?;
    let is_number = |text: &str| text.parse::<u16>().is_ok();
    let is_ports = match ports.split_once('-') {
        Some((first, last)) => is_number(first) && is_number(last),
        None => is_number(ports),
    };
    (matches!(protocol, "tcp" | "udp") && is_ports).then(|| (protocol.to_owned(), ports.to_owned()))
}

fn shown(rule: Option<&PortRule>) -> Value {
    let Some(rule) = rule else { return Value::Null };
    let ports = rule.ports.join(", ");
    let parts =
        [("sel_type", rule.kind.as_str()), ("protocol", rule.protocol.as_str()), ("port", ports.as_str())];
    parts.into_iter().collect()
}

pub(super) fn diff(call: &Call<'_>, rules: &[PortRule]) -> Intent<Operations> {
    let (name, fields) = (call.name, call.fields);
    let given = |part: &str| fields.text(part).unwrap_or_else(|| "None".to_owned());
    let (protocol, port) = (given("protocol"), given("port"));
    let Some(place) = read(name).or_else(|| read(&format!("{protocol}/{port}"))) else {
        return refused(format!(
            "Invalid name \"{name}\" format and protocol and port not provided or invalid: \"{protocol}\" \"{port}\"."
        ));
    };
    let kind = fields.text("sel_type");
    let is_at = |rule: &&PortRule| rule.protocol == place.0 && rule.ports.contains(&place.1);
    let same = rules.iter().filter(is_at).find(|rule| kind.as_ref().is_none_or(|kind| *kind == rule.kind));
    let specified = format!(
        "specified sel_type \"{}\", protocol \"{protocol}\" and port \"{port}\".",
        kind.as_deref().unwrap_or("None")
    );
    let now = rules.iter().find(is_at);
    match (call.function.verb, same) {
        ("port_policy_absent", None) => {
            settled(format!("SELinux policy for \"{name}\" already absent with {specified}"))
        }
        ("port_policy_absent", Some(rule)) => {
            let words = ["semanage", "port", "--delete", "--proto", &place.0, &place.1];
            change("", "", both(shown(Some(rule)), Value::Null), vec![super::run(&words)])
                .or_fail("Error deleting policy")
        }
        (_, Some(_)) => settled(format!("SELinux policy for \"{name}\" already present with {specified}")),
        (_, None) => {
            let kind = kind.unwrap_or_default();
            let verb = if now.is_some() { "--modify" } else { "--add" };
            let mut words = vec!["semanage", "port", verb, "--proto", &place.0, "--type", &kind];
            let range = fields.text("sel_range");
            words.extend(range.iter().flat_map(|range| ["--range", range]));
            words.push(&place.1);
            // The type keeps its other ports.
            let mut rule = rules
                .iter()
                .find(|rule| rule.kind == kind && rule.protocol == place.0)
                .cloned()
                .unwrap_or_else(|| PortRule { kind: kind.clone(), protocol: place.0.clone(), ports: vec![] });
            rule.ports.insert(0, place.1.clone());
            change("", "", both(shown(now), shown(Some(&rule))), vec![super::run(&words)])
                .or_fail("Error adding new policy")
        }
    }
}
