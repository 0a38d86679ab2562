//! The declaration of a cluster in an SLS.

use std::time::Duration;

use super::settings::{Fixed, Settings};
use crate::instance::spec::{ABSENT, Removal, Secrets, removal};
use crate::network;
use aws::tags::{self, Tags};
use kind::settings::{Settings as _, arguments};
use kind::write_only::WriteOnly;
use model::gate::seconds;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Reference, Shape};

const OTHERS: &[Argument] = &[
    Argument::optional("master_user_password", Shape::Secret, "the first user's password, at creation only")
        .alias(&["MasterUserPassword"]),
    Argument::optional(
        "master_user_secret_kms_key_id",
        Shape::Text,
        "the key of a password that AWS manages",
    )
    .alias(&["MasterUserSecretKmsKeyId"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
    Argument::optional("wait_status", Shape::Word(&["available"]), "wait until it has this status"),
    Argument::optional("timeout", Shape::Number, "seconds until the wait ends with an error (default: 3600)"),
    Argument::optional(
        "apply_immediately",
        Shape::Boolean,
        "make changes now, instead of in the maintenance window (default: False)",
    )
    .alias(&["ApplyImmediately"]),
    Argument::optional("allow_major_version_upgrade", Shape::Boolean, "whether the major version may change")
        .alias(&["AllowMajorVersionUpgrade"]),
];
const PRESENT: &[Argument] = arguments!(
    &[
        Argument::required("name", Shape::Text, "the cluster's name"),
        Argument { required: true, ..Fixed::ARGUMENTS[0] },
    ],
    Fixed::ARGUMENTS.split_at(1).1,
    Settings::ARGUMENTS,
    network::ARGUMENTS,
    OTHERS,
);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_rds.cluster_present", "boto3_rds.cluster_present"],
        PRESENT,
        "Makes sure that an Aurora cluster exists and is as declared.",
    ),
    Function::absent(
        &["boto_rds.cluster_absent", "boto3_rds.cluster_absent"],
        ABSENT,
        "Makes sure that an Aurora cluster does not exist.",
    ),
];

/// A declared cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name, in lower case.
    pub name: String,
    /// The deadline of the wait.
    pub deadline: Option<Duration>,
    /// The declared state.
    pub goal: Goal,
}

/// The declared state of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It exists as declared.
    Present(Box<Declared>),
    /// It does not exist.
    Absent(Removal),
}

/// The declared settings. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// The settings that can change.
    pub settings: Settings,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Security groups, by name or id.
    pub groups: Option<Vec<String>>,
    /// Values that are sent at creation and that AWS never shows.
    pub secrets: Secrets,
    /// All tags.
    pub tags: Option<Tags>,
    /// The status to wait for.
    pub awaited: Option<String>,
    /// True to change it now.
    pub at_once: bool,
    /// True if the major version may change.
    pub may_jump: Option<bool>,
}

impl Declared {
    /// The things that must exist before.
    pub fn uses(&self) -> Vec<Reference> {
        let subnets = self.fixed.subnet_group.as_ref().filter(|group| !group.0.starts_with("default"));
        let subnets = subnets.map(|group| Reference::new("rds.subnet_group", group.0.to_lowercase()));
        subnets.into_iter().chain(network::uses(self.groups.as_ref())).collect()
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name").to_lowercase();
    let goal = match function.leaves {
        Leaves::Absent => Goal::Absent(removal(fields, problems)),
        _ => Goal::Present(Box::new(declared(fields, problems))),
    };
    Spec { name, deadline: seconds(fields, "timeout", problems), goal }
}

fn declared(fields: &Fields, problems: &mut Problems) -> Declared {
    let declared = Declared {
        settings: Settings::read(fields),
        fixed: Fixed::read(fields),
        groups: network::read(fields),
        secrets: Secrets {
            password: fields.text("master_user_password").map(WriteOnly::new),
            key: fields.text("master_user_secret_kms_key_id"),
            tde_password: None,
        },
        tags: tags::read(fields, "tags"),
        awaited: fields.text("wait_status"),
        at_once: fields.boolean("apply_immediately").unwrap_or(false),
        may_jump: fields.boolean("allow_major_version_upgrade"),
    };
    let manages = declared.settings.manages_password == Some(true);
    if manages && declared.secrets.password.is_some() {
        let message = "'master_user_password' and 'manage_master_user_password' exclude each other";
        problems
            .push(Problem::at(fields.place_of("master_user_password"), message).hint("keep one of the two"));
    }
    declared
}
