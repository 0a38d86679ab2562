//! Amazon ElastiCache.

mod api;
pub mod cluster;
mod nodes;
mod password;
pub mod replication_group;
pub mod subnet_group;
mod tags;

use super::{AnyKind, Family, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<subnet_group::SubnetGroup>::IT,
    &Kind::<cluster::Cluster>::IT,
    &Kind::<replication_group::ReplicationGroup>::IT,
];

/// The execution functions of this service.
pub const FUNCTIONS: &[&Family] = &[];
