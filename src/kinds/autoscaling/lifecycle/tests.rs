use std::collections::BTreeSet;

use aws_sdk_autoscaling::Client;
use aws_sdk_autoscaling::operation::complete_lifecycle_action::{
    CompleteLifecycleActionError, CompleteLifecycleActionOutput,
};
use aws_sdk_autoscaling::operation::describe_auto_scaling_instances::{
    DescribeAutoScalingInstancesError, DescribeAutoScalingInstancesOutput,
};
use aws_sdk_autoscaling::operation::describe_lifecycle_hooks::DescribeLifecycleHooksOutput;
use aws_sdk_autoscaling::operation::record_lifecycle_action_heartbeat::{
    RecordLifecycleActionHeartbeatError, RecordLifecycleActionHeartbeatOutput,
};
use aws_sdk_autoscaling::operation::set_instance_health::SetInstanceHealthOutput;
use aws_sdk_autoscaling::types::{AutoScalingInstanceDetails, LifecycleHook};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::spec::Spec;
use super::*;
use crate::AutoScaling;
use aws::Fault;
use model::plan::changes_to_value;

fn want(hook: Option<&str>, result: &str) -> Spec {
    Spec { instance: "i-1".to_owned(), hook: hook.map(str::to_owned), result: result.to_owned(), gate: None }
}

fn live(state: &str, hooks: &[&str]) -> Live {
    let hooks: BTreeSet<String> = hooks.iter().map(|hook| (*hook).to_owned()).collect();
    let hooks = hooks.into();
    Live { group: "web".to_owned(), state: state.to_owned(), hooks }
}

#[test]
fn the_action_of_every_hook_that_waits_is_completed() {
    let cases = [
        ("Pending:Wait", "CONTINUE", "Pending:Proceed"),
        ("Warmed:Pending:Wait", "CONTINUE", "Pending:Proceed"),
        ("Pending:Wait", "ABANDON", "Terminating"),
        ("Terminating:Wait", "CONTINUE", "Terminating:Proceed"),
    ];
    for (state, result, next) in cases {
        let plan = Lifecycle::diff(&want(None, result), Some(&live(state, &["a", "b"])));
        let steps: Vec<String> = plan.steps.iter().map(ToString::to_string).collect();
        assert_eq!(steps, [format!("complete a with {result}"), format!("complete b with {result}")]);
        assert_eq!(
            changes_to_value(&plan.changes).to_json(),
            serde_json::json!({"old": {"lifecycle_state": state}, "new": {"lifecycle_state": next}})
        );
    }
    let named = Lifecycle::diff(&want(Some("mine"), "CONTINUE"), Some(&live("Pending:Wait", &[])));
    assert_eq!(named.steps[0].to_string(), "complete mine with CONTINUE");
    assert_eq!(Lifecycle::aspects(&want(Some("mine"), "CONTINUE")), Aspects::NONE);
}

#[test]
fn without_a_wait_an_instance_counts_as_done() {
    for state in ["InService", "Pending", "Pending:Proceed", "Terminating:Proceed", "Standby"] {
        assert!(Lifecycle::diff(&want(None, "CONTINUE"), Some(&live(state, &["a"]))).is_empty(), "{state}");
    }
    assert!(Lifecycle::diff(&want(None, "CONTINUE"), None).is_empty());
    let plan = Lifecycle::diff(&want(None, "CONTINUE"), Some(&live("Pending:Wait", &[])));
    assert!(plan.is_empty() && plan.warnings.len() == 1, "the hook was removed meanwhile");
}

fn member(state: &'static str) -> Rule {
    mock!(Client::describe_auto_scaling_instances).then_output(move || {
        let details = AutoScalingInstanceDetails::builder().instance_id("i-1").auto_scaling_group_name("web");
        DescribeAutoScalingInstancesOutput::builder()
            .auto_scaling_instances(details.lifecycle_state(state).build())
            .build()
    })
}

