//! The declaration of an instance in an SLS.

use super::attributes::{self, Attribute, Content};
use super::launch::{self, Metadata, NewInstance};
use crate::ipv6::{self, Ipv6};
use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::{Settings, arguments};
use kind::which::Which;
use model::user_data::{self, CLOUD_INIT};
use model::{Argument, Fields, Function, Leaves, Node, Problem, Problems, Shape};

const NAMES: &[Argument] = &[
    NAME,
    Argument::optional("instance_name", Shape::Text, "its Name tag; the state's name if left out"),
    Argument::optional("instance_id", Shape::Text, "the instance, by id"),
];
const NEW: &[Argument] = &[
    Argument::optional("image_id", Shape::Text, "the image, by id, or resolve:ssm:<parameter>"),
    Argument::optional("image_name", Shape::Text, "the image, by name; with * or ? the newest that matches"),
    Argument::optional(
        "image_owner",
        Shape::Text,
        "the owner of image_name: an account's id, amazon, aws-marketplace",
    ),
    TAGS,
    Argument::optional("key_name", Shape::Text, "the key pair to log in with"),
    Argument::optional(
        "security_groups",
        Shape::Texts,
        "all its security groups: ids, names, or <VPC's name>:<group's name>",
    ),
    Argument::optional("security_group_ids", Shape::Texts, "all its security groups, by id"),
    Argument::optional("security_group_names", Shape::Texts, "all its security groups, by name in its VPC"),
    Argument::optional("user_data", Shape::Text, "user data, which it runs at its first start"),
    Argument::optional("user_data_base64", Shape::Text, "the same, in base64"),
    Argument::optional(
        "cloud_init",
        Shape::Either(&[Shape::Record(CLOUD_INIT), Shape::Text]),
        "user data as boothooks, scripts and cloud-config",
    ),
    Argument::optional("instance_type", Shape::Text, "m1.small if left out"),
    Argument::optional("placement", Shape::Text, "the availability zone"),
    Argument::optional("placement_group", Shape::Text, "the placement group"),
    Argument::optional(
        "tenancy",
        Shape::Word(&["default", "dedicated", "host"]),
        "its tenancy: whether other accounts share its hardware",
    ),
    Argument::optional("kernel_id", Shape::Text, "the kernel"),
    Argument::optional("ramdisk_id", Shape::Text, "the RAM disk"),
    Argument::optional("monitoring_enabled", Shape::Boolean, "detailed monitoring"),
    Argument::optional("subnet_id", Shape::Text, "the subnet, by id"),
    Argument::optional(
        "subnet_name",
        Shape::Text,
        "the subnet, by Name tag, or <VPC's name>:<subnet's name>",
    ),
    Argument::optional("private_ip_address", Shape::Text, "its first address"),
    Argument::optional(
        "block_device_map",
        Shape::Either(&[Shape::Table(&Shape::Record(launch::DEVICE)), Shape::Text]),
        "device name to settings; also as JSON",
    ),
    Argument::optional("disable_api_termination", Shape::Boolean, "protect it from being terminated"),
    Argument::optional(
        "instance_initiated_shutdown_behavior",
        Shape::Word(&["stop", "terminate"]),
        "what a shutdown from inside does: stop or terminate",
    ),
    Argument::optional(
        "client_token",
        Shape::Text,
        "calls with the same token start one instance; generated if left out",
    ),
    Argument::optional("additional_info", Shape::Text, "reserved by AWS"),
    Argument::optional("instance_profile_arn", Shape::Text, "the instance profile, by ARN"),
    Argument::optional("instance_profile_name", Shape::Text, "the instance profile, by name"),
    Argument::optional("ebs_optimized", Shape::Boolean, "dedicated bandwidth for volumes"),
    Argument::optional("network_interface_id", Shape::Text, "its first network interface, by id"),
    Argument::optional("network_interface_name", Shape::Text, "its first network interface, by Name tag"),
    Argument::optional(
        "network_interfaces",
        Shape::Records(launch::ATTACHMENT),
        "its network interfaces, in full",
    ),
    Argument::optional(
        "metadata_options",
        Shape::Record(Metadata::ARGUMENTS),
        "IMDS; a new instance accepts IMDSv2 only, if left out",
    ),
    Argument::optional("attributes", Shape::Record(attributes::ARGUMENTS), "attributes by AWS's names"),
    Argument::optional(
        "target_state",
        Shape::Word(&["running", "stopped"]),
        "whether it runs; not managed if left out",
    ),
    Argument::optional("public_ip", Shape::Text, "its Elastic IP address"),
    Argument::optional("allocation_id", Shape::Text, "its Elastic IP address, by allocation"),
    Argument::optional("allocate_eip", Shape::Boolean, "allocate an Elastic IP address for it"),
];
const GONE: &[Argument] = &[
    Argument::optional("release_eip", Shape::Boolean, "release its Elastic IP address; False if left out"),
    Argument::optional("filters", Shape::Any, "not used: the name or the id identifies the instance"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.instance_present", "boto3_ec2.instance_present"],
        arguments!(NAMES, VPC, NEW, Ipv6::ARGUMENTS),
        "Makes sure that an instance exists and is as declared.",
    ),
    Function::absent(
        &["boto_ec2.instance_absent", "boto3_ec2.instance_absent"],
        arguments!(NAMES, GONE),
        "Makes sure that an instance does not exist.",
    ),
];

