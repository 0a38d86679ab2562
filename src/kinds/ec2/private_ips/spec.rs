//! The declaration of the private addresses of an interface in an SLS.

use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const INTERFACE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name for the state only"),
    Argument::optional("network_interface_name", Shape::Text, "the interface, by Name tag"),
    Argument::optional("network_interface_id", Shape::Text, "the interface, by id"),
    Argument::required("private_ip_addresses", Shape::Texts, "the addresses"),
];
const MOVE: &[Argument] = &[Argument::optional(
    "allow_reassignment",
    Shape::Boolean,
    "take addresses from other interfaces; False if left out",
)];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.private_ips_present", "boto3_ec2.private_ips_present"],
        arguments!(INTERFACE, MOVE),
        "Makes sure that a network interface has these private addresses.",
    ),
    Function::absent(
        &["boto_ec2.private_ips_absent", "boto3_ec2.private_ips_absent"],
        INTERFACE,
        "Makes sure that a network interface has none of these private addresses.",
    ),
];

/// Declared addresses.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name for references: the interface's name or id.
    pub name: String,
    /// False for `private_ips_absent`.
    pub present: bool,
    /// The interface.
    pub interface: Which,
    /// The addresses.
    pub addresses: Vec<String>,
    /// Whether an address of another interface is moved.
    pub takes_over: bool,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let interface = Which::read(fields, "network_interface_id", "network_interface_name", problems);
    let interface = interface.unwrap_or_else(|| {
        let problem = Problem::at(fields.place(), "private addresses belong to a network interface");
        problems.push(problem.hint("write 'network_interface_name' or 'network_interface_id'"));
        Which::Id(String::new())
    });
    let present = function.leaves == Leaves::Present;
    Spec {
        name: interface.written().to_owned(),
        present,
        interface,
        addresses: fields.texts("private_ip_addresses").unwrap_or_default(),
        takes_over: present && fields.boolean("allow_reassignment") == Some(true),
    }
}
