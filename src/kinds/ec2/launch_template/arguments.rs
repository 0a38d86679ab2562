//! The arguments with launch settings. The first other spelling of each is AWS's key in the template.

use crate::instance::launch::DEVICE;
use model::user_data::CLOUD_INIT;
use model::{Argument, Shape};

const fn key(
    name: &'static str,
    alias: &'static [&'static str],
    shape: Shape,
    doc: &'static str,
) -> Argument {
    Argument::optional(name, shape, doc).alias(alias)
}

const METADATA: &[Argument] = &[
    key("HttpTokens", &["http_tokens"], Shape::Word(&["required", "optional"]), "required for IMDSv2 only"),
    key(
        "HttpEndpoint",
        &["http_endpoint"],
        Shape::Word(&["enabled", "disabled"]),
        "whether IMDS is available",
    ),
    key(
        "HttpPutResponseHopLimit",
        &["http_put_response_hop_limit"],
        Shape::Integer,
        "how many hops a response may take: 2 for containers",
    ),
    key(
        "HttpProtocolIpv6",
        &["http_protocol_ipv6"],
        Shape::Word(&["enabled", "disabled"]),
        "whether IMDS is available over IPv6",
    ),
    key(
        "InstanceMetadataTags",
        &["instance_metadata_tags"],
        Shape::Word(&["enabled", "disabled"]),
        "whether IMDS shows the tags",
    ),
];

const PLACEMENT: &[Argument] = &[
    key("AvailabilityZone", &["availability_zone"], Shape::Text, "the zone"),
    key("Affinity", &["affinity"], Shape::Text, "host or default"),
    key("GroupName", &["group_name"], Shape::Text, "the placement group"),
    key("HostId", &["host_id"], Shape::Text, "the dedicated host"),
    key("HostResourceGroupArn", &["host_resource_group_arn"], Shape::Text, "the group of hosts"),
    key("PartitionNumber", &["partition_number"], Shape::Integer, "the partition of the group"),
    key(
        "Tenancy",
        &["tenancy"],
        Shape::Word(&["default", "dedicated", "host"]),
        "the tenancy: whether other accounts share the hardware",
    ),
];

const SPOT: &[Argument] = &[
    key("MaxPrice", &["max_price"], Shape::Text, "the maximum price per hour"),
    key(
        "SpotInstanceType",
        &["spot_instance_type"],
        Shape::Word(&["one-time", "persistent"]),
        "whether AWS repeats the request",
    ),
    key(
        "InstanceInterruptionBehavior",
        &["instance_interruption_behavior"],
        Shape::Word(&["hibernate", "stop", "terminate"]),
        "what happens when AWS interrupts it",
    ),
];

const MARKET: &[Argument] = &[
    key("MarketType", &["market_type"], Shape::Word(&["spot", "capacity-block"]), "the market"),
    key("SpotOptions", &["spot_options"], Shape::Record(SPOT), "options of the Spot request"),
];

const CREDITS: &[Argument] =
    &[key("CpuCredits", &["cpu_credits"], Shape::Word(&["standard", "unlimited"]), "for T instances")];
const CPU: &[Argument] = &[
    key("CoreCount", &["core_count"], Shape::Integer, "cores"),
    key("ThreadsPerCore", &["threads_per_core"], Shape::Integer, "1 or 2"),
    key("AmdSevSnp", &["amd_sev_snp"], Shape::Word(&["enabled", "disabled"]), "AMD SEV-SNP"),
];
const HIBERNATION: &[Argument] =
    &[key("Configured", &["configured"], Shape::Boolean, "whether it can hibernate")];
const ENCLAVE: &[Argument] = &[key("Enabled", &["enabled"], Shape::Boolean, "whether it has Nitro Enclaves")];
const MAINTENANCE: &[Argument] =
    &[key("AutoRecovery", &["auto_recovery"], Shape::Word(&["default", "disabled"]), "simplified recovery")];
const LICENSE: &[Argument] = &[key(
    "LicenseConfigurationArn",
    &["license_configuration_arn"],
    Shape::Text,
    "the licence configuration",
)];
const DNS: &[Argument] = &[
    key(
        "HostnameType",
        &["hostname_type"],
        Shape::Word(&["ip-name", "resource-name"]),
        "what its host name is made from",
    ),
    key(
        "EnableResourceNameDnsARecord",
        &["enable_resource_name_dns_a_record"],
        Shape::Boolean,
        "whether its name has an A record",
    ),
    key(
        "EnableResourceNameDnsAAAARecord",
        &["enable_resource_name_dns_aaaa_record"],
        Shape::Boolean,
        "whether its name has an AAAA record",
    ),
];

