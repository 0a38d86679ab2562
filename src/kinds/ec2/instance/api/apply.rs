//! Changes and terminates instances.

use aws_sdk_ec2::primitives::Blob;
use aws_sdk_ec2::types::{
    AttributeBooleanValue, AttributeValue, HttpTokensState, InstanceMetadataEndpointState,
    InstanceMetadataTagsState, SecureBlobAttributeValue,
};

use crate::Ec2;
use crate::api::{tag, untag};
use crate::instance::attributes::{Attribute, Content};
use crate::instance::diff::Step;
use crate::instance::launch::Metadata;
use crate::{elastic, ipv6};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};

pub(in crate::instance) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Run { new, .. } => super::run(aws, new).await.map(drop),
        Step::Set { instance, attribute, content } => set(aws, instance, *attribute, content).await,
        Step::SetMetadata { instance, metadata } => set_metadata(aws, instance, metadata).await,
        Step::Monitor { instance } => ec2
            .monitor_instances()
            .instance_ids(instance)
            .send()
            .await
            .map(drop)
            .map_err(failed(call, instance)),
        Step::Unmonitor { instance } => ec2
            .unmonitor_instances()
            .instance_ids(instance)
            .send()
            .await
            .map(drop)
            .map_err(failed(call, instance)),
        Step::Start { instance } => ec2
            .start_instances()
            .instance_ids(instance)
            .send()
            .await
            .map(drop)
            .map_err(failed(call, instance)),
        Step::Stop { instance } => {
            ec2.stop_instances().instance_ids(instance).send().await.map(drop).map_err(failed(call, instance))
        }
        Step::AssignIpv6 { interface, addresses } => ipv6::assign(aws, interface, addresses).await,
        Step::UnassignIpv6 { interface, addresses } => ipv6::unassign(aws, interface, addresses).await,
        Step::Allocate { instance } => elastic::allocate(aws, instance).await,
        Step::Associate { instance, allocation } => {
            elastic::associate(aws, instance, allocation.as_str()).await
        }
        Step::Mark { instance, allocation } => elastic::mark(aws, instance, allocation).await,
        Step::Disassociate { association } => elastic::disassociate(aws, association).await,
        Step::Release { allocation } => elastic::release(aws, allocation).await,
        Step::Tag { instance, tags } => tag(aws, instance, tags).await,
        Step::Untag { instance, tags } => untag(aws, instance, tags).await,
        Step::Terminate { instance } => {
            let answer = ec2.terminate_instances().instance_ids(instance).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, instance)))
        }
    }
}

async fn set(aws: &Aws, id: &str, attribute: Attribute, content: &Content) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().modify_instance_attribute().instance_id(id);
    let text = |text: &str| AttributeValue::builder().value(text).build();
    let truth = |truth: bool| AttributeBooleanValue::builder().value(truth).build();
    let request = match (attribute, content) {
        (Attribute::Type, Content::Text(it)) => request.instance_type(text(it)),
        (Attribute::Kernel, Content::Text(it)) => request.kernel(text(it)),
        (Attribute::Ramdisk, Content::Text(it)) => request.ramdisk(text(it)),
        (Attribute::Sriov, Content::Text(it)) => request.sriov_net_support(text(it)),
        (Attribute::Shutdown, Content::Text(it)) => request.instance_initiated_shutdown_behavior(text(it)),
        (Attribute::UserData, Content::Text(it)) => {
            let data = Blob::new(it.as_bytes());
            request.user_data(SecureBlobAttributeValue::builder().value(data).build())
        }
        (Attribute::Protection, Content::Truth(it)) => request.disable_api_termination(truth(*it)),
        (Attribute::Check, Content::Truth(it)) => request.source_dest_check(truth(*it)),
        (Attribute::Ebs, Content::Truth(it)) => request.ebs_optimized(truth(*it)),
        (_, Content::Groups(ids)) => {
            request.set_groups(Some(ids.iter().map(|id| id.as_str().to_owned()).collect()))
        }
        // The table of attributes gives each its type.
        (_, Content::Text(_) | Content::Truth(_)) => return Ok(()),
    };
    request.send().await.map(drop).map_err(failed("ModifyInstanceAttribute", id))
}

async fn set_metadata(aws: &Aws, id: &str, metadata: &Metadata) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().modify_instance_metadata_options().instance_id(id);
    let request = request.set_http_tokens(metadata.http_tokens.as_deref().map(HttpTokensState::from));
    let request =
        request.set_http_endpoint(metadata.http_endpoint.as_deref().map(InstanceMetadataEndpointState::from));
    let request = request.set_http_put_response_hop_limit(metadata.hop_limit);
    let request =
        request.set_instance_metadata_tags(metadata.tags.as_deref().map(InstanceMetadataTagsState::from));
    request.send().await.map(drop).map_err(failed("ModifyInstanceMetadataOptions", id))
}
