//! Addresses and networks as text, and whether hosts answer.

use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use ipnet::IpNet;

use crate::call::{Bound, CallError};
use crate::signature::{flag, maybe, required, takes};
use crate::{Context, Function};
use machine::network;
use machine::process::Command;
use model::Effect::{AsksHosts, RunsPrograms};
use model::{Argument, Shape, Value, python};

const IP_ADDR: &[Argument] = &[required("ip_addr", Shape::Text, "the address")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "network.calc_net",
        signature: takes(&[
            required("ip_addr", Shape::Text, "the address"),
            maybe("netmask", Shape::Text, "the mask, if the address has none"),
        ]),
        doc: "Returns the network of an address.",
        returns: "a text",
        does: &[],
        call: calc_net,
    },
    Function {
        name: "network.convert_cidr",
        signature: takes(&[required("cidr", Shape::Text, "the network: 10.0.0.0/8")]),
        doc: "Returns network, netmask and broadcast address of a network.",
        returns: "a mapping: network, netmask, broadcast",
        does: &[],
        call: |_, bound| {
            let net = net(bound, &bound.text("cidr"))?;
            let parts =
                [("network", net.network()), ("netmask", net.netmask()), ("broadcast", net.broadcast())];
            Ok(parts.into_iter().map(|(name, address)| (name, address.to_string())).collect())
        },
    },
    Function {
        name: "network.ip_in_subnet",
        signature: takes(&[
            required("ip_addr", Shape::Text, "the address"),
            required("cidr", Shape::Text, "the network: 10.0.0.0/8"),
        ]),
        doc: "Returns whether an address is in a network.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| {
            let address = address(bound, "ip_addr")?;
            Ok(net(bound, &bound.text("cidr"))?.contains(&address).into())
        },
    },
    Function {
        name: "network.is_loopback",
        signature: takes(IP_ADDR),
        doc: "Returns whether an address belongs to this host.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| Ok(address(bound, "ip_addr")?.is_loopback().into()),
    },
    Function {
        name: "network.is_private",
        signature: takes(IP_ADDR),
        doc: "Returns whether an address is for private use.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| Ok(network::is_private(address(bound, "ip_addr")?).into()),
    },
    Function {
        name: "network.reverse_ip",
        signature: takes(IP_ADDR),
        doc: "Returns the name of an address in the reverse zones.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(network::reverse(address(bound, "ip_addr")?).into()),
    },
    Function {
        name: "network.iphexval",
        signature: takes(&[required("ip", Shape::Text, "the address")]),
        doc: "Returns an IPv4 address in hexadecimal digits.",
        returns: "a text",
        does: &[],
        call: |_, bound| match address(bound, "ip")? {
            IpAddr::V4(it) => Ok(format!("{:08X}", u32::from(it)).into()),
            IpAddr::V6(_) => Err(bound.fails("this is no IPv4 address")),
        },
    },
    Function {
        name: "network.connect",
        signature: takes(&[
            required("host", Shape::Text, "the host"),
            maybe("port", Shape::Integer, "the port"),
        ])
        .and_named(),
        doc: "Returns whether a TCP port of a host accepts connections.\n\ntimeout= is the time to try \
              in seconds (default: 5).",
        returns: "a mapping: result, comment",
        does: &[AsksHosts],
        call: connect,
    },
    Function {
        name: "network.ping",
        signature: takes(&[
            required("host", Shape::Text, "the host"),
            flag("timeout", false, "seconds to wait"),
            flag("return_boolean", false, "True: whether it answers; False: the output of ping"),
        ]),
        doc: "Sends four pings to a host and returns the output of ping, or whether the host answered.",
        returns: "a text, or a boolean",
        does: &[AsksHosts, RunsPrograms],
        call: ping,
    },
];

pub(super) fn address(bound: &Bound, name: &str) -> Result<IpAddr, CallError> {
    let text = bound.text(name);
    text.parse().map_err(|_| bound.fails(format!("'{text}' is no address")))
}

pub(super) fn net(bound: &Bound, text: &str) -> Result<IpNet, CallError> {
    network::network(text).ok_or_else(|| bound.fails(format!("'{text}' is no network")))
}

fn calc_net(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let text = bound.text("ip_addr");
    if bound.value("netmask").is_null() {
        return Ok(net(bound, &text)?.to_string().into());
    }
    let mask = bound.text("netmask");
    let prefix = match mask.parse::<IpAddr>() {
        Ok(mask) => network::prefix(mask).to_string(),
        Err(_) => mask,
    };
    Ok(net(bound, &format!("{text}/{prefix}"))?.to_string().into())
}

fn connect(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let answer = |result: bool, comment: String| {
        Ok([("result", Value::Bool(result)), ("comment", comment.into())].into_iter().collect())
    };
    let host = bound.text("host");
    if host.is_empty() {
        return answer(false, "Required argument, host, is missing.".to_owned());
    }
    if bound.value("port").is_null() {
        return answer(false, "Required argument, port, is missing.".to_owned());
    }
    let port = bound.int("port").and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| bound.fails(format!("'{}' is no port", bound.text("port"))))?;
    let seconds = bound.named.get("timeout").map(python::text).and_then(|text| text.parse().ok());
    let timeout =
        seconds.and_then(|it| Duration::try_from_secs_f64(it).ok()).unwrap_or(Duration::from_secs(5));
    let found: Vec<SocketAddr> = match (host.as_str(), port).to_socket_addrs() {
        Ok(found) => found.collect(),
        Err(_) => return answer(false, format!("Unable to resolve host {host} on tcp port {port}")),
    };
    let shown = found.first().map_or_else(|| host.clone(), |address| address.ip().to_string());
    let connected = found.iter().any(|address| TcpStream::connect_timeout(address, timeout).is_ok());
    if connected {
        answer(true, format!("Successfully connected to {host} ({shown}) on tcp port {port}"))
    } else {
        answer(false, format!("Unable to connect to {host} ({shown}) on tcp port {port}"))
    }
}

fn ping(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let host = bound.text("host");
    if host.is_empty() || host.starts_with('-') {
        return Err(bound.fails("this is no host"));
    }
    let mut words = vec!["ping".to_owned(), "-c".to_owned(), "4".to_owned()];
    if let Some(seconds) = bound.int("timeout") {
        words.extend(["-W".to_owned(), seconds.to_string()]);
    }
    words.push(host);
    let command = Command::argv(words).timeout(Duration::from_secs(60));
    let finished = command.run_blocking().map_err(|error| bound.failed(&error))?;
    if bound.is_true("return_boolean") {
        return Ok(finished.is_success().into());
    }
    Ok(finished.stdout_text().trim_end().into())
}