/// The declared Elastic IP address of an instance.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// Its own address, which is allocated for it.
    Own,
    /// This one, by address or allocation.
    This(String),
}

/// A declared instance. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag or id.
    pub name: String,
    /// False for `instance_absent`.
    pub present: bool,
    /// False for one that is declared by its id.
    pub is_named: bool,
    /// The image of a new one.
    pub image: Option<Which>,
    /// The owner of the image.
    pub owner: Option<String>,
    /// The subnet of a new one.
    pub subnet: Option<Which>,
    /// The VPC in which names of groups are looked up.
    pub vpc: Option<Which>,
    /// All its groups, by name or id.
    pub groups: Option<Vec<String>>,
    /// The network interface of a new one.
    pub interface: Option<Which>,
    /// Its IPv6 addresses.
    pub ipv6: Ipv6,
    /// The other launch settings of a new one.
    pub launch: NewInstance,
    /// The changeable settings, except groups.
    pub attributes: Vec<(Attribute, Content)>,
    /// `running` or `stopped`.
    pub target: Option<String>,
    /// Its Elastic IP address.
    pub address: Option<Address>,
    /// Whether its Elastic IP address is released with it.
    pub release_eip: bool,
    /// All tags.
    pub tags: Option<Tags>,
}

impl Spec {
    /// The name of the instance profile.
    pub fn profile(&self) -> Option<&str> {
        let text = |name| self.launch.texts.get(name).map(String::as_str);
        let arn = text("instance_profile_arn");
        text("instance_profile_name").or_else(|| arn.and_then(|arn| arn.rsplit('/').next()))
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let named = Which::read(fields, "instance_id", "instance_name", problems);
    let is_named = !matches!(named, Some(Which::Id(_)));
    let name = named.map_or_else(|| fields.required_text("name"), |which| which.written().to_owned());
    if function.leaves == Leaves::Absent {
        let release_eip = fields.boolean("release_eip") == Some(true);
        let protection = vec![(Attribute::Protection, Content::Truth(false))];
        return Spec { name, is_named, release_eip, attributes: protection, ..Spec::default() };
    }
    at_most_one(fields, &["image_id", "image_name"], problems);
    at_most_one(fields, &["security_groups", "security_group_ids", "security_group_names"], problems);
    at_most_one(fields, &["network_interface_id", "network_interface_name", "network_interfaces"], problems);
    at_most_one(fields, &["public_ip", "allocation_id", "allocate_eip"], problems);
    let (attributes, inside) = attributes::read(fields);
    let beside = ["security_groups", "security_group_ids", "security_group_names"];
    let tags = match is_named {
        true => tagged::read(fields, &name, problems),
        false => aws::tags::read(fields, "tags"),
    };
    Spec {
        present: true,
        is_named,
        image: Which::read(fields, "image_id", "image_name", problems),
        owner: fields.text("image_owner"),
        subnet: Which::read(fields, "subnet_id", "subnet_name", problems),
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        groups: inside.or_else(|| beside.iter().find_map(|argument| fields.texts(argument))),
        interface: Which::read(fields, "network_interface_id", "network_interface_name", problems),
        launch: new(fields, problems),
        ipv6: ipv6::read(fields, problems),
        attributes,
        target: fields.text("target_state"),
        address: address(fields),
        release_eip: false,
        tags,
        name,
    }
}

fn at_most_one(fields: &Fields, names: &[&str], problems: &mut Problems) {
    let given: Vec<&str> = names.iter().copied().filter(|name| fields.has(name)).collect();
    if let [_, second, ..] = given[..] {
        let message = format!("{} exclude each other", given.join(" and "));
        problems.push(Problem::at(fields.place_of(second), message).hint("keep one of them"));
    }
}

fn address(fields: &Fields) -> Option<Address> {
    let own = (fields.boolean("allocate_eip") == Some(true)).then_some(Address::Own);
    own.or_else(|| fields.text("public_ip").or_else(|| fields.text("allocation_id")).map(Address::This))
}

/// The launch settings of a new instance that need no lookup.
fn new(fields: &Fields, problems: &mut Problems) -> NewInstance {
    at_most_one(fields, &["user_data", "cloud_init", "user_data_base64"], problems);
    let mut new = NewInstance::read(fields);
    new.texts.extend(user_data::read(fields, problems).map(|data| ("user_data", data)));
    new.devices.extend(devices(fields, problems));
    new
}

/// The devices that `block_device_map` gives as JSON.
fn devices(fields: &Fields, problems: &mut Problems) -> Vec<launch::NewDevice> {
    let Some(json) = fields.text("block_device_map") else { return vec![] };
    let place = fields.place_of("block_device_map");
    let parsed = serde_json::from_str::<serde_json::Value>(&json).ok().filter(serde_json::Value::is_object);
    let Some(parsed) = parsed else {
        problems.push(Problem::at(place, "'block_device_map' is text, but not a JSON object"));
        return vec![];
    };
    let node = Node::from_value(parsed.into(), place);
    let map = node.as_map().into_iter().flatten();
    map.map(|(name, entry)| launch::device((name.to_string(), &entry.node))).collect()
}
