//! Networks and their parts, by filter, in Salt's shapes.

use aws_sdk_ec2::types::{
    Filter, NatGateway, NatGatewayAddress, NatGatewayState, Route, RouteTable, RouteTableAssociation,
};

use super::{sent, subject};
use crate::Ec2;
use crate::api::tags;
use crate::functions::arguments::Filters;
use crate::functions::shape;
use aws::{ApiError, Aws, failed};
use model::{Map, Value};

pub(in super::super) async fn vpcs(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let pages =
        aws.client::<Ec2>().describe_vpcs().set_filters(sent(filters)).max_results(1000).into_paginator();
    let found: Result<Vec<_>, _> = pages.items().send().collect().await;
    let found = found.map_err(failed("DescribeVpcs", subject(filters)))?;
    let shown = found.iter().map(|vpc| -> Value {
        [
            ("id", Value::from(vpc.vpc_id().map(str::to_owned))),
            ("cidr_block", vpc.cidr_block().map(str::to_owned).into()),
            ("is_default", vpc.is_default().into()),
            ("state", vpc.state().map(|state| state.as_str().to_owned()).into()),
            ("tags", shape::tags(&tags(vpc.tags()))),
            ("dhcp_options_id", vpc.dhcp_options_id().map(str::to_owned).into()),
            ("instance_tenancy", vpc.instance_tenancy().map(|it| it.as_str().to_owned()).into()),
            ("region", aws.region.as_str().into()),
        ]
        .into_iter()
        .collect()
    });
    Ok(Value::List(shown.collect()))
}

pub(in super::super) async fn subnets(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let pages =
        aws.client::<Ec2>().describe_subnets().set_filters(sent(filters)).max_results(1000).into_paginator();
    let found: Result<Vec<_>, _> = pages.items().send().collect().await;
    let found = found.map_err(failed("DescribeSubnets", subject(filters)))?;
    let shown = found.iter().map(|subnet| -> Value {
        [
            ("id", Value::from(subnet.subnet_id().map(str::to_owned))),
            ("cidr_block", subnet.cidr_block().map(str::to_owned).into()),
            ("availability_zone", subnet.availability_zone().map(str::to_owned).into()),
            ("tags", shape::tags(&tags(subnet.tags()))),
            ("vpc_id", subnet.vpc_id().map(str::to_owned).into()),
        ]
        .into_iter()
        .collect()
    });
    Ok(Value::List(shown.collect()))
}

/// The explicit association of each of these subnets with a route table: subnet to association.
pub(in super::super) async fn associations(aws: &Aws, subnets: &[String]) -> Result<Value, ApiError> {
    let filter = Filter::builder().name("association.subnet-id").set_values(Some(subnets.to_vec())).build();
    let call = aws.client::<Ec2>().describe_route_tables().filters(filter).max_results(100);
    let found: Result<Vec<RouteTable>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeRouteTables", subnets.join(", ")))?;
    let all = found.iter().flat_map(RouteTable::associations);
    let pairs = all
        .filter_map(|it| Some((it.subnet_id()?.to_owned(), Value::from(it.route_table_association_id()?))));
    Ok(pairs.collect())
}

pub(in super::super) async fn route_tables(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_route_tables().set_filters(sent(filters)).max_results(100);
    let found: Result<Vec<RouteTable>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeRouteTables", subject(filters)))?;
    let shown = found.iter().map(|table| -> Value {
        [
            ("id", Value::from(table.route_table_id().map(str::to_owned))),
            ("vpc_id", table.vpc_id().map(str::to_owned).into()),
            ("tags", shape::tags(&tags(table.tags()))),
            ("routes", Value::List(table.routes().iter().map(route).collect())),
            ("associations", Value::List(table.associations().iter().map(association).collect())),
        ]
        .into_iter()
        .collect()
    });
    Ok(Value::List(shown.collect()))
}

/// The keys that a route has.
fn present<const N: usize>(pairs: [(&str, Option<&str>); N]) -> Map {
    pairs.into_iter().filter_map(|(key, value)| Some((key.into(), value?.into()))).collect()
}

