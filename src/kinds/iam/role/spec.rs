//! The declaration of a role in an SLS.

use super::documents;
use crate::entity::declared::{POLICIES, Policies, path};
use aws::{policy, tags};
use kind::settings::arguments;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape};

/// A declared role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name, and that of its instance profile.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Its path, such as `/team/`.
    pub path: Option<String>,
    /// Who may assume it: JSON as it is sent.
    pub trust: Option<String>,
    /// Its description; empty for none.
    pub description: Option<String>,
    /// How long a session may last, in seconds.
    pub max_session: Option<i32>,
    /// Name or ARN of the permissions boundary; empty for none.
    pub boundary: Option<String>,
    /// All its tags.
    pub tags: Option<tags::Tags>,
    /// Its policies.
    pub policies: Policies,
    /// True if it has an instance profile of its name.
    pub has_profile: bool,
}

const OWN: &[Argument] = &[
    Argument::required("name", Shape::Text, "the role's name, and that of its instance profile")
        .alias(&["RoleName"]),
    Argument::optional("policy_document", policy::SHAPE, "who may assume the role (default: EC2 instances)")
        .alias(&["AssumeRolePolicyDocument"]),
    Argument::optional(
        "policy_document_from_pillars",
        Shape::Text,
        "pillar key of a trust document; its statements come first",
    ),
    Argument::optional("path", Shape::Text, "the role's path, such as '/team/'; cannot change")
        .alias(&["Path"]),
];
const OTHERS: &[Argument] = &[
    Argument::optional(
        "create_instance_profile",
        Shape::Boolean,
        "also make an instance profile of the same name that holds the role (default: true)",
    ),
    Argument::optional(
        "delete_policies",
        Shape::Boolean,
        "delete inline policies that are not declared, if any are declared (default: true)",
    ),
    Argument::optional("description", Shape::Text, "what the role is for").alias(&["Description"]),
    Argument::optional("max_session_duration", Shape::Integer, "how long a session may last, in seconds")
        .alias(&["MaxSessionDuration"]),
    Argument::optional(
        "permissions_boundary",
        Shape::Text,
        "name or ARN of the managed policy that bounds the role's permissions; '' for none",
    )
    .alias(&["PermissionsBoundary"]),
    Argument::optional("tags", tags::SHAPE, "all tags of the role").alias(&["Tags"]),
];

const PRESENT: &[Argument] = arguments!(OWN, POLICIES, OTHERS);

const ABSENT: &[Argument] =
    &[Argument::required("name", Shape::Text, "the role's name").alias(&["RoleName"])];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam_role.present", "boto3_iam_role.present"],
        PRESENT,
        "Makes sure that a role exists with the declared trust, policies and instance profile.",
    ),
    Function::absent(
        &["boto_iam_role.absent", "boto3_iam_role.absent"],
        ABSENT,
        "Makes sure that a role and its instance profile do not exist.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, has_profile: true, ..Spec::default() };
    }
    let mut policies = Policies::read(fields, minion, problems);
    policies.keeps_inline = fields.boolean("delete_policies") == Some(false);
    Spec {
        name,
        present: true,
        path: path(fields, problems),
        trust: documents::trust(fields, minion, problems),
        description: fields.text("description"),
        max_session: fields.integer32("max_session_duration"),
        boundary: fields.text("permissions_boundary"),
        tags: tags::read(fields, "tags"),
        policies,
        has_profile: fields.boolean("create_instance_profile").unwrap_or(true),
    }
}
