//! The calls for replication groups.

use aws_sdk_elasticache::types::{
    AutomaticFailoverStatus, MultiAzStatus, NodeGroupConfiguration, PendingAutomaticFailoverStatus,
    ReplicationGroup as Found,
};
use futures::future::FutureExt;
use indexmap::IndexMap;

use super::diff::Step;
use super::spec::{Declared, GroupSettings, Removal, Shard};
use super::{Live, MEMBERS, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::resources::elasticache::api;
use crate::resources::elasticache::cluster::api::{ids, one};
use crate::resources::elasticache::nodes::Settings;
use crate::resources::elasticache::tags::AVAILABLE;
use crate::resources::{Answers, Ask};

/// ElastiCache describes one group by name or all; from this many on, all are cheaper.
const MANY: usize = 5;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    if asks.len() < MANY {
        for (ask, answer) in read_each(asks, MANY, |ask| read(aws, ask).boxed()).await {
            answers.answer(&ask.reference, answer);
        }
        return answers;
    }
    match all(aws).await {
        Ok(found) => {
            let complete =
                |ask: &'_ Ask| complete(aws, ask.clone(), found.get(&ask.reference.name).cloned()).boxed();
            for (ask, answer) in read_each(asks, MANY, complete).await {
                answers.answer(&ask.reference, answer);
            }
        }
        Err(error) => answers.all_failed(asks, &error),
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let id = &ask.reference.name;
    let answer = aws.elasticache().describe_replication_groups().replication_group_id(id).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("DescribeReplicationGroups", id)))?;
    let found = answer.and_then(|answer| answer.replication_groups.unwrap_or_default().into_iter().next());
    complete(aws, ask.clone(), found.map(canonical)).await
}

async fn all(aws: &Aws) -> Result<IndexMap<String, Live>, ApiError> {
    let call = aws.elasticache().describe_replication_groups().max_records(100);
    let mut pages = call.into_paginator().items().send();
    let mut found = IndexMap::new();
    while let Some(group) = pages.next().await {
        let group = group.map_err(failed("DescribeReplicationGroups", "all groups"))?;
        found.insert(group.replication_group_id.clone().unwrap_or_default(), canonical(group));
    }
    Ok(found)
}

async fn complete(aws: &Aws, ask: Ask, found: Option<Live>) -> Result<Option<Live>, ApiError> {
    let Some(mut live) = found else { return Ok(None) };
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
        live.settings = Settings {
            // What is pending AWS tells of the members alone.
            node_type: member.pending_node_type.or(live.settings.node_type).or(member.settings.node_type),
            snapshot_retention: live.settings.snapshot_retention,
            snapshot_window: live.settings.snapshot_window,
            ..member.settings
        };
    }
    Ok(Some(live))
}

fn canonical(group: Found) -> Live {
    let pending = group.pending_modified_values.as_ref();
    let failover = pending.and_then(|pending| pending.automatic_failover_status.as_ref());
    let failover = failover.map(|status| *status == PendingAutomaticFailoverStatus::Enabled);
    let pending = pending.and_then(|pending| pending.primary_cluster_id.clone());
    let members = group
        .node_groups
        .into_iter()
        .flatten()
        .flat_map(|shard| shard.node_group_members.unwrap_or_default());
    let primary = members.into_iter().find(|member| member.current_role.as_deref() == Some("primary"));
    let is_failing_over = |status: &AutomaticFailoverStatus| {
        matches!(status, AutomaticFailoverStatus::Enabled | AutomaticFailoverStatus::Enabling)
    };
    Live {
        arn: group.arn.unwrap_or_default(),
        status: group.status.unwrap_or_default(),
        group: GroupSettings {
            description: group.description,
            primary: pending.or(primary.and_then(|member| member.cache_cluster_id)),
            failover: failover.or(Some(group.automatic_failover.as_ref().is_some_and(is_failing_over))),
            multi_az: Some(group.multi_az == Some(MultiAzStatus::Enabled)),
            snapshotting: group.snapshotting_cluster_id,
        },
        settings: Settings {
            node_type: group.cache_node_type,
            engine: group.engine.map(|engine| engine.to_lowercase()),
            minor_upgrades: group.auto_minor_version_upgrade,
            snapshot_retention: group.snapshot_retention_limit,
            snapshot_window: group.snapshot_window,
            ..Settings::default()
        },
        members: group.member_clusters.unwrap_or_default(),
        ..Live::default()
    }
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { id, declared } => create(aws, id, declared).await,
        Step::Modify { id, group, settings, at_once } => modify(aws, id, (group, settings), *at_once).await,
        Step::Tags(step) => api::apply_tags(aws, step).await,
        Step::Delete { id, removal } => delete(aws, id, removal).await,
    }
}

