//! A security group as AWS describes it.

use aws_sdk_ec2::types::{IpPermission, SecurityGroup, UserIdGroupPair};

use super::rule::{Party, Protocol, Rule};
use crate::api::{Identified, tags};
use aws::cidr::Cidr;
use aws::tags::Tags;
use model::{Ident, Value};

/// A security group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `sg-…`.
    pub id: String,
    /// The group's name.
    pub name: String,
    /// The VPC it is in.
    pub vpc_id: Option<String>,
    /// The account it belongs to.
    pub owner_id: String,
    /// Its description.
    pub description: String,
    /// Ingress rules, with one peer per rule.
    pub ingress: Vec<Rule<Party>>,
    /// Egress rules, with one peer per rule.
    pub egress: Vec<Rule<Party>>,
    /// Its tags.
    pub tags: Tags,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(crate) fn of(group: &SecurityGroup) -> Self {
        let own = group.owner_id().unwrap_or_default();
        Self {
            id: text(group.group_id()),
            name: text(group.group_name()),
            vpc_id: group.vpc_id().filter(|id| !id.is_empty()).map(str::to_owned),
            owner_id: own.to_owned(),
            description: text(group.description()),
            ingress: group.ip_permissions().iter().flat_map(|it| rules(it, own)).collect(),
            egress: group.ip_permissions_egress().iter().flat_map(|it| rules(it, own)).collect(),
            tags: tags(group.tags()),
        }
    }

    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            "vpc_id" => self.vpc_id.as_deref().map(Into::into),
            "owner_id" => Some(self.owner_id.as_str().into()),
            "description" => Some(self.description.as_str().into()),
            _ => None,
        }
    }
}

fn text(value: Option<&str>) -> String {
    value.unwrap_or_default().to_owned()
}

fn rules(permission: &IpPermission, own: &str) -> Vec<Rule<Party>> {
    let protocol = permission.ip_protocol().and_then(Protocol::parse).unwrap_or(Protocol::All);
    let ports = (permission.from_port().unwrap_or(-1), permission.to_port().unwrap_or(-1));
    let ports = protocol.has_ports().then_some(ports);
    let rule = |peer, description: Option<&str>| Rule {
        protocol,
        ports,
        peer,
        description: description.filter(|text| !text.is_empty()).map(str::to_owned),
    };
    let range = |cidr: Option<&str>| Party::Range(Cidr::of_aws(cidr.unwrap_or_default()));
    let four = permission.ip_ranges().iter().map(|it| rule(range(it.cidr_ip()), it.description()));
    let six = permission.ipv6_ranges().iter().map(|it| rule(range(it.cidr_ipv6()), it.description()));
    let lists = permission.prefix_list_ids().iter();
    let lists = lists.map(|it| rule(Party::PrefixList(text(it.prefix_list_id())), it.description()));
    let groups = permission.user_id_group_pairs().iter();
    let groups = groups.map(|it| rule(group(it, own), it.description()));
    four.chain(six).chain(lists).chain(groups).collect()
}

/// The owner is set if it is another account.
fn group(pair: &UserIdGroupPair, own: &str) -> Party {
    Party::Group {
        id: Ident::Known(text(pair.group_id())),
        owner: pair.user_id().filter(|owner| *owner != own).map(str::to_owned),
        name: pair.group_name().filter(|name| !name.is_empty()).map(str::to_owned),
    }
}
