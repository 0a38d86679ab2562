//! The calls for cache clusters.

use aws_sdk_elasticache::types::AzMode;
use futures::future::{BoxFuture, FutureExt};

use super::TAGS;
use super::diff::Step;
use super::live::{Live, described};
use crate::ElastiCache;
use crate::api::{self, with_origin, with_settings};
use crate::status::AVAILABLE;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let request = aws.client::<ElastiCache>().describe_cache_clusters().show_cache_node_info(true);
    listed!(request, set_cache_cluster_id(name), "DescribeCacheClusters", described).boxed()
}

async fn complete(aws: &Aws, ask: &Ask, live: Live) -> Result<Live, ApiError> {
    let can_tell = ask.aspects.has(TAGS) && live.status == AVAILABLE;
    let tags = api::tags(aws, &live.arn, can_tell).await?;
    Ok(Live { tags, ..live })
}

/// One cluster, as read.
pub(crate) async fn one(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    Ok(absent_if_not_found(list(aws, Some(name)).await)?.and_then(|mut found| found.pop()))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (cache, call) = (aws.client::<ElastiCache>(), step.call());
    match step {
        Step::Create { name, declared } => {
            let request = with_settings!(cache.create_cache_cluster(), declared.settings);
            let request = with_origin!(request, declared.origin)
                .cache_cluster_id(name)
                .set_replication_group_id(declared.replication_group.clone())
                .set_az_mode(declared.az_mode.as_deref().map(AzMode::from))
                .set_preferred_availability_zone(declared.zone.clone())
                .set_preferred_availability_zones(declared.zones.clone())
                .set_num_cache_nodes(declared.num_cache_nodes)
                .set_tags(declared.tags.as_ref().and_then(api::list));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Modify { name, modification } => {
            let settings = &modification.settings;
            let request = with_settings!(cache.modify_cache_cluster(), settings)
                .cache_cluster_id(name)
                .apply_immediately(modification.at_once)
                .set_num_cache_nodes(modification.num_cache_nodes)
                .set_cache_node_ids_to_remove(modification.remove.clone())
                .set_new_availability_zones(modification.new_zones.clone())
                .set_az_mode(modification.az_mode.as_deref().map(AzMode::from))
                .set_notification_topic_status(settings.topic_status.clone());
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name, final_snapshot } => {
            let request = cache.delete_cache_cluster().cache_cluster_id(name);
            let done = request.set_final_snapshot_identifier(final_snapshot.clone()).send().await;
            done_if_not_found(done.map(drop).map_err(failed(call, name)))
        }
    }
}
