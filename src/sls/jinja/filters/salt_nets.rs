//! Salt's filters on addresses and networks.

use std::net::IpAddr;

use ipnet::IpNet;

use super::Table;
use crate::sls::jinja::py::{Args, Py};
use crate::sls::jinja::raise::{Outcome, Raise};
use crate::sls::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("is_ip", |_, value, _| Ok(Py::Bool(interface(&value).is_some()))),
    ("is_ipv4", |_, value, _| Ok(Py::Bool(interface(&value).is_some_and(|ip| ip.is_ipv4())))),
    ("is_ipv6", |_, value, _| Ok(Py::Bool(interface(&value).is_some_and(|ip| ip.is_ipv6())))),
    ("ipaddr", |_, value, args| choose(&value, args, |_| true)),
    ("ipv4", |_, value, args| choose(&value, args, |ip| ip.is_ipv4())),
    ("ipv6", |_, value, args| choose(&value, args, |ip| ip.is_ipv6())),
    ("ipwrap", |_, value, _| {
        each(&value, |item| {
            Ok(match address(item) {
                Some(IpAddr::V6(ip)) => format!("[{ip}]").into(),
                _ => item.clone(),
            })
        })
    }),
    ("network_hosts", network_hosts),
    ("network_size", |_, value, _| {
        let net = network(&value)?;
        let bits = u32::from(net.max_prefix_len() - net.prefix_len());
        1_i64
            .checked_shl(bits)
            .filter(|size| *size > 0)
            .map(Py::Int)
            .ok_or_else(|| Raise::new("the network is too large"))
    }),
    ("filter_by_networks", filter_by_networks),
];

fn address(value: &Py) -> Option<IpAddr> {
    value.as_str()?.parse().ok()
}

/// An address with or without the length of its prefix.
fn interface(value: &Py) -> Option<IpAddr> {
    let text = value.as_str()?;
    match text.split_once('/') {
        None => text.parse().ok(),
        Some((ip, _)) => text.parse::<IpNet>().ok().and_then(|_| ip.parse().ok()),
    }
}

fn network(value: &Py) -> Outcome<IpNet> {
    let text = value.text()?;
    let whole = match text.parse::<IpAddr>() {
        Ok(ip) => Some(IpNet::from(ip)),
        Err(_) => text.parse().ok(),
    };
    whole
        .map(|net| net.trunc())
        .ok_or_else(|| Raise::new(format!("'{text}' does not appear to be a network")))
}

fn each(value: &Py, one: impl Fn(&Py) -> Outcome<Py>) -> Outcome<Py> {
    match value.defined()? {
        Py::Str(_) => one(value),
        other => Ok(Py::list(other.iterate()?.iter().map(one).collect::<Outcome<_>>()?)),
    }
}

/// The addresses among the items; a single item is itself or `None`.
fn choose(value: &Py, args: Args, family: fn(IpAddr) -> bool) -> Outcome<Py> {
    let [options] = args.bind("ipaddr", ["options"])?;
    let options = match options {
        None | Some(Py::None) => Vec::new(),
        Some(options) => options.text()?.split(',').map(|option| option.trim().to_owned()).collect(),
    };
    let fits =
        |item: &Py| interface(item).is_some_and(|ip| family(ip) && options.iter().all(|o| is_kind(ip, o)));
    match value.defined()? {
        Py::Str(_) => Ok(if fits(value) { value.clone() } else { Py::None }),
        other => {
            let (four, six): (Vec<Py>, Vec<Py>) = other
                .iterate()?
                .into_iter()
                .filter(fits)
                .partition(|item| interface(item).is_some_and(|ip| ip.is_ipv4()));
            Ok(Py::list([four, six].concat()))
        }
    }
}

fn is_kind(ip: IpAddr, kind: &str) -> bool {
    let private = match ip {
        IpAddr::V4(ip) => ip.is_private() || ip.is_loopback() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_loopback() || ip.is_unicast_link_local(),
    };
    let link_local = match ip {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    };
    match kind {
        "private" => private,
        "public" | "global" => !private && !ip.is_multicast() && !ip.is_unspecified(),
        "loopback" | "lo" => ip.is_loopback(),
        "multicast" => ip.is_multicast(),
        "link-local" | "link_local" => link_local,
        "unspecified" => ip.is_unspecified(),
        _ => false,
    }
}

fn network_hosts(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let hosts: Vec<Py> = network(&value)?.hosts().take(65_537).map(|ip| ip.to_string().into()).collect();
    if hosts.len() > 65_536 {
        Err(Raise::new("the network has more than 65536 hosts"))
    } else {
        Ok(Py::list(hosts))
    }
}

fn filter_by_networks(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [networks] = args.bind_all("filter_by_networks", ["networks"])?;
    let networks = networks.iterate()?.iter().map(network).collect::<Outcome<Vec<_>>>()?;
    let mut kept = Vec::new();
    for item in value.iterate()? {
        if interface(&item).is_some_and(|ip| networks.iter().any(|net| net.contains(&ip))) {
            kept.push(item);
        }
    }
    Ok(Py::list(kept))
}
