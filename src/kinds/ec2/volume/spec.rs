//! The declaration of a volume in an SLS.

use crate::tagged::{self, TAGS};
use aws::tags::Tags;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// The settings of a new volume.
    New {
        size: i32 = "size", Shape::Integer, "GiB; needed without a snapshot";
        snapshot_id: String = "snapshot_id", Shape::Text, "the snapshot that it is made from";
        volume_type: String = "volume_type", Shape::Text, "gp3, io2, st1 …; the account's default if left out";
        iops: i32 = "iops", Shape::Integer, "operations per second, for gp3, io1 and io2";
        throughput: i32 = "throughput", Shape::Integer, "MiB per second, for gp3";
        encrypted: bool = "encrypted", Shape::Boolean, "whether it is encrypted";
        kms_key_id: String = "kms_key_id", Shape::Text, "the key that encrypts it";
    }
}

const NAMED: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name for the state only"),
    Argument::optional("volume_name", Shape::Text, "the volume, by Name tag"),
    Argument::optional("volume_id", Shape::Text, "the volume, by id"),
    Argument::optional("instance_name", Shape::Text, "the instance that has it, by Name tag"),
    Argument::optional("instance_id", Shape::Text, "the instance that has it, by id"),
];
const DEVICE: Argument =
    Argument::optional("device", Shape::Text, "its device name on the instance, such as /dev/xvdf");

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.volume_present", "boto3_ec2.volume_present"],
        arguments!(NAMED, &[Argument { required: true, ..DEVICE }], New::ARGUMENTS, &[TAGS]),
        "Makes sure that a volume exists and is attached to an instance.",
    ),
    Function::absent(
        &["boto_ec2.volume_absent", "boto3_ec2.volume_absent"],
        arguments!(NAMED, &[DEVICE]),
        "Makes sure that a volume does not exist.",
    ),
];

/// A declared volume.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag or id; the device if only the instance is declared.
    pub name: String,
    /// False for `volume_absent`.
    pub present: bool,
    /// Whether it is given by its name, so that it can be made.
    pub is_named: bool,
    /// The instance that has it.
    pub instance: Option<Which>,
    /// Its device name on the instance.
    pub device: String,
    /// The settings of a new one.
    pub new: New,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let volume = Which::read(fields, "volume_id", "volume_name", problems);
    let instance = Which::read(fields, "instance_id", "instance_name", problems);
    let device = fields.text("device").unwrap_or_default();
    let present = function.leaves == Leaves::Present;
    let mut refuse = |message: &str, hint: &str| {
        problems.push(Problem::at(fields.place(), message).hint(hint));
    };
    match (present, &volume, &instance) {
        (true, None, _) => refuse("this volume has no name", "write 'volume_name' or 'volume_id'"),
        (true, _, None) => {
            refuse(
                "the volume needs an instance to be attached to",
                "write 'instance_name' or 'instance_id'",
            );
        }
        (false, None, None) => refuse(
            "the state does not name a volume",
            "write 'volume_name' or 'volume_id', or an instance and its 'device'",
        ),
        (false, None, Some(_)) if device.is_empty() => {
            refuse("an instance may have several volumes", "write the 'device' of the volume, too");
        }
        _ => {}
    }
    let name = volume.as_ref().map_or(device.as_str(), Which::written).to_owned();
    let is_named = matches!(volume, Some(Which::Name(_)));
    if !present {
        return Spec {
            name,
            is_named,
            instance: instance.filter(|_| volume.is_none()),
            device,
            ..Spec::default()
        };
    }
    let tags = match is_named {
        true => tagged::read(fields, &name, problems),
        false => aws::tags::read(fields, "tags"),
    };
    Spec { name, present, is_named, instance, device, new: New::read(fields), tags }
}
