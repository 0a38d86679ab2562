//! The declaration of a route table in an SLS.

use super::route::{self, Declared};
use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

const PARTS: &[Argument] = &[
    Argument::optional(
        "routes",
        Shape::Records(route::ARGUMENTS),
        "all routes except local ones; not managed if left out",
    ),
    Argument::optional("subnet_ids", Shape::Texts, "all subnets associated with it, by id"),
    Argument::optional("subnet_names", Shape::Texts, "all subnets associated with it, by Name tag"),
    Argument::optional(
        "propagating_vgw_ids",
        Shape::Texts,
        "all virtual private gateways whose routes it learns",
    ),
    TAGS,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.route_table_present", "boto3_vpc.route_table_present"],
        arguments!(&[NAME], VPC, PARTS),
        "Makes sure that a route table exists with its routes and subnets.",
    ),
    Function::absent(
        &["boto_vpc.route_table_absent", "boto3_vpc.route_table_absent"],
        arguments!(&[NAME], VPC),
        "Makes sure that a route table does not exist.",
    ),
];

/// A declared route table. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `route_table_absent`.
    pub present: bool,
    /// The VPC it is in.
    pub vpc: Option<Which>,
    /// All routes except local ones.
    pub routes: Option<Vec<Declared>>,
    /// All subnets associated with it.
    pub subnets: Option<Vec<Which>>,
    /// All gateways whose routes it learns.
    pub propagating: Option<Vec<String>>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let vpc = Which::read(fields, "vpc_id", "vpc_name", problems);
    if function.leaves == Leaves::Absent {
        return Spec { name, vpc, ..Spec::default() };
    }
    let routes = fields.records("routes");
    Spec {
        present: true,
        vpc,
        routes: routes.map(|all| all.iter().filter_map(|one| route::read(one, problems)).collect()),
        subnets: subnets(fields),
        propagating: fields.texts("propagating_vgw_ids"),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}

fn subnets(fields: &Fields) -> Option<Vec<Which>> {
    let (ids, names) = (fields.texts("subnet_ids"), fields.texts("subnet_names"));
    if ids.is_none() && names.is_none() {
        return None;
    }
    let ids = ids.into_iter().flatten().map(Which::Id);
    Some(ids.chain(names.into_iter().flatten().map(Which::Name)).collect())
}
