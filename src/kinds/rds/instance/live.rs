//! An instance as AWS describes it.

use aws_sdk_rds::types::{DbInstance, OptionGroupMembership, PendingModifiedValues};

use super::settings::{Fixed, Settings};
use super::want::Ties;
use crate::values::{Caseless, Key, Version, Words};
use aws::sdk_tags;
use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Ident, Value};

/// An instance in AWS.
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
    /// Its security groups and role.
    pub ties: Ties,
    /// The instance that it replicates.
    pub source: Option<String>,
    /// Host and port for clients; none while it has none.
    pub endpoint: Option<(String, i32)>,
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
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "identity" => self.id.as_deref().map(Value::from),
            "name" => Some(self.name.as_str().into()),
            "status" => Some(self.status.as_str().into()),
            "address" => self.endpoint.as_ref().map(|(host, _)| host.as_str().into()),
            "port" => self.endpoint.as_ref().map(|(_, port)| (*port).into()),
            _ => None,
        }
    }
}

/// An instance as the API describes it.
pub(super) fn described(instance: DbInstance) -> Live {
    let fixed = fixed(&instance);
    let current = settings(&instance);
    let settings = match &instance.pending_modified_values {
        Some(pending) => with_pending(&current, pending),
        None => current.clone(),
    };
    let mut groups: Vec<Ident> = instance
        .vpc_security_groups()
        .iter()
        .filter(|group| group.status() != Some("removing"))
        .filter_map(|group| group.vpc_security_group_id())
        .map(Ident::from)
        .collect();
    groups.sort();
    let endpoint = instance.endpoint.and_then(|endpoint| Some((endpoint.address?, endpoint.port?)));
    let source = instance.read_replica_source_db_instance_identifier;
    Live {
        name: instance.db_instance_identifier.unwrap_or_default().to_lowercase(),
        arn: instance.db_instance_arn.unwrap_or_default(),
        id: instance.dbi_resource_id,
        status: instance.db_instance_status.unwrap_or_default(),
        current,
        settings,
        fixed,
        ties: Ties { groups: Some(groups), role: instance.monitoring_role_arn.map(Ident::from) },
        // AWS names a source in another region by its ARN.
        source: source.map(|source| source.to_lowercase()),
        endpoint,
        tags: sdk_tags::read(&instance.tag_list.unwrap_or_default()),
    }
}

fn fixed(instance: &DbInstance) -> Fixed {
    Fixed {
        engine: instance.engine.clone().map(Caseless),
        user: instance.master_username.clone().map(Caseless),
        database: instance.db_name.clone().map(Caseless),
        characters: instance.character_set_name.clone(),
        zone: instance.availability_zone.clone(),
        cluster: instance.db_cluster_identifier.clone().map(Caseless),
        is_encrypted: Some(instance.storage_encrypted == Some(true)),
        key: instance.kms_key_id.clone().map(Key),
    }
}

/// A setting that AWS leaves out is off.
fn on(truth: Option<bool>) -> Option<bool> {
    Some(truth == Some(true))
}

fn settings(instance: &DbInstance) -> Settings {
    let leaves =
        |group: &&OptionGroupMembership| group.status().is_some_and(|status| status.contains("remov"));
    let options = instance.option_group_memberships().iter().find(|group| !leaves(group));
    let own = instance.db_parameter_groups().first().and_then(|group| group.db_parameter_group_name());
    let domain = instance.domain_memberships().first();
    let old = instance.db_security_groups().iter().filter_map(|group| group.db_security_group_name());
    let subnets = instance.db_subnet_group.as_ref().and_then(|group| group.db_subnet_group_name.clone());
    Settings {
        class: instance.db_instance_class.clone(),
        storage: instance.allocated_storage,
        max_storage: instance.max_allocated_storage,
        storage_type: instance.storage_type.clone(),
        iops: instance.iops,
        throughput: instance.storage_throughput,
        version: instance.engine_version.clone().map(Version),
        port: instance.endpoint.as_ref().and_then(|endpoint| endpoint.port),
        multi_az: on(instance.multi_az),
        subnet_group: subnets.map(Caseless),
        parameter_group: own.map(|name| Caseless(name.to_owned())),
        option_group: options.and_then(|group| group.option_group_name.clone()).map(Caseless),
        db_security_groups: Some(Words::of(old)),
        backup_days: instance.backup_retention_period,
        backup_window: instance.preferred_backup_window.clone().map(Caseless),
        maintenance_window: instance.preferred_maintenance_window.clone().map(Caseless),
        minor_upgrades: on(instance.auto_minor_version_upgrade),
        license: instance.license_model.clone(),
        is_public: on(instance.publicly_accessible),
        copy_tags: on(instance.copy_tags_to_snapshot),
        monitoring_interval: Some(instance.monitoring_interval.unwrap_or_default()),
        promotion_tier: instance.promotion_tier,
        domain: domain.and_then(|domain| domain.domain.clone()),
        domain_role: domain.and_then(|domain| domain.iam_role_name.clone()),
        tde_credential: instance.tde_credential_arn.clone(),
        is_protected: on(instance.deletion_protection),
        iam: on(instance.iam_database_authentication_enabled),
        insights: on(instance.performance_insights_enabled),
        insights_days: instance.performance_insights_retention_period,
        insights_key: instance.performance_insights_kms_key_id.clone().map(Key),
        certificate: instance.ca_certificate_identifier.clone(),
        manages_password: Some(instance.master_user_secret.is_some()),
    }
}

/// Pending changes count as present, so that they are not sent twice.
fn with_pending(now: &Settings, pending: &PendingModifiedValues) -> Settings {
    let now = now.clone();
    Settings {
        class: pending.db_instance_class.clone().or(now.class),
        storage: pending.allocated_storage.or(now.storage),
        storage_type: pending.storage_type.clone().or(now.storage_type),
        iops: pending.iops.or(now.iops),
        throughput: pending.storage_throughput.or(now.throughput),
        version: pending.engine_version.clone().map(Version).or(now.version),
        port: pending.port.or(now.port),
        multi_az: pending.multi_az.or(now.multi_az),
        subnet_group: pending.db_subnet_group_name.clone().map(Caseless).or(now.subnet_group),
        backup_days: pending.backup_retention_period.or(now.backup_days),
        license: pending.license_model.clone().or(now.license),
        iam: pending.iam_database_authentication_enabled.or(now.iam),
        certificate: pending.ca_certificate_identifier.clone().or(now.certificate),
        ..now
    }
}
