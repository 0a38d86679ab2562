//! The calls for VPC endpoints.

use aws_sdk_ec2::types::{ResourceType, UnsuccessfulItem, VpcEndpointType};

use super::diff::{Edit, Step};
use super::live::Live;
use super::want::Want;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::tags::Tags;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::Ident;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_vpc_endpoints.filters, "DescribeVpcEndpoints", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("vpce-", "vpc-endpoint-id"), read).await;
    answer(asks, "DescribeVpcEndpoints", found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { name, want, tags } => create(aws, name, want, tags).await,
        Step::Modify { endpoint, edit } => modify(aws, endpoint, edit).await,
        Step::Tag { endpoint, tags } => tag(aws, endpoint, tags).await,
        Step::Untag { endpoint, tags } => untag(aws, endpoint, tags).await,
        Step::Delete { endpoint } => delete(aws, endpoint).await,
    }
}

fn some(ids: &[Ident]) -> Option<Vec<String>> {
    Some(ids.iter().map(|id| id.as_str().to_owned()).collect()).filter(|ids: &Vec<_>| !ids.is_empty())
}

async fn create(aws: &Aws, name: &str, want: &Want, tags: &Tags) -> Result<(), ApiError> {
    let once = Once::new(aws, "CreateVpcEndpoint", (name, want, tags));
    let (spec, ids) = (&want.spec, |ids: &Option<Vec<Ident>>| ids.as_deref().and_then(some));
    let kind = spec.fixed.endpoint_type.as_deref().map(VpcEndpointType::from);
    let request = aws
        .client::<Ec2>()
        .create_vpc_endpoint()
        .set_vpc_id(want.vpc.as_ref().map(|id| id.as_str().to_owned()));
    let request = request.set_service_name(spec.fixed.service_name.clone()).set_vpc_endpoint_type(kind);
    let request = request.set_route_table_ids(ids(&want.tables)).set_subnet_ids(ids(&want.subnets));
    let request = request.set_security_group_ids(ids(&want.groups)).set_policy_document(spec.policy.clone());
    let request = request.set_private_dns_enabled(spec.private_dns).client_token(once.token());
    let request = request.set_tag_specifications(specification(ResourceType::VpcEndpoint, tags));
    once.note(request.send().await.map(drop).map_err(failed("CreateVpcEndpoint", name)))
}

async fn modify(aws: &Aws, id: &str, edit: &Edit) -> Result<(), ApiError> {
    let gone = |ids: &Vec<String>| Some(ids.clone()).filter(|ids| !ids.is_empty());
    let request = aws.client::<Ec2>().modify_vpc_endpoint().vpc_endpoint_id(id);
    let request = request.set_add_route_table_ids(some(&edit.tables.add));
    let request = request.set_remove_route_table_ids(gone(&edit.tables.remove));
    let request = request.set_add_subnet_ids(some(&edit.subnets.add));
    let request = request.set_remove_subnet_ids(gone(&edit.subnets.remove));
    let request = request.set_add_security_group_ids(some(&edit.groups.add));
    let request = request.set_remove_security_group_ids(gone(&edit.groups.remove));
    let request = request.set_private_dns_enabled(edit.private_dns).set_policy_document(edit.policy.clone());
    request.send().await.map(drop).map_err(failed("ModifyVpcEndpoint", id))
}

/// The response contains what AWS could not delete.
async fn delete(aws: &Aws, id: &str) -> Result<(), ApiError> {
    let answer = aws.client::<Ec2>().delete_vpc_endpoints().vpc_endpoint_ids(id).send().await;
    let answer = answer.map_err(failed("DeleteVpcEndpoints", id))?;
    let refused = answer.unsuccessful().iter().find_map(UnsuccessfulItem::error);
    match refused {
        None => Ok(()),
        Some(error) if error.code() == Some("InvalidVpcEndpointId.NotFound") => Ok(()),
        Some(error) => {
            let message = error.message().unwrap_or_default();
            Err(ApiError::found("DeleteVpcEndpoints", id, Fault::Other, message))
        }
    }
}
