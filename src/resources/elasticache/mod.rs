//! Amazon ElastiCache.

mod api;
pub mod cluster;
mod functions;
mod nodes;
pub mod replication_group;
pub mod subnet_group;
mod tags;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<subnet_group::SubnetGroup>::IT,
    &Kind::<cluster::Cluster>::IT,
    &Kind::<replication_group::ReplicationGroup>::IT,
];

/// Why waiting for a cluster or group of this status is in vain; none for a status that passes.
///
/// See `CacheClusterStatus` and `Status` in
/// <https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CacheCluster.html>.
fn never_available(status: &str) -> Option<String> {
    let stays = ["create-failed", "deleted", "incompatible-network", "restore-failed"].contains(&status);
    stays.then(|| {
        format!("its status is '{status}', which it does not leave by itself: delete it and run again")
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_failed_creation_is_not_waited_for() {
        assert!(super::never_available("create-failed").is_some());
        assert!(
            super::never_available("creating").is_none() && super::never_available("modifying").is_none()
        );
    }
}
