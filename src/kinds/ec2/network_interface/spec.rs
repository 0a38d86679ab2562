//! The declaration of a network interface in an SLS.

use super::implied_states;
use crate::ipv6::{self, Ipv6};
use crate::tagged::{self, NAME, TAGS};
use aws::tags::Tags;
use kind::ImpliedState;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// Changeable settings, one call each.
    Changeable {
        description: String = "description" / "Description", Shape::Text, "what it is for";
        source_dest_check: bool = "source_dest_check" / "SourceDestCheck",
            Shape::Boolean, "whether it takes only traffic for its own addresses; False for a router";
    }
}

const PARTS: &[Argument] = &[
    Argument::optional("subnet_id", Shape::Text, "its subnet, by id"),
    Argument::optional(
        "subnet_name",
        Shape::Text,
        "its subnet, by Name tag, or <VPC's name>:<subnet's name>",
    ),
    Argument::optional("private_ip_address", Shape::Text, "its first address; cannot change"),
    Argument::optional(
        "groups",
        Shape::Texts,
        "all its security groups: ids, names, or <VPC's name>:<group's name>",
    )
    .alias(&["Groups"]),
    Argument::optional(
        "allocate_eip",
        Shape::Either(&[Shape::Boolean, Shape::Word(&["vpc", "standard"])]),
        "allocate an Elastic IP address for it",
    ),
    Argument::optional("arecords", Shape::Records(implied_states::RECORD), "A records with its address"),
    TAGS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_ec2.eni_present", "boto3_ec2.eni_present"],
        arguments!(&[NAME], PARTS, Changeable::ARGUMENTS, Ipv6::ARGUMENTS),
        "Makes sure that a network interface exists and is as declared.",
    ),
    Function::absent(
        &["boto_ec2.eni_absent", "boto3_ec2.eni_absent"],
        &[
            NAME,
            Argument::optional(
                "release_eip",
                Shape::Boolean,
                "release its Elastic IP address; False if left out",
            ),
        ],
        "Makes sure that a network interface does not exist.",
    ),
];

/// A declared network interface. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `eni_absent`.
    pub present: bool,
    /// The subnet it is in.
    pub subnet: Option<Which>,
    /// Its first address.
    pub private_ip: Option<String>,
    /// Its security groups, by name or id.
    pub groups: Option<Vec<String>>,
    /// The changeable settings.
    pub changeable: Changeable,
    /// Its IPv6 addresses.
    pub ipv6: Ipv6,
    /// Whether it gets an Elastic IP address.
    pub allocate_eip: bool,
    /// Whether its Elastic IP address is released with it.
    pub release_eip: bool,
    /// Its A records.
    pub records: Vec<ImpliedState>,
    /// All tags.
    pub tags: Option<Tags>,
}

impl Spec {
    /// True if its Elastic IP addresses have to be read.
    pub fn needs_address(&self) -> bool {
        self.allocate_eip || self.release_eip
    }
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, release_eip: fields.boolean("release_eip") == Some(true), ..Spec::default() };
    }
    let subnet = Which::read(fields, "subnet_id", "subnet_name", problems);
    if subnet.is_none() {
        let problem = Problem::at(fields.place(), "a network interface needs its subnet");
        problems.push(problem.hint("write 'subnet_name' or 'subnet_id'"));
    }
    Spec {
        present: true,
        subnet,
        private_ip: fields.text("private_ip_address"),
        groups: fields.texts("groups"),
        changeable: Changeable::read(fields),
        ipv6: ipv6::read(fields, problems),
        allocate_eip: fields.boolean("allocate_eip").unwrap_or_else(|| fields.has("allocate_eip")),
        release_eip: false,
        records: implied_states::read(&name, fields),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
