//! What an SLS may say about registering instances.

use std::collections::BTreeSet;

use crate::model::{Argument, Fields, Function, Shape};

/// Instances to register or deregister.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The balancer's name.
    pub balancer: String,
    /// False to deregister.
    pub registered: bool,
    /// The instances, by id.
    pub instances: BTreeSet<String>,
    /// True to wait until they are in service, or their last requests are done.
    pub wait: bool,
}

const REGISTER: &str = "register_instances";

const ARGUMENTS: &[Argument] = &[
    Argument::required("name", Shape::Text, "the balancer's name"),
    Argument::required("instances", Shape::Texts, "the instances, by id").alias(&["Instances"]),
    Argument::optional("wait", Shape::Boolean, "wait until AWS has finished (default: False)"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::other(
        REGISTER,
        &["boto_elb.register_instances", "boto3_elb.register_instances"],
        ARGUMENTS,
        "Makes sure that instances are registered with a classic load balancer. Removes none.",
    ),
    Function::other(
        "deregister_instances",
        &["boto_elb.deregister_instances", "boto3_elb.deregister_instances"],
        ARGUMENTS,
        "Makes sure that instances are not registered with a classic load balancer.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields) -> Spec {
    Spec {
        balancer: fields.required_text("name"),
        registered: function.verb == REGISTER,
        instances: fields.texts("instances").unwrap_or_default().into_iter().collect(),
        wait: fields.boolean("wait").unwrap_or(false),
    }
}
