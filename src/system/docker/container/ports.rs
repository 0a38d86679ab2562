//! Ports of a container, and their bindings on the host.

use serde_json::{Map as Object, Value as Json, json};

use super::super::read;
use super::form::address;
use model::{Value, python};

/// Ports without commas and ranges, as `80/tcp`.
fn named(text: &str) -> Result<(u32, u32, String), String> {
    let (range, protocol) = text.split_once('/').unwrap_or((text, "tcp"));
    let (first, last) = span(range)?;
    Ok((first, last, protocol.to_lowercase()))
}

/// The first and the last port of a range.
fn span(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("'{text}' is non-numeric or an invalid port range");
    let number = |word: &str| word.trim().parse::<u32>().ok();
    let (first, last) = match text.split_once('-') {
        Some((first, last)) => (number(first), number(last)),
        None => (number(text), number(text)),
    };
    let (first, last) = first.zip(last).ok_or_else(wrong)?;
    if first > last {
        return Err(format!(
            "Start of port range ({first}) cannot be greater than end of port range ({last})"
        ));
    }
    Ok((first, last))
}

/// The exposed ports: `80`, `53/udp`, `8000-8010`.
pub(super) fn exposed(value: &Value) -> Result<Json, String> {
    let mut all = Object::new();
    for text in read::words(value) {
        let (first, last, protocol) = named(&text)?;
        all.extend((first..=last).map(|port| (format!("{port}/{protocol}"), json!({}))));
    }
    Ok(Json::Object(all))
}

/// A binding on the host; without a port the engine chooses one.
fn binding(host: &str, port: &str) -> Json {
    json!({"HostIp": host, "HostPort": port})
}

/// The bindings on the host: `80`, `8080:80`, `127.0.0.1:8080:80/udp`, ranges of them, or a mapping of the container's port to
/// the host's.
pub(super) fn published(value: &Value, checks_addresses: bool) -> Result<Json, String> {
    if let Some(map) = value.as_map() {
        let each = map.iter().map(|(port, host)| {
            let (first, _, protocol) = named(&port.to_string())?;
            let all = match host {
                Value::List(list) => list.iter().map(of_mapping).collect(),
                one => vec![of_mapping(one)],
            };
            Ok((format!("{first}/{protocol}"), Json::from(all)))
        });
        return each.collect::<Result<Object<_, _>, String>>().map(Json::Object);
    }
    let mut all: Vec<(String, Vec<Json>)> = vec![];
    for text in read::words(value) {
        for (port, bound) in bindings(&text, checks_addresses)? {
            match all.iter_mut().find(|(name, _)| *name == port) {
                Some((_, others)) => others.push(bound),
                None => all.push((port, vec![bound])),
            }
        }
    }
    // Besides others, a binding without a port is the same one.
    for (port, bound) in all.iter_mut().filter(|(_, bound)| bound.len() > 1) {
        let own = port.split('/').next().unwrap_or_default();
        for it in bound.iter_mut().filter(|it| **it == binding("", "")) {
            *it = binding("", own);
        }
    }
    Ok(all.into_iter().map(|(port, bound)| (port, Json::from(bound))).collect::<Object<_, _>>().into())
}

fn of_mapping(host: &Value) -> Json {
    match host {
        Value::Map(_) => host.to_json(),
        Value::Null => binding("", ""),
        Value::List(parts) => {
            let part = |at: usize| parts.get(at).map(python::text).unwrap_or_default();
            binding(&part(0), &part(1))
        }
        port => binding("", &python::text(port)),
    }
}

fn bindings(text: &str, checks_addresses: bool) -> Result<Vec<(String, Json)>, String> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    let (host, from, port) = match parts[..] {
        [""] => return Err("Empty port binding definition found".to_owned()),
        [port] => ("", "", port),
        ["", _] => return Err(format!("Empty host port in port binding definition '{text}'")),
        [_, ""] => return Err(format!("Empty container port in port binding definition '{text}'")),
        [from, port] => ("", from, port),
        [host, from, port] => (host, from, port),
        _ => {
            return Err(format!(
                "'{text}' is an invalid port binding definition (at most 3 components are allowed, found {})",
                parts.len()
            ));
        }
    };
    address(host, checks_addresses && !host.is_empty())?;
    let (first, last, protocol) = named(port)?;
    let on_host = if from.is_empty() { None } else { Some(span(from)?) };
    if on_host.is_some_and(|(begin, end)| end - begin != last - first) {
        let inside = port.split('/').next().unwrap_or_default();
        return Err(format!(
            "Host port range ({from}) does not have the same number of ports as the container port range ({inside})"
        ));
    }
    let each = (first..=last).map(|port| {
        let from = on_host.map(|(begin, _)| (begin + port - first).to_string());
        (format!("{port}/{protocol}"), binding(host, &from.unwrap_or_default()))
    });
    Ok(each.collect())
}
