//! The declaration of a NAT gateway in an SLS.

use aws::tags::{self, Tags};
use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const SUBNET: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name for the state only"),
    Argument::optional("subnet_name", Shape::Text, "the subnet it is in, by Name tag"),
    Argument::optional("subnet_id", Shape::Text, "the subnet it is in, by id"),
];
const PRESENT: &[Argument] = &[
    Argument::optional("allocation_id", Shape::Text, "its Elastic IP address, by id; a new one if left out"),
    Argument::optional("tags", tags::SHAPE, "all its tags; not managed if left out"),
];
const ABSENT: &[Argument] =
    &[Argument::optional("wait_for_delete_retries", Shape::Integer, "not used: the wait has a deadline")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.nat_gateway_present", "boto3_vpc.nat_gateway_present"],
        arguments!(SUBNET, PRESENT),
        "Makes sure that a subnet has a NAT gateway.",
    ),
    Function::absent(
        &["boto_vpc.nat_gateway_absent", "boto3_vpc.nat_gateway_absent"],
        arguments!(SUBNET, ABSENT),
        "Makes sure that a subnet has no NAT gateway.",
    ),
];

/// A declared NAT gateway.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name for references: the subnet's name or id.
    pub name: String,
    /// False for `nat_gateway_absent`.
    pub present: bool,
    /// The subnet it is in.
    pub subnet: Which,
    /// Its address; none for a new one.
    pub allocation: Option<String>,
    /// All tags; none if they are not managed.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let subnet = Which::read(fields, "subnet_id", "subnet_name", problems).unwrap_or_else(|| {
        let problem = Problem::at(fields.place(), "a NAT gateway needs its subnet");
        problems.push(problem.hint("write 'subnet_name' or 'subnet_id'"));
        Which::Id(String::new())
    });
    let present = function.leaves == Leaves::Present;
    Spec {
        name: subnet.written().to_owned(),
        present,
        subnet,
        allocation: if present { fields.text("allocation_id") } else { None },
        tags: if present { tags::read(fields, "tags") } else { None },
    }
}