const INTERFACE: &[Argument] = &[
    key("DeviceIndex", &["device_index"], Shape::Integer, "its number on the instance"),
    key("NetworkCardIndex", &["network_card_index"], Shape::Integer, "the network card"),
    key(
        "AssociatePublicIpAddress",
        &["associate_public_ip_address"],
        Shape::Boolean,
        "whether it gets a public address",
    ),
    key(
        "DeleteOnTermination",
        &["delete_on_termination"],
        Shape::Boolean,
        "whether it is deleted with the instance",
    ),
    key("Description", &["description"], Shape::Text, "what it is for"),
    key("Groups", &["groups"], Shape::Texts, "ids of its security groups"),
    key("InterfaceType", &["interface_type"], Shape::Text, "interface, efa …"),
    key("Ipv6AddressCount", &["ipv6_address_count"], Shape::Integer, "how many IPv6 addresses"),
    key("NetworkInterfaceId", &["network_interface_id"], Shape::Text, "an existing interface, by id"),
    key("PrivateIpAddress", &["private_ip_address"], Shape::Text, "its address"),
    key(
        "SecondaryPrivateIpAddressCount",
        &["secondary_private_ip_address_count"],
        Shape::Integer,
        "how many more private addresses",
    ),
    key("SubnetId", &["subnet_id"], Shape::Text, "its subnet"),
];

/// Arguments that are passed on unchanged, under the first other spelling.
pub(super) const PLAIN: &[Argument] = &[
    key("instance_type", &["InstanceType"], Shape::Text, "the instance type"),
    key("key_name", &["KeyName"], Shape::Text, "the key pair to log in with"),
    key("kernel_id", &["KernelId"], Shape::Text, "the kernel"),
    key("ramdisk_id", &["RamDiskId"], Shape::Text, "the RAM disk"),
    key("ebs_optimized", &["EbsOptimized"], Shape::Boolean, "dedicated bandwidth for volumes"),
    key("disable_api_termination", &["DisableApiTermination"], Shape::Boolean, "protect it from termination"),
    key("disable_api_stop", &["DisableApiStop"], Shape::Boolean, "protect it from being stopped"),
    key(
        "instance_initiated_shutdown_behavior",
        &["InstanceInitiatedShutdownBehavior"],
        Shape::Word(&["stop", "terminate"]),
        "what a shutdown from inside does: stop or terminate",
    ),
    key("metadata_options", &["MetadataOptions"], Shape::Record(METADATA), "IMDS"),
    key("placement", &["Placement"], Shape::Record(PLACEMENT), "where it runs"),
    key("instance_market_options", &["InstanceMarketOptions"], Shape::Record(MARKET), "Spot"),
    key("credit_specification", &["CreditSpecification"], Shape::Record(CREDITS), "CPU credits"),
    key("cpu_options", &["CpuOptions"], Shape::Record(CPU), "cores and threads"),
    key("hibernation_options", &["HibernationOptions"], Shape::Record(HIBERNATION), "hibernation"),
    key("enclave_options", &["EnclaveOptions"], Shape::Record(ENCLAVE), "Nitro Enclaves"),
    key("maintenance_options", &["MaintenanceOptions"], Shape::Record(MAINTENANCE), "recovery"),
    key("license_specifications", &["LicenseSpecifications"], Shape::Records(LICENSE), "licences"),
    key("private_dns_name_options", &["PrivateDnsNameOptions"], Shape::Record(DNS), "its name in the VPC"),
    key("network_interfaces", &["NetworkInterfaces"], Shape::Records(INTERFACE), "its interfaces, in full"),
];

/// Arguments that become several keys, or need a lookup.
pub(super) const OTHERS: &[Argument] = &[
    key("image_id", &["ImageId"], Shape::Text, "the image, by id, or resolve:ssm:<parameter>"),
    key("image_name", &[], Shape::Text, "the image, by name; with * or ? the newest that matches"),
    key("image_owner", &[], Shape::Text, "the owner of image_name: an account's id, amazon, aws-marketplace"),
    key(
        "image_ssm_parameter",
        &[],
        Shape::Text,
        "the SSM parameter that holds the image's id; AWS looks it up at each launch",
    ),
    key(
        "security_groups",
        &["SecurityGroupIds", "security_group_ids"],
        Shape::Texts,
        "security groups, by name or id",
    ),
    key(
        "subnet_name",
        &[],
        Shape::Text,
        "group names are looked up in the VPC of this subnet; not part of the template",
    ),
    key("user_data", &["UserData"], Shape::Text, "user data as text, which it runs at its first start"),
    key(
        "cloud_init",
        &[],
        Shape::Either(&[Shape::Record(CLOUD_INIT), Shape::Text]),
        "user data as boothooks, scripts and cloud-config",
    ),
    key("instance_profile_name", &["IamInstanceProfile"], Shape::Text, "name or ARN of the instance profile"),
    key(
        "block_device_mappings",
        &["BlockDeviceMappings"],
        Shape::Either(&[
            Shape::List(&Shape::Table(&Shape::Record(DEVICE))),
            Shape::Table(&Shape::Record(DEVICE)),
        ]),
        "device name to volume attributes",
    ),
    key(
        "delete_on_termination",
        &[],
        Shape::Boolean,
        "has no effect, as in boto_lc.present: set it for each device",
    ),
    key("instance_monitoring", &["Monitoring"], Shape::Boolean, "detailed monitoring"),
    key("spot_price", &["SpotPrice"], Shape::Text, "the bid for Spot instances"),
    key(
        "associate_public_ip_address",
        &["AssociatePublicIpAddress"],
        Shape::Boolean,
        "whether instances get a public address",
    ),
    key("instance_tags", &[], Shape::Table(&Shape::Text), "tags that instances get"),
    key("volume_tags", &[], Shape::Table(&Shape::Text), "tags that their volumes get"),
];
