//! One step, one call.

use aws_sdk_autoscaling::types::{LaunchTemplateSpecification, Tag};
use aws_smithy_types::DateTime;

use super::describe::describe;
use crate::AutoScaling;
use crate::group::diff::{Creation, Launched, Step};
use crate::group::parts::{ScheduledAction, Settings, Tags, Template};
use crate::{fault, hooks, launch_configuration, mixed, refresh, scaling_policy, warm_pool};
use aws::error::done_if_not_found;
use aws::wait::{self, Patience};
use aws::{ApiError, Aws, Fault, failed};
use kind::Ask;
use model::Reference;

pub(in crate::group) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let client = aws.client::<AutoScaling>();
    match step {
        Step::CreateLaunchConfiguration { name, content } => {
            launch_configuration::api::create(aws, name.as_str(), content).await
        }
        Step::RemoveLaunchConfiguration { name } => {
            unless(Fault::InUse, launch_configuration::api::delete(aws, name).await)
        }
        Step::RemoveFormer { prefix, name } => remove_former(aws, prefix, name).await,
        Step::Create { group, creation } => create(aws, group, creation).await,
        Step::Update { group, settings, launched } => update(aws, group, settings, launched.as_deref()).await,
        Step::Suspend { group, processes } => {
            let call = client.suspend_processes().auto_scaling_group_name(group);
            let done = call.set_scaling_processes(Some(processes.clone())).send().await;
            done.map(|_| ()).map_err(failed("SuspendProcesses", group))
        }
        Step::Resume { group, processes } => {
            let call = client.resume_processes().auto_scaling_group_name(group);
            let done = call.set_scaling_processes(Some(processes.clone())).send().await;
            done.map(|_| ()).map_err(failed("ResumeProcesses", group))
        }
        Step::Tag { group, tags } => {
            let done = client.create_or_update_tags().set_tags(Some(tagged(group, tags))).send().await;
            done.map(|_| ()).map_err(failed("CreateOrUpdateTags", group))
        }
        Step::Untag { group, keys } => {
            let tags = keys.iter().map(|key| tag(group).key(key).build()).collect();
            let done = client.delete_tags().set_tags(Some(tags)).send().await;
            done.map(|_| ()).map_err(failed("DeleteTags", group))
        }
        Step::Delete { group, force } => {
            let call = client.delete_auto_scaling_group().auto_scaling_group_name(group);
            let done = call.set_force_delete(force.then_some(true)).send().await;
            unless_gone(done.map(|_| ()).map_err(failed("DeleteAutoScalingGroup", group)))
        }
        Step::Refresh { group, refresh } => refresh::api::run(aws, group, refresh).await,
        Step::AwaitRefresh { group, id, timeout } => {
            refresh::api::await_end(aws, group, Some(id), *timeout).await
        }
        Step::AwaitDeletion { group } => await_deletion(aws, group).await,
        Step::AttachBalancers { .. }
        | Step::DetachBalancers { .. }
        | Step::AttachTargetGroups { .. }
        | Step::DetachTargetGroups { .. } => attach(aws, step).await,
        other => belongings(aws, other).await,
    }
}

async fn attach(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let client = aws.client::<AutoScaling>();
    match step {
        Step::AttachBalancers { group, names } => {
            let call = client.attach_load_balancers().auto_scaling_group_name(group);
            let done = call.set_load_balancer_names(Some(names.clone())).send().await;
            done.map(|_| ()).map_err(failed("AttachLoadBalancers", group))
        }
        Step::DetachBalancers { group, names } => {
            let call = client.detach_load_balancers().auto_scaling_group_name(group);
            let done = call.set_load_balancer_names(Some(names.clone())).send().await;
            done.map(|_| ()).map_err(failed("DetachLoadBalancers", group))
        }
        Step::AttachTargetGroups { group, arns } => {
            let call = client.attach_load_balancer_target_groups().auto_scaling_group_name(group);
            let done = call.set_target_group_arns(Some(arns.clone())).send().await;
            done.map(|_| ()).map_err(failed("AttachLoadBalancerTargetGroups", group))
        }
        Step::DetachTargetGroups { group, arns } => {
            let call = client.detach_load_balancer_target_groups().auto_scaling_group_name(group);
            let done = call.set_target_group_arns(Some(arns.clone())).send().await;
            done.map(|_| ()).map_err(failed("DetachLoadBalancerTargetGroups", group))
        }
        _ => Ok(()),
    }
}

