//! `dnsutil.*`: resolves names of hosts with the program `dig`, or with the system's resolver if there is no `dig`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.dnsutil.html>.

use std::net::{IpAddr, ToSocketAddrs};
use std::time::Duration;

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use machine::process::Command;
use model::Effect::{AsksHosts, RunsPrograms};
use model::{Argument, Effect, Shape, Value};

/// How long `dig` may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Salt's answer when `dig` is needed and missing.
const NO_DIG: &str = "This function requires dig, which is not currently available";

const DOES: &[Effect] = &[RunsPrograms, AsksHosts];

const HOST: &[Argument] = &[
    required("host", Shape::Text, "the name"),
    maybe("nameserver", Shape::Text, "the name server to ask, instead of the system's own"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "dnsutil.A",
        signature: takes(HOST),
        doc: "Returns the IPv4 addresses of a name.",
        returns: "a list of addresses",
        does: DOES,
        call: |_, bound| Ok(addresses(&bound.text("host"), "A", &server(bound))),
    },
    Function {
        name: "dnsutil.AAAA",
        signature: takes(HOST),
        doc: "Returns the IPv6 addresses of a name.",
        returns: "a list of addresses",
        does: DOES,
        call: |_, bound| Ok(addresses(&bound.text("host"), "AAAA", &server(bound))),
    },
    Function {
        name: "dnsutil.NS",
        signature: takes(&[
            required("domain", Shape::Text, "the domain"),
            flag("resolve", true, "False: names instead of addresses"),
            maybe("nameserver", Shape::Text, "the name server to ask, instead of the system's own"),
        ]),
        doc: "Returns the addresses, or the names, of a domain's name servers. It needs the program dig.",
        returns: "a list of addresses or names",
        does: DOES,
        call: name_servers,
    },
    Function {
        name: "dnsutil.MX",
        signature: takes(&[
            required("domain", Shape::Text, "the domain"),
            flag("resolve", false, "True: an address instead of a name"),
            maybe("nameserver", Shape::Text, "the name server to ask, instead of the system's own"),
        ]),
        doc: "Returns the mail servers of a domain, each with its priority. It needs the program dig.",
        returns: "a list of pairs: priority and server",
        does: DOES,
        call: mail_servers,
    },
    Function {
        name: "dnsutil.SPF",
        signature: takes(&[
            required("domain", Shape::Text, "the domain"),
            text("record", "SPF", "the type of record to ask for; without an SPF record, TXT is asked for"),
            maybe("nameserver", Shape::Text, "the name server to ask, instead of the system's own"),
        ]),
        doc: "Returns the addresses and networks that may send mail for a domain, with those of the \
              domains that it includes. It needs the program dig.",
        returns: "a list of addresses and networks",
        does: DOES,
        call: senders,
    },
    Function {
        name: "dnsutil.check_ip",
        signature: takes(&[required("ip_addr", Shape::Text, "the text")]),
        doc: "Returns whether a text is an IPv4 or IPv6 address, or a network: 10.0.0.0/8.",
        returns: "a boolean",
        does: &[],
        call: |_, bound| Ok(is_address(&bound.text("ip_addr")).into()),
    },
];

/// As Salt's `dig.check_ip`: an IPv6 network has at least eight bits.
fn is_address(text: &str) -> bool {
    let (address, bits) = text.rsplit_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
    let fits = |least: u8, most: u8| {
        bits.is_none_or(|bits| bits.parse().is_ok_and(|bits: u8| (least..=most).contains(&bits)))
    };
    match address.parse() {
        Ok(IpAddr::V4(_)) => fits(1, 32),
        Ok(IpAddr::V6(_)) => fits(8, 128),
        Err(_) => false,
    }
}

fn server(bound: &Bound) -> Option<String> {
    bound.value("nameserver").as_str().map(str::to_owned)
}

