//! Makes and deletes route tables and routes.

use aws_sdk_ec2::types::ResourceType;

use super::specification;
use crate::Ec2;
use crate::api::once::Once;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// A route: exactly one target is set.
#[derive(Default)]
pub(in super::super) struct NewRoute {
    pub table: String,
    pub destination: String,
    pub gateway: Option<String>,
    pub instance: Option<String>,
    pub interface: Option<String>,
    pub peering: Option<String>,
    pub nat: Option<String>,
}

pub(in super::super) async fn create_route_table(
    aws: &Aws,
    vpc: &str,
    tags: &Tags,
) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateRouteTable", (vpc, tags));
    let call = aws.client::<Ec2>().create_route_table().vpc_id(vpc).client_token(once.token());
    let call = call.set_tag_specifications(specification(ResourceType::RouteTable, tags));
    let made = once.note(call.send().await.map_err(failed("CreateRouteTable", vpc)))?;
    Ok(made.route_table.and_then(|table| table.route_table_id).unwrap_or_default())
}

/// Returns the association's id.
pub(in super::super) async fn associate_route_table(
    aws: &Aws,
    table: &str,
    subnet: &str,
) -> Result<String, ApiError> {
    let call = aws.client::<Ec2>().associate_route_table().route_table_id(table).subnet_id(subnet);
    let made = call.send().await.map_err(failed("AssociateRouteTable", table))?;
    Ok(made.association_id.unwrap_or_default())
}

pub(in super::super) async fn disassociate_route_table(aws: &Aws, association: &str) -> Result<(), ApiError> {
    let done = aws.client::<Ec2>().disassociate_route_table().association_id(association).send().await;
    done.map(drop).map_err(failed("DisassociateRouteTable", association))
}

/// Returns the new association's id.
pub(in super::super) async fn replace_association(
    aws: &Aws,
    association: &str,
    table: &str,
) -> Result<String, ApiError> {
    let call = aws
        .client::<Ec2>()
        .replace_route_table_association()
        .association_id(association)
        .route_table_id(table);
    let made = call.send().await.map_err(failed("ReplaceRouteTableAssociation", association))?;
    Ok(made.new_association_id.unwrap_or_default())
}

pub(in super::super) async fn create_route(aws: &Aws, new: NewRoute) -> Result<(), ApiError> {
    let subject = format!("{} in {}", new.destination, new.table);
    let call =
        aws.client::<Ec2>().create_route().route_table_id(new.table).destination_cidr_block(new.destination);
    let call = call.set_gateway_id(new.gateway).set_instance_id(new.instance);
    let call = call.set_network_interface_id(new.interface).set_vpc_peering_connection_id(new.peering);
    let done = call.set_nat_gateway_id(new.nat).send().await;
    done.map(drop).map_err(failed("CreateRoute", subject))
}

pub(in super::super) async fn replace_route(aws: &Aws, new: NewRoute) -> Result<(), ApiError> {
    let subject = format!("{} in {}", new.destination, new.table);
    let call =
        aws.client::<Ec2>().replace_route().route_table_id(new.table).destination_cidr_block(new.destination);
    let call = call.set_gateway_id(new.gateway).set_instance_id(new.instance);
    let call = call.set_network_interface_id(new.interface).set_vpc_peering_connection_id(new.peering);
    call.send().await.map(drop).map_err(failed("ReplaceRoute", subject))
}

pub(in super::super) async fn delete_route(
    aws: &Aws,
    table: &str,
    destination: &str,
) -> Result<(), ApiError> {
    let subject = format!("{destination} in {table}");
    let call = aws.client::<Ec2>().delete_route().route_table_id(table).destination_cidr_block(destination);
    call.send().await.map(drop).map_err(failed("DeleteRoute", subject))
}
