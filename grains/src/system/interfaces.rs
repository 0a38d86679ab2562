//! `ip_interfaces`, `ip4_interfaces`, `ip6_interfaces` and `hwaddr_interfaces`: addresses by network interface.

use std::net::{Ipv4Addr, Ipv6Addr};

use serde_json::{Map, Value};

use super::put;
use crate::Grains;

/// A network interface and its addresses.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Interface {
    /// Its name: `eth0`.
    pub name: String,
    /// Its hardware address, where it has one.
    pub hardware: Option<String>,
    /// Its IPv4 addresses.
    pub ipv4: Vec<Ipv4Addr>,
    /// Its IPv6 addresses.
    pub ipv6: Vec<Ipv6Addr>,
}

impl Interface {
    /// The interfaces of this machine, in the kernel's order; none if it does not tell.
    pub fn of_this_machine() -> Vec<Self> {
        let mut found: Vec<Self> = vec![];
        for entry in nix::ifaddrs::getifaddrs().into_iter().flatten() {
            let name = entry.interface_name;
            let known = found.iter().position(|known| known.name == name);
            let at = known.unwrap_or_else(|| {
                found.push(Self { name, ..Self::default() });
                found.len() - 1
            });
            let (interface, Some(address)) = (&mut found[at], entry.address) else { continue };
            if let Some(link) = address.as_link_addr() {
                interface.hardware =
                    link.addr().map(|bytes| bytes.map(|byte| format!("{byte:02x}")).join(":"));
            } else if let Some(ip) = address.as_sockaddr_in() {
                interface.ipv4.push(ip.ip());
            } else if let Some(ip) = address.as_sockaddr_in6() {
                interface.ipv6.push(ip.ip());
            }
        }
        found
    }
}

/// Adds the addresses of the interfaces.
pub fn add(interfaces: &[Interface], grains: &mut Grains) {
    if interfaces.is_empty() {
        return;
    }
    let table = |addresses: fn(&Interface) -> Vec<String>| {
        let pair = |interface: &Interface| (interface.name.clone(), Value::from(addresses(interface)));
        Value::Object(interfaces.iter().map(pair).collect())
    };
    let ipv4 = |interface: &Interface| interface.ipv4.iter().map(ToString::to_string).collect::<Vec<_>>();
    let ipv6 = |interface: &Interface| interface.ipv6.iter().map(ToString::to_string).collect::<Vec<_>>();
    put(grains, "ip4_interfaces", table(ipv4));
    put(grains, "ip6_interfaces", table(ipv6));
    put(
        grains,
        "ip_interfaces",
        table(|interface| {
            let ipv4 = interface.ipv4.iter().map(ToString::to_string);
            ipv4.chain(interface.ipv6.iter().map(ToString::to_string)).collect()
        }),
    );
    let hardware: Map<String, Value> = interfaces
        .iter()
        .filter_map(|interface| Some((interface.name.clone(), Value::from(interface.hardware.clone()?))))
        .collect();
    put(grains, "hwaddr_interfaces", Value::Object(hardware));
}
