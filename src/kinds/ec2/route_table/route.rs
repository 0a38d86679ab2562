//! A route: its destination and its target.

use aws::cidr::Cidr;
use kind::which::Which;
use model::{Argument, Fields, Ident, Problem, Problems, Shape, Value};

/// The destination of traffic.
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// A range of addresses.
    Range(Cidr),
    /// `pl-…`: ranges that AWS or somebody else keeps.
    PrefixList(String),
}

impl Destination {
    /// As messages show it.
    pub fn shown(&self) -> &str {
        match self {
            Self::Range(cidr) => cidr.written(),
            Self::PrefixList(id) => id,
        }
    }
}

/// What a route can lead to, by the name of EC2's parameter.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Via {
    /// `GatewayId`: an internet gateway, a virtual private gateway, a gateway endpoint, `local`.
    Gateway,
    /// `NatGatewayId`.
    Nat,
    /// `VpcPeeringConnectionId`.
    Peering,
    /// `InstanceId`.
    Instance,
    /// `NetworkInterfaceId`.
    Interface,
    /// `TransitGatewayId`.
    Transit,
    /// `EgressOnlyInternetGatewayId`.
    EgressOnly,
}

impl Via {
    /// As Salt names it in changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Gateway => "gateway_id",
            Self::Nat => "nat_gateway_id",
            Self::Peering => "vpc_peering_connection_id",
            Self::Instance => "instance_id",
            Self::Interface => "interface_id",
            Self::Transit => "transit_gateway_id",
            Self::EgressOnly => "egress_only_gateway_id",
        }
    }
}

/// A route with its target's id.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The destination of traffic.
    pub destination: Destination,
    /// What it is sent through.
    pub via: Via,
    /// Its id.
    pub target: Ident,
}

impl Route {
    /// As shown in changes.
    pub fn shown(&self) -> Value {
        let destination = match self.destination {
            Destination::Range(ref cidr) if cidr.is_ipv6() => "destination_ipv6_cidr_block",
            Destination::Range(_) => "destination_cidr_block",
            Destination::PrefixList(_) => "destination_prefix_list_id",
        };
        let target = (self.via.key(), Value::from(&self.target));
        [(destination, self.destination.shown().into()), target].into_iter().collect()
    }
}

/// A target as an author names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// The destination of traffic.
    pub destination: Destination,
    /// What it is sent through.
    pub via: Via,
    /// The kind of the thing that is given by name; empty for an id.
    pub kind: &'static str,
    /// Its id or name; of a NAT gateway the subnet that it is in.
    pub target: Which,
}

/// An argument that names a target, what it is a target of, and the kind that is looked up by name.
const TARGETS: &[(&str, Via, &str)] = &[
    ("gateway_id", Via::Gateway, ""),
    ("internet_gateway_name", Via::Gateway, "ec2.internet_gateway"),
    ("nat_gateway_id", Via::Nat, ""),
    ("nat_gateway_subnet_name", Via::Nat, "ec2.nat_gateway"),
    ("nat_gateway_subnet_id", Via::Nat, "ec2.nat_gateway"),
    ("vpc_peering_connection_id", Via::Peering, ""),
    ("vpc_peering_connection_name", Via::Peering, "ec2.vpc_peering_connection"),
    ("instance_id", Via::Instance, ""),
    ("instance_name", Via::Instance, "ec2.instance"),
    ("interface_id", Via::Interface, ""),
    ("transit_gateway_id", Via::Transit, ""),
    ("egress_only_gateway_id", Via::EgressOnly, ""),
    ("egress_only_gateway_name", Via::EgressOnly, "ec2.egress_only_internet_gateway"),
];

/// The keys of one route.
pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("destination_cidr_block", Shape::Text, "the destination range"),
    Argument::optional("destination_ipv6_cidr_block", Shape::Text, "the destination IPv6 range"),
    Argument::optional("destination_prefix_list_id", Shape::Text, "the destination prefix list"),
    Argument::optional("gateway_id", Shape::Text, "an internet, virtual private or endpoint gateway, by id"),
    Argument::optional("internet_gateway_name", Shape::Text, "an internet gateway, by Name tag"),
    Argument::optional("nat_gateway_id", Shape::Text, "a NAT gateway, by id"),
    Argument::optional(
        "nat_gateway_subnet_name",
        Shape::Text,
        "the NAT gateway in the subnet with this Name tag",
    ),
    Argument::optional("nat_gateway_subnet_id", Shape::Text, "the NAT gateway in the subnet with this id"),
    Argument::optional("vpc_peering_connection_id", Shape::Text, "a peering connection, by id"),
    Argument::optional("vpc_peering_connection_name", Shape::Text, "a peering connection, by Name tag"),
    Argument::optional("instance_id", Shape::Text, "an instance, by id"),
    Argument::optional("instance_name", Shape::Text, "an instance, by Name tag"),
    Argument::optional("interface_id", Shape::Text, "a network interface, by id"),
    Argument::optional("transit_gateway_id", Shape::Text, "a transit gateway, by id"),
    Argument::optional("egress_only_gateway_id", Shape::Text, "an egress-only internet gateway, by id"),
    Argument::optional(
        "egress_only_gateway_name",
        Shape::Text,
        "an egress-only internet gateway, by Name tag",
    ),
];

/// Reads one route; none if it is not complete, which is a problem.
pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Option<Declared> {
    let mut refuse = |message: &str| problems.push(Problem::at(fields.place(), message));
    let range = |name: &str| fields.text(name).map(|text| Destination::Range(Cidr::of_aws(&text)));
    let list = fields.text("destination_prefix_list_id").map(Destination::PrefixList);
    let four_or_six = range("destination_cidr_block").into_iter().chain(range("destination_ipv6_cidr_block"));
    let mut destinations = four_or_six.chain(list);
    let (Some(destination), None) = (destinations.next(), destinations.next()) else {
        refuse("a route needs one destination: destination_cidr_block or another");
        return None;
    };
    let mut given =
        TARGETS.iter().filter_map(|(name, via, kind)| Some((*name, *via, *kind, fields.text(name)?)));
    let (Some((name, via, kind, target)), None) = (given.next(), given.next()) else {
        refuse(
            "a route needs one target: gateway_id, internet_gateway_name, nat_gateway_subnet_name or another",
        );
        return None;
    };
    let target = if name.ends_with("_id") { Which::Id(target) } else { Which::Name(target) };
    Some(Declared { destination, via, kind, target })
}
