//! A launch template, and the content of its versions from and to the SDK as AWS describes it.

use aws_sdk_ec2::types as ec2;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::content::Content;
use crate::Ec2;
use crate::api::{Identified, tags};
use aws::sdk_document::{Documented, document};
use aws::tags::Tags;
use model::{Asked, Value};

/// A launch template in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `lt-…`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The number of its newest version.
    pub latest_version: i64,
    /// The number of the default version.
    pub default_version: i64,
    /// Its tags.
    pub tags: Tags,
    /// The content of its newest version, if it was read.
    pub content: Asked<Content>,
    /// The numbers of all its versions, if they were read.
    pub versions: Asked<Vec<i64>>,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            "latest_version" => Some(self.latest_version.to_string().into()),
            "default_version" => Some(self.default_version.to_string().into()),
            _ => None,
        }
    }

    pub(super) fn of(template: &ec2::LaunchTemplate) -> Self {
        Self {
            id: template.launch_template_id().unwrap_or_default().to_owned(),
            name: template.launch_template_name().unwrap_or_default().to_owned(),
            latest_version: template.latest_version_number().unwrap_or_default(),
            default_version: template.default_version_number().unwrap_or_default(),
            tags: tags(template.tags()),
            ..Self::default()
        }
    }
}

document! { Ec2: words
    ec2::AmdSevSnpSpecification, ec2::HostnameType, ec2::InstanceInterruptionBehavior, ec2::InstanceType,
    ec2::LaunchTemplateAutoRecoveryState, ec2::LaunchTemplateHttpTokensState,
    ec2::LaunchTemplateInstanceMetadataEndpointState, ec2::LaunchTemplateInstanceMetadataProtocolIpv6,
    ec2::LaunchTemplateInstanceMetadataTagsState, ec2::MarketType, ec2::ResourceType, ec2::ShutdownBehavior,
    ec2::SpotInstanceType, ec2::Tenancy, ec2::VolumeType,
}

document! {
Ec2:     ec2::Tag { "Key" key set_key, "Value" value set_value }
}

/// Requests and responses have different types with the same fields.
macro_rules! both {
    ($($sent:path, $shown:path { $($fields:tt)* })+) => {
        document! { Ec2: $($sent { $($fields)* } $shown { $($fields)* })+ }
    };
}

