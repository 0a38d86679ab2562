//! The execution functions of EC2: `boto_secgroup.*`, `boto_vpc.*`, `boto_ec2.*`.

mod acls;
mod addresses;
mod api;
mod arguments;
mod groups;
mod instances;
mod interfaces;
mod keys;
mod launch;
mod making;
mod networks;
mod peerings;
mod route_changes;
mod routes;
mod shape;
mod subnets;
mod volumes;
mod vpcs;

use kind::Family;

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["secgroup", "ec2"], functions: groups::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: networks::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: subnets::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: routes::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: vpcs::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: route_changes::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: acls::FUNCTIONS },
    &Family { labels: &["vpc", "ec2"], functions: peerings::FUNCTIONS },
    &Family { labels: &["ec2"], functions: instances::FUNCTIONS },
    &Family { labels: &["ec2"], functions: launch::FUNCTIONS },
    &Family { labels: &["ec2"], functions: addresses::FUNCTIONS },
    &Family { labels: &["ec2"], functions: interfaces::FUNCTIONS },
    &Family { labels: &["ec2"], functions: keys::FUNCTIONS },
    &Family { labels: &["ec2"], functions: volumes::FUNCTIONS },
];
