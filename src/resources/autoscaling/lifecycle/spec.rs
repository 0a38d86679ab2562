//! The declaration of a lifecycle action in an SLS.

use crate::model::{Argument, Fields, Function, Shape};

/// An action to complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The instance's id.
    pub instance: String,
    /// The hook; none means every waiting hook of the group.
    pub hook: Option<String>,
    /// `CONTINUE` or `ABANDON`.
    pub result: String,
}

const ARGUMENTS: &[Argument] = &[
    Argument::required("name", Shape::Text, "the instance's id"),
    Argument::optional("hook", Shape::Text, "the hook's name (default: all waiting hooks of its group)"),
    Argument::optional(
        "result",
        Shape::Word(&["CONTINUE", "ABANDON"]),
        "whether AWS continues with the instance or gives it up (default: CONTINUE)",
    ),
];

pub(super) const FUNCTIONS: &[Function] = &[Function::other(
    "lifecycle_completed",
    &["boto_asg.lifecycle_completed", "boto3_asg.lifecycle_completed"],
    ARGUMENTS,
    "Makes sure that no lifecycle hook waits for an instance.",
)];

pub(super) fn read(fields: &Fields) -> Spec {
    Spec {
        instance: fields.required_text("name"),
        hook: fields.text("hook"),
        result: fields.text("result").unwrap_or_else(|| "CONTINUE".to_owned()),
    }
}
