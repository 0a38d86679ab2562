//! Clusters, replication groups and subnet groups with everything that AWS shows.

use aws_sdk_elasticache::types::{CacheCluster, CacheNode, CacheSubnetGroup, Endpoint, NodeGroup, Subnet};

use crate::ElastiCache;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe};
use model::Value;

fn endpoint(endpoint: Option<&Endpoint>) -> Option<Value> {
    endpoint.map(|it| had([("Address", maybe(it.address())), ("Port", it.port().map(Value::from))]))
}

/// `config` and `host` of a cluster; none if it does not exist.
pub(super) async fn cluster(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let call = aws
        .client::<ElastiCache>()
        .describe_cache_clusters()
        .cache_cluster_id(name)
        .show_cache_node_info(true);
    let answer = absent_if_not_found(call.send().await.map_err(failed("DescribeCacheClusters", name)))?;
    let found = answer.and_then(|answer| answer.cache_clusters.unwrap_or_default().into_iter().next());
    let Some(found) = found else { return Ok(Value::Null) };
    let host = found.cache_nodes().first().and_then(CacheNode::endpoint).and_then(Endpoint::address);
    Ok([("config", config(&found)), ("host", host.into())].into_iter().collect())
}

fn config(cluster: &CacheCluster) -> Value {
    let nodes = cluster.cache_nodes.as_ref().map(|nodes| Value::List(nodes.iter().map(node).collect()));
    let old_groups = cluster.cache_security_groups.as_ref().map(|groups| {
        let names = groups.iter().filter_map(|group| group.cache_security_group_name());
        Value::List(names.map(Value::from).collect())
    });
    let groups = cluster.security_groups.as_ref().map(|groups| {
        let of = |group: &aws_sdk_elasticache::types::SecurityGroupMembership| {
            had([("SecurityGroupId", maybe(group.security_group_id())), ("Status", maybe(group.status()))])
        };
        Value::List(groups.iter().map(of).collect())
    });
    let parameters = cluster.cache_parameter_group().map(|group| group.cache_parameter_group_name().into());
    let topic = cluster.notification_configuration().map(|topic| topic.topic_arn().into());
    let access = cluster.configuration_endpoint();
    had([
        ("engine", maybe(cluster.engine())),
        ("cache_parameter_group", parameters),
        ("cache_cluster_id", maybe(cluster.cache_cluster_id())),
        ("cache_security_groups", old_groups),
        ("replication_group_id", maybe(cluster.replication_group_id())),
        ("auto_minor_version_upgrade", cluster.auto_minor_version_upgrade().map(Value::from)),
        ("num_cache_nodes", cluster.num_cache_nodes().map(Value::from)),
        ("preferred_availability_zone", maybe(cluster.preferred_availability_zone())),
        ("security_groups", groups),
        ("cache_subnet_group_name", maybe(cluster.cache_subnet_group_name())),
        ("engine_version", maybe(cluster.engine_version())),
        ("cache_node_type", maybe(cluster.cache_node_type())),
        ("notification_topic_arn", topic),
        ("preferred_maintenance_window", maybe(cluster.preferred_maintenance_window())),
        ("port", access.and_then(Endpoint::port).map(Value::from)),
        ("address", maybe(access.and_then(Endpoint::address))),
        ("cache_cluster_status", maybe(cluster.cache_cluster_status())),
        ("cache_nodes", nodes),
    ])
}

fn node(node: &CacheNode) -> Value {
    had([
        ("CacheNodeId", maybe(node.cache_node_id())),
        ("CacheNodeStatus", maybe(node.cache_node_status())),
        ("Endpoint", endpoint(node.endpoint())),
        ("ParameterGroupStatus", maybe(node.parameter_group_status())),
        ("CustomerAvailabilityZone", maybe(node.customer_availability_zone())),
    ])
}

/// `config` and `host` of a replication group; none if it does not exist.
pub(super) async fn group(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let answer =
        aws.client::<ElastiCache>().describe_replication_groups().replication_group_id(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("DescribeReplicationGroups", name)))?;
    let found = answer.and_then(|answer| answer.replication_groups.unwrap_or_default().into_iter().next());
    let Some(found) = found else { return Ok(Value::Null) };
    let primary = found.node_groups().first().and_then(NodeGroup::primary_endpoint);
    let config = had([
        ("replication_group_id", maybe(found.replication_group_id())),
        ("description", maybe(found.description())),
        ("status", maybe(found.status())),
        ("member_clusters", Some(found.member_clusters().to_vec().into())),
        ("snapshotting_cluster_id", maybe(found.snapshotting_cluster_id())),
        ("primary_endpoint", endpoint(primary)),
        ("node_groups", Some(Value::List(found.node_groups().iter().map(shard).collect()))),
    ]);
    Ok([("config", config), ("host", primary.and_then(Endpoint::address).into())].into_iter().collect())
}

