//! The declaration of a group in an SLS.

use crate::entity::declared::{POLICIES, Policies, path};
use kind::settings::arguments;
use model::{Argument, Fields, Function, Leaves, Minion, Problems, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the group's name").alias(&["GroupName"]);
const OTHERS: &[Argument] = &[
    Argument::optional("users", Shape::Texts, "the names of all users in it"),
    Argument::optional("path", Shape::Text, "the group's path, such as '/team/'").alias(&["Path"]),
    Argument::optional(
        "delete_policies",
        Shape::Boolean,
        "remove policies that are not declared, if any are declared (default: true)",
    ),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_iam.group_present", "boto3_iam.group_present"],
        arguments!(&[NAME], POLICIES, OTHERS),
        "Makes sure that a group exists with the declared users and policies.",
    ),
    Function::absent(
        &["boto_iam.group_absent", "boto3_iam.group_absent"],
        &[NAME],
        "Makes sure that a group does not exist.",
    ),
];

/// A declared group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `group_absent`.
    pub present: bool,
    /// All its users; none if they are not managed.
    pub users: Option<Vec<String>>,
    /// Its path, such as `/team/`.
    pub path: Option<String>,
    /// Its policies.
    pub policies: Policies,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let keeps = fields.boolean("delete_policies") == Some(false);
    let policies = Policies::read(fields, minion, problems);
    Spec {
        name,
        present: true,
        users: fields.texts("users"),
        path: path(fields, problems),
        policies: Policies { keeps_inline: keeps, keeps_managed: keeps, ..policies },
    }
}
