//! Salt's filters on addresses and networks.

use std::net::IpAddr;

use ipnet::IpNet;

use super::Table;
use super::net_kinds;
use crate::jinja::py::{Args, Py};
use crate::jinja::raise::{Outcome, Raise};
use crate::jinja::vm::Vm;

pub(super) const TABLE: Table = &[
    ("is_ip", |_, value, args| is_one(&value, args, |_| true)),
    ("is_ipv4", |_, value, args| is_one(&value, args, |ip| ip.is_ipv4())),
    ("is_ipv6", |_, value, args| is_one(&value, args, |ip| ip.is_ipv6())),
    ("ipaddr", |_, value, args| choose(&value, args, |_| true)),
    ("ipv4", |_, value, args| choose(&value, args, |ip| ip.is_ipv4())),
    ("ipv6", |_, value, args| choose(&value, args, |ip| ip.is_ipv6())),
    ("ip_host", |_, value, args| {
        let options = options(args)?;
        networks(&value, &options, |item| Ok(item.with_length().into()))
    }),
    ("ipwrap", ipwrap),
    ("network_hosts", |_, value, args| {
        let options = options(args)?;
        networks(&value, &options, |item| hosts(item.net))
    }),
    ("network_size", |_, value, args| {
        let options = options(args)?;
        networks(&value, &options, |item| size(item.net))
    }),
    ("filter_by_networks", filter_by_networks),
];

/// An address, with or without the length of its prefix.
struct Item {
    ip: IpAddr,
    scope: String,
    net: IpNet,
    has_length: bool,
}

impl Item {
    fn of(value: &Py) -> Option<Self> {
        match value {
            Py::Str(text) => Self::read(text),
            other => {
                let number = other.as_int()?;
                let ip = match u32::try_from(number) {
                    Ok(number) => IpAddr::V4(number.into()),
                    Err(_) => IpAddr::V6(u128::try_from(number).ok()?.into()),
                };
                Some(Self { ip, scope: String::new(), net: ip.into(), has_length: false })
            }
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length)),
            None => (text, None),
        };
        let (plain, scope) = address.split_at(address.find('%').unwrap_or(address.len()));
        let ip: IpAddr = plain.parse().ok()?;
        if scope.len() == 1 || !scope.is_empty() && ip.is_ipv4() {
            return None;
        }
        let net = match length {
            None => IpNet::from(ip),
            Some(length) => IpNet::new(ip, prefix(ip, length)?).ok()?,
        };
        Some(Self { ip, scope: scope.to_owned(), net: net.trunc(), has_length: length.is_some() })
    }

    fn with_length(&self) -> String {
        format!("{}{}/{}", self.ip, self.scope, self.net.prefix_len())
    }

    fn text(&self) -> String {
        if self.has_length { self.with_length() } else { format!("{}{}", self.ip, self.scope) }
    }
}

fn prefix(ip: IpAddr, length: &str) -> Option<u8> {
    match (ip, length.parse::<IpAddr>()) {
        (IpAddr::V4(_), Ok(mask @ IpAddr::V4(_))) => ipnet::ip_mask_to_prefix(mask).ok(),
        _ => length.parse().ok(),
    }
}

/// The types that an address must have, all of them.
fn options(args: Args) -> Outcome<Vec<String>> {
    let [options] = args.bind("this filter", ["options"])?;
    match options {
        None | Some(Py::None) => Ok(Vec::new()),
        Some(Py::Str(text)) => Ok(text.split(',').map(|option| option.trim().to_owned()).collect()),
        Some(_) => Err(Raise::new("the options must be text").hint("write 'private,loopback'")),
    }
}

fn fits(item: &Item, options: &[String]) -> bool {
    options.iter().all(|option| net_kinds::is_kind(item.ip, option))
}

fn is_one(value: &Py, args: Args, family: fn(IpAddr) -> bool) -> Outcome<Py> {
    let options = options(args)?;
    Ok(Py::Bool(Item::of(value.defined()?).is_some_and(|item| family(item.ip) && fits(&item, &options))))
}