/// The output lines of `dig`; none if there is no `dig`. Its errors are not lines, as in Salt.
fn dig(name: &str, kind: &str, server: &Option<String>) -> Option<Vec<String>> {
    let mut words = vec!["dig".to_owned(), "+short".to_owned(), name.to_owned(), kind.to_owned()];
    words.extend(server.iter().map(|server| format!("@{server}")));
    let finished = Command::argv(words).timeout(PATIENCE).run_blocking().ok()?;
    if !finished.is_success() {
        tracing::warn!("dig ended with {}: using an empty list as its answer", finished.code());
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

fn senders(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let server = server(bound);
    let mut ask = |name: &str, kind: &str| dig(name, kind, &server);
    let found = ranges(&bound.text("domain"), &bound.text("record"), 0, &mut ask);
    Ok(found.map_or_else(|| NO_DIG.into(), Value::from))
}

/// How far domains may include and redirect to one another: RFC 7208 ends there too.
const MAX_LOOKUPS: usize = 10;

/// The addresses of a domain's SPF record; none if there is no `dig`.
///
/// See <https://www.rfc-editor.org/rfc/rfc7208>.
fn ranges(
    domain: &str,
    kind: &str,
    depth: usize,
    ask: &mut dyn FnMut(&str, &str) -> Option<Vec<String>>,
) -> Option<Vec<String>> {
    if depth > MAX_LOOKUPS {
        return Some(vec![]);
    }
    let mut lines = ask(domain, kind)?;
    if kind == "SPF" && lines.is_empty() {
        lines = ask(domain, "TXT")?;
    }
    let text = lines.join("\n").replace('"', "");
    let mut parts = text.split_whitespace();
    if parts.next() != Some("v=spf1") {
        return Some(vec![]);
    }
    let mut found = vec![];
    for (place, part) in parts.enumerate() {
        if let Some(other) = part.strip_prefix("redirect=").filter(|_| place == 0) {
            return ranges(other, "SPF", depth + 1, ask);
        }
        match part.trim_start_matches(['+', '~']).split_once(':') {
            Some(("include", other)) => found.extend(ranges(other, "SPF", depth + 1, ask)?),
            Some(("ip4" | "ip6", address)) if is_address(address) => found.push(address.to_owned()),
            _ => {}
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_reported_from_a_name() {
        for (text, expected) in [
            ("1.2.3.4", true),
            ("::1", true),
            ("localhost", false),
            ("1.2.3", false),
            ("", false),
            ("10.0.0.0/8", true),
            ("10.0.0.0/33", false),
            ("10.0.0.0/x", false),
            ("fd00::/8", true),
            ("fd00::/7", false),
        ] {
            assert_eq!(is_address(text), expected, "{text}");
        }
    }

    #[test]
    fn senders_are_those_of_the_record_and_of_what_it_includes() {
        let mut asked = vec![];
        let mut ask = |name: &str, kind: &str| {
            asked.push(format!("{name} {kind}"));
            Some(match (name, kind) {
                ("a.example", "TXT") => {
                    vec![
                        "\"v=spf1 ip4:10.0.0.0/8 +ip6:fd00::/8 ip4:nonsense a mx include:b.example ~all\""
                            .to_owned(),
                    ]
                }
                ("b.example", "SPF") => vec!["\"v=spf1 redirect=c.example\"".to_owned()],
                ("c.example", "TXT") => vec!["\"v=spf1 ip4:192.0.2.1 include:c.example -all\"".to_owned()],
                ("d.example", "TXT") => vec!["\"other\"".to_owned()],
                _ => vec![],
            })
        };
        let found = ranges("a.example", "SPF", 0, &mut ask).unwrap();
        assert_eq!(found[..3], ["10.0.0.0/8", "fd00::/8", "192.0.2.1"]);
        assert!(found.len() < 15, "a circle ends");
        assert_eq!(ranges("d.example", "TXT", 0, &mut ask), Some(vec![]));
        assert_eq!(asked[..4], ["a.example SPF", "a.example TXT", "b.example SPF", "c.example SPF"]);
        assert_eq!(ranges("a.example", "SPF", 0, &mut |_, _| None), None);
    }
}
