//! The calls for volumes.

use aws_sdk_ec2::types::{ResourceType, VolumeType};

use super::diff::Step;
use super::live::{Attachment, Live};
use super::{MARK, mark_of};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

const OPERATION: &str = "DescribeVolumes";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_volumes.filters, "DescribeVolumes", 500, Live::of);
    let (by_device, named): (Vec<Ask>, Vec<Ask>) =
        asks.iter().cloned().partition(|ask| ask.reference.scope.is_some());
    let marked = |reference: &Reference| (format!("tag:{MARK}"), mark_of(reference));
    let instance =
        |it: &Reference| ("attachment.instance-id".to_owned(), it.scope.clone().unwrap_or_default());
    let (found, attached, leaving) = futures::join!(
        gather(&named, by_id_or_name_tag("vol-", "volume-id"), read),
        gather(&by_device, instance, read),
        gather(&by_device, marked, read),
    );
    let mut answers = answer(&named, OPERATION, found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    });
    let attached = attached.and_then(|attached| leaving.map(|leaving| joined(attached, leaving)));
    let theirs = answer(&by_device, OPERATION, attached, |live, reference| {
        let has =
            |it: &Attachment| Some(&it.instance) == reference.scope.as_ref() && it.device == reference.name;
        live.attachments.iter().any(has) || live.mark.as_ref() == Some(&mark_of(reference))
    });
    answers.0.extend(theirs.0);
    answers
}

/// Attached volumes and marked volumes, each once.
fn joined(mut attached: Vec<Live>, marked: Vec<Live>) -> Vec<Live> {
    for live in marked {
        if !attached.iter().any(|known| known.id == live.id) {
            attached.push(live);
        }
    }
    attached
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, zone, new, tags } => {
            let once = Once::new(aws, call, (name, zone, new, tags));
            let request = ec2.create_volume().availability_zone(zone.as_str()).set_size(new.size);
            let request = request.set_snapshot_id(new.snapshot_id.clone()).set_iops(new.iops);
            let request = request.set_volume_type(new.volume_type.as_deref().map(VolumeType::from));
            let request = request.set_throughput(new.throughput).set_encrypted(new.encrypted);
            let request = request.set_kms_key_id(new.kms_key_id.clone()).client_token(once.token());
            let request = request.set_tag_specifications(specification(ResourceType::Volume, tags));
            once.note(request.send().await.map(drop).map_err(failed(call, name)))
        }
        Step::Detach { volume, instance } => {
            let answer = ec2.detach_volume().volume_id(volume).instance_id(instance).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, volume)))
        }
        Step::Attach { volume, instance, device } => {
            let request = ec2.attach_volume().volume_id(volume).instance_id(instance.as_str()).device(device);
            request.send().await.map(drop).map_err(failed(call, volume))
        }
        Step::Mark { volume, mark } => {
            tag(aws, volume, &[(MARK.to_owned(), mark.clone())].into_iter().collect()).await
        }
        Step::Tag { volume, tags } => tag(aws, volume, tags).await,
        Step::Untag { volume, tags } => untag(aws, volume, tags).await,
        Step::Delete { volume } => {
            let answer = ec2.delete_volume().volume_id(volume).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, volume)))
        }
    }
}
