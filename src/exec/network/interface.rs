//! The interfaces of this host, their addresses, and routes.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use ipnet::IpNet;

use super::address::net;
use crate::exec::Function;
use crate::exec::call::{Bound, CallError};
use crate::exec::signature::{Parameter, flag, maybe, required, takes};
use crate::machine::network::{self, Address, Interface};
use crate::model::{Map, Value};

const IFACE: &[Parameter] = &[required("iface")];
const ADDRS: &[Parameter] =
    &[maybe("interface"), flag("include_loopback", false), maybe("cidr"), maybe("type")];
const ADDRS6: &[Parameter] = &[maybe("interface"), flag("include_loopback", false), maybe("cidr")];
const NETWORKS: &[Parameter] = &[maybe("interface"), flag("include_loopback", false), flag("verbose", false)];

pub(in crate::exec) const FUNCTIONS: &[Function] = &[
    Function::new(
        "network.ip_addrs",
        takes(ADDRS),
        "Lists the IPv4 addresses, of one interface, of one network.",
        |_, bound| ip_addrs(bound, true),
    ),
    Function::new("network.ipaddrs", takes(ADDRS), "The same as network.ip_addrs.", |_, bound| {
        ip_addrs(bound, true)
    }),
    Function::new(
        "network.ip_addrs6",
        takes(ADDRS6),
        "Lists the IPv6 addresses, of one interface, of one network.",
        |_, bound| ip_addrs(bound, false),
    ),
    Function::new("network.ipaddrs6", takes(ADDRS6), "The same as network.ip_addrs6.", |_, bound| {
        ip_addrs(bound, false)
    }),
    Function::new("network.interfaces", takes(&[]), "Gives all interfaces with their addresses.", |_, _| {
        Ok(network::interfaces().iter().map(|(name, it)| (name.as_str(), shown(name, it))).collect())
    }),
    Function::new(
        "network.interface",
        takes(IFACE),
        "Gives the IPv4 addresses of an interface.",
        |_, bound| with(bound, |name, it| addresses_of(name, it, true)),
    ),
    Function::new(
        "network.interface_ip",
        takes(IFACE),
        "Gives the first IPv4 address of an interface.",
        |_, bound| {
            with(bound, |_, it| {
                let first = it.addresses.iter().map(|one| one.address).find(IpAddr::is_ipv4);
                first.map_or_else(|| "".into(), |address| address.to_string().into())
            })
        },
    ),
    Function::new(
        "network.hwaddr",
        takes(IFACE),
        "Gives the hardware address of an interface.",
        |_, bound| with(bound, |_, it| it.hardware.clone().unwrap_or_default().into()),
    ),
    Function::new("network.hw_addr", takes(IFACE), "The same as network.hwaddr.", |_, bound| {
        with(bound, |_, it| it.hardware.clone().unwrap_or_default().into())
    }),
    Function::new(
        "network.ifacestartswith",
        takes(&[required("cidr")]),
        "Lists the interfaces with an IPv4 address that begins so.",
        |_, bound| {
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
    ),
    Function::new(
        "network.in_subnet",
        takes(&[required("cidr")]),
        "Tells whether this host has an address in a network, its own loopback apart.",
        |_, bound| {
            let Some(wanted) = network::network(&bound.text("cidr")) else { return Ok(false.into()) };
            let all = network::interfaces();
            let mut addresses = all.values().flat_map(|it| &it.addresses).map(|one| one.address);
            Ok(addresses.any(|address| !address.is_loopback() && wanted.contains(&address)).into())
        },
    ),
    Function::new(
        "network.subnets",
        takes(&[maybe("interfaces")]),
        "Lists the IPv4 networks of this host.",
        |_, bound| {
            Ok(subnets(&bound.texts("interfaces"), false, true).keys().cloned().collect::<Vec<_>>().into())
        },
    ),
    Function::new("network.subnets6", takes(&[]), "Lists the IPv6 networks of this host.", |_, _| {
        Ok(subnets(&[], false, false).keys().cloned().collect::<Vec<_>>().into())
    }),
    Function::new(
        "network.ip_networks",
        takes(NETWORKS),
        "Lists the IPv4 networks of this host, with 'verbose' in detail.",
        |_, bound| Ok(ip_networks(bound, true)),
    ),
    Function::new(
        "network.ip_networks6",
        takes(NETWORKS),
        "Lists the IPv6 networks of this host, with 'verbose' in detail.",
        |_, bound| Ok(ip_networks(bound, false)),
    ),
    Function::new("network.get_hostname", takes(&[]), "Gives the name of this host.", |_, _| {
        Ok(network::hostname().into())
    }),
    Function::new(
        "network.get_fqdn",
        takes(&[]),
        "Gives the name of this host with its domain.",
        |context, _| {
            let grain = context.minion.grains.get("fqdn").cloned();
            Ok(grain.unwrap_or_else(|| network::hostname().into()))
        },
    ),
    Function::new("network.routes", takes(&[maybe("family")]), "Lists the IPv4 routes.", |_, bound| {
        routes(bound, false)
    }),
    Function::new(
        "network.default_route",
        takes(&[maybe("family")]),
        "Lists the default routes of IPv4.",
        |_, bound| routes(bound, true),
    ),
];

fn text(address: Option<IpAddr>) -> Value {
    address.map_or(Value::Null, |address| address.to_string().into())
}

fn addresses_of(name: &str, interface: &Interface, of_v4: bool) -> Value {
    let fitting = interface.addresses.iter().filter(|one| one.address.is_ipv4() == of_v4);
    let shown = |one: &Address| -> Value {
        if of_v4 {
            [
                ("address", text(Some(one.address))),
                ("netmask", text(one.netmask)),
                ("broadcast", text(one.broadcast.map(IpAddr::from))),
                ("label", name.into()),
            ]
            .into_iter()
            .collect()
        } else {
            let prefix = one.netmask.map_or(Value::Null, |mask| Value::Int(network::prefix(mask).into()));
            [("address", text(Some(one.address))), ("prefixlen", prefix)].into_iter().collect()
        }
    };
    Value::List(fitting.map(shown).collect())
}

fn shown(name: &str, interface: &Interface) -> Value {
    let mut all = Map::new();
    all.insert("up".into(), interface.is_up.into());
    if let Some(hardware) = &interface.hardware {
        all.insert("hwaddr".into(), hardware.as_str().into());
    }
    for (word, of_v4) in [("inet", true), ("inet6", false)] {
        if interface.addresses.iter().any(|one| one.address.is_ipv4() == of_v4) {
            all.insert(word.into(), addresses_of(name, interface, of_v4));
        }
    }
    Value::Map(all)
}

/// Salt answers an interface that is not there with a sentence.
fn with(bound: &Bound, of: impl Fn(&str, &Interface) -> Value) -> Result<Value, CallError> {
    let (all, name) = (network::interfaces(), bound.text("iface"));
    Ok(all.get(&name).map_or_else(
        || {
            let known: Vec<String> = all.keys().map(|name| format!("\"{name}\"")).collect();
            format!("Interface \"{name}\" not in available interfaces: {}", known.join(", ")).into()
        },
        |interface| of(&name, interface),
    ))
}

fn ip_addrs(bound: &Bound, of_v4: bool) -> Result<Value, CallError> {
    let wanted = bound.texts("interface");
    let network = match bound.value("cidr") {
        Value::Null => None,
        _ => Some(net(bound, &bound.text("cidr"))?),
    };
    let kind = bound.text("type");
    let includes_loopback = bound.is_true("include_loopback");
    let all = network::interfaces();
    let chosen = all.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains(name));
    let addresses: BTreeSet<IpAddr> = chosen
        .flat_map(|(_, it)| it.addresses.iter().map(|one| one.address))
        .filter(|it| it.is_ipv4() == of_v4 && (includes_loopback || !it.is_loopback()))
        .filter(|it| network.is_none_or(|network| network.contains(it)))
        .filter(|it| match kind.as_str() {
            "public" => !network::is_private(*it),
            "private" => network::is_private(*it),
            _ => true,
        })
        .collect();
    Ok(addresses.iter().map(IpAddr::to_string).collect::<Vec<_>>().into())
}

