//! The files of network settings: Debian's and Red Hat's.

use indexmap::IndexMap;

use machine::lines::Lines;
use model::Fields;

/// The arguments that are in Red Hat's file, with their keys, in its order.
const KEYS: &[(&str, &str)] = &[
    ("networking_ipv6", "NETWORKING_IPV6"),
    ("gateway", "GATEWAY"),
    ("gatewaydev", "GATEWAYDEV"),
    ("nisdomain", "NISDOMAIN"),
    ("networkdelay", "NETWORKDELAY"),
    ("devtimeout", "DEVTIMEOUT"),
    ("nozeroconf", "NOZEROCONF"),
    ("ipv6gateway", "IPV6_DEFAULTGW"),
];

fn word(is_on: bool) -> String {
    if is_on { "yes" } else { "no" }.to_owned()
}

/// Debian's file: one line says whether interfaces start; nothing if nothing is declared.
pub(super) fn debian(text: Option<&str>, enabled: Option<bool>) -> Option<String> {
    let line = format!("CONFIGURE_INTERFACES={}", word(enabled?));
    let mut lines = Lines::of(text.unwrap_or_default());
    match lines.position(|line| line.starts_with("CONFIGURE_INTERFACES")) {
        Some(at) => lines.set(at, line),
        // It is the system's default.
        None if enabled == Some(true) => return None,
        None => lines.push(line),
    }
    Some(lines.text())
}

/// A file with these pairs and no others. Pairs stay in their places, and comments stay.
fn with_pairs(text: &str, wanted: &IndexMap<String, String>) -> String {
    let mut lines = Lines::of(text);
    let key = |line: &str| -> Option<String> {
        let (key, _) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
        Some(key.to_owned())
    };
    lines.retain(|_, line| key(line).is_none_or(|key| wanted.contains_key(&key)));
    for (name, value) in wanted {
        match lines.position(|line| key(line).as_ref() == Some(name)) {
            Some(at) => lines.set(at, format!("{name}={value}")),
            None => lines.push(format!("{name}={value}")),
        }
    }
    lines.text()
}

/// Red Hat's file: the declared settings, and the present ones if they stay.
pub(super) fn redhat(
    fields: &Fields,
    text: Option<&str>,
    is_on: &dyn Fn(&str) -> Option<bool>,
) -> Option<String> {
    let pairs = text.unwrap_or_default().lines().filter(|line| !line.starts_with('#'));
    let now: IndexMap<&str, &str> = pairs.filter_map(|line| line.split_once('=')).collect();
    let keeps = is_on("retain_settings") == Some(true);
    let mut wanted: IndexMap<String, String> = IndexMap::new();
    if keeps {
        wanted.extend(now.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    }
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            wanted.insert(key.to_owned(), value);
        }
    };
    put(
        "NETWORKING",
        is_on("enabled").map(word).or_else(|| now.get("NETWORKING").map(|it| (*it).to_owned())),
    );
    let name = fields.text("hostname").filter(|name| !name.is_empty());
    put("HOSTNAME", name.or_else(|| now.get("HOSTNAME").map(|it| (*it).to_owned())));
    for (argument, key) in KEYS {
        let switch = ["networking_ipv6", "nozeroconf"].contains(argument);
        let value = if switch { is_on(argument).map(word) } else { fields.text(argument) };
        put(key, value);
    }
    put("IPV6INIT", (is_on("enable_ipv6") == Some(true)).then(|| "\"yes\"".to_owned()));
    Some(with_pairs(text.unwrap_or_default(), &wanted))
}
