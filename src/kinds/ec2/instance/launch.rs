//! An instance to launch: the parameters of `RunInstances`, without the SDK's types.

use std::collections::BTreeMap;

use crate::ipv6;
use aws::tags::Tags;
use kind::settings::{Settings, settings};
use model::fields::{boolean, integer, text};
use model::{Argument, Fields, Node, Shape};

settings! {
    /// The metadata options of an instance (IMDS).
    Metadata {
        http_tokens: String = "http_tokens" / "HttpTokens",
            Shape::Word(&["required", "optional"]), "required for IMDSv2 only";
        http_endpoint: String = "http_endpoint" / "HttpEndpoint",
            Shape::Word(&["enabled", "disabled"]), "whether IMDS is available";
        hop_limit: i32 = "http_put_response_hop_limit" / "HttpPutResponseHopLimit",
            Shape::Integer, "how many hops a response may take: 2 for containers";
        tags: String = "instance_metadata_tags" / "InstanceMetadataTags",
            Shape::Word(&["enabled", "disabled"]), "whether IMDS shows the tags";
    }
}

/// The keys of one block device.
pub(crate) const DEVICE: &[Argument] = &[
    Argument::optional("ephemeral_name", Shape::Text, "an instance store volume").alias(&["VirtualName"]),
    Argument::optional("no_device", Shape::Boolean, "leave out this device of the image")
        .alias(&["NoDevice"]),
    Argument::optional("snapshot_id", Shape::Text, "the snapshot that it is made from")
        .alias(&["SnapshotId"]),
    Argument::optional("delete_on_termination", Shape::Boolean, "false if left out")
        .alias(&["DeleteOnTermination"]),
    Argument::optional("size", Shape::Integer, "GiB").alias(&["VolumeSize"]),
    Argument::optional("volume_type", Shape::Text, "gp3, io2 …").alias(&["VolumeType"]),
    Argument::optional("iops", Shape::Integer, "operations per second").alias(&["Iops"]),
    Argument::optional("throughput", Shape::Integer, "MiB per second, for gp3").alias(&["Throughput"]),
    Argument::optional("encrypted", Shape::Boolean, "whether it is encrypted").alias(&["Encrypted"]),
    Argument::optional("kms_key_id", Shape::Text, "the key that encrypts it").alias(&["KmsKeyId"]),
];

/// An instance to launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewInstance {
    /// The image, by id, or `resolve:ssm:<parameter>`.
    pub image: String,
    /// Arguments that are plain text.
    pub texts: BTreeMap<&'static str, String>,
    /// Arguments that are booleans.
    pub truths: BTreeMap<&'static str, bool>,
    /// Names of groups outside of a VPC.
    pub groups: Vec<String>,
    /// Ids of groups of the VPC.
    pub group_ids: Vec<String>,
    /// Its IPv6 addresses.
    pub ipv6: Option<ipv6::New>,
    /// Its network interfaces.
    pub interfaces: Vec<NewAttachment>,
    /// Its block devices.
    pub devices: Vec<NewDevice>,
    /// Its metadata options.
    pub metadata: Metadata,
    /// Its tags.
    pub tags: Tags,
}

/// Arguments that are plain text, passed on unchanged.
const TEXTS: &[&str] = &[
    "key_name",
    "user_data",
    "user_data_base64",
    "instance_type",
    "placement",
    "kernel_id",
    "ramdisk_id",
    "private_ip_address",
    "instance_initiated_shutdown_behavior",
    "placement_group",
    "client_token",
    "additional_info",
    "tenancy",
    "instance_profile_arn",
    "instance_profile_name",
];
const TRUTHS: &[&str] = &["monitoring_enabled", "disable_api_termination", "ebs_optimized"];

impl NewInstance {
    /// The arguments that need no lookup: neither image, groups nor tags. The function need not have all of them.
    pub(crate) fn read(fields: &Fields) -> Self {
        let taken = |names: &'static [&'static str]| names.iter().copied().filter(|name| fields.takes(name));
        let text = |name: &'static str| Some((name, fields.text(name)?));
        let truth = |name: &'static str| Some((name, fields.boolean(name)?));
        let interfaces = fields.records("network_interfaces").unwrap_or_default();
        let options = fields.takes("metadata_options").then(|| fields.record("metadata_options")).flatten();
        let mut new = Self {
            texts: taken(TEXTS).filter_map(text).collect(),
            truths: taken(TRUTHS).filter_map(truth).collect(),
            interfaces: interfaces.iter().map(attachment).collect(),
            devices: fields.table("block_device_map").unwrap_or_default().into_iter().map(device).collect(),
            metadata: options.map(|options| Metadata::read(&options)).unwrap_or_default(),
            ..Self::default()
        };
        new.texts.entry("instance_type").or_insert_with(|| "m1.small".to_owned());
        new
    }
}

