//! The calls for the lifecycle hooks of groups.

use std::collections::HashMap;

use aws_sdk_autoscaling::types::{LifecycleHook, LifecycleHookSpecification};
use futures::future::FutureExt;
use serde_json::Value as Json;

use super::Hooks;
use crate::aws::crowd::read_each;
use crate::aws::sdk_document::Documented;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::autoscaling::fault;
use crate::resources::document::is_nothing;

/// `DescribeLifecycleHooks` takes one group.
const AT_ONCE: usize = 8;

/// The hooks of each of these groups.
pub(in crate::resources::autoscaling) async fn list(
    aws: &Aws,
    groups: &[&str],
) -> Result<HashMap<String, Hooks>, ApiError> {
    let reads = read_each(groups, AT_ONCE, |group| of_group(aws, group).boxed()).await;
    reads.into_iter().map(|(group, hooks)| Ok(((*group).to_owned(), hooks?))).collect()
}

async fn of_group(aws: &Aws, group: &str) -> Result<Hooks, ApiError> {
    let answer = aws.autoscaling().describe_lifecycle_hooks().auto_scaling_group_name(group).send().await;
    let answer = answer.map_err(failed("DescribeLifecycleHooks", group))?;
    Ok(answer.lifecycle_hooks.unwrap_or_default().into_iter().filter_map(hook).collect())
}

fn hook(found: LifecycleHook) -> Option<(String, Json)> {
    let content = [
        ("lifecycle_transition", found.lifecycle_transition.to_json()),
        ("heartbeat_timeout", found.heartbeat_timeout.to_json()),
        ("default_result", found.default_result.to_json()),
        ("notification_metadata", found.notification_metadata.to_json()),
        ("notification_target_arn", found.notification_target_arn.to_json()),
        ("role_arn", found.role_arn.to_json()),
    ];
    let given = content
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.filter(|value| !is_nothing(value))?)));
    Some((found.lifecycle_hook_name?, given.collect()))
}

fn of<T: Documented>(content: &Json, name: &str) -> Option<T> {
    content.get(name).and_then(T::of)
}

/// Hooks that a new group has before its first instance.
pub(in crate::resources::autoscaling) fn specifications(hooks: &Hooks) -> Vec<LifecycleHookSpecification> {
    let one = |(name, content): (&String, &Json)| {
        LifecycleHookSpecification::builder()
            .lifecycle_hook_name(name)
            .set_lifecycle_transition(of(content, "lifecycle_transition"))
            .set_heartbeat_timeout(of(content, "heartbeat_timeout"))
            .set_default_result(of(content, "default_result"))
            .set_notification_metadata(of(content, "notification_metadata"))
            .set_notification_target_arn(of(content, "notification_target_arn"))
            .set_role_arn(of(content, "role_arn"))
            .build()
    };
    hooks.iter().map(one).collect()
}

/// Makes a hook, or changes the one with that name in place.
pub(in crate::resources::autoscaling) async fn put(
    aws: &Aws,
    group: &str,
    name: &str,
    content: &Json,
) -> Result<(), ApiError> {
    let call =
        aws.autoscaling().put_lifecycle_hook().auto_scaling_group_name(group).lifecycle_hook_name(name);
    let call = call
        .set_lifecycle_transition(of(content, "lifecycle_transition"))
        .set_heartbeat_timeout(of(content, "heartbeat_timeout"))
        .set_default_result(of(content, "default_result"))
        .set_notification_metadata(of(content, "notification_metadata"))
        .set_notification_target_arn(of(content, "notification_target_arn"))
        .set_role_arn(of(content, "role_arn"));
    call.send().await.map(drop).map_err(failed("PutLifecycleHook", name))
}

/// Deletes a hook. Instances that wait for it continue.
pub(in crate::resources::autoscaling) async fn delete(
    aws: &Aws,
    group: &str,
    name: &str,
) -> Result<(), ApiError> {
    let call = aws.autoscaling().delete_lifecycle_hook().auto_scaling_group_name(group);
    match call.lifecycle_hook_name(name).send().await.map(drop).map_err(failed("DeleteLifecycleHook", name)) {
        Err(error) if fault::is_gone(&error) => Ok(()),
        done => done,
    }
}
