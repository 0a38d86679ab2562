//! A replication group as AWS describes it.

use aws_sdk_elasticache::types::{
    AutomaticFailoverStatus, MultiAzStatus, PendingAutomaticFailoverStatus, ReplicationGroup,
};

use super::spec::{GroupSettings, Members};
use crate::nodes::{Origin, Settings};
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Value};

/// A replication group as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its id, in lower case.
    pub(super) name: String,
    pub(super) arn: String,
    /// `available`, `creating`, `modifying` …
    pub(super) status: String,
    pub(super) group: GroupSettings,
    /// Including the settings of the first member, if they were read.
    pub(super) settings: Settings,
    /// Its clusters.
    pub(super) members: Vec<String>,
    /// Their settings from creation, as far as AWS shows them.
    pub(super) made: Members,
    /// The location of the first member, if it was read.
    pub(super) origin: Origin,
    /// True if clients need a password.
    pub(super) has_password: bool,
    pub(super) tags: Asked<Tags>,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }
}

/// The number of members, and other settings from creation.
fn creation_settings(group: &ReplicationGroup) -> Members {
    let count = |number: usize| i32::try_from(number).ok();
    let (shards, clusters) = (group.node_groups().len(), group.member_clusters().len());
    let has_shards = group.cluster_enabled == Some(true) && shards > 0;
    Members {
        clusters: if has_shards { None } else { count(clusters) },
        shards: if has_shards { count(shards) } else { None },
        replicas: if has_shards { count((clusters / shards).saturating_sub(1)) } else { None },
        encrypted_in_transit: group.transit_encryption_enabled,
        encrypted_at_rest: group.at_rest_encryption_enabled,
        kms_key: group.kms_key_id.clone(),
        ..Members::default()
    }
}

/// A group as ElastiCache describes it.
pub(super) fn described(group: ReplicationGroup) -> Live {
    let made = creation_settings(&group);
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
        name: group.replication_group_id.unwrap_or_default(),
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
        made,
        has_password: group.auth_token_enabled == Some(true),
        ..Live::default()
    }
}
