//! Network interfaces and routes, as the kernel reports them.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use nix::ifaddrs::getifaddrs;
use nix::net::if_::InterfaceFlags;

use crate::text;

/// An address of an interface.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Address {
    /// The address.
    pub address: IpAddr,
    /// Its netmask.
    pub netmask: Option<IpAddr>,
    /// Its broadcast address.
    pub broadcast: Option<Ipv4Addr>,
}

/// A network interface.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Interface {
    /// True if it is up.
    pub is_up: bool,
    /// Its hardware address, with colons.
    pub hardware: Option<String>,
    /// Its addresses.
    pub addresses: Vec<Address>,
}

/// A route of IPv4.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Route {
    /// Its destination.
    pub destination: Ipv4Addr,
    /// Its gateway.
    pub gateway: Ipv4Addr,
    /// The netmask of the destination.
    pub netmask: Ipv4Addr,
    /// The flags of `route -n`: `UG`.
    pub flags: String,
    /// The interface.
    pub interface: String,
}

/// All interfaces by name; empty if they cannot be read.
pub fn interfaces() -> BTreeMap<String, Interface> {
    let mut all: BTreeMap<String, Interface> = BTreeMap::new();
    let Ok(found) = getifaddrs() else { return all };
    for one in found {
        let interface = all.entry(one.interface_name.clone()).or_default();
        interface.is_up = one.flags.contains(InterfaceFlags::IFF_UP);
        let v4 = |storage: Option<nix::sys::socket::SockaddrStorage>| {
            storage.and_then(|it| it.as_sockaddr_in().map(nix::sys::socket::SockaddrIn::ip))
        };
        let v6 = |storage: Option<nix::sys::socket::SockaddrStorage>| {
            storage.and_then(|it| it.as_sockaddr_in6().map(nix::sys::socket::SockaddrIn6::ip))
        };
        if let Some(address) = v4(one.address) {
            let has_broadcast = one.flags.contains(InterfaceFlags::IFF_BROADCAST);
            interface.addresses.push(Address {
                address: address.into(),
                netmask: v4(one.netmask).map(IpAddr::from),
                broadcast: v4(one.broadcast).filter(|_| has_broadcast),
            });
        } else if let Some(address) = v6(one.address) {
            let netmask = v6(one.netmask).map(IpAddr::from);
            interface.addresses.push(Address { address: address.into(), netmask, broadcast: None });
        }
    }
    for (name, interface) in &mut all {
        let text = std::fs::read_to_string(format!("/sys/class/net/{name}/address"));
        interface.hardware = text.ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    }
    all
}

/// The routes of IPv4.
pub fn routes() -> Vec<Route> {
    let text = std::fs::read_to_string("/proc/net/route").unwrap_or_default();
    text.lines().skip(1).filter_map(route).collect()
}

/// A line of `/proc/net/route`: addresses are little-endian hexadecimal numbers.
fn route(line: &str) -> Option<Route> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [interface, destination, gateway, flags, _, _, _, netmask, ..] = words[..] else { return None };
    let address =
        |digits: &str| u32::from_str_radix(digits, 16).ok().map(|number| Ipv4Addr::from(number.swap_bytes()));
    let bits = u32::from_str_radix(flags, 16).ok()?;
    let letters = [(1, 'U'), (2, 'G'), (4, 'H'), (0x10, 'D'), (0x20, 'M'), (0x200, '!')];
    Some(Route {
        destination: address(destination)?,
        gateway: address(gateway)?,
        netmask: address(netmask)?,
        flags: letters.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, letter)| letter).collect(),
        interface: interface.to_owned(),
    })
}

/// The length of the prefix of a netmask.
pub fn prefix(netmask: IpAddr) -> u8 {
    let ones = match netmask {
        IpAddr::V4(mask) => u32::from(mask).count_ones(),
        IpAddr::V6(mask) => u128::from(mask).count_ones(),
    };
    u8::try_from(ones).unwrap_or(0)
}

/// True for addresses that are not routed: private use, link-local, loopback, documentation and the like.
///
/// See <https://www.iana.org/assignments/iana-ipv4-special-registry/> and its sibling for IPv6.
pub fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(it) => {
            let [first, second, ..] = it.octets();
            it.is_private()
                || it.is_loopback()
                || it.is_link_local()
                || it.is_documentation()
                || it.is_unspecified()
                || it.is_broadcast()
                || first == 0
                || first >= 240
                || (first == 198 && (second == 18 || second == 19))
        }
        IpAddr::V6(it) => {
            let first = it.segments()[0];
            it.is_loopback()
                || it.is_unspecified()
                || first & 0xfe00 == 0xfc00
                || first & 0xffc0 == 0xfe80
                || it.segments()[..2] == [0x2001, 0xdb8]
                || it.to_ipv4_mapped().is_some_and(|it| is_private(it.into()))
        }
    }
}

/// The name of this host.
pub fn hostname() -> String {
    nix::unistd::gethostname().map(text::of_path).unwrap_or_default()
}

/// The name of an address in the reverse zones: `1.0.0.127.in-addr.arpa`.
pub fn reverse(address: IpAddr) -> String {
    match address {
        IpAddr::V4(it) => {
            let [a, b, c, d] = it.octets();
            format!("{d}.{c}.{b}.{a}.in-addr.arpa")
        }
        IpAddr::V6(it) => {
            let digits = format!("{:032x}", u128::from(it));
            let parts: Vec<String> = digits.chars().rev().map(String::from).collect();
            format!("{}.ip6.arpa", parts.join("."))
        }
    }
}

/// The network of an address and a prefix, or of an address alone.
pub fn network(text: &str) -> Option<ipnet::IpNet> {
    let net = text.parse::<ipnet::IpNet>().ok();
    net.or_else(|| text.parse::<IpAddr>().ok().map(ipnet::IpNet::from)).map(|net| net.trunc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_routing_table_is_read() {
        let line = "eth0\t00000000\t0102000A\t0003\t0\t0\t100\t00000000\t0\t0\t0";
        let route = route(line).expect("a route");
        assert_eq!((route.gateway, route.flags.as_str()), (Ipv4Addr::new(10, 0, 2, 1), "UG"));
        assert_eq!(super::route("Iface Destination"), None);
    }

    #[test]
    fn the_loopback_interface_has_its_address() {
        let all = interfaces();
        let lo = all.get("lo").expect("lo");
        assert!(lo.addresses.iter().any(|one| one.address == IpAddr::from(Ipv4Addr::LOCALHOST)));
    }

    #[test]
    fn names_for_addresses_are_those_of_the_reverse_zones() {
        assert_eq!(reverse(Ipv4Addr::new(127, 0, 0, 1).into()), "1.0.0.127.in-addr.arpa");
        assert!(reverse(std::net::Ipv6Addr::LOCALHOST.into()).ends_with("0.0.ip6.arpa"));
        assert_eq!(prefix(Ipv4Addr::new(255, 255, 240, 0).into()), 20);
    }
}
