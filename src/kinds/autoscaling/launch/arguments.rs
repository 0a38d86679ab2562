//! The declaration of a launch configuration in an SLS, alone or inline.

use super::content::{Content, Device};
use kind::{Lookup, Unresolved, groups};
use model::fields::text;
use model::user_data::{self, CLOUD_INIT};
use model::{Argument, Fields, Ident, Node, Problem, Problems, Reference, Shape};

const CLOUD_INIT_SHAPE: Shape = Shape::Either(&[Shape::Record(CLOUD_INIT), Shape::Text]);

const DEVICE: &[Argument] = &[
    Argument::optional("size", Shape::Integer, "GiB").alias(&["VolumeSize", "volume_size"]),
    Argument::optional("volume_type", Shape::Text, "gp3, gp2, io1, st1, sc1, standard")
        .alias(&["VolumeType"]),
    Argument::optional("iops", Shape::Integer, "operations per second, for io1 and gp3").alias(&["Iops"]),
    Argument::optional("throughput", Shape::Integer, "MiB per second, for gp3").alias(&["Throughput"]),
    Argument::optional("snapshot_id", Shape::Text, "the snapshot to start from").alias(&["SnapshotId"]),
    Argument::optional("encrypted", Shape::Boolean, "whether the volume is encrypted").alias(&["Encrypted"]),
    Argument::optional("delete_on_termination", Shape::Boolean, "whether it is deleted with its instance")
        .alias(&["DeleteOnTermination"]),
    Argument::optional("ephemeral_name", Shape::Text, "the instance store volume: ephemeral0 …")
        .alias(&["virtual_name", "VirtualName"]),
    Argument::optional("no_device", Shape::Boolean, "leaves out this device of the image")
        .alias(&["NoDevice"]),
];

/// The arguments, apart from the name.
pub(crate) const ARGUMENTS: &[Argument] = &[
    Argument::optional("image_id", Shape::Text, "the AMI's id, or resolve:ssm:<parameter>")
        .alias(&["ImageId"]),
    Argument::optional("key_name", Shape::Text, "the key pair's name").alias(&["KeyName"]),
    Argument::optional("vpc_id", Shape::Text, "the VPC in which names of security groups are looked up"),
    Argument::optional("vpc_name", Shape::Text, "the Name tag of that VPC"),
    Argument::optional(
        "security_groups",
        Shape::Texts,
        "security groups: ids, names, or <VPC's name>:<group's name>",
    )
    .alias(&["SecurityGroups"]),
    Argument::optional("user_data", Shape::Text, "user data as text").alias(&["UserData"]),
    Argument::optional("cloud_init", CLOUD_INIT_SHAPE, "user data as boothooks, scripts and cloud-config"),
    Argument::optional("instance_type", Shape::Text, "the instance type; m1.small if left out")
        .alias(&["InstanceType"]),
    Argument::optional("kernel_id", Shape::Text, "a kernel other than the image's").alias(&["KernelId"]),
    Argument::optional("ramdisk_id", Shape::Text, "a RAM disk other than the image's").alias(&["RamdiskId"]),
    Argument::optional(
        "block_device_mappings",
        Shape::Either(&[
            Shape::List(&Shape::Table(&Shape::Record(DEVICE))),
            Shape::Table(&Shape::Record(DEVICE)),
        ]),
        "device name to volume attributes",
    )
    .alias(&["BlockDeviceMappings"]),
    Argument::optional(
        "delete_on_termination",
        Shape::Boolean,
        "has no effect, as in Salt: set it for each device",
    ),
    Argument::optional("instance_monitoring", Shape::Boolean, "detailed monitoring; false if left out")
        .alias(&["InstanceMonitoring"]),
    Argument::optional("spot_price", Shape::Text, "the bid for spot instances").alias(&["SpotPrice"]),
    Argument::optional("instance_profile_name", Shape::Text, "name or ARN of the instance profile")
        .alias(&["IamInstanceProfile"]),
    Argument::optional("ebs_optimized", Shape::Boolean, "dedicated throughput to EBS; false if left out")
        .alias(&["EbsOptimized"]),
    Argument::optional(
        "associate_public_ip_address",
        Shape::Boolean,
        "whether instances get a public address",
    )
    .alias(&["AssociatePublicIpAddress"]),
];

/// Only inline: the image by its name.
pub(crate) const IMAGE_NAME: Argument =
    Argument::optional("image_name", Shape::Text, "the name of the AMI, or its id");

/// Only inline: the owner of the image.
pub(crate) const IMAGE_OWNER: Argument = Argument::optional(
    "image_owner",
    Shape::Text,
    "the owner of image_name: self, an account's id, amazon, aws-marketplace",
);

/// The arguments that come after some others.
pub(crate) const fn table<const N: usize>(first: &[Argument]) -> [Argument; N] {
    let mut all = [IMAGE_NAME; N];
    let mut index = 0;
    while index < first.len() {
        all[index] = first[index];
        index += 1;
    }
    while index < N {
        all[index] = ARGUMENTS[index - first.len()];
        index += 1;
    }
    all
}

/// The declaration, before names are resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LaunchSpec {
    /// The image, if it is declared by name.
    pub image_name: Option<String>,
    /// The owner of the image.
    pub image_owner: Option<String>,
    /// The VPC in which groups are named, by id or name.
    pub vpc: Option<String>,
    /// Names or ids.
    pub security_groups: Option<Vec<String>>,
    /// All the rest.
    pub content: Content,
}

