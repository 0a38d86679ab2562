//! `dnsutil.*`: names of hosts in files: `/etc/hosts`, zone files, and the serial number of a zone.
//!
//! The answers were recorded from Salt 3007. Salt's `hosts_append` skips every second name that is there already and
//! writes it again; this function writes no name twice. See
//! <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.dnsutil.html>.

use std::path::Path;

use super::call::{Arguments, Bound, CallError};
use super::signature::{flag, maybe, takes, text};
use super::{Context, Function};
use machine::file::{self, Permissions};
use model::Effect::{CallsFunctions, ChangesMachine, ReadsMachine};
use model::{Argument, Map, Shape, Value, python};

/// A week: RFC 1035 has no longer unit.
const LONGEST: i64 = 604_800;

const FILE: Argument = text("hostsfile", "/etc/hosts", "the file");
const ENTRIES: Argument = maybe("entries", Shape::Text, "names of hosts, with commas between");

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "dnsutil.parse_hosts",
        signature: takes(&[FILE, maybe("hosts", Shape::Text, "the text, instead of the file's")]),
        doc: "Returns the names of hosts for each address in a file such as /etc/hosts.",
        returns: "a mapping of addresses to lists of names, or a text if there is no such file",
        does: &[ReadsMachine],
        call: |_, bound| {
            let given = bound.text("hosts");
            let read = if given.is_empty() { text_of(&bound.text("hostsfile")) } else { Some(given) };
            Ok(read.map_or_else(|| "Error: hosts data was not found".into(), |text| Value::Map(hosts(&text))))
        },
    },
    Function {
        name: "dnsutil.hosts_append",
        signature: takes(&[FILE, maybe("ip_addr", Shape::Text, "the address"), ENTRIES]),
        doc: "Adds a line to a file such as /etc/hosts, with those names that the address does not have \
              yet.",
        returns: "a text: the added line, or that there is none",
        does: &[ReadsMachine, ChangesMachine],
        call: append,
    },
    Function {
        name: "dnsutil.hosts_remove",
        signature: takes(&[FILE, ENTRIES]),
        doc: "Removes names from a file such as /etc/hosts. A line that would have an address alone is removed.",
        returns: "None",
        does: &[ReadsMachine, ChangesMachine],
        call: remove,
    },
    Function {
        name: "dnsutil.parse_zone",
        signature: takes(&[
            maybe("zonefile", Shape::Text, "the file of the zone"),
            maybe("zone", Shape::Text, "the text of the zone, if there is no such file"),
        ]),
        doc: "Returns the records of a zone file.\n\nORIGIN, NETWORK, SOURCE, CONTACT, SERIAL, REFRESH, \
              RETRY, EXPIRE and MINTTL come from its SOA record; only the first MX record is returned.",
        returns: "a mapping by type of record, or a text if there is no zone",
        does: &[ReadsMachine],
        call: |_, bound| {
            let path = bound.text("zonefile");
            let of_file = (!path.is_empty()).then(|| text_of(&path)).flatten();
            let text = of_file.unwrap_or_else(|| bound.text("zone"));
            if text.is_empty() {
                return Ok("Error: Zone data was not found".into());
            }
            zone(&text).map(Value::Map).map_err(|line| bound.fails(format!("the line '{line}' is no record")))
        },
    },
    Function {
        name: "dnsutil.serial",
        signature: takes(&[
            text("zone", "", "the zone"),
            flag("update", false, "True: the number goes up, and the grain 'dnsserial_ZONE' keeps it"),
        ]),
        doc: "Returns the serial number of a zone: today's date and two digits.",
        returns: "a text: ten digits",
        does: &[ReadsMachine, CallsFunctions],
        call: serial,
    },
];

fn text_of(path: &str) -> Option<String> {
    let bytes = file::read(Path::new(path)).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The names of each address, in the order of the file.
fn hosts(text: &str) -> Map {
    let mut all = Map::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(address) = words.next() else { continue };
        let names = all.entry(address.into()).or_insert_with(|| Value::List(vec![]));
        if let Value::List(list) = names {
            list.extend(words.map(Value::from));
        }
    }
    all
}

