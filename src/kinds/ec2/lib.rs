//! Amazon EC2: instances, volumes, images, addresses, networks with their subnets, gateways and routes, security groups,
//! and the things that others refer to by name.

pub mod address;
mod api;
pub mod dhcp_options;
pub mod egress_only_internet_gateway;
mod elastic;
mod export;
mod functions;
pub mod image;
pub mod instance;
pub mod internet_gateway;
mod ipv6;
pub mod key_pair;
pub mod launch_template;
mod names;
pub mod nat_gateway;
pub mod network_acl;
pub mod network_interface;
pub mod private_ips;
pub mod route_table;
pub mod security_group;
pub mod subnet;
mod tagged;
pub mod volume;
pub mod volume_tags;
pub mod vpc;
pub mod vpc_endpoint;
pub mod vpc_peering_connection;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// EC2.
    Ec2 aws_sdk_ec2
);
aws::tag!(Ec2 aws_sdk_ec2::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<address::Address>::IT,
    &Kind::<dhcp_options::DhcpOptions>::IT,
    &Kind::<egress_only_internet_gateway::EgressOnlyInternetGateway>::IT,
    &Kind::<image::Image>::IT,
    &Kind::<instance::Instance>::IT,
    &Kind::<internet_gateway::InternetGateway>::IT,
    &Kind::<key_pair::KeyPair>::IT,
    &Kind::<launch_template::LaunchTemplate>::IT,
    &Kind::<nat_gateway::NatGateway>::IT,
    &Kind::<network_acl::NetworkAcl>::IT,
    &Kind::<network_interface::NetworkInterface>::IT,
    &Kind::<private_ips::PrivateIps>::IT,
    &Kind::<route_table::RouteTable>::IT,
    &Kind::<security_group::SecurityGroup>::IT,
    &Kind::<subnet::Subnet>::IT,
    &Kind::<volume::Volume>::IT,
    &Kind::<volume_tags::VolumeTags>::IT,
    &Kind::<vpc::Vpc>::IT,
    &Kind::<vpc_endpoint::VpcEndpoint>::IT,
    &Kind::<vpc_peering_connection::VpcPeeringConnection>::IT,
];

/// Sources that kinds refer to.
pub const SOURCES: &[&dyn AnySource] =
    &[&ReadOnly::<instance::Instances>::IT, &ReadOnly::<vpc::DefaultVpc>::IT];
