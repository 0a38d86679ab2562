//! The declaration of a lifecycle action in an SLS.

use model::gate::{AFTER, Enters, GATE};
use model::{Argument, Fields, Function, Gate, Minion, Problems, Shape};

/// An action to complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The instance's id.
    pub instance: String,
    /// The hook; none means every waiting hook of the group.
    pub hook: Option<String>,
    /// `CONTINUE` or `ABANDON`.
    pub result: String,
    /// The gate that must open before AWS continues; giving an instance up has none.
    pub gate: Option<Gate>,
}

const CONTINUE: &str = "CONTINUE";

const ARGUMENTS: &[Argument] = &[
    Argument::required("name", Shape::Text, "the instance's id"),
    Argument::optional("hook", Shape::Text, "the hook's name (default: all waiting hooks of its group)"),
    Argument::optional(
        "result",
        Shape::Word(&[CONTINUE, "ABANDON"]),
        "whether AWS continues with the instance or gives it up (default: CONTINUE)",
    ),
    GATE,
    AFTER,
];

pub(super) const FUNCTIONS: &[Function] = &[Function::other(
    "lifecycle_completed",
    &["boto_asg.lifecycle_completed", "boto3_asg.lifecycle_completed"],
    ARGUMENTS,
    "Makes sure that no lifecycle hook waits for an instance.",
)];

pub(super) fn read(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let instance = fields.required_text("name");
    let result = fields.text("result").unwrap_or_else(|| CONTINUE.to_owned());
    let enters = match Enters::of([instance.as_str()], fields, minion) {
        Enters::Another => Enters::Another,
        Enters::Instance | Enters::Group => Enters::Group,
    };
    let gate = Gate::read(fields, enters, problems).filter(|_| result == CONTINUE);
    Spec { instance, hook: fields.text("hook"), result, gate }
}
