use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_elasticloadbalancingv2::Client;
use aws_sdk_elasticloadbalancingv2::operation::deregister_targets::DeregisterTargetsOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_target_group_attributes::DescribeTargetGroupAttributesOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_target_groups::{
    DescribeTargetGroupsError, DescribeTargetGroupsOutput,
};
use aws_sdk_elasticloadbalancingv2::operation::describe_target_health::DescribeTargetHealthOutput;
use aws_sdk_elasticloadbalancingv2::types::{
    TargetDescription, TargetGroup, TargetGroupAttribute, TargetHealth, TargetHealthDescription,
    TargetHealthReasonEnum, TargetHealthStateEnum,
};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::live::{Health, Live, Targets};
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Elbv2;
use aws::Fault;
use kind::waiting::WaitArguments;
use model::Asked;
use model::plan::changes_to_value;

const ARN: &str = "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/web/0123456789abcdef";

fn want(registered: bool, is_on: bool) -> Want {
    let targets = ["i-1", "i-2"].map(str::to_owned).into();
    let waiting = WaitArguments { is_on, deadline: None };
    let spec = Spec { group: "web".to_owned(), registered, targets, port: None, waiting, gate: None };
    Want { spec, is_promised: false }
}

fn live(targets: &[(&str, i32, &str, &str)]) -> Live {
    let target = |(id, port, state, reason): &(&str, i32, &str, &str)| {
        let health = Health { state: (*state).to_owned(), reason: (*reason).to_owned() };
        (Target { id: (*id).to_owned(), port: Some(*port) }, health)
    };
    let targets = Targets(targets.iter().map(target).collect()).into();
    Live { arn: ARN.to_owned(), targets, draining: Asked::NotAsked }
}

