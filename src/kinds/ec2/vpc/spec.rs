//! The declaration of a VPC in an SLS.

use crate::tagged::{self, NAME, TAGS};
use aws::cidr::Cidr;
use aws::tags::{self, Tags};
use kind::settings::{Settings, arguments, settings};
use model::{Argument, Fields, Function, Leaves, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        cidr_block: Cidr = "cidr_block" / "CidrBlock", Shape::Text, "its first IPv4 range; cannot change";
        instance_tenancy: String = "instance_tenancy" / "InstanceTenancy",
            Shape::Word(&["default", "dedicated", "host"]), "default if left out; cannot change";
    }
}

settings! {
    /// DNS settings.
    Dns {
        support: bool = "dns_support" / "EnableDnsSupport", Shape::Boolean, "whether DNS resolution works in it";
        hostnames: bool = "dns_hostnames" / "EnableDnsHostnames",
            Shape::Boolean, "whether instances with public addresses get public DNS names";
    }
}

const RANGES: &[Argument] = &[
    Argument::optional("secondary_cidr_blocks", Shape::Texts, "all its IPv4 ranges except the first"),
    Argument::optional(
        "amazon_provided_ipv6_cidr_block",
        Shape::Boolean,
        "whether it has an IPv6 range from Amazon",
    ),
];
const PRESENT: &[Argument] = arguments!(
    &[NAME, Argument { required: true, ..Fixed::ARGUMENTS[0] }, Fixed::ARGUMENTS[1]],
    Dns::ARGUMENTS,
    RANGES,
    &[TAGS]
);
const ABSENT: &[Argument] =
    &[NAME, Argument::optional("tags", tags::SHAPE, "only delete it if it has these tags")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.present", "boto3_vpc.present"],
        PRESENT,
        "Makes sure that a VPC exists and is as declared.",
    ),
    Function::absent(
        &["boto_vpc.absent", "boto3_vpc.absent"],
        ABSENT,
        "Makes sure that a VPC does not exist.",
    ),
];

/// A declared VPC. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The settings that are fixed at creation.
    pub fixed: Fixed,
    /// DNS settings.
    pub dns: Dns,
    /// All IPv4 ranges except the first.
    pub ranges: Option<Vec<Cidr>>,
    /// Whether it has an IPv6 range.
    pub ipv6: Option<bool>,
    /// All tags; for `absent` the tags that it must have.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { tags: tags::read(fields, "tags"), name, ..Spec::default() };
    }
    let ranges = fields.texts("secondary_cidr_blocks");
    Spec {
        present: true,
        fixed: Fixed::read(fields),
        dns: Dns::read(fields),
        ranges: ranges.map(|ranges| ranges.iter().map(|range| Cidr::of_aws(range)).collect()),
        ipv6: fields.boolean("amazon_provided_ipv6_cidr_block"),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