async fn delete(aws: &Aws, id: &str, removal: &Removal) -> Result<(), ApiError> {
    let call = aws.elasticache().delete_replication_group().replication_group_id(id);
    let call = call.set_retain_primary_cluster(removal.retain_primary);
    let done = call.set_final_snapshot_identifier(removal.final_snapshot.clone()).send().await;
    done_if_not_found(done.map(|_| ()).map_err(failed("DeleteReplicationGroup", id)))
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

async fn create(aws: &Aws, id: &str, declared: &Declared) -> Result<(), ApiError> {
    let (group, settings, origin) = (&declared.group, &declared.settings, &declared.origin);
    let members = &declared.members;
    let call = aws
        .elasticache()
        .create_replication_group()
        .replication_group_id(id)
        .replication_group_description(group.description.as_deref().unwrap_or(id))
        .set_primary_cluster_id(group.primary.clone())
        .set_automatic_failover_enabled(group.failover)
        .set_multi_az_enabled(group.multi_az)
        .set_num_cache_clusters(members.clusters)
        .set_preferred_cache_cluster_azs(members.zones.clone())
        .set_num_node_groups(members.shards)
        .set_replicas_per_node_group(members.replicas)
        .set_node_group_configuration(members.layout.as_ref().map(|all| all.iter().map(shard).collect()))
        .set_transit_encryption_enabled(members.encrypted_in_transit)
        .set_at_rest_encryption_enabled(members.encrypted_at_rest)
        .set_kms_key_id(members.kms_key.clone())
        .set_cache_node_type(settings.node_type.clone())
        .set_engine(settings.engine.clone())
        .set_engine_version(settings.engine_version.clone())
        .set_cache_parameter_group_name(settings.parameter_group.clone())
        .set_cache_subnet_group_name(origin.subnet_group.clone())
        .set_security_group_ids(ids(settings.security_groups.as_ref()))
        .set_snapshot_arns(origin.snapshot_arns.clone())
        .set_snapshot_name(origin.snapshot_name.clone())
        .set_preferred_maintenance_window(settings.maintenance_window.clone())
        .set_port(origin.port)
        .set_notification_topic_arn(settings.topic.clone())
        .set_auto_minor_version_upgrade(settings.minor_upgrades)
        .set_snapshot_retention_limit(settings.snapshot_retention)
        .set_snapshot_window(settings.snapshot_window.clone())
        .set_auth_token(origin.auth_token.as_ref().map(|token| token.reveal().to_owned()))
        .set_tags(declared.tags.as_ref().and_then(api::list));
    call.send().await.map(|_| ()).map_err(failed("CreateReplicationGroup", id))
}

async fn modify(
    aws: &Aws,
    id: &str,
    (group, settings): (&GroupSettings, &Settings),
    at_once: bool,
) -> Result<(), ApiError> {
    let call = aws
        .elasticache()
        .modify_replication_group()
        .replication_group_id(id)
        .apply_immediately(at_once)
        .set_replication_group_description(group.description.clone())
        .set_primary_cluster_id(group.primary.clone())
        .set_automatic_failover_enabled(group.failover)
        .set_multi_az_enabled(group.multi_az)
        .set_snapshotting_cluster_id(group.snapshotting.clone())
        .set_cache_node_type(settings.node_type.clone())
        .set_engine(settings.engine.clone())
        .set_engine_version(settings.engine_version.clone())
        .set_cache_parameter_group_name(settings.parameter_group.clone())
        .set_security_group_ids(ids(settings.security_groups.as_ref()))
        .set_preferred_maintenance_window(settings.maintenance_window.clone())
        .set_notification_topic_arn(settings.topic.clone())
        .set_notification_topic_status(settings.topic_status.clone())
        .set_auto_minor_version_upgrade(settings.minor_upgrades)
        .set_snapshot_retention_limit(settings.snapshot_retention)
        .set_snapshot_window(settings.snapshot_window.clone());
    call.send().await.map(|_| ()).map_err(failed("ModifyReplicationGroup", id))
}
