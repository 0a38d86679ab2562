//! The declaration of an image of an instance in an SLS.

use std::time::Duration;

use aws::tags::{self, Tags};
use kind::settings::arguments;
use kind::which::Which;
use model::gate::seconds;
use model::{Argument, Fields, Function, Leaves, Literal, Problem, Problems, Shape};

const NAMED: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name for the state only"),
    Argument::required("ami_name", Shape::Text, "the image's name"),
];
const MADE: &[Argument] = &[
    Argument::optional("instance_name", Shape::Text, "the instance that it is made from, by Name tag"),
    Argument::optional("instance_id", Shape::Text, "the instance that it is made from, by id"),
    Argument::optional("description", Shape::Text, "what it is for"),
    Argument::optional("no_reboot", Shape::Boolean, "do not reboot the instance first; False if left out"),
    Argument::optional("wait_until_available", Shape::Boolean, "wait until it is available")
        .or(Literal::Bool(true)),
    Argument::optional("wait_timeout_seconds", Shape::Number, "how long to wait").or(Literal::Int(300)),
    Argument::optional("filters", Shape::Any, "not used: the name or the id identifies the instance"),
    Argument::optional("tags", tags::SHAPE, "all its tags; not managed if left out"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.snapshot_created", "boto3_ec2.snapshot_created"],
        arguments!(NAMED, MADE),
        "Makes sure that an image of an instance exists.",
    ),
    Function::absent(
        &["boto_ec2.snapshot_absent", "boto3_ec2.snapshot_absent"],
        NAMED,
        "Makes sure that the account has no registered image of that name.",
    ),
];

/// A declared image.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `snapshot_absent`.
    pub present: bool,
    /// The instance that it is made from.
    pub instance: Option<Which>,
    /// Its description.
    pub description: Option<String>,
    /// Whether the instance keeps running while the image is made.
    pub no_reboot: bool,
    /// How long to wait until it is available; none means no wait.
    pub patience: Option<Duration>,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("ami_name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let instance = Which::read(fields, "instance_id", "instance_name", problems);
    if instance.is_none() {
        let problem = Problem::at(fields.place(), "an image needs the instance that it is made from");
        problems.push(problem.hint("write 'instance_name' or 'instance_id'"));
    }
    let limit = seconds(fields, "wait_timeout_seconds", problems).unwrap_or(Duration::from_secs(300));
    Spec {
        name,
        present: true,
        instance,
        description: fields.text("description"),
        no_reboot: fields.boolean("no_reboot") == Some(true),
        patience: (fields.boolean("wait_until_available") != Some(false)).then_some(limit),
        tags: tags::read(fields, "tags"),
    }
}
