//! The interfaces of this host, their addresses, and routes.

use std::net::IpAddr;

use super::answer::{addresses_of, ip_addrs, ip_networks, routes, shown, subnets, with};
use crate::Function;
use crate::signature::{flag, maybe, required, takes};
use machine::network::{self, Interface};
use model::Effect::ReadsMachine;
use model::{Argument, Shape};

const IFACE: &[Argument] = &[required("iface", Shape::Text, "the interface")];
const ADDRS: &[Argument] = &[
    maybe("interface", Shape::Text, "only of this interface"),
    flag("include_loopback", false, "True: 127.0.0.1 and ::1 too"),
    maybe("cidr", Shape::Text, "the network: 10.0.0.0/8"),
    maybe("type", Shape::Text, "public or private ones only"),
];
const ADDRS6: &[Argument] = &[
    maybe("interface", Shape::Text, "only of this interface"),
    flag("include_loopback", false, "True: 127.0.0.1 and ::1 too"),
    maybe("cidr", Shape::Text, "the network: 10.0.0.0/8"),
];
const NETWORKS: &[Argument] = &[
    maybe("interface", Shape::Text, "only of this interface"),
    flag("include_loopback", false, "True: 127.0.0.1 and ::1 too"),
    flag("verbose", false, "True: the details of each network"),
];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "network.ip_addrs",
        signature: takes(ADDRS),
        doc: "Lists the IPv4 addresses, of one interface, of one network.",
        returns: "a list of addresses",
        does: &[ReadsMachine],
        call: |_, bound| ip_addrs(bound, true),
    },
    Function {
        name: "network.ipaddrs",
        signature: takes(ADDRS),
        doc: "The same as network.ip_addrs.",
        returns: "a list of addresses",
        does: &[ReadsMachine],
        call: |_, bound| ip_addrs(bound, true),
    },
    Function {
        name: "network.ip_addrs6",
        signature: takes(ADDRS6),
        doc: "Lists the IPv6 addresses, of one interface, of one network.",
        returns: "a list of addresses",
        does: &[ReadsMachine],
        call: |_, bound| ip_addrs(bound, false),
    },
    Function {
        name: "network.ipaddrs6",
        signature: takes(ADDRS6),
        doc: "The same as network.ip_addrs6.",
        returns: "a list of addresses",
        does: &[ReadsMachine],
        call: |_, bound| ip_addrs(bound, false),
    },
    Function {
        name: "network.interfaces",
        signature: takes(&[]),
        doc: "Returns all interfaces with their addresses.",
        returns: "a mapping by name",
        does: &[ReadsMachine],
        call: |_, _| {
            Ok(network::interfaces().iter().map(|(name, it)| (name.as_str(), shown(name, it))).collect())
        },
    },
    Function {
        name: "network.interface",
        signature: takes(IFACE),
        doc: "Returns the IPv4 addresses of an interface.",
        returns: "a list of mappings, or a text",
        does: &[ReadsMachine],
        call: |_, bound| with(bound, |name, it| addresses_of(name, it, true)),
    },
    Function {
        name: "network.interface_ip",
        signature: takes(IFACE),
        doc: "Returns the first IPv4 address of an interface.",
        returns: "an address",
        does: &[ReadsMachine],
        call: |_, bound| {
            with(bound, |_, it| {
                let first = it.addresses.iter().map(|one| one.address).find(IpAddr::is_ipv4);
                first.map_or_else(|| "".into(), |address| address.to_string().into())
            })
        },
    },
    Function {
        name: "network.hwaddr",
        signature: takes(IFACE),
        doc: "Returns the hardware address of an interface.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |_, bound| with(bound, |_, it| it.hardware.clone().unwrap_or_default().into()),
    },
    Function {
        name: "network.hw_addr",
        signature: takes(IFACE),
        doc: "The same as network.hwaddr.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |_, bound| with(bound, |_, it| it.hardware.clone().unwrap_or_default().into()),
    },
    Function {
        name: "network.ifacestartswith",
        signature: takes(&[required("cidr", Shape::Text, "the beginning of the address")]),
        doc: "Lists the interfaces with an IPv4 address that begins with this text.",
        returns: "a list of names",
        does: &[ReadsMachine],
        call: |_, bound| {
            let prefix = bound.text("cidr");
            let begins =
                |it: &Interface| it.addresses.iter().any(|one| one.address.to_string().starts_with(&prefix));
            let all = network::interfaces();
            Ok(all
                .iter()
                .filter(|(_, it)| begins(it))
                .map(|(name, _)| name.clone())
                .collect::<Vec<_>>()
                .into())
        },
    },
    Function {
        name: "network.in_subnet",
        signature: takes(&[required("cidr", Shape::Text, "the network: 10.0.0.0/8")]),
        doc: "Returns whether this host has an address in a network, its loopback excepted.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |_, bound| {
            let Some(wanted) = network::network(&bound.text("cidr")) else { return Ok(false.into()) };
            let all = network::interfaces();
            let mut addresses = all.values().flat_map(|it| &it.addresses).map(|one| one.address);
            Ok(addresses.any(|address| !address.is_loopback() && wanted.contains(&address)).into())
        },
    },
    Function {
        name: "network.subnets",
        signature: takes(&[maybe("interfaces", Shape::Texts, "only of these interfaces")]),
        doc: "Lists the IPv4 networks of this host.",
        returns: "a list of networks",
        does: &[ReadsMachine],
        call: |_, bound| {
            Ok(subnets(&bound.texts("interfaces"), false, true).keys().cloned().collect::<Vec<_>>().into())
        },
    },
    Function {
        name: "network.subnets6",
        signature: takes(&[]),
        doc: "Lists the IPv6 networks of this host.",
        returns: "a list of networks",
        does: &[ReadsMachine],
        call: |_, _| Ok(subnets(&[], false, false).keys().cloned().collect::<Vec<_>>().into()),
    },
    Function {
        name: "network.ip_networks",
        signature: takes(NETWORKS),
        doc: "Lists the IPv4 networks of this host, with 'verbose' in detail.",
        returns: "a list of networks, or a mapping",
        does: &[ReadsMachine],
        call: |_, bound| Ok(ip_networks(bound, true)),
    },
    Function {
        name: "network.ip_networks6",
        signature: takes(NETWORKS),
        doc: "Lists the IPv6 networks of this host, with 'verbose' in detail.",
        returns: "a list of networks, or a mapping",
        does: &[ReadsMachine],
        call: |_, bound| Ok(ip_networks(bound, false)),
    },
    Function {
        name: "network.get_hostname",
        signature: takes(&[]),
        doc: "Returns the name of this host.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |_, _| Ok(network::hostname().into()),
    },
    Function {
        name: "network.get_fqdn",
        signature: takes(&[]),
        doc: "Returns the name of this host with its domain.",
        returns: "a name",
        does: &[ReadsMachine],
        call: |context, _| {
            let grain = context.minion.grains.get("fqdn").cloned();
            Ok(grain.unwrap_or_else(|| network::hostname().into()))
        },
    },
    Function {
        name: "network.routes",
        signature: takes(&[maybe("family", Shape::Text, "inet: only IPv4 is supported")]),
        doc: "Lists the IPv4 routes.",
        returns: "a list of mappings",
        does: &[ReadsMachine],
        call: |_, bound| routes(bound, false),
    },
    Function {
        name: "network.default_route",
        signature: takes(&[maybe("family", Shape::Text, "inet: only IPv4 is supported")]),
        doc: "Lists the default routes of IPv4.",
        returns: "a list of mappings",
        does: &[ReadsMachine],
        call: |_, bound| routes(bound, true),
    },
];
