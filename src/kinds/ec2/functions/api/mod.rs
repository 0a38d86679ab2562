//! The calls of EC2's functions that no kind makes.

mod acls;
mod addresses;
mod groups;
mod instances;
mod interfaces;
mod keys;
mod launch;
mod networks;
mod objects;
mod peerings;
mod routes;
mod volumes;
mod vpcs;

use aws_sdk_ec2::types::{Filter, Tag};

use super::arguments::Filters;
use crate::Ec2;
use crate::api::specification;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

pub(super) use addresses::{Association, addresses, allocate, associate, disassociate, release};
pub(super) use groups::{Grant, authorize, create_group, delete_group, groups, instances_of_groups, revoke};
pub(super) use instances::{all_tags, attribute, images, instances, zones};
pub(super) use interfaces::{
    NewInterface, Setting, assign_addresses, attach_interface, create_interface, delete_interface,
    detach_interface, interfaces, set_interface, unassign_addresses,
};
pub(super) use keys::{create_key, delete_key, import_key, keys};
pub(super) use launch::{create_image, set_attribute, terminate, wait_for_instance};
pub(super) use networks::{associations, ids, nat_gateways, route_tables, subnets, vpcs};

pub(super) use acls::{
    AclEntry, associate_acl, create_acl, create_acl_entry, default_acl, delete_acl_entry, replace_acl_entry,
    subnets_of_acl,
};
pub(super) use peerings::{NewPeering, accept_peering, delete_peering, request_peering};
pub(super) use routes::{
    NewRoute, associate_route_table, create_route, create_route_table, delete_route,
    disassociate_route_table, replace_association, replace_route,
};
pub(super) use volumes::{
    NewVolume, attach_volume, create_volume, delete_volume, detach_volume, volumes, wait_for_volume,
};
pub(super) use vpcs::{
    NewSubnet, associate_dhcp_options, attach_gateway, create_customer_gateway, create_dhcp_options,
    create_internet_gateway, create_nat_gateway, create_subnet, create_vpc, delete, delete_nat_gateway,
    detach_gateway, dhcp_options, main_table, map_public_addresses, peerings, set_dns,
};

fn sent(filters: &Filters) -> Option<Vec<Filter>> {
    let built = filters
        .iter()
        .map(|(name, values)| Filter::builder().name(name).set_values(Some(values.clone())).build());
    Some(built.collect()).filter(|built: &Vec<Filter>| !built.is_empty())
}

/// Filters as a message names them.
fn subject(filters: &Filters) -> String {
    let shown: Vec<String> =
        filters.iter().map(|(name, values)| format!("{name}={}", values.join(","))).collect();
    if shown.is_empty() { "all".to_owned() } else { shown.join(" ") }
}

pub(super) async fn create_tags(aws: &Aws, ids: Vec<String>, tags: &Tags) -> Result<(), ApiError> {
    let subject = ids.join(", ");
    let tags = tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build()).collect();
    let call = aws.client::<Ec2>().create_tags().set_resources(Some(ids)).set_tags(Some(tags)).send().await;
    call.map(drop).map_err(failed("CreateTags", subject))
}

pub(super) async fn delete_tags(
    aws: &Aws,
    ids: Vec<String>,
    tags: Vec<(String, Option<String>)>,
) -> Result<(), ApiError> {
    let subject = ids.join(", ");
    let tags =
        tags.into_iter().map(|(key, value)| Tag::builder().key(key).set_value(value).build()).collect();
    let call = aws.client::<Ec2>().delete_tags().set_resources(Some(ids)).set_tags(Some(tags)).send().await;
    call.map(drop).map_err(failed("DeleteTags", subject))
}
