//! IP addresses and networks.

use std::net::IpAddr;

use ipnet::IpNet;

use model::{Map, Value};

/// True if any address of the grains `ipv4` and `ipv6` is this one, or is in this network.
pub fn is_match(grains: &Map, expression: &str) -> bool {
    let Some(network) = network(expression) else { return false };
    let lists = ["ipv4", "ipv6"].into_iter().filter_map(|name| grains.get(name)).filter_map(Value::as_list);
    let mut addresses = lists.flatten().filter_map(|value| value.as_str()?.parse::<IpAddr>().ok());
    addresses.any(|address| network.contains(&address))
}

/// True if it is an address or a network.
pub fn is_valid(expression: &str) -> bool {
    network(expression).is_some()
}

fn network(expression: &str) -> Option<IpNet> {
    expression.parse().ok().or_else(|| expression.parse::<IpAddr>().ok().map(IpNet::from))
}
