//! A route table as AWS describes it.

use aws_sdk_ec2::types::{Route as SdkRoute, RouteTable, RouteTableAssociation};

use super::route::{Destination, Route, Via};
use crate::api::{Identified, tags};
use aws::cidr::Cidr;
use aws::tags::Tags;
use model::{Ident, Value};

/// A route table in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `rtb-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The VPC it belongs to.
    pub vpc_id: String,
    /// True for the table of all subnets without their own table.
    pub is_main: bool,
    /// Its routes, except local and propagated ones.
    pub routes: Vec<Targets>,
    /// Its subnets: association and subnet.
    pub subnets: Vec<(String, String)>,
    /// The gateways whose routes it learns.
    pub propagating: Vec<String>,
    /// Its tags.
    pub tags: Tags,
}

/// A route as it is: AWS names both an instance and its interface.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    /// The destination.
    pub destination: Destination,
    /// All targets, the most specific first.
    pub targets: Vec<(Via, String)>,
}

impl Targets {
    /// True if it is as declared.
    pub fn is(&self, wanted: &Route) -> bool {
        let is = |(via, id): &(Via, String)| *via == wanted.via && Some(id.as_str()) == wanted.target.known();
        self.targets.iter().any(is)
    }

    /// True for the route of a gateway endpoint: the endpoint manages it.
    pub fn is_of_endpoint(&self) -> bool {
        self.targets.iter().any(|(_, id)| id.starts_with("vpce-"))
    }

    /// As changes show it; a target that AWS does not show is not ours.
    pub fn shown(&self) -> Value {
        let (via, id) = self.targets.first().cloned().unwrap_or((Via::Gateway, String::new()));
        Route { destination: self.destination.clone(), via, target: Ident::Known(id) }.shown()
    }
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

    /// A table as EC2 describes it; none without an id.
    pub(super) fn of(table: RouteTable) -> Option<Self> {
        let tags = tags(table.tags());
        let is_main = |it: &RouteTableAssociation| it.main() == Some(true);
        let subnet = |it: &RouteTableAssociation| {
            Some((it.route_table_association_id()?.to_owned(), it.subnet_id()?.to_owned()))
        };
        let gateways = table.propagating_vgws().iter().filter_map(|it| it.gateway_id());
        Some(Self {
            id: table.route_table_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            vpc_id: table.vpc_id().unwrap_or_default().to_owned(),
            is_main: table.associations().iter().any(is_main),
            routes: table.routes().iter().filter_map(route).collect(),
            subnets: table.associations().iter().filter_map(subnet).collect(),
            propagating: gateways.map(str::to_owned).collect(),
            tags,
        })
    }
}

/// A route that somebody made: not local, not propagated.
fn route(route: &SdkRoute) -> Option<Targets> {
    let is_local = route.gateway_id() == Some("local");
    let is_propagated = route.origin().is_some_and(|it| it.as_str() == "EnableVgwRoutePropagation");
    if is_local || is_propagated {
        return None;
    }
    let range = route.destination_cidr_block().or(route.destination_ipv6_cidr_block());
    let range = range.map(|range| Destination::Range(Cidr::of_aws(range)));
    let list = route.destination_prefix_list_id().map(|id| Destination::PrefixList(id.to_owned()));
    let targets = [
        (Via::Gateway, route.gateway_id()),
        (Via::Nat, route.nat_gateway_id()),
        (Via::Peering, route.vpc_peering_connection_id()),
        (Via::Instance, route.instance_id()),
        (Via::Interface, route.network_interface_id()),
        (Via::Transit, route.transit_gateway_id()),
        (Via::EgressOnly, route.egress_only_internet_gateway_id()),
    ];
    let targets =
        targets.into_iter().filter_map(|(via, id)| Some((via, id.filter(|id| !id.is_empty())?.to_owned())));
    Some(Targets { destination: range.or(list)?, targets: targets.collect() })
}