fn append(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (path, address) = (bound.text("hostsfile"), bound.text("ip_addr"));
    let old = text_of(&path).unwrap_or_default();
    let known = hosts(&old);
    let known = known.get(address.as_str()).and_then(Value::as_list).unwrap_or_default();
    let mut names = names(bound)?;
    names.retain(|name| !known.contains(&Value::from(name.as_str())));
    if names.is_empty() {
        return Ok(format!("No additional hosts were added to {path}").into());
    }
    let line = format!("\n{address} {}", names.join(" "));
    put(bound, &path, &format!("{old}{line}"))?;
    Ok(format!("The following line was added to {path}:{line}").into())
}

fn remove(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (path, gone) = (bound.text("hostsfile"), names(bound)?);
    let old = file::read(Path::new(&path)).map_err(|error| bound.failed(&error))?;
    let left = without(&String::from_utf8_lossy(&old), &gone);
    put(bound, &path, &left)?;
    Ok(Value::Null)
}

fn names(bound: &Bound) -> Result<Vec<String>, CallError> {
    let names = bound.texts("entries");
    if names.is_empty() { Err(bound.fails("no names are given")) } else { Ok(names) }
}

/// The lines without these names. Comments and empty lines stay as they are.
fn without(text: &str, gone: &[String]) -> String {
    let mut left = String::new();
    for line in text.lines() {
        if line.is_empty() || line.trim_start().starts_with('#') {
            left.push_str(line);
            left.push('\n');
            continue;
        }
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for name in gone {
            if let Some(place) = words.iter().skip(1).position(|word| word == name) {
                words.remove(place + 1);
            }
        }
        if words.len() > 1 {
            left.push_str(&words.join(" "));
            left.push('\n');
        }
    }
    left
}

fn put(bound: &Bound, path: &str, text: &str) -> Result<(), CallError> {
    let written = file::write(Path::new(path), text.as_bytes(), Permissions::default());
    written.map_err(|error| bound.failed(&error))
}

/// The records of a zone; else the line that is not a record.
fn zone(text: &str) -> Result<Map, String> {
    let mut all = Map::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(rest) = line.strip_prefix('$') {
            let mut words = rest.split_whitespace();
            let (Some(name), Some(value)) = (words.next(), words.next()) else { return Err(line.to_owned()) };
            all.insert(name.into(), value.into());
            continue;
        }
        if line.contains('(') && !line.contains(')') {
            open = Some(String::new());
        }
        let mut whole = line.to_owned();
        if let Some(begun) = &mut open {
            begun.push_str(&format!(" {line}"));
            if !line.contains(')') {
                continue;
            }
            whole = begun.replace(['(', ')'], "");
            open = None;
        }
        record(&whole, &mut all).ok_or(whole)?;
    }
    Ok(all)
}

/// Notes one record; none if it has too few words.
fn record(line: &str, all: &mut Map) -> Option<()> {
    let origin = all.get("ORIGIN").map(python::text);
    let line = origin.as_ref().map_or_else(|| line.to_owned(), |origin| line.replace('@', origin));
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    if line.contains("SOA") {
        if words.get(1)? != "IN" {
            words.remove(1);
        }
        return authority(&words, all);
    }
    if words.first()? == "IN" {
        words.insert(0, origin.clone()?);
    }
    if !words[0].ends_with('.') && !line.contains("NS") {
        words[0] = format!("{}.{}", words[0], origin?);
    }
    let word = |place: usize| words.get(place).map(|word| Value::from(word.as_str()));
    match words.get(2)?.as_str() {
        "NS" => match all.entry("NS".into()).or_insert_with(|| Value::List(vec![])) {
            Value::List(list) => list.push(word(3)?),
            _ => return None,
        },
        "MX" => {
            let one: Value = [("priority", word(3)?), ("host", word(4)?)].into_iter().collect();
            all.entry("MX".into()).or_insert_with(|| Value::List(vec![one]));
        }
        kind => {
            let (kind, value) = match words.get(3)?.as_str() {
                address @ ("A" | "AAAA") => {
                    (address, [("TARGET", word(4)?), ("TTL", word(1)?)].into_iter().collect())
                }
                _ => (kind, word(3)?),
            };
            match all.entry(kind.into()).or_insert_with(|| Value::Map(Map::new())) {
                Value::Map(map) => map.insert(words[0].as_str().into(), value),
                _ => return None,
            };
        }
    }
    Some(())
}