/// The addresses among the items, those of version 4 first; a single text is itself or `None`.
fn choose(value: &Py, args: Args, family: fn(IpAddr) -> bool) -> Outcome<Py> {
    let options = options(args)?;
    let chosen = |value: &Py| Item::of(value).filter(|item| family(item.ip) && fits(item, &options));
    Ok(match value.defined()? {
        Py::Str(_) => chosen(value).map_or(Py::None, |item| item.text().into()),
        Py::List(_) | Py::Tuple(_) | Py::Range(_) => {
            let found: Vec<Item> = value.iterate()?.iter().filter_map(chosen).collect();
            let of = |four: bool| found.iter().filter(move |item| item.ip.is_ipv4() == four);
            Py::list(of(true).chain(of(false)).map(|item| item.text().into()).collect())
        }
        _ => Py::None,
    })
}

/// The result for each network; for a single text, its result alone.
fn networks(value: &Py, options: &[String], make: fn(&Item) -> Outcome<Py>) -> Outcome<Py> {
    let chosen = |value: &Py| Item::of(value).filter(|item| fits(item, options));
    match value.defined()? {
        Py::Str(_) => chosen(value).as_ref().map_or(Ok(Py::None), make),
        Py::List(_) | Py::Tuple(_) => {
            let made: Outcome<Vec<Py>> =
                value.iterate()?.iter().filter_map(chosen).map(|item| make(&item)).collect();
            made.map(Py::list)
        }
        _ => Ok(Py::None),
    }
}

fn hosts(net: IpNet) -> Outcome<Py> {
    // The address of an IPv6 network itself belongs to its routers.
    let is_anycast = |ip: &IpAddr| ip.is_ipv6() && net.prefix_len() < 127 && *ip == net.network();
    let mut hosts: Vec<Py> =
        net.hosts().take(65_538).filter(|ip| !is_anycast(ip)).map(|ip| ip.to_string().into()).collect();
    if net.addr().is_ipv6() && net.prefix_len() < 127 && hosts.len() < 65_537 {
        let last: Py = net.broadcast().to_string().into();
        if hosts.last().and_then(Py::as_str) != last.as_str() {
            hosts.push(last);
        }
    }
    if hosts.len() > 65_536 {
        return Err(Raise::new("the network has more than 65536 hosts"));
    }
    Ok(Py::list(hosts))
}

fn size(net: IpNet) -> Outcome<Py> {
    let bits = u32::from(net.max_prefix_len() - net.prefix_len());
    let size = 1_i64.checked_shl(bits).filter(|size| *size > 0).map(Py::Int);
    size.ok_or_else(|| Raise::new("the network is too large"))
}

fn ipwrap(_vm: &mut Vm<'_>, value: Py, _args: Args) -> Outcome<Py> {
    let one = |item: &Py| match Item::of(item).filter(|found| found.ip.is_ipv6()) {
        Some(found) if found.has_length => {
            Err(Raise::new(format!("'{}' is a network, not an address", found.text())))
        }
        Some(found) => Ok(format!("[{}]", found.text()).into()),
        None => Ok(item.clone()),
    };
    match value.defined()? {
        Py::Str(_) => one(&value),
        other => Ok(Py::list(other.iterate()?.iter().map(one).collect::<Outcome<_>>()?)),
    }
}

fn filter_by_networks(_vm: &mut Vm<'_>, value: Py, args: Args) -> Outcome<Py> {
    let [networks] = args.bind_all("filter_by_networks", ["networks"])?;
    let (Py::List(_) | Py::Tuple(_), Py::List(_) | Py::Tuple(_)) = (&value, &networks) else {
        return Err(Raise::new("filter_by_networks needs a list of addresses and one of networks"));
    };
    let network = |value: &Py| {
        Item::of(value)
            .map(|item| item.net)
            .ok_or_else(|| Raise::new(format!("{} does not appear to be a network", value.repr_or_type())))
    };
    let networks = networks.iterate()?.iter().map(network).collect::<Outcome<Vec<_>>>()?;
    let mut kept = Vec::new();
    for item in value.iterate()? {
        if Item::of(&item).is_some_and(|found| networks.iter().any(|net| net.contains(&found.ip))) {
            kept.push(item);
        }
    }
    Ok(Py::list(kept))
}
