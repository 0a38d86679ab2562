//! A cluster as AWS describes it.

use aws_sdk_rds::types::{ClusterPendingModifiedValues, DbCluster};

use super::settings::{Fixed, Settings};
use crate::values::{Capacity, Caseless, Key, Version};
use aws::sdk_tags;
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Ident, Value};

/// A cluster in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name.
    pub name: String,
    /// Its ARN.
    pub arn: String,
    /// What distinguishes it from a later one of the same name.
    pub id: Option<String>,
    /// `available`, `creating`, `modifying` …
    pub status: String,
    /// The present settings.
    pub current: Settings,
    /// The same with pending changes.
    pub settings: Settings,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its security groups, sorted.
    pub groups: Vec<Ident>,
    /// Its instances.
    pub members: Vec<String>,
    /// Hosts for writing and for reading.
    pub hosts: [Option<String>; 2],
    /// Its tags.
    pub tags: Tags,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let [writer, reader] = &self.hosts;
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "identity" => self.id.as_deref().map(Value::from),
            "name" => Some(self.name.as_str().into()),
            "status" => Some(self.status.as_str().into()),
            "address" => writer.as_deref().map(Value::from),
            "reader_address" => reader.as_deref().map(Value::from),
            "port" => self.current.port.map(Value::from),
            _ => None,
        }
    }
}

/// A cluster as the API describes it.
pub(super) fn described(cluster: DbCluster) -> Live {
    let current = settings(&cluster);
    let settings = match &cluster.pending_modified_values {
        Some(pending) => with_pending(&current, pending),
        None => current.clone(),
    };
    let security = cluster.vpc_security_groups().iter().filter(|group| group.status() != Some("removing"));
    let mut groups: Vec<Ident> =
        security.filter_map(|group| group.vpc_security_group_id()).map(Ident::from).collect();
    groups.sort();
    let members = cluster.db_cluster_members().iter().filter_map(|member| member.db_instance_identifier());
    Live {
        members: members.map(str::to_lowercase).collect(),
        fixed: Fixed {
            engine: cluster.engine.clone().map(Caseless),
            user: cluster.master_username.clone().map(Caseless),
            database: cluster.database_name.clone().map(Caseless),
            subnet_group: cluster.db_subnet_group.clone().map(Caseless),
            is_encrypted: Some(cluster.storage_encrypted == Some(true)),
            key: cluster.kms_key_id.clone().map(Key),
        },
        current,
        settings,
        groups,
        hosts: [cluster.endpoint, cluster.reader_endpoint],
        name: cluster.db_cluster_identifier.unwrap_or_default().to_lowercase(),
        arn: cluster.db_cluster_arn.unwrap_or_default(),
        id: cluster.db_cluster_resource_id,
        status: cluster.status.unwrap_or_default(),
        tags: sdk_tags::read(&cluster.tag_list.unwrap_or_default()),
    }
}

/// A setting that AWS leaves out is off.
fn on(truth: Option<bool>) -> Option<bool> {
    Some(truth == Some(true))
}

fn settings(cluster: &DbCluster) -> Settings {
    let capacity = cluster.serverless_v2_scaling_configuration.as_ref();
    Settings {
        version: cluster.engine_version.clone().map(Version),
        port: cluster.port,
        parameter_group: cluster.db_cluster_parameter_group.clone().map(Caseless),
        backup_days: cluster.backup_retention_period,
        backup_window: cluster.preferred_backup_window.clone().map(Caseless),
        maintenance_window: cluster.preferred_maintenance_window.clone().map(Caseless),
        // AWS leaves out the default type.
        storage_type: Some(cluster.storage_type.clone().unwrap_or_else(|| "aurora".to_owned())),
        copy_tags: on(cluster.copy_tags_to_snapshot),
        is_protected: on(cluster.deletion_protection),
        iam: on(cluster.iam_database_authentication_enabled),
        http: on(cluster.http_endpoint_enabled),
        least: capacity.and_then(|capacity| capacity.min_capacity).map(Capacity),
        most: capacity.and_then(|capacity| capacity.max_capacity).map(Capacity),
        manages_password: Some(cluster.master_user_secret.is_some()),
    }
}

/// Pending changes count as present, so that they are not sent twice.
fn with_pending(now: &Settings, pending: &ClusterPendingModifiedValues) -> Settings {
    let now = now.clone();
    Settings {
        version: pending.engine_version.clone().map(Version).or(now.version),
        backup_days: pending.backup_retention_period.or(now.backup_days),
        storage_type: pending.storage_type.clone().or(now.storage_type),
        iam: pending.iam_database_authentication_enabled.or(now.iam),
        ..now
    }
}