fn hooks() -> Rule {
    mock!(Client::describe_lifecycle_hooks)
        .match_requests(|it| it.auto_scaling_group_name() == Some("web"))
        .then_output(|| {
            let hook = |name: &str, transition: &str| {
                LifecycleHook::builder().lifecycle_hook_name(name).lifecycle_transition(transition).build()
            };
            DescribeLifecycleHooksOutput::builder()
                .lifecycle_hooks(hook("in", "autoscaling:EC2_INSTANCE_LAUNCHING"))
                .lifecycle_hooks(hook("out", "autoscaling:EC2_INSTANCE_TERMINATING"))
                .build()
        })
}

#[tokio::test]
async fn hooks_are_read_only_while_the_group_waits_and_only_those_that_do() {
    for (state, names, calls) in
        [("InService", vec![], 0), ("Pending:Wait", vec!["in"], 1), ("Terminating:Wait", vec!["out"], 1)]
    {
        let (instances, hooks) = (member(state), hooks());
        let aws =
            canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&instances, &hooks]));
        let found = find(&aws, "i-1").await.unwrap().unwrap();
        assert_eq!(
            (found.hooks.answer().into_iter().flatten().cloned().collect::<Vec<_>>(), hooks.num_calls()),
            (names.into_iter().map(str::to_owned).collect(), calls)
        );
        assert_eq!(find(&aws, "i-2").await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_denied_read_is_never_an_instance_without_a_group() {
    let denied = mock!(Client::describe_auto_scaling_instances).then_error(|| {
        DescribeAutoScalingInstancesError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&denied]));
    let asks = ["i-1", "i-2"]
        .map(|id| Ask { reference: Reference::new(Lifecycle::KIND, id), aspects: Aspects::NONE });
    let answers = Lifecycle::describe(&aws, &asks).await.0;
    assert_eq!(denied.num_calls(), 1, "all instances are read in one call");
    assert!(answers.values().all(|answer| answer.as_ref().is_err_and(|error| error.fault == Fault::Denied)));
}

fn over() -> ErrorMetadata {
    let message = "No active Lifecycle Action found with instance ID i-1";
    ErrorMetadata::builder().code("ValidationError").message(message).build()
}

#[tokio::test]
async fn an_action_that_is_over_counts_as_completed_and_needs_no_heartbeat() {
    let gone = mock!(Client::complete_lifecycle_action)
        .match_requests(|it| it.lifecycle_hook_name() == Some("gone"))
        .then_error(|| CompleteLifecycleActionError::generic(over()));
    let there = mock!(Client::complete_lifecycle_action)
        .match_requests(|it| {
            it.lifecycle_hook_name() == Some("in")
                && it.auto_scaling_group_name() == Some("web")
                && it.instance_id() == Some("i-1")
                && it.lifecycle_action_result() == Some("ABANDON")
        })
        .then_output(|| CompleteLifecycleActionOutput::builder().build());
    let denied = mock!(Client::complete_lifecycle_action).then_error(|| {
        CompleteLifecycleActionError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let beats = mock!(Client::record_lifecycle_action_heartbeat)
        .match_requests(|it| it.lifecycle_hook_name() == Some("in"))
        .then_output(|| RecordLifecycleActionHeartbeatOutput::builder().build());
    let late = mock!(Client::record_lifecycle_action_heartbeat)
        .then_error(|| RecordLifecycleActionHeartbeatError::generic(over()));
    let rules = [&gone, &there, &denied, &beats, &late];
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &rules));
    assert_eq!(complete(&aws, "web", "gone", "i-1", "CONTINUE").await, Ok(()));
    assert_eq!(complete(&aws, "web", "in", "i-1", "ABANDON").await, Ok(()));
    let refused = complete(&aws, "web", "other", "i-1", "CONTINUE").await.unwrap_err();
    assert_eq!(refused.fault, Fault::Denied);
    assert_eq!(heartbeat(&aws, "web", "in", "i-1").await, Ok(true));
    assert_eq!(heartbeat(&aws, "web", "gone", "i-1").await, Ok(false));
}

#[tokio::test]
async fn an_unhealthy_instance_is_replaced_within_its_grace_period_too() {
    let set_health = mock!(Client::set_instance_health)
        .match_requests(|it| {
            it.health_status() == Some("Unhealthy") && it.should_respect_grace_period() == Some(false)
        })
        .then_output(|| SetInstanceHealthOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&set_health]));
    assert_eq!(mark_unhealthy(&aws, "i-1").await, Ok(()));
}
