use aws_sdk_autoscaling::Client;
use aws_sdk_autoscaling::operation::delete_launch_configuration::DeleteLaunchConfigurationError;
use aws_sdk_autoscaling::operation::describe_launch_configurations::{
    DescribeLaunchConfigurationsError, DescribeLaunchConfigurationsOutput,
};
use aws_sdk_autoscaling::types::LaunchConfiguration as SdkLaunchConfiguration;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::diff::Step;
use super::*;
use crate::AutoScaling;
use aws::Fault;
use model::{Change, Node, NodeKind, Place};

/// Gives every node a line of its own, as in a file.
fn place(node: &mut Node, line: &mut u32) {
    *line += 1;
    node.place = Place::new("a.sls", *line, 1);
    match &mut node.kind {
        NodeKind::Scalar(_) => {}
        NodeKind::List(list) => list.iter_mut().for_each(|item| place(item, line)),
        NodeKind::Map(map) => map.values_mut().for_each(|entry| place(&mut entry.node, line)),
    }
}

fn declared(function: &Function, arguments: serde_json::Value) -> (spec::Spec, Problems) {
    let start = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let mut node = Node::from_value(arguments.into(), &start);
    place(&mut node, &mut 1);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &start, function.name(), &mut problems);
    (LaunchConfiguration::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn want(arguments: serde_json::Value) -> spec::Want {
    let (spec, problems) = declared(&spec::FUNCTIONS[0], arguments);
    assert!(problems.is_empty(), "{problems}");
    spec::Want { name: spec.name, content: spec.launch.map(|launch| launch.content) }
}

fn sample() -> serde_json::Value {
    serde_json::json!({"name": "web-1", "image_id": "ami-1", "instance_type": "t3.small", "key_name": "web"})
}

fn live(want: &spec::Want) -> Live {
    Live { name: want.name.clone(), content: want.content.clone().unwrap() }
}

#[test]
fn a_missing_one_is_created_and_an_existing_one_is_not_changed() {
    let want = want(sample());
    let plan = LaunchConfiguration::diff(&want, None);
    assert_eq!(plan.changes, [Change::create("", "web-1")]);
    assert!(matches!(plan.steps[..], [Step::Create { .. }]));
    assert!(LaunchConfiguration::diff(&want, Some(&live(&want))).is_empty());
}

#[test]
fn impossible_changes_are_refused_with_the_difference() {
    let there = live(&want(sample()));
    let mut other = sample();
    other["instance_type"] = "t3.large".into();
    let plan = LaunchConfiguration::diff(&want(other), Some(&there));
    assert_eq!(plan.steps, []);
    assert!(plan.refusals[0].contains("instance_type") && plan.refusals[0].contains("t3.large"), "{plan:?}");
}

#[test]
fn to_be_absent_deletes_it_once() {
    let (spec, problems) = declared(&spec::FUNCTIONS[1], serde_json::json!({"name": "web-1"}));
    assert!(problems.is_empty());
    let gone = spec::Want { name: spec.name, content: None };
    let plan = LaunchConfiguration::diff(&gone, Some(&live(&want(sample()))));
    assert_eq!(plan.steps, [Step::Delete { name: "web-1".to_owned() }]);
    assert!(LaunchConfiguration::diff(&gone, None).is_empty());
}

#[test]
fn everything_wrong_is_found_at_once() {
    let (_, problems) = declared(
        &spec::FUNCTIONS[0],
        serde_json::json!({
            "name": "web", "user_data": "x".repeat(20000), "cloud_init": {"script": {}}, "vpc_id": "vpc-1", "vpc_name": "main",
            "block_device_mappings": [{"/dev/sda": {"sise": 3}}], "image_name": "base",
        }),
    );
    let text = problems.to_string();
    for expected in ["script", "both 'vpc_id'", "did you mean 'size'?", "'image_id' is missing", "image_name"]
    {
        assert!(text.contains(expected), "{expected} is missing in {text}");
    }
}

#[test]
fn too_much_user_data_is_refused_before_any_call() {
    let mut arguments = sample();
    arguments["user_data"] = "x".repeat(16 * 1024 + 1).into();
    let (_, problems) = declared(&spec::FUNCTIONS[0], arguments);
    assert!(problems.to_string().contains("16385 bytes"), "{problems}");
}

fn asks(names: &[&str]) -> Vec<Ask> {
    let reference = |name: &&str| Reference::new(LaunchConfiguration::KIND, *name);
    names.iter().map(|name| Ask { reference: reference(name), aspects: Aspects::NONE }).collect()
}

fn page(name: &str, token: Option<&str>) -> DescribeLaunchConfigurationsOutput {
    let found =
        SdkLaunchConfiguration::builder().launch_configuration_name(name).user_data("IyEvYmluL3NoCg==");
    let page = DescribeLaunchConfigurationsOutput::builder().launch_configurations(found.build());
    page.set_next_token(token.map(str::to_owned)).build()
}

#[tokio::test]
async fn all_pages_of_one_call_answer_a_crowd() {
    let first = mock!(Client::describe_launch_configurations)
        .match_requests(|request| request.next_token().is_none())
        .then_output(|| page("a", Some("more")));
    let second = mock!(Client::describe_launch_configurations)
        .match_requests(|request| request.next_token() == Some("more"))
        .then_output(|| page("b", None));
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&first, &second]));
    let asks = asks(&["a", "b", "c"]);
    let answers = LaunchConfiguration::describe(&aws, &asks).await;
    let found = |at: usize| answers.0[&asks[at].reference].clone().unwrap();
    assert_eq!(found(1).unwrap().content.user_data.as_deref(), Some("#!/bin/sh\n"));
    assert!(found(0).is_some() && found(2).is_none());
    assert_eq!((first.num_calls(), second.num_calls()), (1, 1));
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(Client::describe_launch_configurations).then_error(|| {
        DescribeLaunchConfigurationsError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::Sequential, &[&denied]));
    let asks = asks(&["a"]);
    let answers = LaunchConfiguration::describe(&aws, &asks).await;
    assert_eq!(answers.0[&asks[0].reference].as_ref().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn a_deletion_of_a_missing_thing_succeeds() {
    let gone = mock!(Client::delete_launch_configuration).then_error(|| {
        let message = "Launch configuration name not found - Launch configuration a not found";
        let meta = ErrorMetadata::builder().code("ValidationError").message(message);
        DeleteLaunchConfigurationError::generic(meta.build())
    });
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::Sequential, &[&gone]));
    assert_eq!(LaunchConfiguration::apply(&aws, &Step::Delete { name: "a".to_owned() }).await, Ok(()));
}

#[tokio::test]
async fn no_call_has_more_than_fifty_names() {
    let pages = mock!(Client::describe_launch_configurations)
        .match_requests(|request| request.launch_configuration_names().len() <= 50)
        .then_output(|| DescribeLaunchConfigurationsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<AutoScaling>(RuleMode::MatchAny, &[&pages]));
    let ask = |number: i32| Ask {
        reference: Reference::new(LaunchConfiguration::KIND, format!("web-{number}")),
        aspects: Aspects::NONE,
    };
    let asks: Vec<Ask> = (0..101).map(ask).collect();
    let answers = LaunchConfiguration::describe(&aws, &asks).await;
    assert!(answers.0.values().all(|answer| *answer == Ok(None)), "{answers:?}");
    assert_eq!(pages.num_calls(), 3);
}
