//! Changes and terminates instances, and makes images of them.

use aws_sdk_ec2::primitives::Blob;
use aws_sdk_ec2::types::{
    AttributeBooleanValue, AttributeValue, InstanceStateName, SecureBlobAttributeValue,
};

use crate::Ec2;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed};
use model::Value;

/// Waits until an instance is no longer pending; true when it runs.
pub(in super::super) async fn wait_for_instance(aws: &Aws, id: &str) -> Result<bool, ApiError> {
    let look = || async {
        let answer = aws
            .client::<Ec2>()
            .describe_instances()
            .instance_ids(id)
            .send()
            .await
            .map_err(failed("DescribeInstances", id));
        let answer = match answer {
            // The instance is new, so AWS may not know it everywhere yet.
            Err(error) if error.is_not_found() => return Ok(None),
            answer => answer?,
        };
        let instance = answer.reservations().first().and_then(|it| it.instances().first());
        let state = instance.and_then(|it| it.state()?.name()).cloned();
        Ok::<_, ApiError>(state.filter(|state| *state != InstanceStateName::Pending))
    };
    let state = until(Patience::SETTLED, look).await?.map_err(|waited| {
        let message = format!("it was still pending {waited}");
        ApiError::found("DescribeInstances", id, Fault::NoAnswer, message)
    })?;
    Ok(state == InstanceStateName::Running)
}

pub(in super::super) async fn terminate(aws: &Aws, id: &str) -> Result<(), ApiError> {
    aws.client::<Ec2>()
        .terminate_instances()
        .instance_ids(id)
        .send()
        .await
        .map(drop)
        .map_err(failed("TerminateInstances", id))
}

/// Returns the image's id.
pub(in super::super) async fn create_image(
    aws: &Aws,
    instance: &str,
    name: &str,
    description: Option<String>,
    (may_reboot, is_dry): (bool, bool),
) -> Result<Value, ApiError> {
    let call =
        aws.client::<Ec2>().create_image().instance_id(instance).name(name).set_description(description);
    let call = call.no_reboot(!may_reboot).set_dry_run(is_dry.then_some(true));
    let made = call.send().await.map_err(failed("CreateImage", name))?;
    Ok(made.image_id.into())
}

/// Sets an attribute of an instance, by AWS's name.
pub(in super::super) async fn set_attribute(
    aws: &Aws,
    id: &str,
    name: &str,
    texts: Vec<String>,
    truth: bool,
) -> Result<(), ApiError> {
    let first = texts.first().cloned().unwrap_or_default();
    let text = || AttributeValue::builder().value(first.clone()).build();
    let truth = || AttributeBooleanValue::builder().value(truth).build();
    let call = aws.client::<Ec2>().modify_instance_attribute().instance_id(id);
    let call = match name {
        "instanceType" => call.instance_type(text()),
        "kernel" => call.kernel(text()),
        "ramdisk" => call.ramdisk(text()),
        "sriovNetSupport" => call.sriov_net_support(text()),
        "instanceInitiatedShutdownBehavior" => call.instance_initiated_shutdown_behavior(text()),
        "userData" => call.user_data(SecureBlobAttributeValue::builder().value(Blob::new(first)).build()),
        "disableApiTermination" => call.disable_api_termination(truth()),
        "sourceDestCheck" => call.source_dest_check(truth()),
        "ebsOptimized" => call.ebs_optimized(truth()),
        _ => call.set_groups(Some(texts)),
    };
    call.send().await.map(drop).map_err(failed("ModifyInstanceAttribute", id))
}