/// A network interface of it: an existing or a new one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewAttachment {
    /// Its number on the instance.
    pub index: i32,
    /// The id of an existing one.
    pub id: Option<String>,
    /// The subnet of a new one.
    pub subnet: Option<String>,
    /// The groups of a new one.
    pub groups: Option<Vec<String>>,
    /// The description of a new one.
    pub description: Option<String>,
    /// The address of a new one.
    pub private_ip: Option<String>,
    /// Whether a new one gets a public address.
    pub has_public_ip: Option<bool>,
    /// Whether it is deleted with the instance.
    pub delete_on_termination: Option<bool>,
}

/// A device of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewDevice {
    /// Its device name on the instance.
    pub name: String,
    /// The instance store volume.
    pub ephemeral: Option<String>,
    /// True to leave out this device of the image.
    pub is_none: bool,
    /// The snapshot that it is made from.
    pub snapshot: Option<String>,
    /// GiB.
    pub size: Option<i32>,
    /// `gp3`, `io2` …
    pub kind: Option<String>,
    /// MiB per second, for gp3.
    pub throughput: Option<i32>,
    /// The key that encrypts it.
    pub kms_key: Option<String>,
    /// Operations per second.
    pub iops: Option<i32>,
    /// Whether it is encrypted.
    pub is_encrypted: Option<bool>,
    /// Whether it is deleted with the instance.
    pub delete_on_termination: bool,
}

/// A device of `block_device_map`: its name and settings.
pub(crate) fn device((name, node): (String, &Node)) -> NewDevice {
    let of = |key: &str| {
        let argument = DEVICE.iter().find(|argument| argument.name == key)?;
        let map = node.as_map()?;
        map.iter().find(|(typed, _)| argument.is_spelled(&typed.to_string())).map(|(_, entry)| &entry.node)
    };
    let words = |key: &str| of(key).and_then(text);
    let number = |key: &str| of(key).and_then(integer).and_then(|it| i32::try_from(it).ok());
    let truth = |key: &str| of(key).and_then(boolean);
    NewDevice {
        name,
        ephemeral: words("ephemeral_name"),
        is_none: truth("no_device").unwrap_or(false),
        snapshot: words("snapshot_id"),
        size: number("size"),
        kind: words("volume_type"),
        iops: number("iops"),
        throughput: number("throughput"),
        is_encrypted: truth("encrypted"),
        kms_key: words("kms_key_id"),
        delete_on_termination: truth("delete_on_termination").unwrap_or(false),
    }
}

/// The keys of one network interface.
pub(crate) const ATTACHMENT: &[Argument] = &[
    Argument::optional("device_index", Shape::Integer, "its number on the instance; 0 if left out")
        .alias(&["DeviceIndex"]),
    Argument::optional("network_interface_id", Shape::Text, "an existing interface, by id")
        .alias(&["NetworkInterfaceId"]),
    Argument::optional("subnet_id", Shape::Text, "the subnet of a new interface").alias(&["SubnetId"]),
    Argument::optional("groups", Shape::Texts, "ids of the security groups of a new interface")
        .alias(&["Groups"]),
    Argument::optional("description", Shape::Text, "the description of a new interface")
        .alias(&["Description"]),
    Argument::optional("private_ip_address", Shape::Text, "the private address of a new interface")
        .alias(&["PrivateIpAddress"]),
    Argument::optional(
        "associate_public_ip_address",
        Shape::Boolean,
        "whether a new interface gets a public address",
    )
    .alias(&["AssociatePublicIpAddress"]),
    Argument::optional("delete_on_termination", Shape::Boolean, "whether it is deleted with the instance")
        .alias(&["DeleteOnTermination"]),
];

/// A network interface of `network_interfaces`.
fn attachment(fields: &Fields) -> NewAttachment {
    NewAttachment {
        index: fields.integer32("device_index").unwrap_or_default(),
        id: fields.text("network_interface_id"),
        subnet: fields.text("subnet_id"),
        groups: fields.texts("groups"),
        description: fields.text("description"),
        private_ip: fields.text("private_ip_address"),
        has_public_ip: fields.boolean("associate_public_ip_address"),
        delete_on_termination: fields.boolean("delete_on_termination"),
    }
}
