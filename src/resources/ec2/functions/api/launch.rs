//! Starting, changing and ending instances.

use std::collections::BTreeMap;

use aws_sdk_ec2::primitives::Blob;
use aws_sdk_ec2::types::{
    AttributeBooleanValue, AttributeValue, BlockDeviceMapping, EbsBlockDevice,
    IamInstanceProfileSpecification, InstanceNetworkInterfaceSpecification, InstanceStateName, InstanceType,
    Placement, ResourceType, RunInstancesMonitoringEnabled, SecureBlobAttributeValue, ShutdownBehavior,
    Tenancy, VolumeType,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::specification;
use crate::aws::tags::Tags;
use crate::aws::wait::{Patience, until};
use crate::aws::{ApiError, Aws, Fault, failed};
use crate::model::Value;
use crate::resources::ec2::api::once::Once;

/// An instance to be started. `texts` holds what is text alone, by argument.
#[derive(Default)]
pub(in super::super) struct NewInstance {
    pub image: String,
    pub texts: BTreeMap<&'static str, String>,
    pub truths: BTreeMap<&'static str, bool>,
    /// Names of groups outside of a VPC.
    pub groups: Vec<String>,
    pub group_ids: Vec<String>,
    pub interfaces: Vec<NewAttachment>,
    pub devices: Vec<NewDevice>,
    pub tags: Tags,
}

/// A network interface of it: one that there is, or one to be made.
#[derive(Default)]
pub(in super::super) struct NewAttachment {
    pub index: i32,
    pub id: Option<String>,
    pub subnet: Option<String>,
    pub groups: Option<Vec<String>>,
    pub description: Option<String>,
    pub private_ip: Option<String>,
    pub has_public_ip: Option<bool>,
    pub goes_with_it: Option<bool>,
}

/// A device of it.
#[derive(Default)]
pub(in super::super) struct NewDevice {
    pub name: String,
    pub ephemeral: Option<String>,
    pub is_none: bool,
    pub snapshot: Option<String>,
    pub size: Option<i32>,
    pub kind: Option<String>,
    pub iops: Option<i32>,
    pub is_encrypted: Option<bool>,
    pub goes_with_it: bool,
}

impl NewInstance {
    fn text(&self, name: &str) -> Option<String> {
        self.texts.get(name).cloned()
    }

    fn placement(&self) -> Option<Placement> {
        let (zone, group, tenancy) =
            (self.text("placement"), self.text("placement_group"), self.text("tenancy"));
        let is_said = zone.is_some() || group.is_some() || tenancy.is_some();
        let built = Placement::builder().set_availability_zone(zone).set_group_name(group);
        is_said.then(|| built.set_tenancy(tenancy.as_deref().map(Tenancy::from)).build())
    }

    fn profile(&self) -> Option<IamInstanceProfileSpecification> {
        let (arn, name) = (self.text("instance_profile_arn"), self.text("instance_profile_name"));
        let is_said = arn.is_some() || name.is_some();
        is_said.then(|| IamInstanceProfileSpecification::builder().set_arn(arn).set_name(name).build())
    }
}

impl NewAttachment {
    fn built(&self) -> InstanceNetworkInterfaceSpecification {
        InstanceNetworkInterfaceSpecification::builder()
            .device_index(self.index)
            .set_network_interface_id(self.id.clone())
            .set_subnet_id(self.subnet.clone())
            .set_groups(self.groups.clone())
            .set_description(self.description.clone())
            .set_private_ip_address(self.private_ip.clone())
            .set_associate_public_ip_address(self.has_public_ip)
            .set_delete_on_termination(self.goes_with_it)
            .build()
    }
}

impl NewDevice {
    fn built(&self) -> BlockDeviceMapping {
        let built = BlockDeviceMapping::builder().device_name(&self.name);
        if self.is_none {
            return built.no_device("").build();
        }
        if let Some(name) = &self.ephemeral {
            return built.virtual_name(name).build();
        }
        let volume = EbsBlockDevice::builder()
            .set_snapshot_id(self.snapshot.clone())
            .set_volume_size(self.size)
            .set_volume_type(self.kind.as_deref().map(VolumeType::from))
            .set_iops(self.iops)
            .set_encrypted(self.is_encrypted)
            .delete_on_termination(self.goes_with_it);
        built.ebs(volume.build()).build()
    }
}

/// Starts an instance; the answer is its id.
pub(in super::super) async fn run(aws: &Aws, new: &NewInstance) -> Result<String, ApiError> {
    let some = |list: &Vec<String>| Some(list.clone()).filter(|list| !list.is_empty());
    let arguments = (&new.image, &new.texts, &new.truths, &new.groups, &new.group_ids, &new.tags);
    let once = Once::new(aws, "RunInstances", arguments);
    let monitoring = new.truths.get("monitoring_enabled").filter(|on| **on);
    let shutdown = new.text("instance_initiated_shutdown_behavior");
    let call = aws
        .ec2()
        .run_instances()
        .image_id(&new.image)
        .min_count(1)
        .max_count(1)
        .set_instance_type(new.text("instance_type").as_deref().map(InstanceType::from))
        .set_key_name(new.text("key_name"))
        .set_user_data(new.text("user_data").map(|text| STANDARD.encode(text)))
        .set_kernel_id(new.text("kernel_id"))
        .set_ramdisk_id(new.text("ramdisk_id"))
        .set_subnet_id(new.text("subnet_id"))
        .set_private_ip_address(new.text("private_ip_address"))
        .set_additional_info(new.text("additional_info"))
        .client_token(new.text("client_token").unwrap_or_else(|| once.token().to_owned()))
        .set_placement(new.placement())
        .set_iam_instance_profile(new.profile())
        .set_instance_initiated_shutdown_behavior(shutdown.as_deref().map(ShutdownBehavior::from))
        .set_disable_api_termination(new.truths.get("disable_api_termination").copied())
        .set_ebs_optimized(new.truths.get("ebs_optimized").copied())
        .set_monitoring(monitoring.map(|on| RunInstancesMonitoringEnabled::builder().enabled(*on).build()))
        .set_security_groups(some(&new.groups))
        .set_security_group_ids(some(&new.group_ids))
        .set_network_interfaces(
            Some(new.interfaces.iter().map(NewAttachment::built).collect())
                .filter(|all: &Vec<_>| !all.is_empty()),
        )
        .set_block_device_mappings(
            Some(new.devices.iter().map(NewDevice::built).collect()).filter(|all: &Vec<_>| !all.is_empty()),
        )
        .set_tag_specifications(specification(ResourceType::Instance, &new.tags));
    let made = once.note(call.send().await.map_err(failed("RunInstances", &new.image)))?;
    Ok(made.instances().first().and_then(|it| it.instance_id()).unwrap_or_default().to_owned())
}

/// Waits until an instance is no longer pending; true when it runs.
pub(in super::super) async fn wait_for_instance(aws: &Aws, id: &str) -> Result<bool, ApiError> {
    let look = || async {
        let answer = aws
            .ec2()
            .describe_instances()
            .instance_ids(id)
            .send()
            .await
            .map_err(failed("DescribeInstances", id));
        let answer = match answer {
            // It was made a moment ago.
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
    aws.ec2()
        .terminate_instances()
        .instance_ids(id)
        .send()
        .await
        .map(drop)
        .map_err(failed("TerminateInstances", id))
}

/// The answer is the image's id.
pub(in super::super) async fn create_image(
    aws: &Aws,
    instance: &str,
    name: &str,
    description: Option<String>,
    (may_reboot, is_dry): (bool, bool),
) -> Result<Value, ApiError> {
    let call = aws.ec2().create_image().instance_id(instance).name(name).set_description(description);
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
    let call = aws.ec2().modify_instance_attribute().instance_id(id);
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
