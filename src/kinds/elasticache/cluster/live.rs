//! A cache cluster as AWS describes it.

use aws_sdk_elasticache::types::CacheCluster;

use crate::nodes::{Origin, Settings};
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Ident, Value};

/// A cache cluster as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its id, in lower case.
    pub(crate) name: String,
    pub(crate) arn: String,
    /// `available`, `creating`, `modifying` …
    pub(crate) status: String,
    /// Including pending changes.
    pub(crate) settings: Settings,
    /// The node type that it gets in its maintenance window.
    pub(crate) pending_node_type: Option<String>,
    /// Including pending changes.
    pub(crate) num_cache_nodes: Option<i32>,
    /// Ids of the nodes, in order.
    pub(crate) nodes: Vec<String>,
    /// `single-az` or `cross-az`; none while a change of it may be pending.
    pub(crate) az_mode: Option<String>,
    pub(crate) origin: Origin,
    pub(crate) tags: Asked<Tags>,
    /// The replication group that it is a member of.
    pub(crate) replication_group: Option<String>,
    /// Host and port for clients: those of the cluster, or of its only node.
    pub(crate) endpoint: Option<String>,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "endpoint" => self.endpoint.clone().map(Value::from),
            _ => None,
        }
    }
}

/// A cluster as ElastiCache describes it.
pub(super) fn described(cluster: CacheCluster) -> Live {
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
        name: cluster.cache_cluster_id.clone().unwrap_or_default(),
        status: cluster.cache_cluster_status.clone().unwrap_or_default(),
        num_cache_nodes: pending.and_then(|pending| pending.num_cache_nodes).or(cluster.num_cache_nodes),
        nodes,
        pending_node_type: pending.and_then(|pending| pending.cache_node_type.clone()),
        // Pending nodes may be in other zones, so AWS does not show the future mode.
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
        replication_group: cluster.replication_group_id,
        arn: cluster.arn.unwrap_or_default(),
        ..Live::default()
    }
}
