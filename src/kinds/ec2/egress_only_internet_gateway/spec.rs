//! The declaration of an egress-only internet gateway in an SLS.

use crate::tagged::{self, NAME, TAGS, VPC};
use aws::tags::Tags;
use kind::settings::arguments;
use kind::which::Which;
use model::{Fields, Function, Leaves, Problems};

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.egress_only_internet_gateway_present", "boto3_vpc.egress_only_internet_gateway_present"],
        arguments!(&[NAME], VPC, &[TAGS]),
        "Makes sure that an egress-only internet gateway exists in its VPC.",
    ),
    Function::absent(
        &["boto_vpc.egress_only_internet_gateway_absent", "boto3_vpc.egress_only_internet_gateway_absent"],
        &[NAME],
        "Makes sure that an egress-only internet gateway does not exist.",
    ),
];

/// A declared egress-only internet gateway. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `egress_only_internet_gateway_absent`.
    pub present: bool,
    /// The VPC that it is in.
    pub vpc: Option<Which>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    Spec {
        present: true,
        vpc: Which::read(fields, "vpc_id", "vpc_name", problems),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
