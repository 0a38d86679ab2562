//! `dnsutil.*`: what names of hosts lead to, by the program `dig`, or by the system's resolver where there is no `dig`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.dnsutil.html>.

use std::net::{IpAddr, ToSocketAddrs};
use std::time::Duration;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes};
use super::{Context, Function};
use crate::machine::process::Command;
use crate::model::Effect::{AsksHosts, RunsPrograms};
use crate::model::{Argument, Effect, Shape, Value};

/// How long `dig` may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What Salt answers where only `dig` could.
const NO_DIG: &str = "This function requires dig, which is not currently available";

const DOES: &[Effect] = &[RunsPrograms, AsksHosts];

const HOST: &[Argument] = &[
    required("host", Shape::Text, "the name"),
    maybe("nameserver", Shape::Text, "who is asked, instead of the system's own"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "dnsutil.A",
        signature: takes(HOST),
        doc: "Gives the IPv4 addresses of a name.",
        returns: "a list of addresses",
        does: DOES,
        call: |_, bound| Ok(addresses(&bound.text("host"), "A", &server(bound))),
    },
    Function {
        name: "dnsutil.AAAA",
        signature: takes(HOST),
        doc: "Gives the IPv6 addresses of a name.",
        returns: "a list of addresses",
        does: DOES,
        call: |_, bound| Ok(addresses(&bound.text("host"), "AAAA", &server(bound))),
    },
    Function {
        name: "dnsutil.NS",
        signature: takes(&[
            required("domain", Shape::Text, "the domain"),
            flag("resolve", true, "False: names instead of addresses"),
            maybe("nameserver", Shape::Text, "who is asked, instead of the system's own"),
        ]),
        doc: "Gives the addresses, or the names, of a domain's name servers. It needs the program dig.",
        returns: "a list of addresses or names",
        does: DOES,
        call: name_servers,
    },
    Function {
        name: "dnsutil.MX",
        signature: takes(&[
            required("domain", Shape::Text, "the domain"),
            flag("resolve", false, "True: an address instead of a name"),
            maybe("nameserver", Shape::Text, "who is asked, instead of the system's own"),
        ]),
        doc: "Gives the mail servers of a domain, each with its priority. It needs the program dig.",
        returns: "a list of pairs: priority and server",
        does: DOES,
        call: mail_servers,
    },
    Function {
        name: "dnsutil.check_ip",
        signature: takes(&[required("ip_addr", Shape::Text, "the text")]),
        doc: "Tells whether a text is an IPv4 or IPv6 address.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| Ok(is_address(&bound.text("ip_addr")).into()),
    },
];

fn is_address(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok()
}

fn server(bound: &Bound) -> Option<String> {
    bound.value("nameserver").as_str().map(str::to_owned)
}

/// The lines that `dig` prints; none where there is no `dig`. A failure of it is no line, as in Salt.
fn dig(name: &str, kind: &str, server: &Option<String>) -> Option<Vec<String>> {
    let mut words = vec!["dig".to_owned(), "+short".to_owned(), name.to_owned(), kind.to_owned()];
    words.extend(server.iter().map(|server| format!("@{server}")));
    let finished = Command::argv(words).timeout(PATIENCE).run_blocking().ok()?;
    if !finished.is_success() {
        tracing::warn!("dig ended with {}: an empty list stands for its answer", finished.code());
        return Some(vec![]);
    }
    Some(finished.stdout_text().lines().map(str::to_owned).collect())
}

fn addresses(host: &str, kind: &str, server: &Option<String>) -> Value {
    if let Some(lines) = dig(host, kind, server) {
        return Value::from(lines.into_iter().filter(|line| is_address(line)).collect::<Vec<_>>());
    }
    if server.is_some() {
        return NO_DIG.into();
    }
    let wants_four = kind == "A";
    match (host, 0).to_socket_addrs() {
        Ok(found) => {
            let mut list: Vec<String> = found
                .map(|it| it.ip())
                .filter(|ip| ip.is_ipv4() == wants_four)
                .map(|ip| ip.to_string())
                .collect();
            list.dedup();
            if list.is_empty() { format!("Unable to resolve {host}").into() } else { Value::from(list) }
        }
        Err(_) => format!("Unable to resolve {host}").into(),
    }
}

fn name_servers(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let server = server(bound);
    let Some(lines) = dig(&bound.text("domain"), "NS", &server) else { return Ok(NO_DIG.into()) };
    if !bound.is_true("resolve") {
        return Ok(Value::from(lines));
    }
    let found = lines.iter().map(|name| addresses(name, "A", &server));
    Ok(Value::List(found.flat_map(|it| it.as_list().map(<[Value]>::to_vec).unwrap_or_default()).collect()))
}

fn mail_servers(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let server = server(bound);
    let Some(lines) = dig(&bound.text("domain"), "MX", &server) else { return Ok(NO_DIG.into()) };
    let mut pairs = vec![];
    for line in &lines {
        let Some((priority, name)) = line.split_once(' ') else { continue };
        let mut pair = vec![Value::from(priority), Value::from(name.trim())];
        if bound.is_true("resolve") {
            let found = addresses(name.trim(), "A", &server);
            let first = found.as_list().and_then(|list| list.first().cloned());
            pair[1] = first.ok_or_else(|| bound.fails(format!("'{name}' has no address")))?;
        }
        pairs.push(Value::List(pair));
    }
    Ok(Value::List(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_name() {
        for (text, expected) in
            [("1.2.3.4", true), ("::1", true), ("localhost", false), ("1.2.3", false), ("", false)]
        {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }
}
