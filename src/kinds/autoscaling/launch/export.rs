//! The content of a launch configuration as arguments.

use super::arguments::bare;
use super::content::{Content, Device};
use kind::export::{Declaration, Names};
use model::{Ident, Value};

/// Adds the launch settings.
pub(crate) fn declared(declaration: Declaration, content: &Content, names: &dyn Names) -> Declaration {
    let image = content.image.as_ref().map(Ident::as_str);
    let devices: Vec<Value> = content.devices.iter().flatten().map(device).collect();
    groups(declaration.with("image_id", image), content, names)
        .with("instance_type", content.instance_type.as_deref())
        .with("key_name", content.key_name.as_deref())
        .with("instance_profile_name", content.instance_profile.as_deref().map(bare))
        .with("block_device_mappings", devices)
        .with("user_data", content.user_data.as_deref())
        .with("kernel_id", content.kernel_id.as_deref())
        .with("ramdisk_id", content.ramdisk_id.as_deref())
        .with("instance_monitoring", content.monitoring)
        .with("spot_price", content.spot_price.as_deref())
        .with("ebs_optimized", content.ebs_optimized)
        .with("associate_public_ip_address", content.public_ip)
}

/// Groups by name, with the VPC in which names are looked up, if all of them are in one VPC; else by id.
fn groups(declaration: Declaration, content: &Content, names: &dyn Names) -> Declaration {
    let ids: Vec<&str> = content.security_groups.iter().flatten().map(Ident::as_str).collect();
    let kind = "ec2.security_group";
    let named: Option<Vec<String>> = ids.iter().map(|id| names.name(kind, "id", id)).collect();
    let vpc = |id: &&str| names.attribute(kind, id, "vpc_id");
    let vpcs: Vec<Option<String>> = ids.iter().map(vpc).collect();
    match (named, vpcs.first()) {
        (Some(named), Some(Some(vpc))) if vpcs.iter().all(|other| other.as_ref() == Some(vpc)) => {
            declaration.in_vpc_of_group(names, vpc).with("security_groups", named)
        }
        _ => declaration.with("security_groups", ids),
    }
}

fn device(device: &Device) -> Value {
    let all: [(&str, Value); 9] = [
        ("size", device.size.into()),
        ("volume_type", device.volume_type.as_deref().into()),
        ("iops", device.iops.into()),
        ("throughput", device.throughput.into()),
        ("snapshot_id", device.snapshot_id.as_deref().into()),
        ("encrypted", device.encrypted.into()),
        ("delete_on_termination", device.delete_on_termination.into()),
        ("ephemeral_name", device.virtual_name.as_deref().into()),
        ("no_device", device.no_device.into()),
    ];
    let settings: Value = all.into_iter().filter(|(_, value)| !value.is_null()).collect();
    Value::from_iter([(device.name.as_str(), settings)])
}
