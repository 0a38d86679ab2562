//! Volumes.

use aws_sdk_ec2::types::{VolumeState, VolumeType};

use super::{objects, sent, subject};
use crate::Ec2;
use crate::api::once::Once;
use crate::functions::arguments::Filters;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed};
use model::Value;

/// A volume to be made.
pub(in super::super) struct NewVolume {
    pub zone: String,
    pub size: Option<i32>,
    pub snapshot: Option<String>,
    pub kind: Option<String>,
    pub iops: Option<i32>,
    pub is_encrypted: bool,
    pub kms_key: Option<String>,
}

/// Volumes, with what boto 2's objects have.
pub(in super::super) async fn volumes(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_volumes().set_filters(sent(filters)).max_results(500);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeVolumes", subject(filters)))?;
    Ok(Value::List(found.iter().map(objects::volume).collect()))
}

/// Makes a volume and returns its id.
pub(in super::super) async fn create_volume(aws: &Aws, new: NewVolume) -> Result<String, ApiError> {
    let arguments = (&new.zone, new.size, &new.snapshot, &new.kind, new.iops, new.is_encrypted, &new.kms_key);
    let once = Once::new(aws, "CreateVolume", arguments);
    let call = aws.client::<Ec2>().create_volume().availability_zone(&new.zone).set_size(new.size);
    let call = call.set_snapshot_id(new.snapshot).set_iops(new.iops).set_kms_key_id(new.kms_key);
    let call = call.set_volume_type(new.kind.as_deref().map(VolumeType::from));
    let call = call.set_encrypted(new.is_encrypted.then_some(true));
    let made = call.client_token(once.token()).send().await;
    let made = once.note(made.map_err(failed("CreateVolume", &new.zone)))?;
    Ok(made.volume_id.unwrap_or_default())
}

/// Returns the state of the attachment.
pub(in super::super) async fn attach_volume(
    aws: &Aws,
    id: &str,
    instance: &str,
    device: &str,
) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().attach_volume().volume_id(id).instance_id(instance).device(device);
    let done = call.send().await.map_err(failed("AttachVolume", id))?;
    Ok(done.state().map(|state| state.as_str().to_owned()).into())
}

/// Returns the state of the attachment.
pub(in super::super) async fn detach_volume(
    aws: &Aws,
    id: &str,
    instance: Option<String>,
    device: Option<String>,
    is_forced: bool,
) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().detach_volume().volume_id(id).set_instance_id(instance).set_device(device);
    let done = call.force(is_forced).send().await.map_err(failed("DetachVolume", id))?;
    Ok(done.state().map(|state| state.as_str().to_owned()).into())
}

pub(in super::super) async fn delete_volume(aws: &Aws, id: &str) -> Result<(), ApiError> {
    aws.client::<Ec2>()
        .delete_volume()
        .volume_id(id)
        .send()
        .await
        .map(drop)
        .map_err(failed("DeleteVolume", id))
}

/// Waits until the volume is detached.
pub(in super::super) async fn wait_for_volume(aws: &Aws, id: &str) -> Result<(), ApiError> {
    let look = || async {
        let answer = aws.client::<Ec2>().describe_volumes().volume_ids(id).send().await;
        let answer = answer.map_err(failed("DescribeVolumes", id))?;
        let state = answer.volumes().first().and_then(|volume| volume.state());
        Ok::<_, ApiError>((state == Some(&VolumeState::Available)).then_some(()))
    };
    until(Patience::VISIBLE, look).await?.map_err(|waited| {
        let message = format!("it was not available {waited}");
        ApiError::found("DescribeVolumes", id, Fault::NoAnswer, message)
    })
}
