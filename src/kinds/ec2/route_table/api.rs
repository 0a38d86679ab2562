//! The calls for route tables.

use aws_sdk_ec2::types::ResourceType;

use super::diff::Step;
use super::live::Live;
use super::route::{Destination, Route, Via};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_route_tables.filters, "DescribeRouteTables", 100, Live::of);
    let found = gather(asks, by_id_or_name_tag("rtb-", "route-table-id"), read).await;
    answer(asks, "DescribeRouteTables", found, |live, reference| {
        let in_scope = reference.scope.as_ref().is_none_or(|vpc| *vpc == live.vpc_id);
        in_scope && (live.id == reference.name || live.name.as_deref() == Some(&reference.name))
    })
}

/// Sets the destination of a route in a request.
macro_rules! bound_for {
    ($request:expr, $destination:expr) => {
        match $destination {
            Destination::Range(cidr) if cidr.is_ipv6() => {
                $request.destination_ipv6_cidr_block(cidr.written())
            }
            Destination::Range(cidr) => $request.destination_cidr_block(cidr.written()),
            Destination::PrefixList(id) => $request.destination_prefix_list_id(id),
        }
    };
}

/// Sets destination and target of a route in a request: creation and replacement have the same parameters.
macro_rules! with_route {
    ($request:expr, $route:expr) => {{
        let Route { destination, via, target } = $route;
        let (request, target) = (bound_for!($request, destination), target.as_str());
        match via {
            Via::Gateway => request.gateway_id(target),
            Via::Nat => request.nat_gateway_id(target),
            Via::Peering => request.vpc_peering_connection_id(target),
            Via::Instance => request.instance_id(target),
            Via::Interface => request.network_interface_id(target),
            Via::Transit => request.transit_gateway_id(target),
            Via::EgressOnly => request.egress_only_internet_gateway_id(target),
        }
    }};
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, vpc, tags } => {
            let once = Once::new(aws, call, (name, vpc));
            let request = ec2.create_route_table().vpc_id(vpc.as_str()).client_token(once.token());
            let request = request.set_tag_specifications(specification(ResourceType::RouteTable, tags));
            once.note(request.send().await.map(drop).map_err(failed(call, name)))
        }
        Step::AddRoute { table, route } => {
            let request = with_route!(ec2.create_route().route_table_id(table), route);
            request.send().await.map(drop).map_err(failed(call, subject(table, &route.destination)))
        }
        Step::ReplaceRoute { table, route } => {
            let request = with_route!(ec2.replace_route().route_table_id(table), route);
            request.send().await.map(drop).map_err(failed(call, subject(table, &route.destination)))
        }
        Step::RemoveRoute { table, destination } => {
            let request = bound_for!(ec2.delete_route().route_table_id(table), destination);
            let answer = request.send().await.map(drop);
            done_if_not_found(answer.map_err(failed(call, subject(table, destination))))
        }
        Step::Tag { table, tags } => tag(aws, table, tags).await,
        Step::Untag { table, tags } => untag(aws, table, tags).await,
        Step::Delete { table } => {
            let answer = ec2.delete_route_table().route_table_id(table).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, table)))
        }
        _ => connect(aws, step).await,
    }
}

/// The steps that connect the table with subnets and gateways.
async fn connect(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Associate { table, subnet } => {
            let request = ec2.associate_route_table().route_table_id(table).subnet_id(subnet.as_str());
            request.send().await.map(drop).map_err(failed(call, table))
        }
        Step::Move { table, association, .. } => {
            let request = ec2.replace_route_table_association().association_id(association);
            request.route_table_id(table).send().await.map(drop).map_err(failed(call, table))
        }
        Step::Disassociate { association, .. } => {
            let answer = ec2.disassociate_route_table().association_id(association).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, association)))
        }
        Step::Learn { table, gateway } => {
            let request = ec2.enable_vgw_route_propagation().route_table_id(table).gateway_id(gateway);
            request.send().await.map(drop).map_err(failed(call, table))
        }
        Step::Unlearn { table, gateway } => {
            let request = ec2.disable_vgw_route_propagation().route_table_id(table).gateway_id(gateway);
            request.send().await.map(drop).map_err(failed(call, table))
        }
        _ => Ok(()),
    }
}

fn subject(table: &str, destination: &Destination) -> String {
    format!("{} in {table}", destination.shown())
}
