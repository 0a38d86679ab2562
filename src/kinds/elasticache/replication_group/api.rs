//! The calls for replication groups.

use aws_sdk_elasticache::types::NodeGroupConfiguration;
use futures::future::{BoxFuture, FutureExt};

use super::diff::Step;
use super::live::{Live, described};
use super::spec::Shard;
use super::{MEMBERS, TAGS};
use crate::ElastiCache;
use crate::api::{self, with_origin, with_settings};
use crate::cluster::api::one;
use crate::nodes::Settings;
use crate::status::AVAILABLE;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let request = aws.client::<ElastiCache>().describe_replication_groups();
    listed!(request, set_replication_group_id(name), "DescribeReplicationGroups", described).boxed()
}

async fn complete(aws: &Aws, ask: &Ask, mut live: Live) -> Result<Live, ApiError> {
    let member = live.members.first().filter(|_| ask.aspects.has(MEMBERS)).cloned();
    let can_tell = ask.aspects.has(TAGS) && live.status == AVAILABLE;
    let (tags, member) = futures::try_join!(api::tags(aws, &live.arn, can_tell), async {
        match &member {
            Some(member) => one(aws, member).await,
            None => Ok(None),
        }
    })?;
    live.tags = tags;
    if let Some(member) = member {
        live.origin = member.origin;
        live.settings = Settings {
            // AWS shows pending changes of members only.
            node_type: member.pending_node_type.or(live.settings.node_type).or(member.settings.node_type),
            snapshot_retention: live.settings.snapshot_retention,
            snapshot_window: live.settings.snapshot_window,
            ..member.settings
        };
    }
    Ok(live)
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (cache, call) = (aws.client::<ElastiCache>(), step.call());
    match step {
        Step::Create { name, declared } => {
            let (group, members) = (&declared.group, &declared.members);
            let layout = members.layout.as_ref().map(|all| all.iter().map(shard).collect());
            let request = with_settings!(cache.create_replication_group(), declared.settings);
            let request = with_origin!(request, declared.origin)
                .replication_group_id(name)
                .replication_group_description(group.description.as_deref().unwrap_or(name))
                .set_primary_cluster_id(group.primary.clone())
                .set_automatic_failover_enabled(group.failover)
                .set_multi_az_enabled(group.multi_az)
                .set_num_cache_clusters(members.clusters)
                .set_preferred_cache_cluster_azs(members.zones.clone())
                .set_num_node_groups(members.shards)
                .set_replicas_per_node_group(members.replicas)
                .set_node_group_configuration(layout)
                .set_transit_encryption_enabled(members.encrypted_in_transit)
                .set_at_rest_encryption_enabled(members.encrypted_at_rest)
                .set_kms_key_id(members.kms_key.clone())
                .set_tags(declared.tags.as_ref().and_then(api::list));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Modify { name, group, settings, at_once } => {
            let request = with_settings!(cache.modify_replication_group(), settings)
                .replication_group_id(name)
                .apply_immediately(*at_once)
                .set_replication_group_description(group.description.clone())
                .set_primary_cluster_id(group.primary.clone())
                .set_automatic_failover_enabled(group.failover)
                .set_multi_az_enabled(group.multi_az)
                .set_snapshotting_cluster_id(group.snapshotting.clone())
                .set_notification_topic_status(settings.topic_status.clone());
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name, removal } => {
            let request = cache.delete_replication_group().replication_group_id(name);
            let request = request.set_retain_primary_cluster(removal.retain_primary);
            let done = request.set_final_snapshot_identifier(removal.final_snapshot.clone()).send().await;
            done_if_not_found(done.map(drop).map_err(failed(call, name)))
        }
    }
}

fn shard(shard: &Shard) -> NodeGroupConfiguration {
    NodeGroupConfiguration::builder()
        .set_node_group_id(shard.id.clone())
        .set_slots(shard.slots.clone())
        .set_replica_count(shard.replicas)
        .set_primary_availability_zone(shard.primary_zone.clone())
        .set_replica_availability_zones(shard.replica_zones.clone())
        .build()
}
