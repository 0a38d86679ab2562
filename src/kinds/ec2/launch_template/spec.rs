//! The declaration of a launch template in an SLS.

use serde_json::{Map, Value as Json, json};

use super::arguments::{OTHERS, PLAIN};
use crate::tagged::VPC;
use aws::arn::is_arn;
use aws::tags::{self, Tags};
use kind::document;
use kind::settings::arguments;
use kind::which::Which;
use model::user_data;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const NAME: Argument =
    Argument::required("name", Shape::Text, "the template's name").alias(&["LaunchTemplateName"]);
const OWN: &[Argument] = &[
    Argument::optional("version_description", Shape::Text, "the description of a new version")
        .alias(&["VersionDescription"]),
    Argument::optional("keep_versions", Shape::Integer, "how many former versions are kept; all if left out"),
    Argument::optional("tags", tags::SHAPE, "all its tags; not managed if left out"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.launch_template_present", "boto3_ec2.launch_template_present"],
        arguments!(&[NAME], OWN, VPC, OTHERS, PLAIN),
        "Makes sure that a launch template exists and that its newest version, which is the default, is as declared.",
    ),
    Function::absent(
        &["boto_ec2.launch_template_absent", "boto3_ec2.launch_template_absent"],
        &[NAME],
        "Makes sure that a launch template does not exist.",
    ),
];

/// A declared launch template.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `launch_template_absent`.
    pub present: bool,
    /// The description of a new version.
    pub description: Option<String>,
    /// How many old versions are kept.
    pub keep: Option<usize>,
    /// All its tags.
    pub tags: Option<Tags>,
    /// The image.
    pub image: Option<Which>,
    /// The owner of the image.
    pub owner: Option<String>,
    /// Names or ids of security groups.
    pub groups: Option<Vec<String>>,
    /// The VPC in which they are looked up.
    pub vpc: Option<Which>,
    /// A subnet of that VPC.
    pub subnet: Option<Which>,
    /// The name of the instance profile.
    pub profile: Option<String>,
    /// User data, not encoded.
    pub user_data: Option<String>,
    /// Everything else, in AWS's form.
    pub data: Map<String, Json>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let images: Vec<&str> = ["image_id", "image_name", "image_ssm_parameter"]
        .into_iter()
        .filter(|name| fields.has(name))
        .collect();
    if let [_, second, ..] = images[..] {
        let message = format!("{} exclude each other", images.join(" and "));
        problems.push(Problem::at(fields.place_of(second), message).hint("keep one of them"));
    }
    let parameter = fields.text("image_ssm_parameter").map(|it| Which::Id(format!("resolve:ssm:{it}")));
    if fields.has("network_interfaces") {
        for other in
            ["security_groups", "associate_public_ip_address"].into_iter().filter(|it| fields.has(it))
        {
            let message = format!("'{other}' does not go with 'network_interfaces'");
            problems
                .push(Problem::at(fields.place_of(other), message).hint("write it in network_interfaces"));
        }
    }
    let profile = fields.text("instance_profile_name");
    Spec {
        present: true,
        description: fields.text("version_description"),
        keep: fields.integer("keep_versions").and_then(|count| usize::try_from(count).ok()),
        tags: tags::read(fields, "tags"),
        image: parameter.or_else(|| Which::read(fields, "image_id", "image_name", problems)),
        owner: fields.text("image_owner"),
        groups: fields.texts("security_groups"),
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        subnet: fields.text("subnet_name").map(|name| match name.starts_with("subnet-") {
            true => Which::Id(name),
            false => Which::Name(name),
        }),
        profile: profile.as_deref().map(|it| it.rsplit('/').next().unwrap_or(it).to_owned()),
        user_data: user_data::read(fields, problems).filter(|text| !text.is_empty()),
        data: data(fields, profile),
        name,
    }
}

fn data(fields: &Fields, profile: Option<String>) -> Map<String, Json> {
    let mut data = Map::new();
    for argument in PLAIN {
        let value = document::read(fields, argument).filter(|value| !document::is_nothing(value));
        data.extend(argument.aliases.first().zip(value).map(|(key, value)| ((*key).to_owned(), value)));
    }
    let mut set = |key: &str, value: Option<Json>| data.extend(value.map(|value| (key.to_owned(), value)));
    let kind = |profile: &String| if is_arn(profile) { "Arn" } else { "Name" };
    set("IamInstanceProfile", profile.map(|profile| json!({ (kind(&profile)): profile })));
    set("Monitoring", fields.boolean("instance_monitoring").map(|enabled| json!({"Enabled": enabled})));
    set("BlockDeviceMappings", devices(fields).map(Json::from));
    let price = fields.text("spot_price");
    set(
        "InstanceMarketOptions",
        price.map(|price| json!({"MarketType": "spot", "SpotOptions": {"MaxPrice": price}})),
    );
    let public = fields.boolean("associate_public_ip_address");
    let interface = |public| json!([{"DeviceIndex": 0, "AssociatePublicIpAddress": public}]);
    set("NetworkInterfaces", public.map(interface));
    let tagged = [("instance", "instance_tags"), ("volume", "volume_tags")].map(|(kind, argument)| {
        let tags = fields.text_table(argument).filter(|tags| !tags.is_empty())?;
        let tags: Vec<Json> = tags.iter().map(|(key, value)| json!({"Key": key, "Value": value})).collect();
        Some(json!({"ResourceType": kind, "Tags": tags}))
    });
    let tagged: Vec<Json> = tagged.into_iter().flatten().collect();
    set("TagSpecifications", (!tagged.is_empty()).then(|| tagged.into()));
    data
}

/// A mapping of devices, or a list of such mappings.
fn devices(fields: &Fields) -> Option<Vec<Json>> {
    use crate::instance::launch::DEVICE;
    let maps = fields.list("block_device_mappings")?;
    let devices = maps.into_iter().filter_map(|node| node.as_map()).flatten();
    let mut devices: Vec<Json> = devices
        .map(|(name, entry)| {
            device(&name.to_string(), &document::canonical(&Shape::Record(DEVICE), &entry.node))
        })
        .collect();
    devices.sort_by_key(|device| device["DeviceName"].as_str().map(str::to_owned));
    Some(devices)
}

/// Settings of a device's volume: our name and AWS's.
pub(super) const VOLUME: &[(&str, &str)] = &[
    ("size", "VolumeSize"),
    ("volume_type", "VolumeType"),
    ("iops", "Iops"),
    ("throughput", "Throughput"),
    ("snapshot_id", "SnapshotId"),
    ("encrypted", "Encrypted"),
    ("kms_key_id", "KmsKeyId"),
    ("delete_on_termination", "DeleteOnTermination"),
];

fn device(name: &str, declared: &Json) -> Json {
    let ebs: Map<String, Json> = VOLUME
        .iter()
        .filter_map(|(ours, theirs)| Some(((*theirs).to_owned(), declared.get(ours)?.clone())))
        .collect();
    let mut device = json!({"DeviceName": name});
    if let Some(name) = declared.get("ephemeral_name") {
        device["VirtualName"] = name.clone();
    }
    if declared.get("no_device") == Some(&json!(true)) {
        device["NoDevice"] = "".into();
    }
    if !ebs.is_empty() {
        device["Ebs"] = ebs.into();
    }
    device
}