/// Reads the arguments; `inline` ones may name the image.
pub(crate) fn read(fields: &Fields, inline: bool, problems: &mut Problems) -> LaunchSpec {
    let image_name = if inline { fields.text("image_name") } else { None };
    let image_id = fields.text("image_id");
    if image_name.is_none() == image_id.is_none() {
        let wanted = if inline {
            "exactly one of 'image_id' and 'image_name' is needed"
        } else {
            "'image_id' is missing"
        };
        problems.push(
            Problem::at(fields.place(), wanted).hint("the AMI to launch, such as ami-0123456789abcdef0"),
        );
    }
    if fields.has("vpc_id") && fields.has("vpc_name") {
        let message = "both 'vpc_id' and 'vpc_name' are given";
        problems.push(Problem::at(fields.place_of("vpc_name"), message).hint("keep one of the two"));
    }
    LaunchSpec {
        image_name,
        image_owner: if inline { fields.text("image_owner") } else { None },
        vpc: fields.text("vpc_id").or_else(|| fields.text("vpc_name")),
        security_groups: fields.texts("security_groups"),
        content: Content {
            image: image_id.map(Ident::from),
            security_groups: None,
            instance_type: Some(fields.text("instance_type").unwrap_or_else(|| "m1.small".to_owned())),
            key_name: fields.text("key_name"),
            user_data: user_data::read(fields, problems),
            kernel_id: fields.text("kernel_id"),
            ramdisk_id: fields.text("ramdisk_id"),
            devices: devices(fields, problems),
            monitoring: fields.boolean("instance_monitoring"),
            spot_price: fields.text("spot_price"),
            instance_profile: fields.text("instance_profile_name"),
            ebs_optimized: fields.boolean("ebs_optimized"),
            public_ip: fields.boolean("associate_public_ip_address"),
        },
    }
}

/// A mapping of devices, or a list of such mappings.
fn devices(fields: &Fields, problems: &mut Problems) -> Option<Vec<Device>> {
    let maps = fields.list("block_device_mappings")?;
    let mut devices: Vec<Device> = maps
        .into_iter()
        .filter_map(Node::as_map)
        .flatten()
        .map(|(name, entry)| device(&name.to_string(), &entry.node, problems))
        .collect();
    devices.sort_by(|a, b| a.name.cmp(&b.name));
    Some(devices)
}

fn device(name: &str, node: &Node, problems: &mut Problems) -> Device {
    let entries = node.as_map().cloned().unwrap_or_default();
    let entries = entries.into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(DEVICE, entries, &node.place, name, problems);
    Device {
        name: name.to_owned(),
        size: fields.integer32("size"),
        volume_type: fields.text("volume_type"),
        iops: fields.integer32("iops"),
        throughput: fields.integer32("throughput"),
        snapshot_id: fields.text("snapshot_id"),
        encrypted: fields.boolean("encrypted"),
        delete_on_termination: fields.boolean("delete_on_termination"),
        virtual_name: fields.node("ephemeral_name").and_then(text),
        no_device: fields.boolean("no_device"),
    }
}

impl LaunchSpec {
    /// The things that must exist before.
    pub fn uses(&self) -> Vec<Reference> {
        let groups = self.security_groups.iter().flatten();
        let mut uses: Vec<Reference> = groups.flat_map(|name| groups::uses(name)).collect();
        uses.extend(self.image_name.as_deref().map(|name| Reference::new("ec2.image", name)));
        uses.extend(self.image_parameter());
        uses.extend(self.vpc.as_deref().map(|name| Reference::new("ec2.vpc", name)));
        uses.extend(self.profile());
        uses
    }

    /// The parameter of Systems Manager that holds the image's id. A launch configuration accepts ids only, so a run reads
    /// the parameter.
    fn image_parameter(&self) -> Option<Reference> {
        let name = self.content.image.as_ref()?.known()?.strip_prefix("resolve:ssm:")?;
        Some(Reference::new("ssm.parameter", name))
    }

    fn profile(&self) -> Option<Reference> {
        let profile = self.content.instance_profile.as_deref();
        profile.map(|name| Reference::new("iam.instance_profile", bare(name)))
    }

    /// True if a group is given by its name, so that the VPC matters.
    pub fn names_groups(&self) -> bool {
        self.security_groups.iter().flatten().any(|name| !groups::uses(name).is_empty())
    }

    /// Resolves image and groups. `vpc` is that of the group's subnets; without any it is the default VPC.
    ///
    /// # Errors
    /// The error if a name cannot be resolved.
    pub fn resolve(
        &self,
        vpc: Option<Result<Ident, Unresolved>>,
        lookup: &mut Lookup<'_>,
    ) -> Result<Content, Unresolved> {
        let own = self.vpc.as_deref().filter(|_| self.names_groups());
        let vpc = own.map(|name| lookup.ident(&Reference::new("ec2.vpc", name), "id")).or(vpc);
        let image = self.image_name.as_deref().map(|name| match name.starts_with("ami-") {
            true => Ok(Ident::from(name)),
            false => {
                let image = Reference::new("ec2.image", name);
                lookup.ident(&self.image_owner.iter().fold(image, Reference::within), "id")
            }
        });
        let image =
            image.or_else(|| self.image_parameter().map(|parameter| lookup.ident(&parameter, "value")));
        let vpc = vpc.transpose();
        let groups =
            self.security_groups.as_ref().map(|names| groups::idents(names, vpc.clone()?.as_ref(), lookup));
        let profile = self.profile().map(|profile| lookup.unless_broken(&profile));
        profile.transpose()?;
        let mut content = self.content.clone();
        if let Some(image) = image {
            content.image = Some(image?);
        }
        content.security_groups = groups.transpose()?;
        Ok(content)
    }
}

/// The name in an ARN of an instance profile.
pub(super) fn bare(profile: &str) -> &str {
    if profile.starts_with("arn:") { profile.rsplit('/').next().unwrap_or(profile) } else { profile }
}