/// The record that a zone begins with.
fn authority(words: &[String], all: &mut Map) -> Option<()> {
    let word = |place: usize| words.get(place).map(String::as_str);
    let contact = word(4)?.replacen('.', "@", 1);
    let texts = [
        ("ORIGIN", word(0)?),
        ("NETWORK", word(1)?),
        ("SOURCE", word(3)?),
        ("CONTACT", &contact),
        ("SERIAL", word(5)?),
    ];
    for (key, text) in texts {
        all.insert(key.into(), text.into());
    }
    for (key, place) in [("REFRESH", 6), ("RETRY", 7), ("EXPIRE", 8), ("MINTTL", 9)] {
        all.insert(key.into(), seconds(word(place)?)?.into());
    }
    Some(())
}

/// A time with a unit, a week at most; an unreadable number without a unit is a week, and one with a unit nothing.
fn seconds(text: &str) -> Option<i64> {
    let text = text.to_uppercase();
    let times = |letter: char, unit: i64| {
        text.replace(letter, "").parse::<i64>().ok().map(|it| it.saturating_mul(unit))
    };
    let found = if text.contains('H') {
        times('H', 3600)?
    } else if text.contains('D') {
        times('D', 86_400)?
    } else {
        text.parse().unwrap_or(LONGEST)
    };
    Some(found.min(LONGEST))
}

fn serial(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let zone = bound.text("zone");
    let key = if zone.is_empty() { "dnsserial".to_owned() } else { format!("dnsserial_{zone}") };
    let by_place = |list: Vec<Value>| Arguments { positional: list, named: Map::new() };
    let stored = context.call("grains.get", &by_place(vec![key.as_str().into()]))?;
    let stored = Some(python::text(&stored)).filter(|_| stored.is_truthy());
    let present = (context.clock)().strftime("%Y%m%d01").to_string();
    if !bound.is_true("update") {
        return Ok(stored.unwrap_or(present).into());
    }
    let next = stored.filter(|stored| *stored >= present).map(|stored| {
        let number: Result<u64, _> = stored.parse();
        number.map(|number| number.saturating_add(1).to_string()).map_err(|error| bound.failed(&error))
    });
    let next = next.transpose()?.unwrap_or(present);
    context.call("grains.setval", &by_place(vec![key.into(), next.as_str().into()]))?;
    Ok(next.into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// As Salt 3007.15 reads it.
    #[test]
    fn a_zone_is_read_as_salt_reads_it() {
        let text = "$TTL 3H\n@\tIN\tSOA ns1.example.com. admin.example.com. (\n\t2024010101 ; serial\n\t1H ; refresh\n\t15\n\t2W\n\t1D )\n\
                    \tIN NS ns1.example.com.\n@ IN MX 10 mail.example.com.\n@ IN MX 20 other.example.com.\nwww 300 IN A 10.0.0.1\n\
                    six 300 IN AAAA fd00::1\nftp IN CNAME www\n";
        let read = zone(&text.replace("@\tIN\tSOA", "example.com. IN SOA")).unwrap();
        assert_eq!(
            Value::Map(read).to_json(),
            json!({
                "TTL": "3H", "ORIGIN": "example.com.", "NETWORK": "IN", "SOURCE": "ns1.example.com.",
                "CONTACT": "admin@example.com.", "SERIAL": "2024010101", "REFRESH": 3600, "RETRY": 15, "EXPIRE": 604_800,
                "MINTTL": 86_400, "NS": ["ns1.example.com."], "MX": [{"priority": "10", "host": "mail.example.com."}],
                "A": {"www.example.com.": {"TARGET": "10.0.0.1", "TTL": "300"}},
                "AAAA": {"six.example.com.": {"TARGET": "fd00::1", "TTL": "300"}},
                "CNAME": {"ftp.example.com.": "www"},
            })
        );
        assert_eq!(
            zone("www 300 IN A 10.0.0.1\n"),
            Err("www 300 IN A 10.0.0.1".to_owned()),
            "there is no origin"
        );
    }

    #[test]
    fn names_are_taken_out_and_everything_else_stays() {
        let gone = ["b".to_owned(), "c".to_owned()];
        let text = "# b\n127.0.0.1  a b\n\n10.0.0.1 b c\n10.0.0.2 c c d\n";
        assert_eq!(without(text, &gone), "# b\n127.0.0.1 a\n\n10.0.0.2 c d\n");
    }
}
