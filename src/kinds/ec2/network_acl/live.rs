//! A network ACL as AWS describes it.

use aws_sdk_ec2::types::{IcmpTypeCode, NetworkAcl, NetworkAclEntry, PortRange, RuleAction};

use super::entry::Entry;
use crate::api::{Identified, tags};
use aws::cidr::Cidr;
use aws::tags::Tags;
use model::Value;

/// The number of AWS's last entry, which denies everything and cannot be changed. IPv6 has one more.
///
/// See <https://docs.aws.amazon.com/vpc/latest/userguide/nacl-rules.html>.
const LAST: i32 = 32767;

/// A network ACL in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `acl-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The VPC it is in.
    pub vpc_id: String,
    /// True for the VPC's default ACL.
    pub is_default: bool,
    /// Its entries, without AWS's own, sorted by direction and number.
    pub entries: Vec<Entry>,
    /// The subnets that have it, sorted.
    pub subnets: Vec<String>,
    /// Its tags.
    pub tags: Tags,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "vpc_id" => Some(self.vpc_id.as_str().into()),
            _ => None,
        }
    }

    /// An ACL as EC2 describes it; none without an id.
    pub(super) fn of(acl: NetworkAcl) -> Option<Self> {
        let tags = tags(acl.tags());
        let mut entries: Vec<Entry> = acl.entries().iter().filter_map(entry).collect();
        entries.sort_by_key(Entry::key);
        let mut subnets: Vec<String> =
            acl.associations().iter().filter_map(|it| it.subnet_id()).map(str::to_owned).collect();
        subnets.sort();
        Some(Self {
            id: acl.network_acl_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            vpc_id: acl.vpc_id().unwrap_or_default().to_owned(),
            is_default: acl.is_default().unwrap_or(false),
            entries,
            subnets,
            tags,
        })
    }
}

fn entry(found: &NetworkAclEntry) -> Option<Entry> {
    let number = found.rule_number().filter(|number| *number < LAST)?;
    let cidr = found.cidr_block().or_else(|| found.ipv6_cidr_block())?;
    let protocol = found.protocol().unwrap_or("-1").to_owned();
    let both = |one: Option<i32>, other: Option<i32>| one.zip(other);
    let is = |numbers: [&str; 2]| numbers.contains(&protocol.as_str());
    let ports =
        found.port_range().and_then(|range| both(range.from(), range.to())).filter(|_| is(["6", "17"]));
    let icmp = found.icmp_type_code().and_then(|icmp| both(icmp.r#type(), icmp.code()));
    let icmp = is(["1", "58"]).then(|| icmp.unwrap_or((-1, -1)));
    Some(Entry {
        egress: found.egress().unwrap_or(false),
        number,
        allows: found.rule_action() == Some(&RuleAction::Allow),
        cidr: Cidr::of_aws(cidr),
        protocol,
        ports,
        icmp,
    })
}

impl Entry {
    /// Its range, for IPv4 and for IPv6.
    pub(super) fn ranges(&self) -> (Option<String>, Option<String>) {
        let written = Some(self.cidr.written().to_owned());
        if self.cidr.is_ipv6() { (None, written) } else { (written, None) }
    }

    pub(super) fn action(&self) -> RuleAction {
        if self.allows { RuleAction::Allow } else { RuleAction::Deny }
    }

    pub(super) fn port_range(&self) -> Option<PortRange> {
        self.ports.map(|(from, to)| PortRange::builder().from(from).to(to).build())
    }

    pub(super) fn type_code(&self) -> Option<IcmpTypeCode> {
        self.icmp.map(|(kind, code)| IcmpTypeCode::builder().r#type(kind).code(code).build())
    }
}
