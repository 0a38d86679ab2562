//! The declaration of a user in an SLS.

use crate::entity::declared::{POLICIES, Policies, path};
use aws::tags::{self, Tags};
use kind::settings::arguments;
use kind::write_only::WriteOnly;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the user's name").alias(&["UserName"]);
const OTHERS: &[Argument] = &[
    Argument::optional("password", Shape::Secret, "the password of a user who has none; write-only")
        .alias(&["Password"]),
    Argument::optional(
        "password_reset_required",
        Shape::Boolean,
        "the user has to choose another password at the first sign-in (default: false)",
    )
    .alias(&["PasswordResetRequired"]),
    Argument::optional("path", Shape::Text, "the user's path, such as '/team/'").alias(&["Path"]),
    Argument::optional(
        "permissions_boundary",
        Shape::Text,
        "name or ARN of the managed policy that bounds the user's permissions; '' for none",
    )
    .alias(&["PermissionsBoundary"]),
    Argument::optional("tags", tags::SHAPE, "all tags").alias(&["Tags"]),
];

const fn deletes(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Boolean, doc)
}

const ABSENT: &[Argument] = &[
    NAME,
    deletes("delete_keys", "delete access keys, SSH keys, certificates and credentials (default: true)"),
    deletes("delete_mfa_devices", "deactivate MFA devices and delete virtual ones (default: true)"),
    deletes("delete_profile", "delete the password (default: true)"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.user_present", "boto3_iam.user_present"],
        arguments!(&[NAME], POLICIES, OTHERS),
        "Makes sure that a user exists with the declared policies, password, boundary and tags.",
    ),
    Function::absent(
        &["boto_iam.user_absent", "boto3_iam.user_absent"],
        ABSENT,
        "Makes sure that a user does not exist.",
    ),
];

/// A declared user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `user_absent`.
    pub present: bool,
    /// The password of a user who has none.
    pub password: Option<WriteOnly>,
    /// True if the user has to choose another password.
    pub must_reset: bool,
    /// Its path, such as `/team/`.
    pub path: Option<String>,
    /// Its policies.
    pub policies: Policies,
    /// Name or ARN of the permissions boundary; empty for none.
    pub boundary: Option<String>,
    /// All its tags; none if they are not managed.
    pub tags: Option<Tags>,
    /// What `user_absent` does not delete.
    pub keeps: Keeps,
}

/// What `user_absent` must not delete, although IAM deletes no user who has it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Keeps {
    /// Keys, certificates and credentials.
    pub keys: bool,
    /// MFA devices.
    pub devices: bool,
    /// The password.
    pub password: bool,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        let keeps = |argument| fields.boolean(argument) == Some(false);
        let keeps = Keeps {
            keys: keeps("delete_keys"),
            devices: keeps("delete_mfa_devices"),
            password: keeps("delete_profile"),
        };
        return Spec { name, keeps, ..Spec::default() };
    }
    Spec {
        name,
        present: true,
        password: fields.text("password").map(WriteOnly::new),
        must_reset: fields.boolean("password_reset_required").unwrap_or_default(),
        path: path(fields, problems),
        policies: Policies::read(fields, minion, problems),
        boundary: fields.text("permissions_boundary"),
        tags: tags::read(fields, "tags"),
        keeps: Keeps::default(),
    }
}
