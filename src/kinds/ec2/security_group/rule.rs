//! A rule of a security group in canonical form.

use std::fmt;

use aws::cidr::Cidr;
use model::{Ident, Map, Value};

/// One grant: a protocol, its ports, one peer.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule<P> {
    /// The protocol.
    pub protocol: Protocol,
    /// First and last port, or ICMP type and code; none if the protocol has neither.
    pub ports: Option<(i32, i32)>,
    /// The source of ingress, or the destination of egress.
    pub peer: P,
    /// Its description; none if it is not declared.
    pub description: Option<String>,
}

/// An IP protocol.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Protocol {
    /// All of them.
    All,
    /// One, by its IANA number.
    Number(u8),
}

/// Protocols that EC2 knows by name.
const NAMED: [(&str, u8); 4] = [("tcp", 6), ("udp", 17), ("icmp", 1), ("icmpv6", 58)];

impl Protocol {
    /// Reads `tcp`, `6`, `all`, `-1`; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if text == "all" || text == "-1" {
            return Some(Self::All);
        }
        let named = NAMED.iter().find(|(name, _)| *name == text).map(|(_, number)| *number);
        named.or_else(|| text.parse().ok()).map(Self::Number)
    }

    /// True if a rule for it has ports, or ICMP type and code. For any other, AWS ignores what is written.
    pub fn has_ports(self) -> bool {
        matches!(self, Self::Number(number) if NAMED.iter().any(|(_, named)| *named == number))
    }
}

impl fmt::Display for Protocol {
    /// In EC2's notation.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => out.write_str("-1"),
            Self::Number(number) => match NAMED.iter().find(|(_, named)| named == number) {
                Some((name, _)) => out.write_str(name),
                None => write!(out, "{number}"),
            },
        }
    }
}

/// A peer as an author names it.
#[derive(Clone, Debug, PartialEq)]
pub enum Peer {
    /// Addresses.
    Range(Cidr),
    /// A prefix list, by `pl-…`.
    PrefixList(String),
    /// A group by name, in the VPC with this Name tag, of this owner.
    Name { name: String, vpc: Option<String>, owner: Option<String> },
    /// A group by `sg-…`, of this owner.
    Id { id: String, owner: Option<String> },
}

/// A peer as EC2 knows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Party {
    /// Addresses.
    Range(Cidr),
    /// A prefix list.
    PrefixList(String),
    /// A group. The owner is the account it belongs to, the name what an author wrote.
    Group { id: Ident, owner: Option<String>, name: Option<String> },
    /// The group that the rule belongs to.
    Itself { name: String },
    /// A group of EC2-Classic: `amazon-elb`, `amazon-elb-sg`.
    Classic { owner: String, name: String },
}

impl Party {
    /// True if both mean the same; `other` is EC2's own, which has neither `Itself` nor `Classic`.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Group { id, .. }, Self::Group { id: others, .. }) => id == others,
            (Self::Classic { owner, name }, Self::Group { owner: others, name: named, .. }) => {
                others.as_ref() == Some(owner) && named.as_ref() == Some(name)
            }
            _ => self == other,
        }
    }

    fn put(&self, shown: &mut Map) {
        let mut put = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                shown.insert(key.into(), value.into());
            }
        };
        match self {
            Self::Range(cidr) if cidr.is_ipv6() => put("cidr_ipv6", Some(cidr.written())),
            Self::Range(cidr) => put("cidr_ip", Some(cidr.written())),
            Self::PrefixList(id) => put("prefix_list_id", Some(id)),
            Self::Group { id, owner, name } => {
                put("source_group_name", name.as_deref());
                put("source_group_owner_id", owner.as_deref());
                put("source_group_group_id", Some(id.as_str()));
            }
            Self::Itself { name } => {
                put("source_group_name", Some(name));
                put("source_group_group_id", Some(Ident::AFTER_APPLY));
            }
            Self::Classic { owner, name } => {
                put("source_group_name", Some(name));
                put("source_group_owner_id", Some(owner));
            }
        }
    }
}

impl<P> Rule<P> {
    /// The same rule for another peer.
    pub fn with<Q>(&self, peer: Q) -> Rule<Q> {
        Rule { protocol: self.protocol, ports: self.ports, peer, description: self.description.clone() }
    }
}

impl Rule<Party> {
    /// True if both allow the same traffic; descriptions do not matter.
    pub fn is(&self, other: &Self) -> bool {
        self.protocol == other.protocol && self.ports == other.ports && self.peer.is(&other.peer)
    }

    /// True if its description is managed and differs from that of `other`.
    pub fn is_otherwise_described(&self, other: &Self) -> bool {
        let text = self.description.as_deref();
        text.is_some_and(|text| text != other.description.as_deref().unwrap_or_default())
    }

    /// As Salt shows a rule: the keys of `rules`, missing ports as -1.
    pub fn to_value(&self) -> Value {
        let (from, to) = self.ports.unwrap_or((-1, -1));
        let mut shown = Map::new();
        shown.insert("ip_protocol".into(), self.protocol.to_string().into());
        shown.insert("from_port".into(), from.into());
        shown.insert("to_port".into(), to.into());
        self.peer.put(&mut shown);
        if let Some(description) = self.description.as_ref().filter(|text| !text.is_empty()) {
            shown.insert("description".into(), description.as_str().into());
        }
        Value::Map(shown)
    }
}
