use aws_sdk_sqs::operation::get_queue_attributes::{GetQueueAttributesError, GetQueueAttributesOutput};
use aws_sdk_sqs::operation::get_queue_url::{GetQueueUrlError, GetQueueUrlOutput};
use aws_sdk_sqs::types::QueueAttributeName;
use aws_sdk_sqs::types::error::QueueDoesNotExist;
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use indexmap::IndexMap;
use serde_json::json;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::{FUNCTIONS, Spec, read};
use super::*;
use crate::Sqs;
use aws::Fault;
use kind::{Answers, Ask, Resource, Source};
use model::{Change, Entry, Fields, Function, Node, Place, Problems};

fn spec(present: bool, attributes: &[(&str, &str)]) -> Spec {
    Spec { name: "jobs".to_owned(), present, attributes: map(attributes), tags: None }
}

fn map(pairs: &[(&str, &str)]) -> IndexMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn live(attributes: &[(&str, &str)]) -> Live {
    Live {
        url: "http://q/jobs".to_owned(),
        attributes: map(attributes).into(),
        tags: map(&[("team", "a")]).into(),
    }
}

fn declared(function: &Function, arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("q.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

#[test]
fn numbers_and_booleans_become_text_in_aws_form() {
    let attributes =
        json!({"VisibilityTimeout": 60, "FifoQueue": true, "RedrivePolicy": {"maxReceiveCount": 3}});
    let (spec, problems) = declared(&FUNCTIONS[0], json!({"name": "jobs", "attributes": attributes}));
    assert_eq!(problems, Vec::<String>::new());
    let expected =
        [("VisibilityTimeout", "60"), ("FifoQueue", "true"), ("RedrivePolicy", r#"{"maxReceiveCount":3}"#)];
    assert_eq!(spec.attributes, map(&expected));
}

#[test]
fn an_unknown_attribute_is_refused_with_a_suggestion() {
    let (_, problems) =
        declared(&FUNCTIONS[0], json!({"name": "jobs", "attributes": {"VisibilityTimout": 60}}));
    let expected = "q.sls:1:1: 'VisibilityTimout' is not an attribute of a queue that can be set\n  hint: did you mean 'VisibilityTimeout'?";
    assert_eq!(problems, [expected]);
}

#[test]
fn values_that_aws_cannot_take_are_refused_offline() {
    for (name, value, expected) in [
        ("DelaySeconds", "three", Some("'DelaySeconds' of a queue must be a whole number, not 'three'")),
        ("VisibilityTimeout", "-1", Some("must be a whole number, not '-1'")),
        ("FifoQueue", "yes", Some("must be True or False, not 'yes'")),
        ("ContentBasedDeduplication", "1", Some("must be True or False, not '1'")),
        ("RedrivePolicy", "jobs-dead", Some("must be a mapping, or its JSON, not 'jobs-dead'")),
        ("Policy", "[1]", Some("must be a mapping, or its JSON, not '[1]'")),
        ("DelaySeconds", "900", None),
        ("FifoQueue", "True", None),
        ("RedrivePolicy", "", None),
        ("RedrivePolicy", "{}", None),
        ("KmsMasterKeyId", "", None),
    ] {
        let (_, problems) = declared(&FUNCTIONS[0], json!({"name": "jobs", "attributes": {name: value}}));
        let text = problems.join("\n");
        match expected {
            Some(expected) => assert!(text.contains(expected), "{name}: {text}"),
            None => assert_eq!(text, "", "{name}"),
        }
    }
}

#[test]
fn absent_accepts_no_attributes() {
    let (spec, problems) = declared(&FUNCTIONS[1], json!({"name": "jobs", "attributes": {}}));
    assert!(!spec.present);
    assert_eq!(problems.len(), 1);
}

#[test]
fn a_missing_queue_is_created_with_all_that_is_declared() {
    let want = Spec { tags: Some(map(&[("team", "a")])), ..spec(true, &[("DelaySeconds", "5")]) };
    let plan = diff(&want, None);
    let step = Step::Create {
        name: "jobs".to_owned(),
        attributes: map(&[("DelaySeconds", "5")]),
        tags: map(&[("team", "a")]),
    };
    assert_eq!(plan.steps, [step]);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["queue", "DelaySeconds", "tags"]);
}

#[test]
fn only_differences_are_set() {
    let want = spec(true, &[("DelaySeconds", "5"), ("VisibilityTimeout", "30")]);
    let plan =
        diff(&want, Some(&live(&[("DelaySeconds", "5"), ("VisibilityTimeout", "60"), ("Other", "1")])));
    assert_eq!(plan.changes, [Change::update("VisibilityTimeout", "60", "30")]);
    let step = Step::SetAttributes {
        url: "http://q/jobs".to_owned(),
        attributes: map(&[("VisibilityTimeout", "30")]),
    };
    assert_eq!(plan.steps, [step]);
}

#[test]
fn documents_and_booleans_are_compared_by_meaning() {
    let redrive = r#"{"maxReceiveCount":3,"deadLetterTargetArn":"arn:d"}"#;
    let stored = r#"{"deadLetterTargetArn":"arn:d","maxReceiveCount":"3"}"#;
    let want = spec(true, &[("RedrivePolicy", redrive), ("SqsManagedSseEnabled", "True")]);
    let plan = diff(&want, Some(&live(&[("RedrivePolicy", stored), ("SqsManagedSseEnabled", "true")])));
    assert!(plan.is_empty(), "{plan:?}");
}

#[test]
fn missing_values_count_as_aws_defaults() {
    let want = spec(true, &[("FifoQueue", "false"), ("Policy", "")]);
    assert!(diff(&want, Some(&live(&[]))).is_empty());
}

#[test]
fn a_queue_cannot_become_fifo() {
    let plan = diff(&spec(true, &[("FifoQueue", "true")]), Some(&live(&[])));
    assert_eq!((plan.refusals.len(), plan.steps.len()), (1, 0));
}

#[test]
fn tags_left_out_are_not_managed_and_empty_tags_remove_all() {
    assert!(diff(&spec(true, &[]), Some(&live(&[]))).is_empty());
    let want = Spec { tags: Some(IndexMap::new()), ..spec(true, &[]) };
    let plan = diff(&want, Some(&live(&[])));
    assert_eq!(plan.steps, [Step::Untag { url: "http://q/jobs".to_owned(), keys: vec!["team".to_owned()] }]);
}

#[test]
fn a_queue_that_is_to_go_is_deleted_once() {
    assert_eq!(
        diff(&spec(false, &[]), Some(&live(&[]))).steps,
        [Step::Delete { url: "http://q/jobs".to_owned() }]
    );
    assert!(diff(&spec(false, &[]), None).is_empty());
}

#[test]
fn the_dead_letter_queue_is_used() {
    let want = spec(true, &[("RedrivePolicy", r#"{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:1:dead"}"#)]);
    assert_eq!(Queue::uses(&want), [Reference::new("sqs.queue", "dead")]);
}

fn ask(aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(Queue::KIND, "jobs"), aspects }
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(aws_sdk_sqs::Client::get_queue_url).then_error(|| {
        GetQueueUrlError::generic(ErrorMetadata::builder().code("AccessDenied").message("no").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::Sequential, &[&denied]));
    let answers = api::describe(&aws, &[ask(Aspects::NONE)]).await;
    let error = answers.0[0].as_ref().expect_err("it was denied");
    assert_eq!((error.operation, error.fault), ("GetQueueUrl", Fault::Denied));
}

#[tokio::test]
async fn not_found_is_absence() {
    let missing = mock!(aws_sdk_sqs::Client::get_queue_url).then_error(|| {
        let code = ErrorMetadata::builder().code("AWS.SimpleQueueService.NonExistentQueue").build();
        GetQueueUrlError::QueueDoesNotExist(QueueDoesNotExist::builder().meta(code).build())
    });
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::Sequential, &[&missing]));
    let answers = api::describe(&aws, &[ask(ATTRIBUTES)]).await;
    assert!(matches!(answers.0[0], Ok(None)));
}

#[tokio::test]
async fn attributes_are_read_only_on_request() {
    let url = mock!(aws_sdk_sqs::Client::get_queue_url)
        .then_output(|| GetQueueUrlOutput::builder().queue_url("http://q/jobs").build());
    let attributes = mock!(aws_sdk_sqs::Client::get_queue_attributes).then_output(|| {
        GetQueueAttributesOutput::builder().attributes(QueueAttributeName::DelaySeconds, "5").build()
    });
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::MatchAny, &[&url, &attributes]));
    api::describe(&aws, &[ask(Aspects::NONE)]).await;
    assert_eq!((url.num_calls(), attributes.num_calls()), (1, 0));
    let answers = api::describe(&aws, &[ask(ATTRIBUTES)]).await;
    let live = answers.0[0].as_ref().expect("it was read").as_ref().expect("it exists");
    assert_eq!(live.attributes, map(&[("DelaySeconds", "5")]).into());
    assert_eq!((url.num_calls(), attributes.num_calls()), (2, 1));
}

fn asks(names: &[&str], aspects: Aspects) -> Vec<Ask> {
    names.iter().map(|name| Ask { reference: Reference::new(Queue::KIND, *name), aspects }).collect()
}

fn gone() -> Rule {
    mock!(aws_sdk_sqs::Client::get_queue_attributes).then_error(|| {
        let code = ErrorMetadata::builder().code("AWS.SimpleQueueService.NonExistentQueue").build();
        GetQueueAttributesError::QueueDoesNotExist(QueueDoesNotExist::builder().meta(code).build())
    })
}

/// A queue at the URL that AWS documents.
fn at_formed_url(name: &'static str) -> Rule {
    let url = format!("https://sqs.us-east-1.amazonaws.com/123456789012/{name}");
    mock!(aws_sdk_sqs::Client::get_queue_attributes)
        .match_requests(move |request| request.queue_url() == Some(url.as_str()))
        .then_output(move || {
            let arn = format!("arn:aws:sqs:us-east-1:123456789012:{name}");
            GetQueueAttributesOutput::builder().attributes(QueueAttributeName::QueueArn, arn).build()
        })
}

fn there(answers: &Answers<Live>) -> Vec<bool> {
    answers.0.values().map(|live| live.as_ref().unwrap().is_some()).collect()
}

#[tokio::test]
async fn in_a_known_account_one_call_a_queue_is_enough() {
    let (here, by_name) =
        (at_formed_url("here"), mock!(aws_sdk_sqs::Client::get_queue_url).then_output(|| panic!()));
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::MatchAny, &[&here, &by_name]));
    aws.note_owner("arn:aws:iam::123456789012:role/web");
    let answers = api::describe(&aws, &asks(&["here"], ATTRIBUTES)).await;
    assert_eq!((there(&answers), here.num_calls()), (vec![true], 1));
}

