//! Amazon ElastiCache.

mod api;
pub mod cluster;
mod export;
mod functions;
mod nodes;
pub mod replication_group;
mod status;
pub mod subnet_group;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// ElastiCache.
    ElastiCache aws_sdk_elasticache
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<subnet_group::SubnetGroup>::IT,
    &Kind::<cluster::Cluster>::IT,
    &Kind::<replication_group::ReplicationGroup>::IT,
];
