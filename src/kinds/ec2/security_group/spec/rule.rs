//! The declaration of one rule in an SLS.

use crate::security_group::rule::{Peer, Protocol, Rule};
use aws::cidr::{Cidr, CidrError};
use model::{Argument, Fields, Problem, Problems, Shape};

pub(super) const RULE: &[Argument] = &[
    Argument::required("ip_protocol", Shape::Text, "tcp, udp, icmp, icmpv6, all, or a number"),
    Argument::optional("from_port", Shape::Integer, "the first port, or the ICMP type; -1 for all types"),
    Argument::optional("to_port", Shape::Integer, "the last port, or the ICMP code; -1 for all codes"),
    Argument::optional("cidr_ip", Shape::Texts, "address ranges"),
    Argument::optional("cidr_ipv6", Shape::Texts, "IPv6 address ranges"),
    Argument::optional("prefix_list_id", Shape::Texts, "prefix lists, by id"),
    Argument::optional("source_group_name", Shape::Texts, "groups, by name"),
    Argument::optional(
        "source_group_name_vpc",
        Shape::Text,
        "the Name tag of the VPC in which to look the groups up",
    ),
    Argument::optional("source_group_group_id", Shape::Texts, "groups, by id"),
    Argument::optional("source_group_owner_id", Shape::Text, "the account that owns the groups"),
    Argument::optional("description", Shape::Text, "what the rule is for"),
];

/// One rule for each peer.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Vec<Rule<Peer>> {
    let protocol = protocol(fields, problems);
    let ports = ports(fields, protocol, problems);
    let peers = peers(fields, problems);
    let description = fields.text("description");
    let rule = |peer| Rule { protocol, ports, peer, description: description.clone() };
    peers.into_iter().map(rule).collect()
}

fn protocol(fields: &Fields, problems: &mut Problems) -> Protocol {
    let typed = fields.required_text("ip_protocol");
    Protocol::parse(&typed).unwrap_or_else(|| {
        let message = format!("'{typed}' is not an IP protocol");
        let problem = Problem::at(fields.place_of("ip_protocol"), message);
        problems.push(problem.hint("write tcp, udp, icmp, icmpv6, all, or a number from 0 to 255"));
        Protocol::All
    })
}

fn ports(fields: &Fields, protocol: Protocol, problems: &mut Problems) -> Option<(i32, i32)> {
    if !protocol.has_ports() {
        return None;
    }
    let missing: Vec<&str> = ["from_port", "to_port"].into_iter().filter(|name| !fields.has(name)).collect();
    for name in &missing {
        let message = format!("a rule for {protocol} needs '{name}'");
        problems.push(Problem::at(fields.place(), message));
    }
    let (from, to) = (fields.integer32("from_port")?, fields.integer32("to_port")?);
    let is_range = protocol.to_string().starts_with("icmp") || (0 <= from && from <= to && to <= 65535);
    if !is_range {
        let message = format!("{from} to {to} is not a range of ports");
        problems.push(Problem::at(fields.place_of("from_port"), message));
    }
    Some((from, to))
}

/// The keys for each sort of peer. A rule may have ranges of both IP versions.
const SORTS: [&[&str]; 4] =
    [&["cidr_ip", "cidr_ipv6"], &["prefix_list_id"], &["source_group_name"], &["source_group_group_id"]];

fn peers(fields: &Fields, problems: &mut Problems) -> Vec<Peer> {
    let given: Vec<&str> =
        SORTS.iter().filter_map(|keys| keys.iter().copied().find(|key| fields.has(key))).collect();
    match given.as_slice() {
        [_] => {}
        [] => {
            let problem = Problem::at(fields.place(), "the rule does not name a peer");
            problems.push(problem.hint(
                "write one of cidr_ip, cidr_ipv6, prefix_list_id, source_group_name, source_group_group_id",
            ));
        }
        [first, second, ..] => {
            let message = format!("'{first}' and '{second}' exclude each other in one rule");
            problems.push(Problem::at(fields.place_of(second), message).hint("write two rules"));
        }
    }
    for (key, needed) in [
        ("source_group_name_vpc", &["source_group_name"][..]),
        ("source_group_owner_id", &["source_group_name", "source_group_group_id"][..]),
    ] {
        if fields.has(key) && !needed.iter().any(|needed| fields.has(needed)) {
            let message = format!("'{key}' has no effect without {}", needed.join(" or "));
            problems.push(Problem::at(fields.place_of(key), message));
        }
    }
    let mut peers = ranges(fields, problems);
    peers.extend(texts(fields, "prefix_list_id").map(Peer::PrefixList));
    peers.extend(groups(fields));
    peers
}

fn texts(fields: &Fields, name: &str) -> impl Iterator<Item = String> {
    fields.texts(name).unwrap_or_default().into_iter()
}

fn groups(fields: &Fields) -> Vec<Peer> {
    let owner = fields.text("source_group_owner_id");
    let vpc = fields.text("source_group_name_vpc");
    let by_id = |id: String| Peer::Id { id, owner: owner.clone() };
    let by_name = |name: String| {
        // Salt accepts an id where it expects a name.
        if name.starts_with("sg-") {
            by_id(name)
        } else {
            Peer::Name { name, vpc: vpc.clone(), owner: owner.clone() }
        }
    };
    texts(fields, "source_group_name")
        .map(by_name)
        .chain(texts(fields, "source_group_group_id").map(by_id))
        .collect()
}

fn ranges(fields: &Fields, problems: &mut Problems) -> Vec<Peer> {
    let mut peers = vec![];
    for key in ["cidr_ip", "cidr_ipv6"] {
        for text in texts(fields, key) {
            match Cidr::parse(&text) {
                Ok(cidr) => peers.push(Peer::Range(cidr)),
                Err(error) => {
                    let problem = Problem::at(fields.place_of(key), error.to_string());
                    problems.push(match &error {
                        CidrError::Bare(address) if address.contains(':') => {
                            problem.hint(format!("write '{address}/128'"))
                        }
                        CidrError::Bare(address) => problem.hint(format!("write '{address}/32'")),
                        CidrError::Malformed(_) => {
                            problem.hint("write a range such as 10.0.0.0/8 or 2001:db8::/32")
                        }
                    });
                }
            }
        }
    }
    peers
}
