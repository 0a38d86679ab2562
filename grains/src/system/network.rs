//! `host`, `fqdn`, `domain`, `localhost`, `nodename`, `ipv4`, `ipv6`, `fqdn_ip4` and `fqdn_ip6`, without asking a name server.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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
        let (v4, v6): (Vec<_>, Vec<_>) = addresses(root, &fqdn).into_iter().partition(IpAddr::is_ipv4);
        let texts = |addresses: Vec<IpAddr>| addresses.iter().map(IpAddr::to_string).collect::<Vec<_>>();
        put(grains, "fqdn_ip4", texts(v4));
        put(grains, "fqdn_ip6", texts(v6));
        let is_full = fqdn.contains('.');
        put(grains, "fqdns", if is_full { vec![fqdn.clone()] } else { vec![] });
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

/// The addresses that the hosts file gives a name, each once.
fn addresses(root: &Path, name: &str) -> Vec<IpAddr> {
    let hosts = read(root, "etc/hosts").unwrap_or_default();
    let mut found: Vec<IpAddr> = Vec::new();
    for line in hosts.lines().filter_map(|line| line.split('#').next()) {
        let mut words = line.split_whitespace();
        let address = words.next().and_then(|word| word.parse::<IpAddr>().ok());
        found.extend(address.filter(|address| words.any(|word| word == name) && !found.contains(address)));
    }
    found
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
