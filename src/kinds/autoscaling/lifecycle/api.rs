//! The calls about lifecycle actions, for the kind and for commands that an instance runs on itself.

use std::collections::BTreeMap;

use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{HOOKS, Lifecycle};
use crate::AutoScaling;
use crate::fault::is_over;
use aws::action::{Action, On};
use aws::crowd::read_each;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask, Source};
use model::{Asked, Reference};

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("autoscaling:CompleteLifecycleAction", On::Group),
    Action::on("autoscaling:DescribeAutoScalingInstances", On::Anything),
    Action::on("autoscaling:DescribeLifecycleHooks", On::Anything),
    Action::on("autoscaling:RecordLifecycleActionHeartbeat", On::Group),
    Action::on("autoscaling:SetInstanceHealth", On::Group),
];

/// Instances that one call can ask for.
const PAGE: usize = 50;

/// Groups whose hooks are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for page in asks.chunks(PAGE) {
        match instances(aws, page).await {
            Ok(found) => {
                let reads = read_each(page, AT_ONCE, |ask| {
                    let live = found.get(&ask.reference.name).cloned();
                    async move { with_hooks(aws, ask, live).await }.boxed()
                });
                for (ask, answer) in reads.await {
                    answers.answer(&ask.reference, answer);
                }
            }
            Err(error) => answers.all_failed(page, &error),
        }
    }
    answers
}

async fn instances(aws: &Aws, asks: &[Ask]) -> Result<BTreeMap<String, Live>, ApiError> {
    let ids: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    let subject = ids.join(", ");
    let answer = aws
        .client::<AutoScaling>()
        .describe_auto_scaling_instances()
        .set_instance_ids(Some(ids))
        .send()
        .await;
    let answer = answer.map_err(failed("DescribeAutoScalingInstances", subject))?;
    let live = answer.auto_scaling_instances().iter().filter_map(|instance| {
        let live = Live {
            group: instance.auto_scaling_group_name()?.to_owned(),
            state: instance.lifecycle_state()?.to_owned(),
            ..Live::default()
        };
        Some((instance.instance_id()?.to_owned(), live))
    });
    Ok(live.collect())
}

async fn with_hooks(aws: &Aws, ask: &Ask, live: Option<Live>) -> Result<Option<Live>, ApiError> {
    let Some(mut live) = live else { return Ok(None) };
    if let Some(phase) = live.waits_for().filter(|_| ask.aspects.has(HOOKS)) {
        let answer =
            aws.client::<AutoScaling>().describe_lifecycle_hooks().auto_scaling_group_name(&live.group);
        let answer = answer.send().await.map_err(failed("DescribeLifecycleHooks", &live.group))?;
        let hooks = answer.lifecycle_hooks().iter();
        let hooks = hooks.filter(|hook| hook.lifecycle_transition() == Some(phase.transition()));
        let names = hooks.filter_map(|hook| hook.lifecycle_hook_name().map(str::to_owned));
        live.hooks = Asked::Answer(names.collect());
    }
    Ok(Some(live))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let Step::Complete { group, hook, instance, result } = step;
    complete(aws, group, hook, instance, result).await
}

/// The lifecycle state of an instance, with the hooks that wait for it; none if it is in no group.
///
/// # Errors
/// It could not be read.
pub async fn find(aws: &Aws, instance: &str) -> Result<Option<Live>, ApiError> {
    let reference = Reference::new(Lifecycle::KIND, instance);
    let ask = Ask { reference, aspects: HOOKS };
    let live = instances(aws, std::slice::from_ref(&ask)).await?.remove(instance);
    with_hooks(aws, &ask, live).await
}

/// Completes an action. An action that is over counts as completed.
///
/// # Errors
/// AWS refused.
pub async fn complete(
    aws: &Aws,
    group: &str,
    hook: &str,
    instance: &str,
    result: &str,
) -> Result<(), ApiError> {
    let call = aws.client::<AutoScaling>().complete_lifecycle_action().auto_scaling_group_name(group);
    let call = call.lifecycle_hook_name(hook).instance_id(instance).lifecycle_action_result(result);
    match call.send().await.map_err(failed("CompleteLifecycleAction", hook)) {
        Err(error) if !is_over(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Restarts the timeout of an action; false for one that is over.
///
/// # Errors
/// AWS refused.
pub async fn heartbeat(aws: &Aws, group: &str, hook: &str, instance: &str) -> Result<bool, ApiError> {
    let call = aws.client::<AutoScaling>().record_lifecycle_action_heartbeat().auto_scaling_group_name(group);
    let call = call.lifecycle_hook_name(hook).instance_id(instance);
    match call.send().await.map_err(failed("RecordLifecycleActionHeartbeat", hook)) {
        Ok(_) => Ok(true),
        Err(error) if is_over(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reports an instance as unhealthy to its group, which replaces it, also within the grace period.
///
/// # Errors
/// AWS refused.
pub async fn mark_unhealthy(aws: &Aws, instance: &str) -> Result<(), ApiError> {
    let call =
        aws.client::<AutoScaling>().set_instance_health().instance_id(instance).health_status("Unhealthy");
    let answer = call.should_respect_grace_period(false).send().await;
    answer.map(drop).map_err(failed("SetInstanceHealth", instance))
}
