//! The execution functions of EC2: `boto_secgroup.*`, `boto_vpc.*`, `boto_ec2.*`.

mod api;
mod arguments;
mod groups;
mod instances;
mod networks;
mod routes;
mod shape;
mod subnets;

use crate::resources::Family;

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["secgroup", "ec2"], functions: groups::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: networks::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: subnets::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: routes::FUNCTIONS },
    &Family { labels: &["ec2"], functions: instances::FUNCTIONS },
];