fn shard(shard: &NodeGroup) -> Value {
    let members = shard.node_group_members().iter().map(|member| {
        had([
            ("CacheClusterId", maybe(member.cache_cluster_id())),
            ("CacheNodeId", maybe(member.cache_node_id())),
            ("ReadEndpoint", endpoint(member.read_endpoint())),
            ("PreferredAvailabilityZone", maybe(member.preferred_availability_zone())),
            ("CurrentRole", maybe(member.current_role())),
        ])
    });
    had([
        ("NodeGroupId", maybe(shard.node_group_id())),
        ("Status", maybe(shard.status())),
        ("PrimaryEndpoint", endpoint(shard.primary_endpoint())),
        ("NodeGroupMembers", Some(Value::List(members.collect()))),
    ])
}

/// Subnet groups: all, or the one with that name if it exists.
pub(super) async fn subnet_groups(aws: &Aws, name: Option<&str>) -> Result<Value, ApiError> {
    let call = aws.client::<ElastiCache>().describe_cache_subnet_groups();
    let pages = call.set_cache_subnet_group_name(name.map(str::to_owned)).into_paginator();
    let found: Result<Vec<CacheSubnetGroup>, _> = pages.items().send().collect().await;
    let found = found.map_err(failed("DescribeCacheSubnetGroups", name.unwrap_or("all")));
    let found = absent_if_not_found(found)?.unwrap_or_default();
    let of = |group: &CacheSubnetGroup| {
        had([
            ("CacheSubnetGroupName", maybe(group.cache_subnet_group_name())),
            ("CacheSubnetGroupDescription", maybe(group.cache_subnet_group_description())),
            ("VpcId", maybe(group.vpc_id())),
            ("Subnets", Some(Value::List(group.subnets().iter().map(subnet).collect()))),
        ])
    };
    Ok(Value::List(found.iter().map(of).collect()))
}

fn subnet(subnet: &Subnet) -> Value {
    let zone = subnet.subnet_availability_zone().map(|zone| had([("Name", maybe(zone.name()))]));
    had([("SubnetIdentifier", maybe(subnet.subnet_identifier())), ("SubnetAvailabilityZone", zone)])
}

/// A cluster as `boto_elasticache.create` makes it.
#[derive(Default)]
pub(super) struct NewCluster {
    pub name: String,
    /// Arguments that are plain text.
    pub texts: std::collections::BTreeMap<&'static str, String>,
    pub nodes: Option<i32>,
    pub port: Option<i32>,
    pub minor_upgrades: Option<bool>,
    pub old_groups: Option<Vec<String>>,
    pub groups: Option<Vec<String>>,
    pub snapshots: Option<Vec<String>>,
}

pub(super) async fn create(aws: &Aws, new: &NewCluster) -> Result<(), ApiError> {
    let text = |name: &str| new.texts.get(name).cloned();
    let call = aws
        .client::<ElastiCache>()
        .create_cache_cluster()
        .cache_cluster_id(&new.name)
        .set_num_cache_nodes(new.nodes)
        .set_engine(text("engine"))
        .set_cache_node_type(text("cache_node_type"))
        .set_replication_group_id(text("replication_group_id"))
        .set_engine_version(text("engine_version"))
        .set_cache_parameter_group_name(text("cache_parameter_group_name"))
        .set_cache_subnet_group_name(text("cache_subnet_group_name"))
        .set_preferred_availability_zone(text("preferred_availability_zone"))
        .set_preferred_maintenance_window(text("preferred_maintenance_window"))
        .set_notification_topic_arn(text("notification_topic_arn"))
        .set_cache_security_group_names(new.old_groups.clone())
        .set_security_group_ids(new.groups.clone())
        .set_snapshot_arns(new.snapshots.clone())
        .set_port(new.port)
        .set_auto_minor_version_upgrade(new.minor_upgrades);
    call.send().await.map(drop).map_err(failed("CreateCacheCluster", &new.name))
}

pub(super) async fn create_group(aws: &Aws, name: &str, primary: &str, text: &str) -> Result<(), ApiError> {
    let call = aws.client::<ElastiCache>().create_replication_group().replication_group_id(name);
    let call = call.primary_cluster_id(primary).replication_group_description(text);
    call.send().await.map(drop).map_err(failed("CreateReplicationGroup", name))
}
