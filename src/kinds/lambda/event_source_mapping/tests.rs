use aws_sdk_lambda::operation::list_event_source_mappings::ListEventSourceMappingsOutput;
use aws_sdk_lambda::types::EventSourceMappingConfiguration;
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::json;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::{FUNCTIONS, Settings, Spec, read};
use super::want::Want;
use super::*;
use crate::Lambda;
use kind::{AllPromised, Ask, Resource, Source};
use model::{Aspects, Entry, Fields, Node, Place, Problems};

const QUEUE: &str = "arn:aws:sqs:us-east-1:1:jobs";

fn declared(arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "x", "FunctionName": "f"});
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

fn want(arguments: serde_json::Value) -> Want {
    let mut all = json!({"EventSourceArn": QUEUE});
    all.as_object_mut().unwrap().extend(arguments.as_object().cloned().unwrap_or_default());
    let (spec, problems) = declared(all);
    assert_eq!(problems, Vec::<String>::new());
    EventSourceMapping::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap()
}

fn live(state: &str) -> Live {
    Live::from(EventSourceMappingConfiguration::builder().uuid("u").state(state).batch_size(10).build())
}

#[test]
fn enabled_is_compared_and_missing_values_are_aws_defaults() {
    let wanted = want(json!({"Enabled": true, "BatchSize": "10", "MaximumRetryAttempts": -1}));
    assert!(diff(&wanted, Some(&live("Enabled"))).is_empty());
    let plan = diff(&wanted, Some(&live("Disabled")));
    assert_eq!(plan.changes.len(), 1);
    let settings = Settings { enabled: Some(true), ..Settings::default() };
    assert_eq!(plan.steps, [Step::Update { id: "u".to_owned(), settings }]);
}

#[test]
fn nothing_is_done_while_aws_is_busy() {
    for state in ["Creating", "Updating", "Enabling"] {
        let plan = diff(&want(json!({})), Some(&live(state)));
        assert!(plan.steps.is_empty() && plan.busy.is_some());
    }
    let plan = diff(&want(json!({})), Some(&live("Deleting")));
    assert!(plan.steps.is_empty() && plan.deleting.is_some() && plan.changes.len() == 1);
    let absent = Want { spec: Spec { present: false, ..want(json!({})).spec }, source: None };
    assert!(diff(&absent, Some(&live("Creating"))).busy.is_some());
    assert_eq!(diff(&absent, Some(&live("Enabled"))).steps, [Step::Delete { id: "u".to_owned() }]);
}

#[test]
fn a_source_is_an_arn_or_a_table_of_the_run() {
    assert!(declared(json!({})).1[0].contains("needs its source"));
    assert!(declared(json!({"EventSourceArn": "jobs"})).1[0].contains("not an ARN"));
    let (spec, _) =
        declared(json!({"Table": "t", "FunctionName": "arn:aws:lambda:us-east-1:1:function:f:live"}));
    let uses: Vec<String> =
        EventSourceMapping::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    assert_eq!(uses, ["lambda.function f", "dynamodb.table t"]);
    let located = EventSourceMapping::locate(&spec, &mut Lookup::new(&AllPromised));
    assert!(matches!(located, Err(Unresolved::AfterApply(table)) if table.name == "t"));
    assert_eq!(EventSourceMapping::creation(&spec), ["Lambda.CreateEventSourceMapping"]);
}

#[tokio::test]
async fn it_is_found_by_function_and_source() {
    let found = mock!(aws_sdk_lambda::Client::list_event_source_mappings)
        .match_requests(|request| {
            request.function_name() == Some("f") && request.event_source_arn() == Some(QUEUE)
        })
        .then_output(|| {
            let it = EventSourceMappingConfiguration::builder().uuid("u").state("Enabled").build();
            ListEventSourceMappingsOutput::builder().event_source_mappings(it).build()
        });
    let aws = canned::aws(|clients| clients.answer::<Lambda>(RuleMode::MatchAny, &[&found]));
    let spec = want(json!({})).spec;
    let reference = EventSourceMapping::locate(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    let answers = EventSourceMapping::describe(&aws, &[Ask { reference, aspects: Aspects::NONE }]).await.0;
    assert_eq!(answers[0].as_ref().unwrap().as_ref().unwrap().id, "u");
}
