//! The declaration of a parameter in an SLS.

use aws::tags::{self, Tags};
use kind::settings::{Settings, arguments, settings};
use kind::write_only::WriteOnly;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

/// The type whose value is encrypted.
pub(crate) const SECURE: &str = "SecureString";
/// The types of a value.
pub(crate) const TYPES: Shape = Shape::Word(&["String", "StringList", SECURE]);
const TIERS: Shape = Shape::Word(&["Standard", "Advanced", "Intelligent-Tiering"]);

settings! {
    /// The settings that are read separately from the value.
    Details {
        description: String = "description" / "Description", Shape::Text, "what it is for";
        key_id: String = "key_id" / "KeyId", Shape::Text, "the key that encrypts a SecureString";
        allowed_pattern: String = "allowed_pattern" / "AllowedPattern", Shape::Text, "what values must match";
        tier: String = "tier" / "Tier", TIERS, "how large values may be";
    }
}

impl Details {
    /// True if nothing is given.
    pub fn is_default(&self) -> bool {
        self.is_empty()
    }
}

const NAME: Argument = Argument::required("name", Shape::Text, "its name: /myapp/url").alias(&["Name"]);
const PRESENT: &[Argument] = &[
    Argument::required("value", Shape::Text, "its value").alias(&["Value"]),
    Argument::optional("type", TYPES, "the type of parameter (new: String)").alias(&["Type"]),
    Argument::optional(
        "compare_value",
        Shape::Boolean,
        "whether the value of a SecureString is decrypted and compared",
    ),
    Argument::optional("tags", tags::SHAPE, "all its tags; not managed if left out").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ssm.parameter_present"],
        arguments!(&[NAME], PRESENT, Details::ARGUMENTS),
        "Makes sure that a parameter exists.",
    ),
    Function::absent(&["boto_ssm.parameter_absent"], &[NAME], "Makes sure that a parameter does not exist."),
];

/// A declared parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `parameter_absent`.
    pub present: bool,
    /// Its value.
    pub value: WriteOnly,
    /// Its type; none to keep the type of an existing parameter.
    pub kind: Option<String>,
    /// True if the value of a `SecureString` is compared.
    pub compare: bool,
    /// The settings that are read separately from the value.
    pub details: Details,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    let value = if present { fields.required_text("value") } else { String::new() };
    if present && value.is_empty() {
        problems.push(Problem::at(
            fields.place_of("value"),
            "a parameter needs a value of at least one character",
        ));
    }
    Spec {
        name: fields.required_text("name"),
        present,
        value: WriteOnly::new(value),
        kind: if present { fields.text("type") } else { None },
        compare: present && fields.boolean("compare_value") == Some(true),
        details: Details::read(fields),
        tags: if present { tags::read(fields, "tags") } else { None },
    }
}
