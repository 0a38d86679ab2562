//! Launches an instance.

use aws_sdk_ec2::types::{
    BlockDeviceMapping, EbsBlockDevice, HttpTokensState, IamInstanceProfileSpecification,
    InstanceMetadataEndpointState, InstanceMetadataOptionsRequest, InstanceMetadataTagsState,
    InstanceNetworkInterfaceSpecification, InstanceType, Placement, ResourceType,
    RunInstancesMonitoringEnabled, ShutdownBehavior, Tenancy, VolumeType,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::Ec2;
use crate::api::once::Once;
use crate::api::specification;
use crate::instance::launch::{Metadata, NewAttachment, NewDevice, NewInstance};
use crate::ipv6;
use aws::{ApiError, Aws, failed};
use kind::settings::Settings;

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
            .set_delete_on_termination(self.delete_on_termination)
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
            .set_throughput(self.throughput)
            .set_kms_key_id(self.kms_key.clone())
            .set_encrypted(self.is_encrypted)
            .delete_on_termination(self.delete_on_termination);
        built.ebs(volume.build()).build()
    }
}

fn metadata(options: &Metadata) -> Option<InstanceMetadataOptionsRequest> {
    let built = InstanceMetadataOptionsRequest::builder()
        .set_http_tokens(options.http_tokens.as_deref().map(HttpTokensState::from))
        .set_http_endpoint(options.http_endpoint.as_deref().map(InstanceMetadataEndpointState::from))
        .set_http_put_response_hop_limit(options.hop_limit)
        .set_instance_metadata_tags(options.tags.as_deref().map(InstanceMetadataTagsState::from));
    (!options.is_empty()).then(|| built.build())
}

/// Launches an instance and returns its id.
pub(crate) async fn run(aws: &Aws, new: &NewInstance) -> Result<String, ApiError> {
    let some = |list: &Vec<String>| Some(list.clone()).filter(|list| !list.is_empty());
    let once = Once::new(aws, "RunInstances", new);
    let monitoring = new.truths.get("monitoring_enabled").filter(|on| **on);
    let shutdown = new.text("instance_initiated_shutdown_behavior");
    let call = aws
        .client::<Ec2>()
        .run_instances()
        .image_id(&new.image)
        .min_count(1)
        .max_count(1)
        .set_instance_type(new.text("instance_type").as_deref().map(InstanceType::from))
        .set_key_name(new.text("key_name"))
        .set_user_data(
            new.text("user_data_base64").or_else(|| new.text("user_data").map(|text| STANDARD.encode(text))),
        )
        .set_kernel_id(new.text("kernel_id"))
        .set_ramdisk_id(new.text("ramdisk_id"))
        .set_subnet_id(new.text("subnet_id"))
        .set_private_ip_address(new.text("private_ip_address"))
        .set_ipv6_addresses(new.ipv6.as_ref().and_then(ipv6::sent))
        .set_ipv6_address_count(new.ipv6.as_ref().and_then(ipv6::New::count))
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
        .set_metadata_options(metadata(&new.metadata))
        .set_tag_specifications(specification(ResourceType::Instance, &new.tags));
    let made = once.note(call.send().await.map_err(failed("RunInstances", &new.image)))?;
    Ok(made.instances().first().and_then(|it| it.instance_id()).unwrap_or_default().to_owned())
}

/// User data as an instance gets it; data that is not text stays as AWS sends it.
pub(super) fn decoded(base64: &str) -> String {
    let text = STANDARD.decode(base64).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.unwrap_or_else(|| base64.to_owned())
}
