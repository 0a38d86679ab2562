//! The calls that read snapshots.

use futures::future::{BoxFuture, FutureExt};

use super::live::{Live, of_cluster, of_instance};
use crate::Rds;
use aws::{ApiError, Aws};
use kind::one_or_all::listed;

/// Snapshots of instances: all, or the one with that name.
pub(super) fn of_instances<'a>(
    aws: &'a Aws,
    name: Option<&'a str>,
) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    listed!(
        aws.client::<Rds>().describe_db_snapshots(),
        set_db_snapshot_identifier(name),
        "DescribeDBSnapshots",
        of_instance
    )
    .boxed()
}

/// Snapshots of clusters: all, or the one with that name.
pub(super) fn of_clusters<'a>(
    aws: &'a Aws,
    name: Option<&'a str>,
) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    listed!(
        aws.client::<Rds>().describe_db_cluster_snapshots(),
        set_db_cluster_snapshot_identifier(name),
        "DescribeDBClusterSnapshots",
        of_cluster
    )
    .boxed()
}