fn subnets(wanted: &[String], includes_loopback: bool, of_v4: bool) -> BTreeMap<String, IpNet> {
    let all = network::interfaces();
    let chosen = all.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains(name));
    let nets = chosen.flat_map(|(_, it)| &it.addresses).filter_map(|one| {
        if one.address.is_ipv4() != of_v4 || (one.address.is_loopback() && !includes_loopback) {
            return None;
        }
        IpNet::new(one.address, network::prefix(one.netmask?)).ok().map(|net| net.trunc())
    });
    nets.map(|net| (net.to_string(), net)).collect()
}

fn ip_networks(bound: &Bound, of_v4: bool) -> Value {
    let nets = subnets(&bound.texts("interface"), bound.is_true("include_loopback"), of_v4);
    if !bound.is_true("verbose") {
        return nets.keys().cloned().collect::<Vec<_>>().into();
    }
    let detail = |net: &IpNet| -> Value {
        let bits = net.max_prefix_len() - net.prefix_len();
        let count = 1_i64.checked_shl(bits.into()).filter(|count| *count > 0).unwrap_or(i64::MAX);
        [
            ("address", net.network().to_string().into()),
            ("netmask", net.netmask().to_string().into()),
            ("num_addresses", Value::Int(count)),
            ("prefixlen", Value::Int(net.prefix_len().into())),
        ]
        .into_iter()
        .collect()
    };
    nets.iter().map(|(name, net)| (name.as_str(), detail(net))).collect()
}

fn routes(bound: &Bound, of_default: bool) -> Result<Value, CallError> {
    match bound.value("family").as_str() {
        None | Some("inet") => {}
        Some("inet6") => return Ok(Value::List(vec![])),
        Some(other) => return Err(bound.fails(format!("there is no address family '{other}'"))),
    }
    let all = network::routes().into_iter().filter(|route| !of_default || route.destination.is_unspecified());
    let shown = all.map(|route| -> Value {
        [
            ("addr_family", "inet".to_owned()),
            ("destination", route.destination.to_string()),
            ("gateway", route.gateway.to_string()),
            ("netmask", route.netmask.to_string()),
            ("flags", route.flags),
            ("interface", route.interface),
        ]
        .into_iter()
        .collect()
    });
    Ok(Value::List(shown.collect()))
}
