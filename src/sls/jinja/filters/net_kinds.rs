//! Types of addresses under the names of Salt's filters: private, loopback, reserved …
//!
//! The networks come from IANA's registries for special purposes:
//! <https://www.iana.org/assignments/iana-ipv4-special-registry>,
//! <https://www.iana.org/assignments/iana-ipv6-special-registry>.

use std::net::IpAddr;

use ipnet::IpNet;

const PRIVATE: &[&str] = &[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
    "::/127",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
    "fc00::/7",
    "fe80::/10",
];

/// Public addresses within private networks.
const NOT_PRIVATE: &[&str] = &["192.0.0.9/32", "192.0.0.10/32"];

const RESERVED: &[&str] = &[
    "240.0.0.0/4",
    "::/3",
    "4000::/2",
    "8000::/2",
    "c000::/3",
    "e000::/4",
    "f000::/5",
    "f800::/6",
    "fe00::/9",
];

fn is_in(ip: IpAddr, networks: &[&str]) -> bool {
    networks.iter().filter_map(|net| net.parse::<IpNet>().ok()).any(|net| net.contains(&ip))
}

/// True when an address is of a type; an unknown type has no effect.
pub(super) fn is_kind(ip: IpAddr, kind: &str) -> bool {
    let private = || is_in(ip, PRIVATE) && !is_in(ip, NOT_PRIVATE);
    match kind {
        "private" => private(),
        "public" | "global" => !private(),
        "loopback" | "lo" => ip.is_loopback(),
        "multicast" => ip.is_multicast(),
        "link-local" | "link_local" => is_in(ip, &["169.254.0.0/16", "fe80::/10"]),
        "site-local" | "site_local" => is_in(ip, &["fec0::/10"]),
        "reserved" => is_in(ip, RESERVED),
        "unspecified" => ip.is_unspecified(),
        _ => true,
    }
}
