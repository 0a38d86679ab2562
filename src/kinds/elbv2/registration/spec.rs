//! The declaration of registering targets in an SLS.

use std::collections::BTreeSet;

use kind::waiting::{DEADLINE, WAIT, WaitArguments};
use model::gate::{AFTER, GATE};
use model::{Argument, Fields, Function, Gate, Minion, Problems, Shape};

/// Targets to register or deregister.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The group's name or ARN.
    pub group: String,
    /// False to deregister.
    pub registered: bool,
    /// The targets, by id.
    pub targets: BTreeSet<String>,
    /// The port that they listen on, if it is not the group's.
    pub port: Option<i32>,
    /// Whether to wait until they are healthy, or their last requests are done.
    pub waiting: WaitArguments,
    /// The gate that must open first.
    pub gate: Option<Gate>,
}

const REGISTER: &str = "targets_registered";

const NAME: Argument = Argument::required("name", Shape::Text, "the target group's name or ARN");
const TARGETS: Argument = Argument::required("targets", Shape::Texts, "ids of instances, or addresses");
const PORT: Argument =
    Argument::optional("port", Shape::Integer, "the port of the targets (default: that of the group)");

pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        REGISTER,
        &["boto_elbv2.targets_registered", "boto3_elbv2.targets_registered"],
        &[NAME, TARGETS, PORT, WAIT, DEADLINE, GATE, AFTER],
        "Makes sure that targets are registered with a target group. Removes none.",
    ),
    Function::other(
        "targets_deregistered",
        &["boto_elbv2.targets_deregistered", "boto3_elbv2.targets_deregistered"],
        &[NAME, TARGETS, PORT, WAIT, DEADLINE],
        "Makes sure that targets are not registered with a target group.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let registered = function.verb == REGISTER;
    let targets: BTreeSet<String> = fields.texts("targets").unwrap_or_default().into_iter().collect();
    Spec {
        group: fields.required_text("name"),
        registered,
        gate: registered.then(|| Gate::of(&targets, fields, minion, problems)).flatten(),
        targets,
        port: fields.integer32("port"),
        waiting: WaitArguments::read(fields, problems),
    }
}
