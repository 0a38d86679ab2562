//! The calls for network ACLs.

use aws_sdk_ec2::types::{NetworkAcl, ResourceType};

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, filtered, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

const OPERATION: &str = "DescribeNetworkAcls";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_network_acls.filters, "DescribeNetworkAcls", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("acl-", "network-acl-id"), read).await;
    answer(asks, OPERATION, found, |live, reference| {
        let in_scope = reference.scope.as_ref().is_none_or(|vpc| *vpc == live.vpc_id);
        in_scope && (live.id == reference.name || live.name.as_deref() == Some(&reference.name))
    })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, vpc, tags } => {
            let once = Once::new(aws, call, name);
            let tags = specification(ResourceType::NetworkAcl, &once.tags(tags));
            let make = async || {
                let request =
                    ec2.create_network_acl().vpc_id(vpc.as_str()).set_tag_specifications(tags.clone());
                let request = request.customize().config_override(Once::sent_once());
                request.send().await.map(drop).map_err(failed(call, name))
            };
            let page = pages!(aws, describe_network_acls.filters, "DescribeNetworkAcls", 1000, Some);
            once.make(make, || once.seen(&page)).await
        }
        Step::Add { acl, entry } => {
            let (v4, v6) = entry.ranges();
            let request = ec2.create_network_acl_entry().network_acl_id(acl).rule_number(entry.number);
            let request = request.protocol(&entry.protocol).rule_action(entry.action()).egress(entry.egress);
            let request = request.set_cidr_block(v4).set_ipv6_cidr_block(v6);
            let request = request.set_port_range(entry.port_range()).set_icmp_type_code(entry.type_code());
            request.send().await.map(drop).map_err(failed(call, acl))
        }
        Step::Replace { acl, entry } => {
            let (v4, v6) = entry.ranges();
            let request = ec2.replace_network_acl_entry().network_acl_id(acl).rule_number(entry.number);
            let request = request.protocol(&entry.protocol).rule_action(entry.action()).egress(entry.egress);
            let request = request.set_cidr_block(v4).set_ipv6_cidr_block(v6);
            let request = request.set_port_range(entry.port_range()).set_icmp_type_code(entry.type_code());
            request.send().await.map(drop).map_err(failed(call, acl))
        }
        Step::Remove { acl, egress, number } => {
            let request =
                ec2.delete_network_acl_entry().network_acl_id(acl).egress(*egress).rule_number(*number);
            done_if_not_found(request.send().await.map(drop).map_err(failed(call, acl)))
        }
        Step::Associate { acl, subnet } => give(aws, acl, subnet.as_str(), None).await,
        Step::Release { acl, vpc, subnet } => {
            let default = default_of(aws, vpc).await?;
            give(aws, &default, subnet, Some(acl)).await
        }
        Step::Tag { acl, tags } => tag(aws, acl, tags).await,
        Step::Untag { acl, tags } => untag(aws, acl, tags).await,
        Step::Delete { acl } => {
            let answer = ec2.delete_network_acl().network_acl_id(acl).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, acl)))
        }
    }
}

/// Associates a subnet with an ACL. Every subnet has an ACL, so its association is looked up. Nothing is done if the subnet
/// has this ACL already, or if it no longer has the ACL that it should lose, because another state has changed it.
async fn give(aws: &Aws, acl: &str, subnet: &str, instead_of: Option<&str>) -> Result<(), ApiError> {
    let call = "ReplaceNetworkAclAssociation";
    let read = pages!(aws, describe_network_acls.filters, "DescribeNetworkAcls", 1000, Some);
    let found: Vec<NetworkAcl> = filtered("association.subnet-id", &[subnet.to_owned()], read).await?;
    let all = found.iter().flat_map(NetworkAcl::associations);
    let Some(association) = all.into_iter().find(|it| it.subnet_id() == Some(subnet)) else {
        return Err(ApiError::found(call, subnet, Fault::NotFound, "the subnet has no network ACL yet"));
    };
    let has = association.network_acl_id();
    if has == Some(acl) || instead_of.is_some_and(|former| has != Some(former)) {
        return Ok(());
    }
    let request = aws.client::<Ec2>().replace_network_acl_association().network_acl_id(acl);
    let request = request.set_association_id(association.network_acl_association_id().map(str::to_owned));
    request.send().await.map(drop).map_err(failed(call, subnet))
}

async fn default_of(aws: &Aws, vpc: &str) -> Result<String, ApiError> {
    let read = pages!(aws, describe_network_acls.filters, "DescribeNetworkAcls", 1000, Live::of);
    let found: Vec<Live> = filtered("vpc-id", &[vpc.to_owned()], read).await?;
    let default = found.into_iter().find(|acl| acl.is_default).map(|acl| acl.id);
    default
        .ok_or_else(|| ApiError::found(OPERATION, vpc, Fault::NotFound, "the VPC has no default network ACL"))
}
