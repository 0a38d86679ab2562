//! Exports a route table as a declaration.

use super::live::{Live, Targets};
use super::route::{Destination, Via};
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, named, nameless};
use model::Reference;
use model::{Aspects, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.route_table", "DescribeRouteTables", "/routeTableSet", "routeTableId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_table: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else {
        // Every VPC has a main table. An unchanged one is AWS's own.
        let is_untouched = live.is_main && live.routes.is_empty();
        return if is_untouched { Exportable::NotDeclared } else { nameless(&live.id) };
    };
    let routes = live.routes.iter().filter(|route| !route.is_of_endpoint());
    let routes: Vec<Value> = routes.map(|route| routed(route, names)).collect();
    let ids = live.subnets.iter().map(|(_, subnet)| subnet.as_str());
    let (with_name, without): (Vec<String>, Vec<String>) =
        named(names, "ec2.subnet", ids).into_iter().partition(|name| !name.starts_with("subnet-"));
    let declaration = Declaration::new("boto_vpc.route_table_present", name)
        .within(names, "ec2.vpc", &live.vpc_id, ("vpc_id", "vpc_name"))
        .saying("routes", routes)
        .with("subnet_names", with_name)
        .with("subnet_ids", without)
        .with("propagating_vgw_ids", live.propagating.clone());
    declaration.tagged_beside_name(&live.tags).into()
}

/// A route, with its target by name if the target has one.
fn routed(route: &Targets, names: &dyn Names) -> Value {
    let (via, id) = route.targets.first().map_or((Via::Gateway, ""), |(via, id)| (*via, id.as_str()));
    let name = |kind| names.name(kind, "id", id);
    let by_name = match via {
        Via::Gateway if id.starts_with("igw-") => {
            name("ec2.internet_gateway").map(|name| ("internet_gateway_name", name))
        }
        Via::Peering => name("ec2.vpc_peering_connection").map(|name| ("vpc_peering_connection_name", name)),
        Via::EgressOnly => {
            name("ec2.egress_only_internet_gateway").map(|name| ("egress_only_gateway_name", name))
        }
        Via::Nat => {
            let subnet = names.attribute("ec2.nat_gateway", id, "subnet_id");
            let subnet = subnet.and_then(|subnet| names.name("ec2.subnet", "id", &subnet));
            subnet.map(|subnet| ("nat_gateway_subnet_name", subnet))
        }
        _ => None,
    };
    let (key, target) = by_name.unwrap_or_else(|| (via.key(), id.to_owned()));
    let destination = match &route.destination {
        Destination::Range(cidr) if cidr.is_ipv6() => "destination_ipv6_cidr_block",
        Destination::Range(_) => "destination_cidr_block",
        Destination::PrefixList(_) => "destination_prefix_list_id",
    };
    Value::from_iter([(destination, route.destination.shown()), (key, target.as_str())])
}
