//! The calls for instances.

use aws_sdk_rds::operation::create_db_instance::CreateDbInstanceInput;
use aws_sdk_rds::operation::create_db_instance::builders::CreateDbInstanceInputBuilder;
use aws_sdk_rds::operation::create_db_instance_read_replica::CreateDbInstanceReadReplicaInput;
use aws_sdk_rds::operation::create_db_instance_read_replica::builders::CreateDbInstanceReadReplicaInputBuilder;
use aws_sdk_rds::operation::modify_db_instance::ModifyDbInstanceInput;
use aws_sdk_rds::operation::modify_db_instance::builders::ModifyDbInstanceInputBuilder;
use futures::future::{BoxFuture, FutureExt, ready};

use super::diff::{Changed, New, Step};
use super::live::{Live, described};
use super::want::Ties;
use crate::Rds;
use crate::api;
use crate::values::{Caseless, Key, Version, Words};
use aws::error::done_if_not_found;
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::write_only::WriteOnly;
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    // The response contains the tags.
    one_or_all::describe(asks, |name| list(aws, name), |_, live| ready(Ok(live)).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let request = aws.client::<Rds>().describe_db_instances();
    listed!(request, set_db_instance_identifier(name), "DescribeDBInstances", described).boxed()
}

fn word(text: Option<&Caseless>) -> Option<String> {
    text.map(|text| text.0.clone())
}

fn key(key: Option<&Key>) -> Option<String> {
    key.map(|key| key.0.clone())
}

fn version(version: Option<&Version>) -> Option<String> {
    version.map(|version| version.0.clone())
}

fn secret(secret: Option<&WriteOnly>) -> Option<String> {
    secret.map(|secret| secret.reveal().to_owned())
}

fn groups(ties: &Ties) -> Option<Vec<String>> {
    ties.groups.as_ref().map(|groups| groups.iter().map(ToString::to_string).collect())
}

/// Parameters that creation, replication and modification of an instance share.
macro_rules! with_settings {
    ($request:expr, $settings:expr, $ties:expr) => {
        $request
            .set_db_instance_class($settings.class.clone())
            .set_allocated_storage($settings.storage)
            .set_max_allocated_storage($settings.max_storage)
            .set_storage_type($settings.storage_type.clone())
            .set_iops($settings.iops)
            .set_storage_throughput($settings.throughput)
            .set_multi_az($settings.multi_az)
            .set_db_subnet_group_name(word($settings.subnet_group.as_ref()))
            .set_db_parameter_group_name(word($settings.parameter_group.as_ref()))
            .set_option_group_name(word($settings.option_group.as_ref()))
            .set_auto_minor_version_upgrade($settings.minor_upgrades)
            .set_publicly_accessible($settings.is_public)
            .set_copy_tags_to_snapshot($settings.copy_tags)
            .set_monitoring_interval($settings.monitoring_interval)
            .set_monitoring_role_arn($ties.role.as_ref().map(ToString::to_string))
            .set_vpc_security_group_ids(groups($ties))
            .set_domain($settings.domain.clone())
            .set_domain_iam_role_name($settings.domain_role.clone())
            .set_deletion_protection($settings.is_protected)
            .set_enable_iam_database_authentication($settings.iam)
            .set_enable_performance_insights($settings.insights)
            .set_performance_insights_retention_period($settings.insights_days)
            .set_performance_insights_kms_key_id(key($settings.insights_key.as_ref()))
            .set_ca_certificate_identifier($settings.certificate.clone())
    };
}

/// Further parameters of creation and modification.
macro_rules! with_more {
    ($request:expr, $settings:expr, $secrets:expr) => {
        $request
            .set_backup_retention_period($settings.backup_days)
            .set_preferred_backup_window(word($settings.backup_window.as_ref()))
            .set_preferred_maintenance_window(word($settings.maintenance_window.as_ref()))
            .set_engine_version(version($settings.version.as_ref()))
            .set_license_model($settings.license.clone())
            .set_promotion_tier($settings.promotion_tier)
            .set_tde_credential_arn($settings.tde_credential.clone())
            .set_tde_credential_password(secret($secrets.tde_password.as_ref()))
            .set_db_security_groups($settings.db_security_groups.as_ref().map(Words::list).map(<[_]>::to_vec))
            .set_manage_master_user_password($settings.manages_password)
            .set_master_user_secret_kms_key_id($secrets.key.clone())
            .set_master_user_password(secret($secrets.password.as_ref()))
    };
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (rds, call) = (aws.client::<Rds>(), step.call());
    match step {
        Step::Create { new } => {
            let answer = creation(new).send_with(&rds).boxed().await;
            answer.map(drop).map_err(failed(call, &new.name))
        }
        Step::Replicate { new, source } => {
            let answer = replication(new, source).send_with(&rds).boxed().await;
            answer.map(drop).map_err(failed(call, &new.name))
        }
        Step::Modify { name, changed } => {
            let answer = modification(name, changed).send_with(&rds).boxed().await;
            answer.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name, removal } => {
            let request = rds.delete_db_instance().db_instance_identifier(name);
            let request = request
                .skip_final_snapshot(removal.snapshot.is_none())
                .set_final_db_snapshot_identifier(removal.snapshot.clone())
                .set_delete_automated_backups(removal.backups_go);
            done_if_not_found(request.send().await.map(drop).map_err(failed(call, name)))
        }
    }
}

/// Requests are built separately, because as part of a call's future they would need too much stack.
fn creation(new: &New) -> CreateDbInstanceInputBuilder {
    let New { name, settings, fixed, ties, secrets, tags } = new;
    let request = with_settings!(CreateDbInstanceInput::builder(), settings, ties);
    with_more!(request, settings, secrets)
        .db_instance_identifier(name)
        .set_port(settings.port)
        .set_engine(word(fixed.engine.as_ref()))
        .set_master_username(word(fixed.user.as_ref()))
        .set_db_name(word(fixed.database.as_ref()))
        .set_character_set_name(fixed.characters.clone())
        .set_availability_zone(fixed.zone.clone())
        .set_db_cluster_identifier(word(fixed.cluster.as_ref()))
        .set_storage_encrypted(fixed.is_encrypted)
        .set_kms_key_id(key(fixed.key.as_ref()))
        .set_tags(sdk_tags::some(tags))
}

fn replication(new: &New, source: &str) -> CreateDbInstanceReadReplicaInputBuilder {
    let New { name, settings, fixed, ties, tags, .. } = new;
    with_settings!(CreateDbInstanceReadReplicaInput::builder(), settings, ties)
        .db_instance_identifier(name)
        .source_db_instance_identifier(source)
        .set_port(settings.port)
        .set_availability_zone(fixed.zone.clone())
        .set_tags(sdk_tags::some(tags))
}

fn modification(name: &str, changed: &Changed) -> ModifyDbInstanceInputBuilder {
    let Changed { settings, ties, secrets, at_once, may_jump } = changed;
    let request = with_settings!(ModifyDbInstanceInput::builder(), settings, ties);
    with_more!(request, settings, secrets)
        .db_instance_identifier(name)
        .set_db_port_number(settings.port)
        .set_allow_major_version_upgrade(*may_jump)
        .apply_immediately(*at_once)
}
