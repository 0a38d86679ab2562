//! Instances, subnet groups and parameters with everything that AWS shows.

use aws_sdk_rds::types::{DbInstance, DbSubnetGroup, Parameter};
use aws_smithy_types::DateTime;
use aws_smithy_types::date_time::Format;

use crate::Rds;
use aws::error::absent_if_not_found;
use aws::sdk_tags;
use aws::tags::to_value;
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe};
use kind::one_or_all::{PAGE, listed};
use model::Value;

fn date(date: Option<&DateTime>) -> Option<Value> {
    date.and_then(|date| date.fmt(Format::DateTime).ok()).map(Value::from)
}

fn all(items: impl Iterator<Item = Value>) -> Option<Value> {
    Some(Value::List(items.collect()))
}

/// Instances as AWS describes them: all, or the one with that name if it exists.
pub(super) async fn instances(aws: &Aws, name: Option<&str>) -> Result<Value, ApiError> {
    let of = |it: DbInstance| instance(&it);
    let found: Result<Vec<Value>, ApiError> = listed!(
        aws.client::<Rds>().describe_db_instances(),
        set_db_instance_identifier(name),
        "DescribeDBInstances",
        of
    )
    .await;
    Ok(Value::List(absent_if_not_found(found)?.unwrap_or_default()))
}

/// Subnet groups as AWS describes them: all, or the one with that name if it exists.
pub(super) async fn subnet_groups(aws: &Aws, name: Option<&str>) -> Result<Value, ApiError> {
    let of = |group: DbSubnetGroup| subnet_group(&group);
    let found: Result<Vec<Value>, ApiError> = listed!(
        aws.client::<Rds>().describe_db_subnet_groups(),
        set_db_subnet_group_name(name),
        "DescribeDBSubnetGroups",
        of
    )
    .await;
    Ok(Value::List(absent_if_not_found(found)?.unwrap_or_default()))
}

/// The parameters of a group by name, as Salt gives them; none if there is no such group.
pub(super) async fn parameters(aws: &Aws, group: &str, source: Option<String>) -> Result<Value, ApiError> {
    let request =
        aws.client::<Rds>().describe_db_parameters().db_parameter_group_name(group).max_records(PAGE);
    let mut items = request.set_source(source).into_paginator().items().send();
    let mut found = vec![];
    while let Some(item) = items.next().await {
        match absent_if_not_found(item.map_err(failed("DescribeDBParameters", group)))? {
            Some(item) => {
                found.push((item.parameter_name().unwrap_or_default().to_owned(), parameter(&item)));
            }
            None => return Ok(Value::Null),
        }
    }
    Ok(found.into_iter().collect())
}

fn parameter(parameter: &Parameter) -> Value {
    let text = |text: Option<&str>| Value::from(text);
    [
        ("ParameterName", text(parameter.parameter_name())),
        ("ParameterValue", text(parameter.parameter_value())),
        ("Description", text(parameter.description())),
        ("Source", text(parameter.source())),
        ("ApplyType", text(parameter.apply_type())),
        ("DataType", text(parameter.data_type())),
        ("AllowedValues", text(parameter.allowed_values())),
        // Salt uses this name, which AWS does not have.
        ("IsModifieable", Value::Null),
        ("MinimumEngineVersion", text(parameter.minimum_engine_version())),
        ("ApplyMethod", text(parameter.apply_method().map(aws_sdk_rds::types::ApplyMethod::as_str))),
    ]
    .into_iter()
    .collect()
}

fn subnet_group(group: &DbSubnetGroup) -> Value {
    let subnets = group.subnets().iter().map(|subnet| {
        let zone = subnet.subnet_availability_zone().and_then(|zone| zone.name());
        had([
            ("SubnetIdentifier", maybe(subnet.subnet_identifier())),
            ("SubnetAvailabilityZone", Some(had([("Name", maybe(zone))]))),
            ("SubnetStatus", maybe(subnet.subnet_status())),
        ])
    });
    had([
        ("DBSubnetGroupName", maybe(group.db_subnet_group_name())),
        ("DBSubnetGroupDescription", maybe(group.db_subnet_group_description())),
        ("VpcId", maybe(group.vpc_id())),
        ("SubnetGroupStatus", maybe(group.subnet_group_status())),
        ("Subnets", all(subnets)),
        ("DBSubnetGroupArn", maybe(group.db_subnet_group_arn())),
    ])
}

fn instance(it: &DbInstance) -> Value {
    let mut about = own_settings(it);
    about.extend(groups(it));
    about.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
}

