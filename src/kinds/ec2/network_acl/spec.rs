//! The declaration of a network ACL in an SLS.

use super::entry::{self, ENTRY, Entry};
use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

const OWN: &[Argument] = &[
    Argument::optional("entries", Shape::Records(ENTRY), "all its entries; not managed if left out"),
    Argument::optional("subnet_ids", Shape::Texts, "all subnets that have it, by id"),
    Argument::optional(
        "subnet_names",
        Shape::Texts,
        "all subnets that have it, by Name tag, or <VPC's name>:<subnet's name>",
    ),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.network_acl_present", "boto3_vpc.network_acl_present"],
        arguments!(&[NAME], VPC, OWN, &[TAGS]),
        "Makes sure that a network ACL exists with its entries and subnets.",
    ),
    Function::absent(
        &["boto_vpc.network_acl_absent", "boto3_vpc.network_acl_absent"],
        arguments!(&[NAME], VPC),
        "Makes sure that a network ACL does not exist; its subnets get the default one.",
    ),
];

/// A declared network ACL. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `network_acl_absent`.
    pub present: bool,
    /// The VPC it is in.
    pub vpc: Option<Which>,
    /// All its entries.
    pub entries: Option<Vec<Entry>>,
    /// All subnets that have it.
    pub subnets: Option<Vec<Which>>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let vpc = Which::read(fields, "vpc_id", "vpc_name", problems);
    if function.leaves == Leaves::Absent {
        return Spec { name, vpc, ..Spec::default() };
    }
    if fields.has("subnet_ids") && fields.has("subnet_names") {
        let message = "'subnet_ids' and 'subnet_names' exclude each other";
        problems.push(Problem::at(fields.place_of("subnet_names"), message).hint("keep one of the two"));
    }
    let by = |argument: &str, which: fn(String) -> Which| {
        fields.texts(argument).map(|all| all.into_iter().map(which).collect::<Vec<_>>())
    };
    Spec {
        present: true,
        vpc,
        entries: entry::read_all(fields, problems),
        subnets: by("subnet_ids", Which::Id).or_else(|| by("subnet_names", Which::Name)),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
