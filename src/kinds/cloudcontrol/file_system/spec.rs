//! The arguments of a file system.

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use crate::target::Target;
use aws::tags;
use kind::Source;
use model::{Argument, Fields, Function, Minion, Problems, Reference, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::EFS::FileSystem",
    properties: &[
        ("encrypted", "Encrypted"),
        ("kms_key_id", "KmsKeyId"),
        ("performance_mode", "PerformanceMode"),
        ("throughput_mode", "ThroughputMode"),
        ("provisioned_throughput", "ProvisionedThroughputInMibps"),
        ("availability_zone", "AvailabilityZoneName"),
        ("lifecycle_policies", "LifecyclePolicies"),
        ("policy", "FileSystemPolicy"),
    ],
    tags: "FileSystemTags",
    primary: &["FileSystemId"],
    create_only: &["AvailabilityZoneName", "Encrypted", "KmsKeyId", "PerformanceMode"],
    read_only: &["Arn", "FileSystemId"],
    documents: &["FileSystemPolicy"],
    transformed: &["KmsKeyId"],
    ..Table::NONE
};

const NAME: Argument = Argument::required("name", Shape::Text, "its Name tag");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("encrypted", Shape::Boolean, "encrypted at rest; cannot change"),
    Argument::optional("kms_key_id", Shape::Text, "the key that encrypts it; cannot change"),
    Argument::optional("performance_mode", Shape::Word(&["generalPurpose", "maxIO"]), "cannot change"),
    Argument::optional(
        "throughput_mode",
        Shape::Word(&["bursting", "elastic", "provisioned"]),
        "its throughput mode",
    ),
    Argument::optional(
        "provisioned_throughput",
        Shape::Number,
        "MiB a second, for throughput_mode provisioned",
    ),
    Argument::optional(
        "availability_zone",
        Shape::Text,
        "the zone, for a file system in one zone; cannot change",
    ),
    Argument::optional("backup", Shape::Boolean, "automatic backups"),
    Argument::optional(
        "lifecycle_policies",
        Shape::List(&Shape::Table(&Shape::Text)),
        "when files change their storage class",
    ),
    Argument::optional("policy", Shape::Any, "who may mount it, as a mapping or as JSON"),
    Argument::optional("tags", tags::SHAPE, "all its tags but Name; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_efs.file_system_present"],
        PRESENT,
        "Makes sure that a file system of EFS exists.",
    ),
    Function::absent(
        &["boto_efs.file_system_absent"],
        &[NAME, DEADLINE],
        "Makes sure that a file system of EFS does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let mut spec = TYPE.read(PRESENT, fields, fields.required_text("name"));
    if fields.takes("backup")
        && let Some(backup) = fields.boolean("backup")
    {
        let status = if backup { "ENABLED" } else { "DISABLED" };
        spec.properties.insert("BackupPolicy".to_owned(), serde_json::json!({"Status": status}));
    }
    spec.name_tag();
    spec
}

/// The reference to the file system of that name.
pub(crate) fn reference(name: &str) -> Reference {
    let target = Target::By([("FileSystemTags/Name".to_owned(), name.to_owned())].into());
    target.reference(super::FileSystem::KIND, name, TYPE.type_name)
}