both! {
    ec2::LaunchTemplateEbsBlockDeviceRequest, ec2::LaunchTemplateEbsBlockDevice {
        "Encrypted" encrypted set_encrypted, "DeleteOnTermination" delete_on_termination set_delete_on_termination,
        "Iops" iops set_iops, "KmsKeyId" kms_key_id set_kms_key_id, "SnapshotId" snapshot_id set_snapshot_id,
        "VolumeSize" volume_size set_volume_size, "VolumeType" volume_type set_volume_type,
        "Throughput" throughput set_throughput,
    }
    ec2::LaunchTemplateBlockDeviceMappingRequest, ec2::LaunchTemplateBlockDeviceMapping {
        "DeviceName" device_name set_device_name, "VirtualName" virtual_name set_virtual_name, "Ebs" ebs set_ebs,
        "NoDevice" no_device set_no_device,
    }
    ec2::LaunchTemplateIamInstanceProfileSpecificationRequest, ec2::LaunchTemplateIamInstanceProfileSpecification {
        "Arn" arn set_arn, "Name" name set_name,
    }
    ec2::LaunchTemplatesMonitoringRequest, ec2::LaunchTemplatesMonitoring { "Enabled" enabled set_enabled }
    ec2::LaunchTemplatePlacementRequest, ec2::LaunchTemplatePlacement {
        "AvailabilityZone" availability_zone set_availability_zone, "Affinity" affinity set_affinity,
        "GroupName" group_name set_group_name, "HostId" host_id set_host_id,
        "HostResourceGroupArn" host_resource_group_arn set_host_resource_group_arn,
        "PartitionNumber" partition_number set_partition_number, "Tenancy" tenancy set_tenancy,
    }
    ec2::LaunchTemplateTagSpecificationRequest, ec2::LaunchTemplateTagSpecification {
        "ResourceType" resource_type set_resource_type, "Tags" tags set_tags,
    }
    ec2::LaunchTemplateSpotMarketOptionsRequest, ec2::LaunchTemplateSpotMarketOptions {
        "MaxPrice" max_price set_max_price, "SpotInstanceType" spot_instance_type set_spot_instance_type,
        "InstanceInterruptionBehavior" instance_interruption_behavior set_instance_interruption_behavior,
    }
    ec2::LaunchTemplateInstanceMarketOptionsRequest, ec2::LaunchTemplateInstanceMarketOptions {
        "MarketType" market_type set_market_type, "SpotOptions" spot_options set_spot_options,
    }
    ec2::CreditSpecificationRequest, ec2::CreditSpecification { "CpuCredits" cpu_credits set_cpu_credits }
    ec2::LaunchTemplateCpuOptionsRequest, ec2::LaunchTemplateCpuOptions {
        "CoreCount" core_count set_core_count, "ThreadsPerCore" threads_per_core set_threads_per_core,
        "AmdSevSnp" amd_sev_snp set_amd_sev_snp,
    }
    ec2::LaunchTemplateHibernationOptionsRequest, ec2::LaunchTemplateHibernationOptions {
        "Configured" configured set_configured,
    }
    ec2::LaunchTemplateInstanceMetadataOptionsRequest, ec2::LaunchTemplateInstanceMetadataOptions {
        "HttpTokens" http_tokens set_http_tokens,
        "HttpPutResponseHopLimit" http_put_response_hop_limit set_http_put_response_hop_limit,
        "HttpEndpoint" http_endpoint set_http_endpoint, "HttpProtocolIpv6" http_protocol_ipv6 set_http_protocol_ipv6,
        "InstanceMetadataTags" instance_metadata_tags set_instance_metadata_tags,
    }
    ec2::LaunchTemplateEnclaveOptionsRequest, ec2::LaunchTemplateEnclaveOptions { "Enabled" enabled set_enabled }
    ec2::LaunchTemplateInstanceMaintenanceOptionsRequest, ec2::LaunchTemplateInstanceMaintenanceOptions {
        "AutoRecovery" auto_recovery set_auto_recovery,
    }
    ec2::LaunchTemplateLicenseConfigurationRequest, ec2::LaunchTemplateLicenseConfiguration {
        "LicenseConfigurationArn" license_configuration_arn set_license_configuration_arn,
    }
    ec2::LaunchTemplatePrivateDnsNameOptionsRequest, ec2::LaunchTemplatePrivateDnsNameOptions {
        "HostnameType" hostname_type set_hostname_type,
        "EnableResourceNameDnsARecord" enable_resource_name_dns_a_record set_enable_resource_name_dns_a_record,
        "EnableResourceNameDnsAAAARecord"
            enable_resource_name_dns_aaaa_record set_enable_resource_name_dns_aaaa_record,
    }
    ec2::LaunchTemplateInstanceNetworkInterfaceSpecificationRequest,
    ec2::LaunchTemplateInstanceNetworkInterfaceSpecification {
        "DeviceIndex" device_index set_device_index, "NetworkCardIndex" network_card_index set_network_card_index,
        "AssociatePublicIpAddress" associate_public_ip_address set_associate_public_ip_address,
        "DeleteOnTermination" delete_on_termination set_delete_on_termination,
        "Description" description set_description, "Groups" groups set_groups,
        "InterfaceType" interface_type set_interface_type, "Ipv6AddressCount" ipv6_address_count set_ipv6_address_count,
        "NetworkInterfaceId" network_interface_id set_network_interface_id,
        "PrivateIpAddress" private_ip_address set_private_ip_address,
        "SecondaryPrivateIpAddressCount" secondary_private_ip_address_count set_secondary_private_ip_address_count,
        "SubnetId" subnet_id set_subnet_id,
    }
    ec2::RequestLaunchTemplateData, ec2::ResponseLaunchTemplateData {
        "KernelId" kernel_id set_kernel_id, "EbsOptimized" ebs_optimized set_ebs_optimized,
        "IamInstanceProfile" iam_instance_profile set_iam_instance_profile,
        "BlockDeviceMappings" block_device_mappings set_block_device_mappings,
        "NetworkInterfaces" network_interfaces set_network_interfaces, "ImageId" image_id set_image_id,
        "InstanceType" instance_type set_instance_type, "KeyName" key_name set_key_name,
        "Monitoring" monitoring set_monitoring, "Placement" placement set_placement,
        "RamDiskId" ram_disk_id set_ram_disk_id,
        "DisableApiTermination" disable_api_termination set_disable_api_termination,
        "DisableApiStop" disable_api_stop set_disable_api_stop,
        "InstanceInitiatedShutdownBehavior"
            instance_initiated_shutdown_behavior set_instance_initiated_shutdown_behavior,
        "TagSpecifications" tag_specifications set_tag_specifications,
        "SecurityGroupIds" security_group_ids set_security_group_ids,
        "InstanceMarketOptions" instance_market_options set_instance_market_options,
        "CreditSpecification" credit_specification set_credit_specification, "CpuOptions" cpu_options set_cpu_options,
        "LicenseSpecifications" license_specifications set_license_specifications,
        "HibernationOptions" hibernation_options set_hibernation_options,
        "MetadataOptions" metadata_options set_metadata_options, "EnclaveOptions" enclave_options set_enclave_options,
        "PrivateDnsNameOptions" private_dns_name_options set_private_dns_name_options,
        "MaintenanceOptions" maintenance_options set_maintenance_options,
    }
}

impl Content {
    /// The content of a version. Empty lists count as left out.
    pub(super) fn of(data: &ec2::ResponseLaunchTemplateData) -> Self {
        let mut json = data.to_json().unwrap_or_default();
        if let Some(map) = json.as_object_mut() {
            map.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
        }
        Self::new(json, data.user_data().map(decoded))
    }

    /// As a request.
    pub(super) fn sent(&self) -> Option<ec2::RequestLaunchTemplateData> {
        let mut data = ec2::RequestLaunchTemplateData::of(&self.data)?;
        data.user_data = self.user_data.as_ref().map(|raw| STANDARD.encode(raw));
        Some(data)
    }

    /// True if the request contains everything.
    #[cfg(test)]
    pub(super) fn is_sent_whole(&self) -> bool {
        let described: Option<serde_json::Value> = self.sent().and_then(|data| data.to_json());
        described.map(|json| Self::new(json, None).data) == Some(self.data.clone())
    }
}

/// Data that is not text (for example compressed) stays encoded, so it equals no declared text.
fn decoded(encoded: &str) -> String {
    let packed: String = encoded.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = STANDARD.decode(packed).ok();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_else(|| encoded.to_owned())
}
