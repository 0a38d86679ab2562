//! The declaration of an Elastic IP address in an SLS.

use super::{INSTANCE, INTERFACE};
use crate::tagged::{self, NAME, TAGS};
use aws::tags::Tags;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.eip_present", "boto3_ec2.eip_present"],
        &[
            NAME,
            Argument::optional("instance_name", Shape::Text, "the instance that has it, by Name tag"),
            Argument::optional("instance_id", Shape::Text, "the instance that has it, by id"),
            Argument::optional(
                "network_interface_name",
                Shape::Text,
                "the network interface that has it, by Name tag",
            ),
            Argument::optional(
                "network_interface_id",
                Shape::Text,
                "the network interface that has it, by id",
            ),
            TAGS,
        ],
        "Makes sure that an Elastic IP address is allocated and associated as declared.",
    ),
    Function::absent(
        &["boto_ec2.eip_absent", "boto3_ec2.eip_absent"],
        &[NAME],
        "Makes sure that an Elastic IP address is not allocated.",
    ),
];

/// A declared address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `eip_absent`.
    pub present: bool,
    /// The instance or network interface that has it; none if that is not managed.
    pub owner: Option<Owner>,
    /// All tags.
    pub tags: Option<Tags>,
}

/// The instance or network interface that has an address.
#[derive(Clone, Debug, PartialEq)]
pub struct Owner {
    /// `ec2.instance` or `ec2.network_interface`.
    pub kind: &'static str,
    /// Its name or id.
    pub which: Which,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let instance = Which::read(fields, "instance_id", "instance_name", problems);
    let interface = Which::read(fields, "network_interface_id", "network_interface_name", problems);
    if instance.is_some() && interface.is_some() {
        let problem = Problem::at(fields.place(), "an instance and a network interface exclude each other");
        problems.push(problem.hint("keep one of the two"));
    }
    let instance = instance.map(|which| Owner { kind: INSTANCE, which });
    let owner = instance.or(interface.map(|which| Owner { kind: INTERFACE, which }));
    Spec { present: true, owner, tags: tagged::read(fields, &name, problems), name }
}
