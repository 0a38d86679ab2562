//! `rds.snapshot`, `rds.cluster_snapshot`: snapshots by name. No SLS declares one; a deletion checks whether its final
//! snapshot already exists.

mod api;
mod live;

use futures::future::{FutureExt, ready};

use self::live::Live;
use aws::Aws;
use kind::one_or_all::describe;
use kind::{Answers, Ask, Source};
use model::Value;

/// A snapshot of an instance. Attributes: `arn`, `status`.
#[derive(Debug)]
pub struct Snapshot;

impl Source for Snapshot {
    const KIND: &'static str = "rds.snapshot";
    const NOUN: &'static str = "RDS snapshot";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        describe(asks, |name| api::of_instances(aws, name), |_, live| ready(Ok(live)).boxed()).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}

/// A snapshot of a cluster. Attributes: `arn`, `status`.
#[derive(Debug)]
pub struct ClusterSnapshot;

impl Source for ClusterSnapshot {
    const KIND: &'static str = "rds.cluster_snapshot";
    const NOUN: &'static str = "RDS cluster snapshot";
    type Live = Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
        describe(asks, |name| api::of_clusters(aws, name), |_, live| ready(Ok(live)).boxed()).await
    }

    fn attribute(live: &Live, attribute: &str) -> Option<Value> {
        live.attribute(attribute)
    }
}