/// Policies, scheduled actions and notifications.
async fn belongings(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let client = aws.client::<AutoScaling>();
    match step {
        Step::PutPolicy { group, policy } => scaling_policy::api::put(aws, group, policy).await,
        Step::DeletePolicy { group, name } => {
            let call = client.delete_policy().auto_scaling_group_name(group).policy_name(name);
            unless_gone(call.send().await.map(|_| ()).map_err(failed("DeletePolicy", name)))
        }
        Step::PutAction { group, name, action } => put_action(aws, group, name, action).await,
        Step::DeleteAction { group, name } => {
            let call = client.delete_scheduled_action().auto_scaling_group_name(group);
            let done = call.scheduled_action_name(name).send().await;
            unless_gone(done.map(|_| ()).map_err(failed("DeleteScheduledAction", name)))
        }
        Step::PutHook { group, name, content } => hooks::api::put(aws, group, name, content).await,
        Step::DeleteHook { group, name } => hooks::api::delete(aws, group, name).await,
        Step::PutWarmPool { group, pool } => warm_pool::api::put(aws, group, pool).await,
        Step::DeleteWarmPool { group } => warm_pool::api::delete(aws, group).await,
        Step::PutNotification { group, arn, types } => {
            let call = client.put_notification_configuration().auto_scaling_group_name(group).topic_arn(arn);
            let done = call.set_notification_types(Some(types.clone())).send().await;
            done.map(|_| ()).map_err(failed("PutNotificationConfiguration", group))
        }
        Step::DeleteNotification { group, arn } => {
            let call = client.delete_notification_configuration().auto_scaling_group_name(group);
            let done = call.topic_arn(arn).send().await;
            done_if_not_found(done.map(|_| ()).map_err(failed("DeleteNotificationConfiguration", group)))
        }
        _ => Ok(()),
    }
}

/// Removes only those that are older than the previous one: a newer one may belong to a group that is just being made. A run
/// that is stopped leaves the rest to the next rotation.
async fn remove_former(aws: &Aws, prefix: &str, former: &str) -> Result<(), ApiError> {
    for name in launch_configuration::api::up_to(aws, prefix, former).await? {
        if wait::is_stopping() {
            break;
        }
        unless(Fault::InUse, launch_configuration::api::delete(aws, &name).await)?;
    }
    Ok(())
}

fn unless(fault: Fault, done: Result<(), ApiError>) -> Result<(), ApiError> {
    match done {
        Err(error) if error.fault == fault => Ok(()),
        done => done,
    }
}

fn unless_gone(done: Result<(), ApiError>) -> Result<(), ApiError> {
    match done {
        Err(error) if fault::is_gone(&error) => Ok(()),
        done => done,
    }
}

async fn create(aws: &Aws, group: &str, creation: &Creation) -> Result<(), ApiError> {
    let settings = &creation.settings;
    let list = |set: &std::collections::BTreeSet<String>| {
        (!set.is_empty()).then(|| set.iter().cloned().collect::<Vec<String>>())
    };
    let tags = tagged(group, &creation.tags);
    let hooks = hooks::api::specifications(&creation.hooks);
    let call = aws.client::<AutoScaling>().create_auto_scaling_group().auto_scaling_group_name(group);
    let call = match &creation.launched {
        Launched::Configuration(name) => call.launch_configuration_name(name.as_str()),
        Launched::Template(template) => call.launch_template(template_of(template)),
        Launched::Mixed(policy) => call.set_mixed_instances_policy(mixed::to_sdk(policy)),
    };
    let call = call
        .set_min_size(settings.min_size)
        .set_max_size(settings.max_size)
        .set_desired_capacity(settings.desired_capacity)
        .set_default_cooldown(settings.default_cooldown)
        .set_health_check_type(settings.health_check_type.clone())
        .set_health_check_grace_period(settings.health_check_period)
        .set_placement_group(settings.placement_group.clone())
        .set_availability_zones(settings.availability_zones.clone())
        .set_vpc_zone_identifier(joined(settings))
        .set_termination_policies(settings.termination_policies.clone())
        .set_max_instance_lifetime(settings.max_instance_lifetime)
        .set_capacity_rebalance(settings.capacity_rebalance)
        .set_default_instance_warmup(settings.default_instance_warmup)
        .set_new_instances_protected_from_scale_in(settings.protected)
        .set_desired_capacity_type(settings.desired_capacity_type.clone())
        .set_load_balancer_names(list(&creation.balancers))
        .set_target_group_arns(list(&creation.target_groups))
        .set_lifecycle_hook_specification_list((!hooks.is_empty()).then_some(hooks))
        .set_tags((!tags.is_empty()).then_some(tags));
    call.send().await.map(|_| ()).map_err(failed("CreateAutoScalingGroup", group))
}

