//! Interfaces, addresses, networks and routes in Salt's shapes.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use ipnet::IpNet;

use super::address::net;
use crate::call::{Bound, CallError};
use machine::network::{self, Address, Interface};
use model::{Map, Value};

fn text(address: Option<IpAddr>) -> Value {
    address.map_or(Value::Null, |address| address.to_string().into())
}

pub(super) fn addresses_of(name: &str, interface: &Interface, of_v4: bool) -> Value {
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

pub(super) fn shown(name: &str, interface: &Interface) -> Value {
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

/// Salt answers a missing interface with a sentence.
pub(super) fn with(bound: &Bound, of: impl Fn(&str, &Interface) -> Value) -> Result<Value, CallError> {
    let (all, name) = (network::interfaces(), bound.text("iface"));
    Ok(all.get(&name).map_or_else(
        || {
            let known: Vec<String> = all.keys().map(|name| format!("\"{name}\"")).collect();
            format!("Interface \"{name}\" not in available interfaces: {}", known.join(", ")).into()
        },
        |interface| of(&name, interface),
    ))
}

pub(super) fn ip_addrs(bound: &Bound, of_v4: bool) -> Result<Value, CallError> {
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

pub(super) fn subnets(wanted: &[String], includes_loopback: bool, of_v4: bool) -> BTreeMap<String, IpNet> {
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

pub(super) fn ip_networks(bound: &Bound, of_v4: bool) -> Value {
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

pub(super) fn routes(bound: &Bound, of_default: bool) -> Result<Value, CallError> {
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
