//! Calls that all kinds of ElastiCache share: tags.

use aws_sdk_elasticache::types::Tag;

use crate::ElastiCache;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use model::{Asked, Ident};

/// The tags of anything that has an ARN, if they are needed and AWS can show them.
pub(super) async fn tags(aws: &Aws, arn: &str, needed: bool) -> Result<Asked<Tags>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let answer = aws.client::<ElastiCache>().list_tags_for_resource().resource_name(arn).send().await;
    let list = answer.map_err(failed("ListTagsForResource", arn))?.tag_list.unwrap_or_default();
    let tags = list.into_iter().map(|tag| (tag.key.unwrap_or_default(), tag.value.unwrap_or_default()));
    Ok(Asked::Answer(tags.collect()))
}

/// Tags in the SDK's form; none if there are none.
pub(super) fn list(tags: &Tags) -> Option<Vec<Tag>> {
    let all = tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build());
    (!tags.is_empty()).then(|| all.collect())
}

/// `AddTagsToResource`.
pub(super) async fn tag(aws: &Aws, arn: &str, tags: &Tags) -> Result<(), ApiError> {
    let call = aws.client::<ElastiCache>().add_tags_to_resource().resource_name(arn).set_tags(list(tags));
    call.send().await.map(drop).map_err(failed("AddTagsToResource", arn))
}

/// `RemoveTagsFromResource`.
pub(super) async fn untag(aws: &Aws, arn: &str, keys: &[String]) -> Result<(), ApiError> {
    let call = aws.client::<ElastiCache>().remove_tags_from_resource().resource_name(arn);
    let done = call.set_tag_keys(Some(keys.to_vec())).send().await;
    done.map(drop).map_err(failed("RemoveTagsFromResource", arn))
}

/// Identifiers in the SDK's form.
pub(super) fn ids(list: Option<&Vec<Ident>>) -> Option<Vec<String>> {
    list.map(|list| list.iter().map(ToString::to_string).collect())
}

/// Parameters that creation and modification of clusters and replication groups share.
macro_rules! with_settings {
    ($request:expr, $settings:expr) => {
        $request
            .set_cache_node_type($settings.node_type.clone())
            .set_engine($settings.engine.clone())
            .set_engine_version($settings.engine_version.clone())
            .set_cache_parameter_group_name($settings.parameter_group.clone())
            .set_security_group_ids($crate::api::ids($settings.security_groups.as_ref()))
            .set_preferred_maintenance_window($settings.maintenance_window.clone())
            .set_notification_topic_arn($settings.topic.clone())
            .set_auto_minor_version_upgrade($settings.minor_upgrades)
            .set_snapshot_retention_limit($settings.snapshot_retention)
            .set_snapshot_window($settings.snapshot_window.clone())
    };
}

/// Parameters that only their creation has.
macro_rules! with_origin {
    ($request:expr, $origin:expr) => {
        $request
            .set_cache_subnet_group_name($origin.subnet_group.clone())
            .set_snapshot_arns($origin.snapshot_arns.clone())
            .set_snapshot_name($origin.snapshot_name.clone())
            .set_port($origin.port)
            .set_auth_token($origin.auth_token.as_ref().map(|token| token.reveal().to_owned()))
    };
}

pub(super) use {with_origin, with_settings};