async fn update(
    aws: &Aws,
    group: &str,
    settings: &Settings,
    launched: Option<&Launched>,
) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().update_auto_scaling_group().auto_scaling_group_name(group);
    let call = match launched {
        None => call,
        Some(Launched::Configuration(name)) => call.launch_configuration_name(name.as_str()),
        Some(Launched::Template(template)) => call.launch_template(template_of(template)),
        Some(Launched::Mixed(policy)) => call.set_mixed_instances_policy(mixed::to_sdk(policy)),
    };
    let call = call
        .set_min_size(settings.min_size)
        .set_max_size(settings.max_size)
        .set_desired_capacity(settings.desired_capacity)
        .set_default_cooldown(settings.default_cooldown)
        .set_health_check_type(settings.health_check_type.clone())
        .set_health_check_grace_period(settings.health_check_period)
        .set_placement_group(settings.placement_group.clone())
        .set_availability_zones(settings.availability_zones.clone())
        .set_vpc_zone_identifier(joined(settings))
        .set_termination_policies(settings.termination_policies.clone())
        .set_max_instance_lifetime(settings.max_instance_lifetime)
        .set_capacity_rebalance(settings.capacity_rebalance)
        .set_default_instance_warmup(settings.default_instance_warmup)
        .set_new_instances_protected_from_scale_in(settings.protected)
        .set_desired_capacity_type(settings.desired_capacity_type.clone());
    call.send().await.map(|_| ()).map_err(failed("UpdateAutoScalingGroup", group))
}

fn joined(settings: &Settings) -> Option<String> {
    let ids = settings.subnets.as_ref()?;
    Some(ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

fn template_of(template: &Template) -> LaunchTemplateSpecification {
    LaunchTemplateSpecification::builder()
        .set_launch_template_id(template.id.clone())
        .set_launch_template_name(template.name.clone())
        .set_version(template.version.clone())
        .build()
}

fn tag(group: &str) -> aws_sdk_autoscaling::types::builders::TagBuilder {
    Tag::builder().resource_id(group).resource_type("auto-scaling-group")
}

fn tagged(group: &str, tags: &Tags) -> Vec<Tag> {
    let one = |(key, value): (&String, &crate::group::parts::Tag)| {
        tag(group).key(key).value(&value.value).propagate_at_launch(value.propagate).build()
    };
    tags.iter().map(one).collect()
}

async fn put_action(aws: &Aws, group: &str, name: &str, action: &ScheduledAction) -> Result<(), ApiError> {
    let call = aws
        .client::<AutoScaling>()
        .put_scheduled_update_group_action()
        .auto_scaling_group_name(group)
        .scheduled_action_name(name)
        .set_min_size(action.min_size)
        .set_max_size(action.max_size)
        .set_desired_capacity(action.desired_capacity)
        .set_start_time(action.start_time.map(DateTime::from_secs))
        .set_end_time(action.end_time.map(DateTime::from_secs))
        .set_recurrence(action.recurrence.clone())
        .set_time_zone(action.time_zone.clone());
    call.send().await.map(|_| ()).map_err(failed("PutScheduledUpdateGroupAction", name))
}

async fn await_deletion(aws: &Aws, group: &str) -> Result<(), ApiError> {
    let reference = Reference::new("autoscaling.group", group);
    let ask = [Ask { reference: reference.clone(), aspects: model::Aspects::NONE }];
    let gone = wait::until(Patience::SETTLED, || async {
        let answer = describe(aws, &ask).await.0.swap_remove(&reference).unwrap_or(Ok(None));
        answer.map(|live| live.is_none().then_some(()))
    });
    gone.await?.map_err(|waited| {
        let message = format!("the group was still being deleted {waited}");
        ApiError::found("DeleteAutoScalingGroup", group, Fault::Other, message)
    })
}
