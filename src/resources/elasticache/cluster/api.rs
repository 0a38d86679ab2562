//! The calls for cache clusters.

use aws_sdk_elasticache::types::{AzMode, CacheCluster};
use futures::future::FutureExt;
use indexmap::IndexMap;

use super::diff::{Modification, Step};
use super::spec::Declared;
use super::{Live, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::model::Ident;
use crate::resources::elasticache::api;
use crate::resources::elasticache::nodes::{Origin, Settings};
use crate::resources::elasticache::tags::AVAILABLE;
use crate::resources::{Answers, Ask};

/// ElastiCache describes one cluster by name or all; from this many on, all are cheaper.
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
            let complete = |ask| complete(aws, ask, &found).boxed();
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
    let found = one(aws, id).await?;
    let found = found.map(|cluster| (id.clone(), cluster)).into_iter().collect();
    complete(aws, ask, &found).await
}

/// One cluster, as read.
pub(in crate::resources::elasticache) async fn one(aws: &Aws, id: &str) -> Result<Option<Live>, ApiError> {
    let call = aws.elasticache().describe_cache_clusters().cache_cluster_id(id).show_cache_node_info(true);
    let answer = absent_if_not_found(call.send().await.map_err(failed("DescribeCacheClusters", id)))?;
    let found = answer.and_then(|answer| answer.cache_clusters.unwrap_or_default().into_iter().next());
    Ok(found.map(canonical))
}

async fn all(aws: &Aws) -> Result<IndexMap<String, Live>, ApiError> {
    let call = aws.elasticache().describe_cache_clusters().show_cache_node_info(true).max_records(100);
    let mut pages = call.into_paginator().items().send();
    let mut found = IndexMap::new();
    while let Some(cluster) = pages.next().await {
        let cluster = cluster.map_err(failed("DescribeCacheClusters", "all clusters"))?;
        found.insert(cluster.cache_cluster_id.clone().unwrap_or_default(), canonical(cluster));
    }
    Ok(found)
}

async fn complete(aws: &Aws, ask: &Ask, found: &IndexMap<String, Live>) -> Result<Option<Live>, ApiError> {
    let Some(mut live) = found.get(&ask.reference.name).cloned() else { return Ok(None) };
    let can_tell = ask.aspects.has(TAGS) && live.status == AVAILABLE;
    live.tags = api::tags(aws, &live.arn, can_tell).await?;
    Ok(Some(live))
}

fn canonical(cluster: CacheCluster) -> Live {
    let pending = cluster.pending_modified_values.as_ref();
    let several = cluster.preferred_availability_zone.as_deref() == Some("Multiple");
    let topic = cluster.notification_configuration.clone();
    let nodes = cluster.cache_nodes.clone().unwrap_or_default();
    let first = nodes.first().and_then(|node| node.endpoint.clone());
    let endpoint = cluster.configuration_endpoint.clone().or_else(|| first.clone());
    let mut groups: Vec<Ident> = cluster
        .security_groups
        .clone()
        .unwrap_or_default()
        .into_iter()
        .filter_map(|group| group.security_group_id)
        .map(Ident::from)
        .collect();
    groups.sort();
    let mut nodes: Vec<String> = nodes.into_iter().filter_map(|node| node.cache_node_id).collect();
    nodes.sort();
    Live {
        status: cluster.cache_cluster_status.clone().unwrap_or_default(),
        num_cache_nodes: pending.and_then(|pending| pending.num_cache_nodes).or(cluster.num_cache_nodes),
        nodes,
        pending_node_type: pending.and_then(|pending| pending.cache_node_type.clone()),
        // Nodes that are still to come may be meant for other zones: what the mode will be, AWS does not tell.
        az_mode: pending
            .is_none_or(|pending| pending.num_cache_nodes.is_none())
            .then(|| if several { "cross-az" } else { "single-az" }.to_owned()),
        origin: Origin {
            subnet_group: cluster.cache_subnet_group_name.clone().filter(|name| !name.is_empty()),
            port: endpoint.as_ref().and_then(|endpoint| endpoint.port),
            ..Origin::default()
        },
        endpoint: endpoint.and_then(|it| Some(format!("{}:{}", it.address?, it.port?))),
        settings: Settings {
            node_type: pending
                .and_then(|pending| pending.cache_node_type.clone())
                .or(cluster.cache_node_type),
            engine: cluster.engine.map(|engine| engine.to_lowercase()),
            engine_version: pending
                .and_then(|pending| pending.engine_version.clone())
                .or(cluster.engine_version),
            parameter_group: cluster.cache_parameter_group.and_then(|group| group.cache_parameter_group_name),
            security_groups: Some(groups),
            maintenance_window: cluster.preferred_maintenance_window.map(|window| window.to_lowercase()),
            topic: topic.as_ref().and_then(|topic| topic.topic_arn.clone()),
            topic_status: topic.and_then(|topic| topic.topic_status),
            minor_upgrades: cluster.auto_minor_version_upgrade,
            snapshot_retention: cluster.snapshot_retention_limit,
            snapshot_window: cluster.snapshot_window,
        },
        arn: cluster.arn.unwrap_or_default(),
        ..Live::default()
    }
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { id, declared } => create(aws, id, declared).await,
        Step::Modify { id, modification } => modify(aws, id, modification).await,
        Step::Tags(step) => api::apply_tags(aws, step).await,
        Step::Delete { id, final_snapshot } => {
            let call = aws.elasticache().delete_cache_cluster().cache_cluster_id(id);
            let done = call.set_final_snapshot_identifier(final_snapshot.clone()).send().await;
            done_if_not_found(done.map(|_| ()).map_err(failed("DeleteCacheCluster", id)))
        }
    }
}

/// Identifiers as the SDK takes them.
pub(in crate::resources::elasticache) fn ids(groups: Option<&Vec<Ident>>) -> Option<Vec<String>> {
    groups.map(|groups| groups.iter().map(ToString::to_string).collect())
}

async fn create(aws: &Aws, id: &str, declared: &Declared) -> Result<(), ApiError> {
    let (settings, origin) = (&declared.settings, &declared.origin);
    let call = aws
        .elasticache()
        .create_cache_cluster()
        .cache_cluster_id(id)
        .set_replication_group_id(declared.replication_group.clone())
        .set_az_mode(declared.az_mode.as_deref().map(AzMode::from))
        .set_preferred_availability_zone(declared.zone.clone())
        .set_preferred_availability_zones(declared.zones.clone())
        .set_num_cache_nodes(declared.num_cache_nodes)
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
    call.send().await.map(|_| ()).map_err(failed("CreateCacheCluster", id))
}

async fn modify(aws: &Aws, id: &str, modification: &Modification) -> Result<(), ApiError> {
    let settings = &modification.settings;
    let call = aws
        .elasticache()
        .modify_cache_cluster()
        .cache_cluster_id(id)
        .apply_immediately(modification.at_once)
        .set_num_cache_nodes(modification.num_cache_nodes)
        .set_cache_node_ids_to_remove(modification.remove.clone())
        .set_new_availability_zones(modification.new_zones.clone())
        .set_az_mode(modification.az_mode.as_deref().map(AzMode::from))
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
    call.send().await.map(|_| ()).map_err(failed("ModifyCacheCluster", id))
}
