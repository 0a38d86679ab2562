//! The calls for clusters.

use aws_sdk_rds::operation::create_db_cluster::CreateDbClusterInput;
use aws_sdk_rds::operation::create_db_cluster::builders::CreateDbClusterInputBuilder;
use aws_sdk_rds::operation::modify_db_cluster::ModifyDbClusterInput;
use aws_sdk_rds::operation::modify_db_cluster::builders::ModifyDbClusterInputBuilder;
use aws_sdk_rds::types::ServerlessV2ScalingConfiguration;
use futures::future::{BoxFuture, FutureExt, ready};

use super::diff::{Changed, New, Step};
use super::live::{Live, described};
use super::settings::Settings;
use crate::Rds;
use crate::api;
use crate::instance::spec::Secrets;
use crate::values::Caseless;
use aws::error::done_if_not_found;
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};
use model::Ident;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    // The response contains the tags.
    one_or_all::describe(asks, |name| list(aws, name), |_, live| ready(Ok(live)).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let request = aws.client::<Rds>().describe_db_clusters();
    listed!(request, set_db_cluster_identifier(name), "DescribeDBClusters", described).boxed()
}

fn word(text: Option<&Caseless>) -> Option<String> {
    text.map(|text| text.0.clone())
}

fn ids(groups: Option<&Vec<Ident>>) -> Option<Vec<String>> {
    groups.map(|groups| groups.iter().map(ToString::to_string).collect())
}

fn capacity(settings: &Settings) -> Option<ServerlessV2ScalingConfiguration> {
    let (least, most) = (settings.least.as_ref().map(|it| it.0), settings.most.as_ref().map(|it| it.0));
    let range = ServerlessV2ScalingConfiguration::builder().set_min_capacity(least).set_max_capacity(most);
    (least.is_some() || most.is_some()).then(|| range.build())
}

fn password(secrets: &Secrets) -> Option<String> {
    secrets.password.as_ref().map(|password| password.reveal().to_owned())
}

/// Parameters that creation and modification of a cluster share.
macro_rules! with_settings {
    ($request:expr, $settings:expr, $groups:expr, $secrets:expr) => {
        $request
            .set_engine_version($settings.version.as_ref().map(|version| version.0.clone()))
            .set_port($settings.port)
            .set_db_cluster_parameter_group_name(word($settings.parameter_group.as_ref()))
            .set_backup_retention_period($settings.backup_days)
            .set_preferred_backup_window(word($settings.backup_window.as_ref()))
            .set_preferred_maintenance_window(word($settings.maintenance_window.as_ref()))
            .set_storage_type($settings.storage_type.clone())
            .set_copy_tags_to_snapshot($settings.copy_tags)
            .set_deletion_protection($settings.is_protected)
            .set_enable_iam_database_authentication($settings.iam)
            .set_enable_http_endpoint($settings.http)
            .set_serverless_v2_scaling_configuration(capacity($settings))
            .set_manage_master_user_password($settings.manages_password)
            .set_vpc_security_group_ids(ids($groups.as_ref()))
            .set_master_user_secret_kms_key_id($secrets.key.clone())
            .set_master_user_password(password($secrets))
    };
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (rds, call) = (aws.client::<Rds>(), step.call());
    match step {
        Step::Create { new } => {
            let answer = creation(new).send_with(&rds).boxed().await;
            answer.map(drop).map_err(failed(call, &new.name))
        }
        Step::Modify { name, changed } => {
            let answer = modification(name, changed).send_with(&rds).boxed().await;
            answer.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name, removal } => {
            let request = rds.delete_db_cluster().db_cluster_identifier(name);
            let request = request
                .skip_final_snapshot(removal.snapshot.is_none())
                .set_final_db_snapshot_identifier(removal.snapshot.clone())
                .set_delete_automated_backups(removal.backups_go);
            done_if_not_found(request.send().await.map(drop).map_err(failed(call, name)))
        }
    }
}

/// Requests are built separately, because as part of a call's future they would need too much stack.
fn creation(new: &New) -> CreateDbClusterInputBuilder {
    let New { name, settings, fixed, groups, secrets, tags } = new;
    with_settings!(CreateDbClusterInput::builder(), settings, groups, secrets)
        .db_cluster_identifier(name)
        .set_engine(word(fixed.engine.as_ref()))
        .set_master_username(word(fixed.user.as_ref()))
        .set_database_name(word(fixed.database.as_ref()))
        .set_db_subnet_group_name(word(fixed.subnet_group.as_ref()))
        .set_storage_encrypted(fixed.is_encrypted)
        .set_kms_key_id(fixed.key.as_ref().map(|key| key.0.clone()))
        .set_tags(sdk_tags::some(tags))
}

fn modification(name: &str, changed: &Changed) -> ModifyDbClusterInputBuilder {
    let Changed { settings, groups, secrets, at_once, may_jump } = changed;
    with_settings!(ModifyDbClusterInput::builder(), settings, groups, secrets)
        .db_cluster_identifier(name)
        .set_allow_major_version_upgrade(*may_jump)
        .apply_immediately(*at_once)
}
