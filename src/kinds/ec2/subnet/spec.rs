//! The declaration of a subnet in an SLS.

use crate::tagged::{self, NAME, TAGS, VPC};
use aws::cidr::Cidr;
use aws::tags::Tags;
use kind::settings::{Settings, arguments, settings};
use kind::which::Which;
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Shape};

settings! {
    /// Settings that cannot be changed after creation.
    Fixed {
        cidr_block: Cidr = "cidr_block" / "CidrBlock", Shape::Text, "its IPv4 range; cannot change";
        availability_zone: String = "availability_zone" / "AvailabilityZone",
            Shape::Text, "its zone; AWS chooses one if left out; cannot change";
    }
}

settings! {
    /// Settings that can change.
    Addresses {
        public: bool = "auto_assign_public_ipv4" / "MapPublicIpOnLaunch",
            Shape::Boolean, "whether instances get public addresses";
        ipv6: Cidr = "ipv6_cidr_block" / "Ipv6CidrBlock", Shape::Text, "its IPv6 range, a /64 of the VPC's";
        auto_ipv6: bool = "auto_assign_ipv6" / "AssignIpv6AddressOnCreation",
            Shape::Boolean, "whether new network interfaces get an IPv6 address";
    }
}

const TABLE: &[Argument] = &[
    Argument::optional("route_table_id", Shape::Text, "the route table it is associated with, by id"),
    Argument::optional("route_table_name", Shape::Text, "the route table it is associated with, by Name tag"),
];
const INDEX: Argument = Argument::optional(
    "ipv6_cidr_index",
    Shape::Integer,
    "its IPv6 range as the number of a /64 in the VPC's range: 0 to 255 in a /56",
);
const PRESENT: &[Argument] = arguments!(
    &[NAME, Argument { required: true, ..Fixed::ARGUMENTS[0] }, Fixed::ARGUMENTS[1], Addresses::ARGUMENTS[1]],
    VPC,
    &[TAGS],
    TABLE,
    &[Addresses::ARGUMENTS[0], Addresses::ARGUMENTS[2], INDEX]
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
    /// The settings that are fixed at creation.
    pub fixed: Fixed,
    /// Which addresses instances get, and the IPv6 range.
    pub addresses: Addresses,
    /// Which /64 of the VPC's IPv6 range it has.
    pub ipv6_index: Option<u32>,
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
        ipv6_index: index(fields, vpc.is_some(), problems),
        vpc,
        fixed: Fixed::read(fields),
        addresses: Addresses::read(fields),
        table: Which::read(fields, "route_table_id", "route_table_name", problems),
        tags: tagged::read(fields, &name, problems),
        name,
    }
}

fn index(fields: &Fields, is_in_vpc: bool, problems: &mut Problems) -> Option<u32> {
    let index = fields.integer("ipv6_cidr_index")?;
    let mut wrong = |message: &str| problems.push(Problem::at(fields.place_of("ipv6_cidr_index"), message));
    if fields.has("ipv6_cidr_block") {
        wrong("'ipv6_cidr_block' and 'ipv6_cidr_index' exclude each other");
    }
    if !is_in_vpc {
        wrong("'ipv6_cidr_index' is a part of the VPC's range: write 'vpc_name' or 'vpc_id'");
    }
    let number = u32::try_from(index).ok();
    if number.is_none() {
        wrong("'ipv6_cidr_index' counts from 0");
    }
    number
}
