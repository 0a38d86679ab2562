//! `rds.snapshot`, `rds.cluster_snapshot`: snapshots by name. Nothing declares one; a deletion asks whether its last one is there already.

use aws_sdk_rds::types::{DbClusterSnapshot, DbSnapshot};
use futures::future::{BoxFuture, FutureExt, ready};

use crate::aws::{ApiError, Aws};
use crate::model::Value;
use crate::resources::rds::api::{self, Named, listed};
use crate::resources::{Answers, Ask, Source};

/// A snapshot of an instance. Attributes: `arn`, `status`.
#[derive(Debug)]
pub struct Snapshot;

/// A snapshot as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    name: String,
    arn: String,
    status: String,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Source for Snapshot {
    const KIND: &'static str = "rds.snapshot";
    const NOUN: &'static str = "RDS snapshot";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(asks, |name| list(aws, name), |_, live| ready(Ok(live)).boxed()).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "status" => Some(live.status.as_str().into()),
            _ => None,
        }
    }
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let of = |snapshot: DbSnapshot| Live {
        name: snapshot.db_snapshot_identifier.unwrap_or_default().to_lowercase(),
        arn: snapshot.db_snapshot_arn.unwrap_or_default(),
        status: snapshot.status.unwrap_or_default(),
    };
    listed!(aws, describe_db_snapshots.set_db_snapshot_identifier(name), "DescribeDBSnapshots", of).boxed()
}

/// A snapshot of a cluster. Attributes: `arn`, `status`.
#[derive(Debug)]
pub struct ClusterSnapshot;

impl Source for ClusterSnapshot {
    const KIND: &'static str = "rds.cluster_snapshot";
    const NOUN: &'static str = "RDS cluster snapshot";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        api::describe(asks, |name| of_clusters(aws, name), |_, live| ready(Ok(live)).boxed()).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        Snapshot::attribute(live, attribute)
    }
}

fn of_clusters<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let of = |snapshot: DbClusterSnapshot| Live {
        name: snapshot.db_cluster_snapshot_identifier.unwrap_or_default().to_lowercase(),
        arn: snapshot.db_cluster_snapshot_arn.unwrap_or_default(),
        status: snapshot.status.unwrap_or_default(),
    };
    listed!(
        aws,
        describe_db_cluster_snapshots.set_db_cluster_snapshot_identifier(name),
        "DescribeDBClusterSnapshots",
        of
    )
    .boxed()
}
