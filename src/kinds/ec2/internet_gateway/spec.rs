//! The declaration of an internet gateway in an SLS.

use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::arguments;
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.internet_gateway_present", "boto3_vpc.internet_gateway_present"],
        arguments!(&[NAME], VPC, &[TAGS]),
        "Makes sure that an internet gateway exists and is attached to its VPC.",
    ),
    Function::absent(
        &["boto_vpc.internet_gateway_absent", "boto3_vpc.internet_gateway_absent"],
        &[NAME, Argument::optional("detach", Shape::Boolean, "detach it first; False if left out")],
        "Makes sure that an internet gateway does not exist.",
    ),
];

/// A declared internet gateway. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `internet_gateway_absent`.
    pub present: bool,
    /// The VPC that it is attached to.
    pub vpc: Option<Which>,
    /// Whether an attached one is detached and deleted.
    pub detach: bool,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, detach: fields.boolean("detach").unwrap_or(false), ..Spec::default() };
    }
    Spec {
        present: true,
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        detach: false,
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