fn steps(want: &Want, live: &Live) -> Vec<String> {
    Registration::diff(want, Some(live)).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn registering_adds_missing_or_draining_targets_and_shows_states_as_salt_does() {
    let there =
        live(&[("i-1", 80, "unhealthy", ""), ("i-2", 80, "draining", ""), ("i-9", 80, "healthy", "")]);
    let plan = Registration::diff(&want(true, false), Some(&there));
    assert_eq!(steps(&want(true, false), &there), ["register i-2"]);
    assert_eq!(
        changes_to_value(&plan.changes).to_json(),
        serde_json::json!({
            "old": {"i-1": "unhealthy", "i-2": "draining", "i-9": "healthy"},
            "new": {"i-1": "unhealthy", "i-2": "initial", "i-9": "healthy"},
        })
    );
    let all = live(&[("i-1", 80, "initial", ""), ("i-2", 80, "unused", "Target.NotInUse")]);
    assert!(Registration::diff(&want(true, false), Some(&all)).is_empty());
}

#[test]
fn a_target_on_another_port_is_another_target() {
    let there = live(&[("i-1", 80, "healthy", ""), ("i-2", 8080, "healthy", "")]);
    let on_8080 = |registered| {
        let spec = Spec { port: Some(8080), ..want(registered, false).spec };
        Want { spec, is_promised: false }
    };
    assert_eq!(steps(&on_8080(true), &there), ["register i-1:8080"]);
    assert_eq!(steps(&on_8080(false), &there), ["deregister i-2:8080"]);
}

#[test]
fn deregistering_removes_registered_targets_on_every_port_and_no_other() {
    let there = live(&[
        ("i-1", 80, "healthy", ""),
        ("i-1", 81, "initial", ""),
        ("i-2", 80, "draining", ""),
        ("i-9", 80, "healthy", ""),
    ]);
    assert_eq!(steps(&want(false, false), &there), ["deregister i-1:80, i-1:81"]);
    let gone = live(&[("i-2", 80, "draining", ""), ("i-1", 80, "unused", "Target.NotRegistered")]);
    assert!(Registration::diff(&want(false, false), Some(&gone)).is_empty());
}

#[test]
fn a_wait_reports_targets_and_reasons_and_ends_with_the_last_request() {
    let plan = |want: &Want, live: &Live| Registration::diff(want, Some(live));
    let starting = live(&[("i-1", 80, "unhealthy", "Target.Timeout"), ("i-2", 80, "healthy", "")]);
    let waiting = plan(&want(true, true), &starting);
    assert_eq!(waiting.busy.as_deref(), Some("i-1:80 (Target.Timeout) to be healthy"));
    assert_eq!((waiting.deadline, plan(&want(true, false), &starting).busy), (None, None));
    let leaving = Live { draining: 300.into(), ..live(&[("i-1", 80, "draining", "")]) };
    let waiting = plan(&want(false, true), &leaving);
    assert_eq!(waiting.busy.as_deref(), Some("i-1:80 to finish their last requests"));
    assert_eq!(waiting.deadline, Some(Duration::from_secs(360)));
    assert!(plan(&want(false, true), &live(&[("i-1", 80, "unused", "Target.NotRegistered")])).is_empty());
}

#[test]
fn without_a_group_registering_is_refused_and_deregistering_is_done() {
    assert_eq!(Registration::diff(&want(true, false), None).refusals.len(), 1);
    let plan = Registration::diff(&want(false, false), None);
    assert!(plan.is_empty() && plan.warnings.len() == 1);
    let promised = Registration::diff(&Want { is_promised: true, ..want(true, false) }, None);
    assert_eq!((promised.refusals.len(), promised.steps.len()), (0, 0), "the group is made first");
    assert_eq!(
        promised.changes[0].new,
        Value::Map(
            [("i-1", "initial"), ("i-2", "initial")].map(|(id, state)| (id.into(), state.into())).into()
        )
    );
}

fn described(id: &str, state: &str) -> TargetHealthDescription {
    let health = TargetHealth::builder()
        .state(TargetHealthStateEnum::from(state))
        .reason(TargetHealthReasonEnum::RegistrationInProgress);
    TargetHealthDescription::builder()
        .target(TargetDescription::builder().id(id).port(80).build())
        .target_health(health.build())
        .build()
}

#[tokio::test]
async fn groups_are_found_together_and_only_an_unknown_one_is_absent() {
    let group = || TargetGroup::builder().target_group_arn(ARN).target_group_name("web").build();
    let refused = |name: &'static str, code: &'static str| {
        mock!(Client::describe_target_groups)
            .match_requests(move |it| it.names().iter().any(|asked| asked == name))
            .then_error(move || {
                DescribeTargetGroupsError::generic(ErrorMetadata::builder().code(code).build())
            })
    };
    let (unknown, denied) = (refused("none", "TargetGroupNotFound"), refused("secret", "AccessDenied"));
    let all = mock!(Client::describe_target_groups)
        .match_requests(|it| it.names().is_empty())
        .then_output(move || DescribeTargetGroupsOutput::builder().target_groups(group()).build());
    let health = mock!(Client::describe_target_health)
        .match_requests(|it| it.target_group_arn() == Some(ARN))
        .then_output(|| {
            let described = vec![described("i-1", "initial"), described("i-2", "draining")];
            DescribeTargetHealthOutput::builder().set_target_health_descriptions(Some(described)).build()
        });
    let delay = mock!(Client::describe_target_group_attributes).then_output(|| {
        let delay = TargetGroupAttribute::builder().key("deregistration_delay.timeout_seconds").value("120");
        DescribeTargetGroupAttributesOutput::builder().attributes(delay.build()).build()
    });
    let rules = [&denied, &unknown, &all, &health, &delay];
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &rules));
    let ask = |name: &str, aspects| Ask { reference: Reference::new(Registration::KIND, name), aspects };
    let asks = [ask("web", Aspects::NONE), ask("none", DRAINING)];
    let answers = Registration::describe(&aws, &asks).await.0;
    let web = answers[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!((web.arn.as_str(), &web.draining, delay.num_calls()), (ARN, &Asked::NotAsked, 0));
    assert_eq!((unknown.num_calls(), all.num_calls()), (1, 1), "one list, and one page of all");
    let states: BTreeMap<String, bool> = web
        .targets
        .answer()
        .unwrap()
        .0
        .iter()
        .map(|(target, health)| (target.to_string(), health.is_registered()))
        .collect();
    assert_eq!(states, BTreeMap::from([("i-1:80".to_owned(), true), ("i-2:80".to_owned(), false)]));
    assert_eq!(Registration::attribute(&web, "ids"), Some(vec!["i-1"].into()));
    assert_eq!(answers[&asks[1].reference], Ok(None));
    let asks = [ask("secret", DRAINING), ask(ARN, DRAINING)];
    let answers = Registration::describe(&aws, &asks).await.0;
    assert_eq!(answers[&asks[0].reference].clone().unwrap_err().fault, Fault::Denied);
    let known = answers[&asks[1].reference].clone().unwrap().unwrap();
    assert_eq!((known.draining, denied.num_calls()), (Asked::Answer(120), 1), "an ARN is not looked up");
}

#[tokio::test]
async fn leaving_names_the_ports() {
    let left = mock!(Client::deregister_targets)
        .match_requests(|it| it.targets().iter().all(|target| target.port() == Some(8080)))
        .then_output(|| DeregisterTargetsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::Sequential, &[&left]));
    let there = live(&[("i-2", 8080, "healthy", "")]);
    for step in &Registration::diff(&want(false, false), Some(&there)).steps {
        Registration::apply(&aws, step).await.unwrap();
    }
    assert_eq!(left.num_calls(), 1);
}