#[tokio::test]
async fn the_first_queue_shows_the_account_and_with_it_the_urls_of_the_others() {
    let (jobs, results) = (at_formed_url("jobs"), at_formed_url("results"));
    let by_name = mock!(aws_sdk_sqs::Client::get_queue_url)
        .match_requests(|request| request.queue_name() == Some("jobs"))
        .then_output(|| {
            let url = "https://sqs.us-east-1.amazonaws.com/123456789012/jobs";
            GetQueueUrlOutput::builder().queue_url(url).build()
        });
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::MatchAny, &[&jobs, &results, &by_name]));
    let answers = api::describe(&aws, &asks(&["jobs", "results"], ATTRIBUTES)).await;
    assert_eq!((there(&answers), by_name.num_calls()), (vec![true, true], 1));
}

#[tokio::test]
async fn a_name_of_a_deleted_queue_is_absence() {
    let by_name = mock!(aws_sdk_sqs::Client::get_queue_url)
        .then_output(|| GetQueueUrlOutput::builder().queue_url("http://q/gone").build());
    let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::MatchAny, &[&by_name, &gone()]));
    assert_eq!(there(&api::describe(&aws, &asks(&["gone"], ATTRIBUTES)).await), vec![false]);
}

#[tokio::test]
async fn a_queue_that_is_not_at_its_formed_url_is_looked_up_by_name() {
    let missing = mock!(aws_sdk_sqs::Client::get_queue_url).then_error(|| {
        let code = ErrorMetadata::builder().code("AWS.SimpleQueueService.NonExistentQueue").build();
        GetQueueUrlError::QueueDoesNotExist(QueueDoesNotExist::builder().meta(code).build())
    });
    let denied = mock!(aws_sdk_sqs::Client::get_queue_url)
        .then_error(|| GetQueueUrlError::generic(ErrorMetadata::builder().code("AccessDenied").build()));
    for (by_name, is_certain) in [(missing, true), (denied, false)] {
        let aws = canned::aws(|clients| clients.answer::<Sqs>(RuleMode::MatchAny, &[&gone(), &by_name]));
        aws.note_owner("arn:aws:iam::123456789012:role/web");
        let answers = api::describe(&aws, &asks(&["gone"], ATTRIBUTES)).await;
        assert_eq!((answers.0[0].is_ok(), by_name.num_calls()), (is_certain, 1), "{answers:?}");
    }
}
