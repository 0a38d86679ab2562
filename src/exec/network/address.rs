//! Addresses and networks as text, and whether hosts answer.

use std::net::{IpAddr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

use ipnet::IpNet;

use crate::exec::call::{Bound, CallError};
use crate::exec::signature::{Parameter, flag, maybe, required, takes};
use crate::exec::{Context, Function};
use crate::machine::network;
use crate::machine::process::Command;
use crate::model::{Value, python};

const IP_ADDR: &[Parameter] = &[required("ip_addr")];

pub(in crate::exec) const FUNCTIONS: &[Function] = &[
    Function::new(
        "network.calc_net",
        takes(&[required("ip_addr"), maybe("netmask")]),
        "Gives the network of an address.",
        calc_net,
    ),
    Function::new(
        "network.convert_cidr",
        takes(&[required("cidr")]),
        "Gives network, netmask and broadcast address of a network.",
        |_, bound| {
            let net = net(bound, &bound.text("cidr"))?;
            let parts =
                [("network", net.network()), ("netmask", net.netmask()), ("broadcast", net.broadcast())];
            Ok(parts.into_iter().map(|(name, address)| (name, address.to_string())).collect())
        },
    ),
    Function::new(
        "network.ip_in_subnet",
        takes(&[required("ip_addr"), required("cidr")]),
        "Tells whether an address is in a network.",
        |_, bound| {
            let address = address(bound, "ip_addr")?;
            Ok(net(bound, &bound.text("cidr"))?.contains(&address).into())
        },
    ),
    Function::new(
        "network.is_loopback",
        takes(IP_ADDR),
        "Tells whether an address is this host's own.",
        |_, bound| Ok(address(bound, "ip_addr")?.is_loopback().into()),
    ),
    Function::new(
        "network.is_private",
        takes(IP_ADDR),
        "Tells whether an address is for private use.",
        |_, bound| Ok(network::is_private(address(bound, "ip_addr")?).into()),
    ),
    Function::new(
        "network.reverse_ip",
        takes(IP_ADDR),
        "Gives the name of an address in the reverse zones.",
        |_, bound| Ok(network::reverse(address(bound, "ip_addr")?).into()),
    ),
    Function::new(
        "network.iphexval",
        takes(&[required("ip")]),
        "Gives an IPv4 address in hexadecimal digits.",
        |_, bound| match address(bound, "ip")? {
            IpAddr::V4(it) => Ok(format!("{:08X}", u32::from(it)).into()),
            IpAddr::V6(_) => Err(bound.fails("this is no IPv4 address")),
        },
    ),
    Function::new(
        "network.connect",
        takes(&[required("host"), maybe("port")]).and_named(),
        "Tells whether a TCP port of a host can be connected to.\n\ntimeout= says for how many seconds it is tried, 5 without it.",
        connect,
    ),
    Function::new(
        "network.ping",
        takes(&[required("host"), flag("timeout", false), flag("return_boolean", false)]),
        "Sends four pings to a host and gives what the program says, or whether it answered.",
        ping,
    ),
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
