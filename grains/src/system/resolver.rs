//! `dns`, `ip4_gw`, `ip6_gw` and `ip_gw`: who resolves names, and the way out.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use serde_json::{Value, json};

use super::{put, read};
use crate::Grains;

/// Adds name servers and default gateways.
pub fn add(root: &Path, grains: &mut Grains) {
    if let Some(text) = read(root, "etc/resolv.conf") {
        put(grains, "dns", dns(&text));
    }
    let ipv4 = read(root, "proc/net/route").and_then(|table| gateway4(&table));
    let ipv6 = read(root, "proc/net/ipv6_route").and_then(|table| gateway6(&table));
    put(grains, "ip_gw", ipv4.is_some() || ipv6.is_some());
    put(grains, "ip4_gw", ipv4.map_or(json!(false), |gateway| json!(gateway.to_string())));
    put(grains, "ip6_gw", ipv6.map_or(json!(false), |gateway| json!(gateway.to_string())));
}

/// `resolv.conf(5)` as Salt shows it.
fn dns(text: &str) -> Value {
    let (mut servers, mut search, mut options, mut sortlist) = (vec![], vec![], vec![], vec![]);
    let mut domain = String::new();
    for line in text.lines().filter(|line| !line.starts_with(['#', ';'])) {
        let mut words = line.split_whitespace().map(str::to_owned);
        match words.next().as_deref() {
            Some("nameserver") => servers.extend(words.next()),
            Some("domain") => domain = words.next().unwrap_or_default(),
            Some("search") => search = words.collect(),
            Some("options") => options.extend(words),
            Some("sortlist") => sortlist.extend(words),
            _ => {}
        }
    }
    let family = |is_wanted: fn(&IpAddr) -> bool| -> Vec<&String> {
        let address = |server: &str| server.split('%').next().unwrap_or_default().parse().ok();
        servers.iter().filter(|server| address(server).as_ref().is_some_and(is_wanted)).collect()
    };
    json!({
        "nameservers": servers, "ip4_nameservers": family(IpAddr::is_ipv4), "ip6_nameservers": family(IpAddr::is_ipv6),
        "sortlist": sortlist, "domain": domain, "search": search, "options": options,
    })
}

/// The gateway of the first default route; addresses are hexadecimal in the machine's byte order.
fn gateway4(table: &str) -> Option<Ipv4Addr> {
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut defaults = rows.filter(|row| row.get(1) == Some(&"00000000"));
    let number = defaults.find_map(|row| u32::from_str_radix(row.get(2)?, 16).ok().filter(|it| *it != 0))?;
    Some(Ipv4Addr::from(number.to_ne_bytes()))
}

/// The next hop of the first default route.
fn gateway6(table: &str) -> Option<Ipv6Addr> {
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let is_default = |row: &Vec<&str>| {
        row.get(1) == Some(&"00") && row.first().is_some_and(|to| to.bytes().all(|it| it == b'0'))
    };
    let mut hops = rows.filter(is_default).filter_map(|row| u128::from_str_radix(row.get(4)?, 16).ok());
    hops.find(|hop| *hop != 0).map(Ipv6Addr::from)
}
