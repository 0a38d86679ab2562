//! `host`, `fqdn`, `domain`, `localhost`, `nodename`, `ipv4` and `ipv6`, without asking a name server.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::Path;

use super::{put, read};
use crate::Grains;

/// Adds names and addresses.
pub fn add(root: &Path, grains: &mut Grains) {
    if let Some(name) = read(root, "proc/sys/kernel/hostname").or_else(|| read(root, "etc/hostname")) {
        let fqdn = qualified(root, &name);
        let (host, domain) = fqdn.split_once('.').unwrap_or((&fqdn, ""));
        put(grains, "localhost", name.as_str());
        put(grains, "nodename", name);
        put(grains, "host", host);
        put(grains, "domain", domain);
        put(grains, "fqdn", fqdn);
    }
    if let Some(table) = read(root, "proc/net/fib_trie") {
        put(grains, "ipv4", ipv4(&table));
    }
    if let Some(table) = read(root, "proc/net/if_inet6") {
        put(grains, "ipv6", ipv6(&table));
    }
}

/// The host's name with its domain: as it is, or the first name with a dot beside it in the hosts file.
fn qualified(root: &Path, name: &str) -> String {
    let hosts = if name.contains('.') { None } else { read(root, "etc/hosts") };
    let longer = hosts.iter().flat_map(|text| text.lines()).find_map(|line| {
        let names: Vec<_> = line.split('#').next()?.split_whitespace().skip(1).collect();
        names.contains(&name).then(|| names.iter().find(|other| other.contains('.')).copied()).flatten()
    });
    longer.unwrap_or(name).to_owned()
}

/// The local addresses of the routing table, in numeric order: each is the leaf above a `/32 host LOCAL`.
fn ipv4(table: &str) -> Vec<String> {
    let lines: Vec<_> = table.lines().map(str::trim).collect();
    let leaves = lines.windows(2).filter(|pair| pair[1] == "/32 host LOCAL");
    let found = leaves.filter_map(|pair| pair[0].strip_prefix("|-- ")?.parse::<Ipv4Addr>().ok());
    found.collect::<BTreeSet<_>>().iter().map(Ipv4Addr::to_string).collect()
}

/// The addresses of all interfaces, in numeric order: the first column, 32 hexadecimal digits.
fn ipv6(table: &str) -> Vec<String> {
    let columns = table.lines().filter_map(|line| line.split_whitespace().next());
    let found = columns.filter_map(|digits| u128::from_str_radix(digits, 16).ok()).map(Ipv6Addr::from);
    found.collect::<BTreeSet<_>>().iter().map(Ipv6Addr::to_string).collect()
}
