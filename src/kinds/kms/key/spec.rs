//! The declaration of a key in an SLS.

use aws::policy;
use aws::tags::{self, Tags};
use kind::settings::{Settings, arguments, settings};
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        usage: String = "key_usage" / "KeyUsage",
            Shape::Word(&["ENCRYPT_DECRYPT", "SIGN_VERIFY", "GENERATE_VERIFY_MAC", "KEY_AGREEMENT"]),
            "what it is for; ENCRYPT_DECRYPT if left out; cannot change";
        spec: String = "key_spec" / "KeySpec", Shape::Text, "SYMMETRIC_DEFAULT if left out, RSA_2048 …; cannot change";
        multi_region: bool = "multi_region" / "MultiRegion", Shape::Boolean, "whether it is a multi-Region key; cannot change";
    }
}

const NAME: Argument = Argument::required("name", Shape::Text, "its alias, without 'alias/'");
const PRESENT: &[Argument] = &[
    Argument::optional("policy", policy::SHAPE, "the key policy: a mapping or JSON").alias(&["Policy"]),
    Argument::optional("description", Shape::Text, "what it is for").alias(&["Description"]),
    Argument::optional("key_rotation", Shape::Boolean, "whether AWS rotates the key every year"),
    Argument::optional("enabled", Shape::Boolean, "whether it can be used"),
    Argument::optional("grants", Shape::Any, "has no effect, as in Salt"),
    Argument::optional("manage_grants", Shape::Boolean, "has no effect, as in Salt"),
    Argument::optional("tags", tags::SHAPE, "all tags; not managed if left out").alias(&["Tags"]),
];
const WINDOW: Argument = Argument::optional(
    "pending_window_in_days",
    Shape::Integer,
    "days until AWS deletes it: 7 to 30 (default: 30)",
);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_kms.key_present", "boto3_kms.key_present"],
        arguments!(&[NAME], PRESENT, Fixed::ARGUMENTS),
        "Makes sure that a key exists with the declared alias, policy and settings.",
    ),
    Function::absent(
        &["boto_kms.key_absent", "boto3_kms.key_absent"],
        &[NAME, WINDOW],
        "Makes sure that a key is scheduled for deletion, or does not exist.",
    ),
];

/// A declared key. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its alias, without `alias/`.
    pub name: String,
    /// False for `key_absent`.
    pub present: bool,
    /// JSON as it is sent.
    pub policy: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// Whether rotation is on.
    pub rotation: Option<bool>,
    /// Whether it is enabled.
    pub enabled: Option<bool>,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// All its tags.
    pub tags: Option<Tags>,
    /// Days until it is deleted.
    pub window: Option<i32>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let name = name.strip_prefix("alias/").unwrap_or(&name).to_owned();
    if name.starts_with("aws/") {
        let problem = Problem::at(fields.place_of("name"), "aliases that begin with 'aws/' are AWS's own");
        problems.push(problem.hint("give the key another name"));
    }
    if function.leaves == Leaves::Absent {
        let window = fields.integer32("pending_window_in_days");
        return Spec { name, window, ..Spec::default() };
    }
    let policy = fields.node("policy").map(policy::from_node).transpose();
    Spec {
        name,
        present: true,
        policy: policy.map_err(|problem| problems.push(problem)).ok().flatten(),
        description: fields.text("description"),
        rotation: fields.boolean("key_rotation"),
        enabled: fields.boolean("enabled"),
        fixed: Fixed::read(fields),
        tags: tags::read(fields, "tags"),
        window: None,
    }
}
