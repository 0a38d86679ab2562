//! The calls of Auto Scaling's functions that no kind makes.

use aws_sdk_autoscaling::types::Instance;

use crate::AutoScaling;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The names of all groups of the region.
pub(super) async fn groups(aws: &Aws) -> Result<Value, ApiError> {
    let call = aws.client::<AutoScaling>().describe_auto_scaling_groups().max_records(100);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeAutoScalingGroups", "all groups"))?;
    Ok(found.iter().filter_map(|it| it.auto_scaling_group_name()).collect::<Vec<_>>().into())
}

/// The names of all launch configurations of the region.
pub(super) async fn launch_configurations(aws: &Aws) -> Result<Value, ApiError> {
    let call = aws.client::<AutoScaling>().describe_launch_configurations().max_records(100);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeLaunchConfigurations", "all launch configurations"))?;
    Ok(found.iter().filter_map(|it| it.launch_configuration_name()).collect::<Vec<_>>().into())
}

/// The instances of a group, each with `id`, `state` and `health`; none if there is no such group.
pub(super) async fn members(aws: &Aws, group: &str) -> Result<Value, ApiError> {
    let call = aws.client::<AutoScaling>().describe_auto_scaling_groups().auto_scaling_group_names(group);
    let answer = call.send().await.map_err(failed("DescribeAutoScalingGroups", group))?;
    let Some(found) = answer.auto_scaling_groups().first() else { return Ok(Value::Null) };
    Ok(Value::List(found.instances().iter().map(member).collect()))
}

fn member(instance: &Instance) -> Value {
    [
        ("id", Value::from(instance.instance_id().unwrap_or_default())),
        ("state", instance.lifecycle_state().map(|state| state.as_str().to_owned()).into()),
        ("health", instance.health_status().map(str::to_owned).into()),
    ]
    .into_iter()
    .collect()
}

/// Takes instances of a group out of service; false when they are not in it.
pub(super) async fn enter_standby(
    aws: &Aws,
    group: &str,
    ids: Vec<String>,
    decrement: bool,
) -> Result<bool, ApiError> {
    let call = aws
        .client::<AutoScaling>()
        .enter_standby()
        .auto_scaling_group_name(group)
        .set_instance_ids(Some(ids));
    let answer = call.should_decrement_desired_capacity(decrement).send().await;
    Ok(absent_if_not_found(answer.map_err(failed("EnterStandby", group)))?.is_some())
}

/// Puts instances of a group back into service.
pub(super) async fn exit_standby(aws: &Aws, group: &str, ids: Vec<String>) -> Result<bool, ApiError> {
    let call =
        aws.client::<AutoScaling>().exit_standby().auto_scaling_group_name(group).set_instance_ids(Some(ids));
    Ok(absent_if_not_found(call.send().await.map_err(failed("ExitStandby", group)))?.is_some())
}
