//! Instances, images and volumes with the attributes of boto 2's objects, for `return_objs`.
//!
//! See <https://boto.readthedocs.io/en/latest/ref/ec2.html>.

use aws_sdk_ec2::primitives::{DateTime, DateTimeFormat};
use aws_sdk_ec2::types::{
    GroupIdentifier, Image, Instance, InstanceBlockDeviceMapping, InstanceState, MonitoringState, Volume,
};

use crate::api::tags;
use crate::functions::shape;
use model::Value;

/// An instance.
pub(super) fn instance(it: &Instance) -> Value {
    let placement = it.placement();
    let monitoring = it.monitoring().and_then(|it| it.state()).map(MonitoringState::as_str);
    let profile = it.iam_instance_profile().map(|profile| -> Value {
        [("arn", text(profile.arn())), ("id", text(profile.id()))].into_iter().collect()
    });
    let state = it.state();
    [
        ("id", text(it.instance_id())),
        ("ami_launch_index", it.ami_launch_index().map(|index| index.to_string()).into()),
        ("architecture", word(it.architecture())),
        ("block_device_mapping", it.block_device_mappings().iter().filter_map(device).collect()),
        ("dns_name", text(it.public_dns_name())),
        ("ebs_optimized", it.ebs_optimized().unwrap_or_default().into()),
        ("groups", groups(it.security_groups())),
        ("hypervisor", word(it.hypervisor())),
        ("image_id", text(it.image_id())),
        ("instance_profile", profile.unwrap_or(Value::Null)),
        ("instance_type", word(it.instance_type())),
        ("ip_address", text(it.public_ip_address())),
        ("kernel", text(it.kernel_id())),
        ("key_name", text(it.key_name())),
        ("launch_time", time(it.launch_time())),
        ("monitored", (monitoring == Some("enabled")).into()),
        ("monitoring_state", text(monitoring)),
        ("placement", text(placement.and_then(|it| it.availability_zone()))),
        ("placement_group", text(placement.and_then(|it| it.group_name()).filter(|name| !name.is_empty()))),
        ("placement_tenancy", word(placement.and_then(|it| it.tenancy()))),
        ("platform", word(it.platform())),
        ("private_dns_name", text(it.private_dns_name())),
        ("private_ip_address", text(it.private_ip_address())),
        ("public_dns_name", text(it.public_dns_name())),
        ("ramdisk", text(it.ramdisk_id())),
        ("root_device_name", text(it.root_device_name())),
        ("root_device_type", word(it.root_device_type())),
        ("sourceDestCheck", it.source_dest_check().into()),
        ("spot_instance_request_id", text(it.spot_instance_request_id())),
        ("state", word(state.and_then(|it| it.name()))),
        ("state_code", state.and_then(InstanceState::code).into()),
        ("subnet_id", text(it.subnet_id())),
        ("tags", shape::tags(&tags(it.tags()))),
        ("virtualization_type", word(it.virtualization_type())),
        ("vpc_id", text(it.vpc_id())),
    ]
    .into_iter()
    .collect()
}

/// An image.
pub(super) fn image(it: &Image) -> Value {
    [
        ("id", text(it.image_id())),
        ("architecture", word(it.architecture())),
        ("creationDate", text(it.creation_date())),
        ("description", text(it.description())),
        ("hypervisor", word(it.hypervisor())),
        ("is_public", it.public().unwrap_or_default().into()),
        ("kernel_id", text(it.kernel_id())),
        ("location", text(it.image_location())),
        ("name", text(it.name())),
        ("owner_alias", text(it.image_owner_alias())),
        ("owner_id", text(it.owner_id())),
        ("platform", word(it.platform())),
        ("ramdisk_id", text(it.ramdisk_id())),
        ("root_device_name", text(it.root_device_name())),
        ("root_device_type", word(it.root_device_type())),
        ("sriov_net_support", text(it.sriov_net_support())),
        ("state", word(it.state())),
        ("tags", shape::tags(&tags(it.tags()))),
        ("type", word(it.image_type())),
        ("virtualization_type", word(it.virtualization_type())),
    ]
    .into_iter()
    .collect()
}

/// A volume, with the attachment that it has.
pub(super) fn volume(it: &Volume) -> Value {
    let attached = it.attachments().first();
    let attachment: Value = [
        ("attach_time", time(attached.and_then(|it| it.attach_time()))),
        ("device", text(attached.and_then(|it| it.device()))),
        ("id", text(it.volume_id().filter(|_| attached.is_some()))),
        ("instance_id", text(attached.and_then(|it| it.instance_id()))),
        ("status", word(attached.and_then(|it| it.state()))),
    ]
    .into_iter()
    .collect();
    [
        ("id", text(it.volume_id())),
        ("attach_data", attachment),
        ("create_time", time(it.create_time())),
        ("encrypted", it.encrypted().into()),
        ("iops", it.iops().into()),
        ("size", it.size().into()),
        ("snapshot_id", text(it.snapshot_id())),
        ("status", word(it.state())),
        ("tags", shape::tags(&tags(it.tags()))),
        ("type", word(it.volume_type())),
        ("zone", text(it.availability_zone())),
    ]
    .into_iter()
    .collect()
}

/// A device of an instance: its name and the volume.
fn device(it: &InstanceBlockDeviceMapping) -> Option<(&str, Value)> {
    let volume = it.ebs()?;
    let shown: Value = [
        ("attach_time", time(volume.attach_time())),
        ("delete_on_termination", volume.delete_on_termination().into()),
        ("status", word(volume.status())),
        ("volume_id", text(volume.volume_id())),
    ]
    .into_iter()
    .collect();
    Some((it.device_name()?, shown))
}

fn groups(all: &[GroupIdentifier]) -> Value {
    let group = |it: &GroupIdentifier| -> Value {
        [("id", text(it.group_id())), ("name", text(it.group_name()))].into_iter().collect()
    };
    Value::List(all.iter().map(group).collect())
}

fn text(text: Option<&str>) -> Value {
    text.map(str::to_owned).into()
}

/// A word of EC2's API.
fn word<T: AsRef<str>>(word: Option<&T>) -> Value {
    text(word.map(AsRef::as_ref))
}

/// As EC2 writes times: with milliseconds.
fn time(time: Option<&DateTime>) -> Value {
    let Some(time) = time else { return Value::Null };
    let seconds = DateTime::from_secs(time.secs()).fmt(DateTimeFormat::DateTime).unwrap_or_default();
    format!("{}.{:03}Z", seconds.trim_end_matches('Z'), time.subsec_nanos() / 1_000_000).into()
}