fn route(route: &Route) -> Value {
    Value::Map(present([
        ("destination_cidr_block", route.destination_cidr_block()),
        ("gateway_id", route.gateway_id()),
        ("instance_id", route.instance_id()),
        ("interface_id", route.network_interface_id()),
        ("vpc_peering_connection_id", route.vpc_peering_connection_id()),
        ("nat_gateway_id", route.nat_gateway_id()),
    ]))
}

fn association(association: &RouteTableAssociation) -> Value {
    let mut map = present([
        ("id", association.route_table_association_id()),
        ("route_table_id", association.route_table_id()),
    ]);
    map.insert("main".into(), association.main().unwrap_or(false).into());
    Value::Map(map)
}

/// The ids of the things of one of Salt's kinds; none for a kind that it does not know.
pub(in super::super) async fn ids(
    aws: &Aws,
    resource: &str,
    filters: &Filters,
) -> Option<Result<Value, ApiError>> {
    let (client, sent) = (aws.client::<Ec2>(), sent(filters));
    macro_rules! all {
        ($operation:literal, $call:ident, $id:ident) => {{
            let pages = client.$call().set_filters(sent).max_results(100).into_paginator().items().send();
            let found: Result<Vec<_>, _> = pages.collect().await;
            found
                .map_err(failed($operation, subject(filters)))
                .map(|found| Value::List(found.iter().filter_map(|it| it.$id()).map(Value::from).collect()))
        }};
    }
    Some(match resource {
        "internet_gateway" => {
            all!("DescribeInternetGateways", describe_internet_gateways, internet_gateway_id)
        }
        "route_table" => all!("DescribeRouteTables", describe_route_tables, route_table_id),
        "network_acl" => all!("DescribeNetworkAcls", describe_network_acls, network_acl_id),
        "dhcp_options" => all!("DescribeDhcpOptions", describe_dhcp_options, dhcp_options_id),
        "subnet" => all!("DescribeSubnets", describe_subnets, subnet_id),
        "vpc" => all!("DescribeVpcs", describe_vpcs, vpc_id),
        "vpc_peering_connection" => {
            all!("DescribeVpcPeeringConnections", describe_vpc_peering_connections, vpc_peering_connection_id)
        }
        "customer_gateway" => {
            let found = client.describe_customer_gateways().set_filters(sent).send().await;
            found.map_err(failed("DescribeCustomerGateways", subject(filters))).map(|found| {
                let ids = found.customer_gateways().iter().filter_map(|it| it.customer_gateway_id());
                Value::List(ids.map(Value::from).collect())
            })
        }
        _ => return None,
    })
}

/// NAT gateways under AWS's own names.
pub(in super::super) async fn nat_gateways(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_nat_gateways().set_filter(sent(filters)).max_results(1000);
    let found: Result<Vec<NatGateway>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeNatGateways", subject(filters)))?;
    Ok(Value::List(found.iter().map(nat_gateway).collect()))
}

fn nat_gateway(gateway: &NatGateway) -> Value {
    let address = |address: &NatGatewayAddress| {
        Value::Map(present([
            ("AllocationId", address.allocation_id()),
            ("NetworkInterfaceId", address.network_interface_id()),
            ("PrivateIp", address.private_ip()),
            ("PublicIp", address.public_ip()),
        ]))
    };
    let tag =
        |tag: &aws_sdk_ec2::types::Tag| Value::Map(present([("Key", tag.key()), ("Value", tag.value())]));
    let mut map = present([
        ("NatGatewayId", gateway.nat_gateway_id()),
        ("SubnetId", gateway.subnet_id()),
        ("VpcId", gateway.vpc_id()),
        ("State", gateway.state().map(NatGatewayState::as_str)),
    ]);
    let addresses = gateway.nat_gateway_addresses().iter().map(address).collect();
    map.insert("NatGatewayAddresses".into(), Value::List(addresses));
    map.insert("Tags".into(), Value::List(gateway.tags().iter().map(tag).collect()));
    Value::Map(map)
}
