//! What an SLS may say about a subnet.

use crate::aws::cidr::Cidr;
use crate::aws::tags::Tags;
use crate::model::{Argument, Fields, Function, Leaves, Problems, Shape};
use crate::resources::ec2::tagged::{self, NAME, TAGS, VPC};
use crate::resources::settings::{Settings, arguments, settings};
use crate::resources::which::Which;

settings! {
    /// What cannot change after creation.
    Fixed {
        cidr_block: Cidr = "cidr_block" / "CidrBlock", Shape::Text, "its IPv4 range; cannot change";
        availability_zone: String = "availability_zone" / "AvailabilityZone",
            Shape::Text, "its zone; AWS chooses one if left out; cannot change";
    }
}

settings! {
    /// What can change.
    Addresses {
        public: bool = "auto_assign_public_ipv4" / "MapPublicIpOnLaunch",
            Shape::Boolean, "whether instances get public addresses";
        ipv6: Cidr = "ipv6_cidr_block" / "Ipv6CidrBlock", Shape::Text, "its IPv6 range, a /64 of the VPC's";
    }
}

const TABLE: &[Argument] = &[
    Argument::optional("route_table_id", Shape::Text, "the route table it is associated with, by id"),
    Argument::optional("route_table_name", Shape::Text, "the route table it is associated with, by Name tag"),
];
const PRESENT: &[Argument] = arguments!(
    &[NAME, Argument { required: true, ..Fixed::ARGUMENTS[0] }, Fixed::ARGUMENTS[1], Addresses::ARGUMENTS[1]],
    VPC,
    &[TAGS],
    TABLE,
    &[Addresses::ARGUMENTS[0]]
);

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_vpc.subnet_present", "boto3_vpc.subnet_present"],
        PRESENT,
        "Makes sure that a subnet exists and is as declared.",
    ),
    Function::absent(
        &["boto_vpc.subnet_absent", "boto3_vpc.subnet_absent"],
        arguments!(&[NAME.alias(&["subnet_id"])], VPC),
        "Makes sure that a subnet does not exist.",
    ),
];

/// A declared subnet. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its Name tag.
    pub name: String,
    /// False for `subnet_absent`.
    pub present: bool,
    /// The VPC it is in.
    pub vpc: Option<Which>,
    /// What is decided when it is made.
    pub fixed: Fixed,
    /// What addresses instances get, and from which IPv6 range.
    pub addresses: Addresses,
    /// The route table that it is associated with.
    pub table: Option<Which>,
    /// All tags.
    pub tags: Option<Tags>,
}

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    let vpc = Which::read(fields, "vpc_id", "vpc_name", problems);
    if function.leaves == Leaves::Absent {
        return Spec { name, vpc, ..Spec::default() };
    }
    Spec {
        present: true,
        vpc,
        fixed: Fixed::read(fields),
        addresses: Addresses::read(fields),
        table: Which::read(fields, "route_table_id", "route_table_name", problems),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}