/// Security groups, roles and the like of an instance.
fn groups(it: &DbInstance) -> Vec<(&'static str, Option<Value>)> {
    let endpoint = it.endpoint().map(|endpoint| {
        had([
            ("Address", maybe(endpoint.address())),
            ("Port", endpoint.port().map(Value::from)),
            ("HostedZoneId", maybe(endpoint.hosted_zone_id())),
        ])
    });
    let security = it.vpc_security_groups().iter().map(|group| {
        had([("VpcSecurityGroupId", maybe(group.vpc_security_group_id())), ("Status", maybe(group.status()))])
    });
    let parameters = it.db_parameter_groups().iter().map(|group| {
        had([
            ("DBParameterGroupName", maybe(group.db_parameter_group_name())),
            ("ParameterApplyStatus", maybe(group.parameter_apply_status())),
        ])
    });
    let options = it.option_group_memberships().iter().map(|group| {
        had([("OptionGroupName", maybe(group.option_group_name())), ("Status", maybe(group.status()))])
    });
    let domains = it.domain_memberships().iter().map(|domain| {
        had([
            ("Domain", maybe(domain.domain())),
            ("Status", maybe(domain.status())),
            ("FQDN", maybe(domain.fqdn())),
        ])
    });
    let secret = it.master_user_secret().map(|secret| {
        had([("SecretArn", maybe(secret.secret_arn())), ("SecretStatus", maybe(secret.secret_status()))])
    });
    let replicas = it.read_replica_db_instance_identifiers().to_vec();
    vec![
        ("Endpoint", endpoint),
        ("VpcSecurityGroups", all(security)),
        ("DBParameterGroups", all(parameters)),
        ("DBSubnetGroup", it.db_subnet_group().map(subnet_group)),
        ("OptionGroupMemberships", all(options)),
        ("DomainMemberships", all(domains)),
        ("MasterUserSecret", secret),
        ("ReadReplicaDBInstanceIdentifiers", Some(replicas.into())),
        ("TagList", Some(to_value(&sdk_tags::read(it.tag_list())))),
    ]
}

/// The instance's own settings.
fn own_settings(it: &DbInstance) -> Vec<(&'static str, Option<Value>)> {
    vec![
        ("DBInstanceIdentifier", maybe(it.db_instance_identifier())),
        ("DBInstanceClass", maybe(it.db_instance_class())),
        ("Engine", maybe(it.engine())),
        ("DBInstanceStatus", maybe(it.db_instance_status())),
        ("MasterUsername", maybe(it.master_username())),
        ("DBName", maybe(it.db_name())),
        ("AllocatedStorage", it.allocated_storage().map(Value::from)),
        ("MaxAllocatedStorage", it.max_allocated_storage().map(Value::from)),
        ("InstanceCreateTime", date(it.instance_create_time())),
        ("PreferredBackupWindow", maybe(it.preferred_backup_window())),
        ("BackupRetentionPeriod", it.backup_retention_period().map(Value::from)),
        ("AvailabilityZone", maybe(it.availability_zone())),
        ("PreferredMaintenanceWindow", maybe(it.preferred_maintenance_window())),
        ("LatestRestorableTime", date(it.latest_restorable_time())),
        ("MultiAZ", it.multi_az().map(Value::from)),
        ("EngineVersion", maybe(it.engine_version())),
        ("AutoMinorVersionUpgrade", it.auto_minor_version_upgrade().map(Value::from)),
        ("ReadReplicaSourceDBInstanceIdentifier", maybe(it.read_replica_source_db_instance_identifier())),
        ("LicenseModel", maybe(it.license_model())),
        ("Iops", it.iops().map(Value::from)),
        ("StorageThroughput", it.storage_throughput().map(Value::from)),
        ("CharacterSetName", maybe(it.character_set_name())),
        ("PubliclyAccessible", it.publicly_accessible().map(Value::from)),
        ("StorageType", maybe(it.storage_type())),
        ("TdeCredentialArn", maybe(it.tde_credential_arn())),
        ("DbInstancePort", it.db_instance_port().map(Value::from)),
        ("DBClusterIdentifier", maybe(it.db_cluster_identifier())),
        ("StorageEncrypted", it.storage_encrypted().map(Value::from)),
        ("KmsKeyId", maybe(it.kms_key_id())),
        ("DbiResourceId", maybe(it.dbi_resource_id())),
        ("CACertificateIdentifier", maybe(it.ca_certificate_identifier())),
        ("CopyTagsToSnapshot", it.copy_tags_to_snapshot().map(Value::from)),
        ("MonitoringInterval", it.monitoring_interval().map(Value::from)),
        ("MonitoringRoleArn", maybe(it.monitoring_role_arn())),
        ("PromotionTier", it.promotion_tier().map(Value::from)),
        ("DBInstanceArn", maybe(it.db_instance_arn())),
        ("IAMDatabaseAuthenticationEnabled", it.iam_database_authentication_enabled().map(Value::from)),
        ("PerformanceInsightsEnabled", it.performance_insights_enabled().map(Value::from)),
        ("DeletionProtection", it.deletion_protection().map(Value::from)),
    ]
}
