//! Amazon EC2: networks with their subnets, gateways and routes, security groups, and the things that others refer to by name.

mod api;
pub mod dhcp_options;
mod functions;
pub mod image;
pub mod instance;
pub mod internet_gateway;
pub mod launch_template;
pub mod nat_gateway;
pub mod route_table;
pub mod security_group;
pub mod subnet;
mod tagged;
pub mod vpc;
pub mod vpc_peering_connection;

pub use functions::FUNCTIONS;

use super::{AnyKind, AnySource, Kind, ReadOnly};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<dhcp_options::DhcpOptions>::IT,
    &Kind::<internet_gateway::InternetGateway>::IT,
    &Kind::<nat_gateway::NatGateway>::IT,
    &Kind::<route_table::RouteTable>::IT,
    &Kind::<security_group::SecurityGroup>::IT,
    &Kind::<subnet::Subnet>::IT,
    &Kind::<vpc::Vpc>::IT,
    &Kind::<vpc_peering_connection::VpcPeeringConnection>::IT,
];

/// What can only be referred to.
pub const SOURCES: &[&dyn AnySource] = &[
    &ReadOnly::<image::Image>::IT,
    &ReadOnly::<instance::Instance>::IT,
    &ReadOnly::<instance::Instances>::IT,
    &ReadOnly::<launch_template::LaunchTemplate>::IT,
    &ReadOnly::<vpc::DefaultVpc>::IT,
];
