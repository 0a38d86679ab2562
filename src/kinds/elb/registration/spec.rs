//! The declaration of registering instances in an SLS.

use std::collections::BTreeSet;

use kind::waiting::{DEADLINE, WAIT, WaitArguments};
use model::gate::{AFTER, GATE};
use model::{Argument, Fields, Function, Gate, Minion, Problems, Shape};

/// Instances to register or deregister.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The balancer's name.
    pub balancer: String,
    /// False to deregister.
    pub registered: bool,
    /// The instances, by id.
    pub instances: BTreeSet<String>,
    /// Whether to wait until they are in service, or their last requests are done.
    pub waiting: WaitArguments,
    /// The gate that must open first.
    pub gate: Option<Gate>,
}

const REGISTER: &str = "register_instances";

const ARGUMENTS: &[Argument] = &[
    Argument::required("name", Shape::Text, "the balancer's name"),
    Argument::required("instances", Shape::Texts, "the instances, by id").alias(&["Instances"]),
    WAIT,
    DEADLINE,
];

const ARGUMENTS_OF_REGISTERING: &[Argument] = &[ARGUMENTS[0], ARGUMENTS[1], WAIT, DEADLINE, GATE, AFTER];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        REGISTER,
        &["boto_elb.register_instances", "boto3_elb.register_instances"],
        ARGUMENTS_OF_REGISTERING,
        "Makes sure that instances are registered with a classic load balancer. Removes none.",
    ),
    Function::other(
        "deregister_instances",
        &["boto_elb.deregister_instances", "boto3_elb.deregister_instances"],
        ARGUMENTS,
        "Makes sure that instances are not registered with a classic load balancer.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let registered = function.verb == REGISTER;
    let instances: BTreeSet<String> = fields.texts("instances").unwrap_or_default().into_iter().collect();
    Spec {
        balancer: fields.required_text("name"),
        registered,
        gate: registered.then(|| Gate::of(&instances, fields, minion, problems)).flatten(),
        instances,
        waiting: WaitArguments::read(fields, problems),
    }
}
