//! Network ACLs.

use aws_sdk_ec2::types::{
    Filter, IcmpTypeCode, NetworkAcl, NetworkAclAssociation, PortRange, ResourceType, RuleAction,
};

use super::specification;
use crate::Ec2;
use crate::api::once::Once;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};

/// An entry of a network ACL.
pub(in super::super) struct AclEntry {
    pub acl: String,
    pub number: i32,
    pub protocol: String,
    pub action: String,
    pub cidr: String,
    pub is_egress: bool,
    /// Type and code.
    pub icmp: Option<(i32, i32)>,
    /// First and last.
    pub ports: Option<(i32, i32)>,
}

pub(in super::super) async fn create_acl(aws: &Aws, vpc: &str, tags: &Tags) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateNetworkAcl", (vpc, tags));
    let call = aws.client::<Ec2>().create_network_acl().vpc_id(vpc).client_token(once.token());
    let call = call.set_tag_specifications(specification(ResourceType::NetworkAcl, tags));
    let made = once.note(call.send().await.map_err(failed("CreateNetworkAcl", vpc)))?;
    Ok(made.network_acl.and_then(|acl| acl.network_acl_id).unwrap_or_default())
}

async fn acls(aws: &Aws, filter: &str, value: &str) -> Result<Vec<NetworkAcl>, ApiError> {
    let filter = Filter::builder().name(filter).values(value).build();
    let call = aws.client::<Ec2>().describe_network_acls().filters(filter).max_results(1000);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    found.map_err(failed("DescribeNetworkAcls", value))
}

/// The association of a subnet with the network ACL that it has; none if there is no such subnet.
async fn association_of(aws: &Aws, subnet: &str) -> Result<Option<String>, ApiError> {
    let found = acls(aws, "association.subnet-id", subnet).await?;
    let mut all = found.iter().flat_map(NetworkAcl::associations);
    Ok(all.find(|it| it.subnet_id() == Some(subnet)).and_then(|it| it.network_acl_association_id.clone()))
}

/// Associates a subnet with this network ACL instead of its present one, and returns the new association's id.
pub(in super::super) async fn associate_acl(
    aws: &Aws,
    acl: &str,
    subnet: &str,
) -> Result<Option<String>, ApiError> {
    let Some(association) = association_of(aws, subnet).await? else { return Ok(None) };
    let call =
        aws.client::<Ec2>().replace_network_acl_association().association_id(association).network_acl_id(acl);
    let made = call.send().await.map_err(failed("ReplaceNetworkAclAssociation", subnet))?;
    Ok(made.new_association_id)
}

/// The id of a VPC's default network ACL.
pub(in super::super) async fn default_acl(aws: &Aws, vpc: &str) -> Result<Option<String>, ApiError> {
    let found = acls(aws, "vpc-id", vpc).await?;
    let default = found.into_iter().find(|acl| acl.is_default() == Some(true));
    Ok(default.and_then(|acl| acl.network_acl_id))
}

/// The subnets that have a network ACL, and its VPC.
pub(in super::super) async fn subnets_of_acl(
    aws: &Aws,
    acl: &str,
) -> Result<Option<(String, Vec<String>)>, ApiError> {
    let found = acls(aws, "network-acl-id", acl).await?;
    let subnet = |it: &NetworkAclAssociation| it.subnet_id.clone();
    Ok(found.first().map(|acl| {
        let subnets = acl.associations().iter().filter_map(subnet).collect();
        (acl.vpc_id().unwrap_or_default().to_owned(), subnets)
    }))
}

pub(in super::super) async fn create_acl_entry(aws: &Aws, it: &AclEntry) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().create_network_acl_entry().network_acl_id(&it.acl).rule_number(it.number);
    let call = call.protocol(&it.protocol).rule_action(RuleAction::from(it.action.as_str()));
    let call = call.cidr_block(&it.cidr).egress(it.is_egress).set_icmp_type_code(icmp(it));
    let done = call.set_port_range(ports(it)).send().await;
    done.map(drop).map_err(failed("CreateNetworkAclEntry", &it.acl))
}

pub(in super::super) async fn replace_acl_entry(aws: &Aws, it: &AclEntry) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().replace_network_acl_entry().network_acl_id(&it.acl).rule_number(it.number);
    let call = call.protocol(&it.protocol).rule_action(RuleAction::from(it.action.as_str()));
    let call = call.cidr_block(&it.cidr).egress(it.is_egress).set_icmp_type_code(icmp(it));
    let done = call.set_port_range(ports(it)).send().await;
    done.map(drop).map_err(failed("ReplaceNetworkAclEntry", &it.acl))
}

fn icmp(it: &AclEntry) -> Option<IcmpTypeCode> {
    it.icmp.map(|(kind, code)| IcmpTypeCode::builder().r#type(kind).code(code).build())
}

fn ports(it: &AclEntry) -> Option<PortRange> {
    it.ports.map(|(from, to)| PortRange::builder().from(from).to(to).build())
}

pub(in super::super) async fn delete_acl_entry(
    aws: &Aws,
    acl: &str,
    number: i32,
    is_egress: bool,
) -> Result<(), ApiError> {
    let call = aws.client::<Ec2>().delete_network_acl_entry().network_acl_id(acl).rule_number(number);
    call.egress(is_egress).send().await.map(drop).map_err(failed("DeleteNetworkAclEntry", acl))
}
