//! The calls for the lifecycle hooks of groups.

use std::collections::HashMap;

use aws_sdk_autoscaling::types::{LifecycleHook, LifecycleHookSpecification};
use futures::future::FutureExt;
use serde_json::Value as Json;

use super::Hooks;
use crate::AutoScaling;
use crate::fault;
use aws::crowd::read_each;
use aws::sdk_document::Documented;
use aws::{ApiError, Aws, failed};
use kind::document::is_nothing;

/// `DescribeLifecycleHooks` takes one group.
const AT_ONCE: usize = 8;

/// The hooks of each of these groups.
pub(crate) async fn list(aws: &Aws, groups: &[&str]) -> Result<HashMap<String, Hooks>, ApiError> {
    let reads = read_each(groups, AT_ONCE, |group| of_group(aws, group).boxed()).await;
    reads.into_iter().map(|(group, hooks)| Ok(((*group).to_owned(), hooks?))).collect()
}

async fn of_group(aws: &Aws, group: &str) -> Result<Hooks, ApiError> {
    let answer =
        aws.client::<AutoScaling>().describe_lifecycle_hooks().auto_scaling_group_name(group).send().await;
    let answer = answer.map_err(failed("DescribeLifecycleHooks", group))?;
    Ok(answer.lifecycle_hooks.unwrap_or_default().into_iter().filter_map(hook).collect())
}

fn hook(found: LifecycleHook) -> Option<(String, Json)> {
    let content = [
        ("lifecycle_transition", json(&found.lifecycle_transition)),
        ("heartbeat_timeout", json(&found.heartbeat_timeout)),
        ("default_result", json(&found.default_result)),
        ("notification_metadata", json(&found.notification_metadata)),
        ("notification_target_arn", json(&found.notification_target_arn)),
        ("role_arn", json(&found.role_arn)),
    ];
    let given = content
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value.filter(|value| !is_nothing(value))?)));
    Some((found.lifecycle_hook_name?, given.collect()))
}

fn json(part: &impl Documented<AutoScaling>) -> Option<Json> {
    part.to_json()
}

fn of<T: Documented<AutoScaling>>(content: &Json, name: &str) -> Option<T> {
    content.get(name).and_then(T::of)
}

/// Hooks that a new group has before its first instance.
pub(crate) fn specifications(hooks: &Hooks) -> Vec<LifecycleHookSpecification> {
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
pub(crate) async fn put(aws: &Aws, group: &str, name: &str, content: &Json) -> Result<(), ApiError> {
    let call = aws
        .client::<AutoScaling>()
        .put_lifecycle_hook()
        .auto_scaling_group_name(group)
        .lifecycle_hook_name(name);
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
pub(crate) async fn delete(aws: &Aws, group: &str, name: &str) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().delete_lifecycle_hook().auto_scaling_group_name(group);
    match call.lifecycle_hook_name(name).send().await.map(drop).map_err(failed("DeleteLifecycleHook", name)) {
        Err(error) if fault::is_gone(&error) => Ok(()),
        done => done,
    }
}
