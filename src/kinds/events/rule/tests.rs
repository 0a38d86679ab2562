use aws_sdk_eventbridge::operation::describe_rule::{DescribeRuleError, DescribeRuleOutput};
use aws_sdk_eventbridge::operation::list_targets_by_rule::{ListTargetsByRuleError, ListTargetsByRuleOutput};
use aws_sdk_eventbridge::operation::put_targets::PutTargetsOutput;
use aws_sdk_eventbridge::types::{PutTargetsResultEntry, Target as Answered};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::diff;
use super::live::Live;
use super::spec::{FUNCTIONS, Pattern, Settings, Spec, read};
use super::want::Want;
use super::*;
use crate::EventBridge;
use aws::Fault;
use kind::{AllPromised, Ask, Known, Resource, Sight, Source};
use model::{Asked, Entry, Fields, Node, Place, Problems};

fn declared(arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "nightly"});
    all.as_object_mut().unwrap().extend(arguments.as_object().cloned().unwrap_or_default());
    let node = Node::from_value(all.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

/// Everything exists, with an ARN made from its name.
struct There;

impl Known for There {
    fn sight(&self, reference: &Reference, _attribute: &str, _aspects: Aspects) -> Sight {
        Sight::Found(Some(format!("arn:{}:{}", reference.kind, reference.name).into()))
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        false
    }
}

fn want(arguments: serde_json::Value) -> Want {
    let (spec, problems) = declared(arguments);
    assert_eq!(problems, Vec::<String>::new());
    Rule::resolve(&spec, &mut Lookup::new(&There)).unwrap()
}

fn live() -> Live {
    let targets = [
        ("a", json!({"Arn": "arn:lambda.function:f", "Input": "{\"b\": 1, \"a\": [2]}"})),
        ("gone", json!({"Arn": "arn:x"})),
    ];
    let targets: std::collections::BTreeMap<_, _> =
        targets.into_iter().map(|(id, settings)| (id.to_owned(), settings)).collect();
    Live {
        arn: "arn:rule".to_owned(),
        name: "nightly".to_owned(),
        settings: Settings {
            schedule: Some("rate(5 minutes)".to_owned()),
            pattern: Some(Pattern::of(r#"{"source":["b","a"]}"#.to_owned())),
            description: Some("old".to_owned()),
            state: Some("ENABLED".to_owned()),
        },
        targets: targets.into(),
        ..Live::default()
    }
}

fn steps_of(arguments: serde_json::Value) -> Vec<String> {
    let plan = diff(&want(arguments), Some(&live()));
    assert_eq!(plan.refusals, Vec::<String>::new());
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn patterns_and_inputs_are_compared_by_meaning_and_settings_left_out_are_kept() {
    assert_eq!(steps_of(json!({})), Vec::<String>::new());
    assert_eq!(steps_of(json!({"EventPattern": {"source": ["a", "b"]}})), Vec::<String>::new());
    assert_eq!(steps_of(json!({"EventPattern": "{\"source\": [\"a\"]}"})), ["set the rule"]);
    let targets = json!({"Targets": [
        {"Id": "a", "Function": "f", "Input": {"a": [2], "b": 1}}, {"Id": "gone", "Arn": "arn:x"}]});
    assert_eq!(steps_of(targets), Vec::<String>::new());
}

#[test]
fn a_call_replaces_the_rule_so_it_sends_settings_that_are_left_out_too() {
    let plan = diff(&want(json!({"Description": "new"})), Some(&live()));
    let Step::Put { settings, .. } = &plan.steps[0] else { panic!() };
    assert_eq!(settings.schedule.as_deref(), Some("rate(5 minutes)"));
    assert_eq!(settings.description.as_deref(), Some("new"));
    assert_eq!(plan.changes.len(), 1);
}

#[test]
fn targets_are_the_whole_list_and_new_ones_come_before_old_ones_go() {
    let json = json!([{"Id": "a", "Arn": "arn:lambda.function:f", "Input": "{}"},
        {"Id": "new", "Arn": "arn:y"}])
    .to_string();
    assert_eq!(steps_of(json!({"Targets": json})), ["set the targets a, new", "remove the targets gone"]);
    assert_eq!(steps_of(json!({"Targets": []})), ["remove the targets a, gone"]);
}

#[test]
fn a_target_names_one_thing() {
    for target in [json!({"Id": "a"}), json!({"Id": "a", "Arn": "arn:x", "Topic": "t"})] {
        let problems = declared(json!({"Targets": [target]})).1;
        assert!(problems[0].contains("one of Arn, Function and Topic"), "{problems:?}");
    }
    assert!(declared(json!({"Targets": "{}"})).1[0].contains("not a JSON list"));
}

#[test]
fn the_targets_of_a_rule_are_created_first() {
    let (spec, _) = declared(json!({"RoleArn": "caller", "ScheduleExpression": "rate(1 day)", "Targets": [
        {"Id": "a", "Function": "f"}, {"Id": "b", "Arn": "arn:aws:sqs:us-east-1:1:jobs", "RoleArn": "arn:aws:iam::1:role/r"}]}));
    let uses: Vec<String> = Rule::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    assert_eq!(uses, ["lambda.function f", "sqs.queue jobs", "iam.role r", "iam.role caller"]);
    let want = Rule::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    assert!(format!("{:?}", diff(&want, None).changes).contains("(known after apply)"));
    assert_eq!(Rule::creation(&spec), ["EventBridge.PutRule"]);
    assert!(diff(&self::want(json!({})), None).refusals[0].contains("ScheduleExpression or EventPattern"));
}

#[test]
fn an_absent_rule_loses_its_targets_first() {
    let spec = Spec { name: "nightly".to_owned(), ..Spec::default() };
    let steps: Vec<&str> = diff(&Want { spec: spec.clone(), ..Want::default() }, Some(&live()))
        .steps
        .iter()
        .map(Step::call)
        .collect();
    assert_eq!(steps, ["RemoveTargets", "DeleteRule"]);
    let unread = Live { targets: Asked::NotAsked, ..live() };
    let plan = diff(&Want { spec, ..Want::default() }, Some(&unread));
    assert!(plan.steps.is_empty() && !plan.refusals.is_empty());
}

fn ask() -> Ask {
    Ask { reference: Reference::new("events.rule", "nightly"), aspects: TARGETS }
}

#[tokio::test]
async fn not_found_is_absence_and_targets_are_read_to_the_last_page() {
    let missing = mock!(aws_sdk_eventbridge::Client::describe_rule).then_error(|| {
        DescribeRuleError::generic(ErrorMetadata::builder().code("ResourceNotFoundException").build())
    });
    let aws = canned::aws(|clients| clients.answer::<EventBridge>(RuleMode::MatchAny, &[&missing]));
    assert_eq!(Rule::describe(&aws, &[ask()]).await.0[0], Ok(None));

    let found = mock!(aws_sdk_eventbridge::Client::describe_rule)
        .then_output(|| DescribeRuleOutput::builder().name("nightly").build());
    let page = |id: &str, next: Option<&str>| {
        let target = Answered::builder().id(id).arn("arn:x").build().unwrap();
        ListTargetsByRuleOutput::builder().targets(target).set_next_token(next.map(str::to_owned)).build()
    };
    let first = mock!(aws_sdk_eventbridge::Client::list_targets_by_rule)
        .match_requests(|request| request.next_token().is_none())
        .then_output(move || page("a", Some("more")));
    let second = mock!(aws_sdk_eventbridge::Client::list_targets_by_rule)
        .match_requests(|request| request.next_token() == Some("more"))
        .then_output(move || page("b", None));
    let aws =
        canned::aws(|clients| clients.answer::<EventBridge>(RuleMode::MatchAny, &[&found, &first, &second]));
    let live = Rule::describe(&aws, &[ask()]).await.0[0].clone().unwrap().unwrap();
    let ids: Vec<&String> = live.targets.answer().unwrap().keys().collect();
    assert_eq!(ids, ["a", "b"]);

    let late = mock!(aws_sdk_eventbridge::Client::list_targets_by_rule).then_error(|| {
        ListTargetsByRuleError::generic(ErrorMetadata::builder().code("ResourceNotFoundException").build())
    });
    let aws = canned::aws(|clients| clients.answer::<EventBridge>(RuleMode::MatchAny, &[&found, &late]));
    let live = Rule::describe(&aws, &[ask()]).await.0[0].clone().unwrap().unwrap();
    assert_eq!(live.targets, Asked::NotYet);
}

#[tokio::test]
async fn a_target_that_aws_does_not_take_is_a_failure() {
    let rule = mock!(aws_sdk_eventbridge::Client::put_targets).then_output(|| {
        let entry = PutTargetsResultEntry::builder().target_id("a").error_code("AccessDeniedException");
        let entry = entry.error_message("no").build();
        PutTargetsOutput::builder().failed_entry_count(1).failed_entries(entry).build()
    });
    let aws = canned::aws(|clients| clients.answer::<EventBridge>(RuleMode::MatchAny, &[&rule]));
    let targets = vec![("a".to_owned(), json!({"Arn": "arn:x"}))];
    let step = Step::PutTargets { rule: Which { name: "nightly".to_owned(), bus: None }, targets };
    let error = apply(&aws, &step).await.unwrap_err();
    assert_eq!((error.fault, error.message.as_str()), (Fault::Denied, "the target a: no"));
}
