//! Launch configurations from and to the SDK.

use aws_sdk_autoscaling::Client;
use aws_sdk_autoscaling::operation::create_launch_configuration::builders::CreateLaunchConfigurationFluentBuilder;
use aws_sdk_autoscaling::types::{BlockDeviceMapping, Ebs, InstanceMonitoring, LaunchConfiguration};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::content::{Content, Device};
use model::Ident;

/// One as AWS describes it, in canonical form.
pub(crate) fn from_sdk(found: LaunchConfiguration) -> Content {
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let mut groups: Vec<Ident> =
        found.security_groups.unwrap_or_default().into_iter().map(Ident::from).collect();
    groups.sort();
    let mut devices: Vec<Device> =
        found.block_device_mappings.unwrap_or_default().into_iter().map(device).collect();
    devices.sort_by(|a, b| a.name.cmp(&b.name));
    Content {
        image: filled(found.image_id).map(Ident::from),
        security_groups: Some(groups),
        instance_type: filled(found.instance_type),
        key_name: filled(found.key_name),
        user_data: filled(found.user_data).map(|encoded| decoded(&encoded)),
        kernel_id: filled(found.kernel_id),
        ramdisk_id: filled(found.ramdisk_id),
        devices: Some(devices),
        monitoring: found.instance_monitoring.and_then(|monitoring| monitoring.enabled),
        spot_price: filled(found.spot_price),
        instance_profile: filled(found.iam_instance_profile),
        ebs_optimized: found.ebs_optimized,
        public_ip: found.associate_public_ip_address,
    }
}

/// Data that is not text (for example compressed) stays encoded, so it equals no declared text.
fn decoded(encoded: &str) -> String {
    let packed: String = encoded.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = STANDARD.decode(packed).ok();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| encoded.to_owned())
}

fn device(found: BlockDeviceMapping) -> Device {
    let ebs = found.ebs.unwrap_or_else(|| Ebs::builder().build());
    Device {
        name: found.device_name.unwrap_or_default(),
        size: ebs.volume_size,
        volume_type: ebs.volume_type,
        iops: ebs.iops,
        throughput: ebs.throughput,
        snapshot_id: ebs.snapshot_id,
        encrypted: ebs.encrypted,
        delete_on_termination: ebs.delete_on_termination,
        virtual_name: found.virtual_name,
        no_device: found.no_device,
    }
}

/// The call that makes one.
pub(crate) fn request(
    client: &Client,
    name: &str,
    content: &Content,
) -> CreateLaunchConfigurationFluentBuilder {
    let monitoring = InstanceMonitoring::builder().enabled(content.monitoring.unwrap_or(false)).build();
    let groups = content.security_groups.as_ref().map(|all| all.iter().map(ToString::to_string).collect());
    let devices = content.devices.as_ref().map(|all| all.iter().map(mapping).collect());
    client
        .create_launch_configuration()
        .launch_configuration_name(name)
        .set_image_id(content.image.as_ref().map(ToString::to_string))
        .set_key_name(content.key_name.clone())
        .set_security_groups(groups)
        .set_user_data(content.user_data.as_ref().map(|raw| STANDARD.encode(raw)))
        .set_instance_type(content.instance_type.clone())
        .set_kernel_id(content.kernel_id.clone())
        .set_ramdisk_id(content.ramdisk_id.clone())
        .set_block_device_mappings(devices)
        .instance_monitoring(monitoring)
        .set_spot_price(content.spot_price.clone())
        .set_iam_instance_profile(content.instance_profile.clone())
        .set_ebs_optimized(content.ebs_optimized)
        .set_associate_public_ip_address(content.public_ip)
}

fn mapping(device: &Device) -> BlockDeviceMapping {
    let ebs = Ebs::builder()
        .set_volume_size(device.size)
        .set_volume_type(device.volume_type.clone())
        .set_iops(device.iops)
        .set_throughput(device.throughput)
        .set_snapshot_id(device.snapshot_id.clone())
        .set_encrypted(device.encrypted)
        .set_delete_on_termination(device.delete_on_termination)
        .build();
    let has_volume = ebs != Ebs::builder().build();
    BlockDeviceMapping::builder()
        .device_name(&device.name)
        .set_virtual_name(device.virtual_name.clone())
        .set_no_device(device.no_device)
        .set_ebs(has_volume.then_some(ebs))
        .build()
}
