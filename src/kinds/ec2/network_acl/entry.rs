//! One entry of a network ACL, in canonical form.

use aws::cidr::Cidr;
use model::{Argument, Fields, Problem, Problems, Shape, Value};

/// The keys of an entry, as `boto_vpc.create_network_acl_entry` spells them.
pub(super) const ENTRY: &[Argument] = &[
    Argument::required(
        "rule_number",
        Shape::Integer,
        "its number: 1 to 32766; AWS evaluates lower numbers first",
    )
    .alias(&["RuleNumber"]),
    Argument::required("protocol", Shape::Text, "tcp, udp, icmp, icmpv6, all, or a number")
        .alias(&["Protocol"]),
    Argument::required("rule_action", Shape::Word(&["allow", "deny"]), "allow or deny")
        .alias(&["RuleAction"]),
    Argument::optional("cidr_block", Shape::Text, "the IPv4 address range").alias(&["CidrBlock"]),
    Argument::optional("ipv6_cidr_block", Shape::Text, "the IPv6 address range").alias(&["Ipv6CidrBlock"]),
    Argument::optional(
        "egress",
        Shape::Boolean,
        "whether the entry is for outgoing traffic; false if left out",
    )
    .alias(&["Egress"]),
    Argument::optional("icmp_code", Shape::Integer, "with icmp: the code; -1 for all"),
    Argument::optional("icmp_type", Shape::Integer, "with icmp: the type; -1 for all"),
    Argument::optional("port_range_from", Shape::Integer, "the first port"),
    Argument::optional("port_range_to", Shape::Integer, "the last port"),
];

/// Protocols by name.
const PROTOCOLS: &[(&str, &str)] =
    &[("all", "-1"), ("tcp", "6"), ("udp", "17"), ("icmp", "1"), ("icmpv6", "58")];

/// An entry. Its number and direction identify it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// True for outgoing traffic.
    pub egress: bool,
    /// Its number.
    pub number: i32,
    /// AWS's number of the protocol; -1 for all.
    pub protocol: String,
    /// True for one that allows.
    pub allows: bool,
    /// The address range.
    pub cidr: Cidr,
    /// The first and the last port, of TCP and UDP.
    pub ports: Option<(i32, i32)>,
    /// Type and code, of ICMP.
    pub icmp: Option<(i32, i32)>,
}

impl Entry {
    /// What identifies the entry.
    pub fn key(&self) -> (bool, i32) {
        (self.egress, self.number)
    }

    /// In an author's notation.
    pub fn to_value(&self) -> Value {
        let protocol = PROTOCOLS.iter().find(|(_, number)| *number == self.protocol).map(|(name, _)| *name);
        let family = if self.cidr.is_ipv6() { "ipv6_cidr_block" } else { "cidr_block" };
        let all: [(&str, Value); 9] = [
            ("rule_number", self.number.into()),
            ("protocol", protocol.unwrap_or(&self.protocol).into()),
            ("rule_action", if self.allows { "allow" } else { "deny" }.into()),
            (family, self.cidr.canonical().into()),
            ("egress", self.egress.into()),
            ("port_range_from", self.ports.map(|ports| ports.0).into()),
            ("port_range_to", self.ports.map(|ports| ports.1).into()),
            ("icmp_type", self.icmp.map(|icmp| icmp.0).into()),
            ("icmp_code", self.icmp.map(|icmp| icmp.1).into()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_null()).collect()
    }
}

/// All entries, sorted by direction and number.
pub(super) fn read_all(fields: &Fields, problems: &mut Problems) -> Option<Vec<Entry>> {
    let mut entries: Vec<Entry> = vec![];
    for fields in fields.records("entries")? {
        let Some(entry) = read(&fields, problems) else { continue };
        if entries.iter().any(|other| other.key() == entry.key()) {
            let direction = if entry.egress { "egress" } else { "ingress" };
            let message = format!("the {direction} entry {} is declared twice", entry.number);
            problems.push(Problem::at(fields.place(), message));
        }
        entries.push(entry);
    }
    entries.sort_by_key(Entry::key);
    Some(entries)
}

fn read(fields: &Fields, problems: &mut Problems) -> Option<Entry> {
    let written = fields.required_text("protocol").to_lowercase();
    let known = PROTOCOLS.iter().find(|(name, _)| *name == written).map(|(_, number)| (*number).to_owned());
    let protocol = known.unwrap_or(written);
    let mut wrong = |argument: &str, message: String| {
        problems.push(Problem::at(fields.place_of(argument), message));
    };
    if protocol.parse::<i16>().is_err() {
        wrong(
            "protocol",
            format!("'{protocol}' is not a protocol: write tcp, udp, icmp, icmpv6, all, or a number"),
        );
    }
    let number = fields.integer32("rule_number").unwrap_or_default();
    if !(1..=32766).contains(&number) {
        wrong("rule_number", format!("{number} cannot be the number of an entry: AWS takes 1 to 32766"));
    }
    let (v4, v6) = (fields.text("cidr_block"), fields.text("ipv6_cidr_block"));
    if v4.is_some() == v6.is_some() {
        wrong("cidr_block", "an entry needs exactly one of 'cidr_block' and 'ipv6_cidr_block'".to_owned());
    }
    let cidr = match Cidr::parse(&v4.or(v6).unwrap_or_default()) {
        Ok(cidr) => cidr,
        Err(error) => {
            wrong("cidr_block", error.to_string());
            return None;
        }
    };
    let pair = |first: &str, last: &str| fields.integer32(first).zip(fields.integer32(last));
    let ports = pair("port_range_from", "port_range_to").filter(|_| ["6", "17"].contains(&protocol.as_str()));
    if ["6", "17"].contains(&protocol.as_str()) && ports.is_none() {
        wrong("port_range_from", "tcp and udp need 'port_range_from' and 'port_range_to'".to_owned());
    }
    let icmp =
        ["1", "58"].contains(&protocol.as_str()).then(|| pair("icmp_type", "icmp_code").unwrap_or((-1, -1)));
    Some(Entry {
        egress: fields.boolean("egress").unwrap_or(false),
        number,
        protocol,
        allows: fields.text("rule_action").as_deref() == Some("allow"),
        cidr,
        ports,
        icmp,
    })
}
