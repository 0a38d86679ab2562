//! The tables of arguments of an instance.

use super::settings::{Fixed, Settings};
use crate::network;
use aws::tags;
use kind::settings::{Settings as _, arguments};
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the instance's name");
const TAGS: Argument = Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]);
const TIMEOUT: Argument =
    Argument::optional("timeout", Shape::Number, "seconds until the wait ends with an error (default: 3600)");
const BOTH: &[Argument] = &[
    Argument::optional("monitoring_role_arn", Shape::Text, "the role of enhanced metrics, by ARN or name")
        .alias(&["MonitoringRoleArn"]),
    TAGS,
    Argument::optional(
        "wait_status",
        Shape::Word(&["available", "modifying", "backing-up"]),
        "wait until it has this status, or is available",
    ),
    TIMEOUT,
    Argument::optional(
        "apply_immediately",
        Shape::Boolean,
        "make changes now, instead of in the maintenance window (default: False)",
    )
    .alias(&["ApplyImmediately"]),
    Argument::optional("allow_major_version_upgrade", Shape::Boolean, "whether the major version may change")
        .alias(&["AllowMajorVersionUpgrade"]),
];
const ONCE: &[Argument] = &[
    Argument::optional("master_user_password", Shape::Secret, "the first user's password, at creation only")
        .alias(&["MasterUserPassword"]),
    Argument::optional(
        "master_user_secret_kms_key_id",
        Shape::Text,
        "the key of a password that AWS manages",
    )
    .alias(&["MasterUserSecretKmsKeyId"]),
    Argument::optional(
        "tde_credential_password",
        Shape::Secret,
        "the password of the key store of Oracle's TDE",
    )
    .alias(&["TdeCredentialPassword"]),
];
const PRESENT: &[Argument] = arguments!(
    &[
        NAME,
        Argument { required: true, ..Settings::ARGUMENTS[0] },
        Argument { required: true, ..Fixed::ARGUMENTS[0] },
    ],
    Fixed::ARGUMENTS.split_at(1).1,
    ONCE,
    Settings::ARGUMENTS.split_at(1).1,
    network::ARGUMENTS,
    BOTH,
);
/// The arguments of the function `create`: first Salt's positional ones.
pub(crate) const CREATE: &[Argument] = arguments!(
    &[
        NAME,
        Argument { required: true, ..Settings::ARGUMENTS[1] },
        Argument { required: true, ..Settings::ARGUMENTS[0] },
        Argument { required: true, ..Fixed::ARGUMENTS[0] },
        Argument { required: true, ..Fixed::ARGUMENTS[1] },
        Argument { required: true, ..ONCE[0] },
    ],
    Fixed::ARGUMENTS.split_at(2).1,
    ONCE.split_at(1).1,
    Settings::ARGUMENTS.split_at(2).1,
    network::ARGUMENTS,
    BOTH,
);
/// The arguments of the function `modify_db_instance`.
pub(crate) const MODIFY: &[Argument] =
    arguments!(&[NAME], Settings::ARGUMENTS, ONCE, network::ARGUMENTS, BOTH);
const SOURCE: Argument =
    Argument::required("source", Shape::Text, "the instance that it replicates; cannot change")
        .alias(&["SourceDBInstanceIdentifier", "source_name"]);
const ZONE: Argument = Fixed::ARGUMENTS[4];
/// The arguments of the function `create_read_replica` and of the state.
pub(crate) const REPLICA: &[Argument] =
    arguments!(&[NAME, SOURCE, ZONE], Settings::ARGUMENTS, network::ARGUMENTS, BOTH);
pub(crate) const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "skip_final_snapshot",
        Shape::Boolean,
        "whether it is deleted without a final snapshot",
    )
    .alias(&["SkipFinalSnapshot"]),
    Argument::optional("final_db_snapshot_identifier", Shape::Text, "the name of the final snapshot")
        .alias(&["FinalDBSnapshotIdentifier"]),
    Argument::optional(
        "delete_automated_backups",
        Shape::Boolean,
        "whether its automated backups are deleted at once (AWS's default: True)",
    )
    .alias(&["DeleteAutomatedBackups"]),
    TAGS,
    Argument::optional("wait_for_deletion", Shape::Boolean, "wait until it is deleted (default: True)"),
    TIMEOUT,
];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_rds.present", "boto3_rds.present"],
        PRESENT,
        "Makes sure that an RDS instance exists and is as declared.",
    ),
    Function::present(
        &["boto_rds.replica_present", "boto3_rds.replica_present"],
        REPLICA,
        "Makes sure that a read replica of an RDS instance exists and is as declared.",
    ),
    Function::absent(
        &["boto_rds.absent", "boto3_rds.absent"],
        ABSENT,
        "Makes sure that an RDS instance does not exist.",
    ),
];
