use aws_sdk_sns::operation::get_topic_attributes::{GetTopicAttributesError, GetTopicAttributesOutput};
use aws_sdk_sns::operation::list_topics::{ListTopicsError, ListTopicsOutput};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::diff;
use super::live::Live;
use super::spec::{FUNCTIONS, Spec, read};
use super::*;
use crate::Sns;
use crate::live::Subscribed;
use aws::Fault;
use kind::{Ask, Resource, Source};
use model::{Entry, Fields, Node, Place, Problems};

fn declared(function: usize, arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[function];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

const ARN: &str = "arn:aws:sns:us-east-1:1:news";

fn live() -> Live {
    let subscribed = |arn: Option<&str>, endpoint: &str| Subscribed {
        arn: arn.map(str::to_owned),
        owner: "123456789012".to_owned(),
        protocol: "https".to_owned(),
        endpoint: endpoint.to_owned(),
    };
    let subscriptions =
        vec![subscribed(Some("arn:s1"), "https://me:****@a.example"), subscribed(None, "https://b.example")];
    Live { arn: ARN.to_owned(), subscriptions: subscriptions.into(), ..Live::default() }
}

fn steps(function: usize, arguments: serde_json::Value, live: Option<&Live>) -> Vec<String> {
    let (spec, problems) = declared(function, arguments);
    assert_eq!(problems, Vec::<String>::new());
    diff(&spec, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn one_module_adds_subscriptions_and_the_other_has_them_all() {
    let arguments =
        json!({"name": "news", "subscriptions": [{"protocol": "https", "endpoint": "https://c.example"}]});
    assert_eq!(steps(0, arguments.clone(), Some(&live())), ["subscribe https://c.example"]);
    let expected = ["subscribe https://c.example", "unsubscribe https://me:****@a.example"];
    assert_eq!(steps(1, arguments, Some(&live())), expected, "one that waits for its confirmation cannot go");
}

#[test]
fn passwords_are_neither_compared_nor_shown() {
    let arguments = json!({"name": "news", "subscriptions": [{"protocol": "https", "endpoint": "https://me:secret@a.example"}]});
    assert_eq!(steps(0, arguments.clone(), Some(&live())), Vec::<String>::new());
    let (spec, _) = declared(0, arguments);
    let empty = Live { subscriptions: vec![].into(), ..live() };
    let plan = diff(&spec, Some(&empty));
    let shown = format!("{plan:?} {spec:?} {}", plan.steps[0]);
    assert!(!shown.contains("secret") && shown.contains("me:****@a.example"), "{shown}");
}

#[test]
fn a_new_topic_has_its_attributes_from_the_start_and_subscribes_later() {
    let arguments = json!({"name": "news", "attributes": {"DisplayName": "N"},
        "subscriptions": [{"protocol": "email", "endpoint": "a@b.c"}]});
    let (spec, _) = declared(0, arguments);
    let plan = diff(&spec, None);
    assert_eq!((plan.steps.len(), plan.changes.len()), (1, 3));
    assert_eq!(Topic::creation(&spec), ["SNS.CreateTopic"]);
}

#[test]
fn attributes_are_compared_by_meaning_and_a_fixed_one_is_refused() {
    let attributes = [("Policy", r#"{"Statement": []}"#), ("DisplayName", "N")];
    let attributes: Tags =
        attributes.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    let live = Live { attributes: attributes.into(), ..live() };
    let wanted = json!({"name": "news", "attributes": {"Policy": {"Statement": []}, "DisplayName": "M", "FifoTopic": false}});
    assert_eq!(steps(1, wanted, Some(&live)), ["set DisplayName"]);
    let (fifo, _) = declared(0, json!({"name": "news", "attributes": {"FifoTopic": true}}));
    assert_eq!(diff(&fifo, Some(&live)).refusals.len(), 1);
    let (_, problems) = declared(0, json!({"name": "news", "attributes": {"Displayname": "N"}}));
    assert!(problems[0].contains("did you mean 'DisplayName'"), "{problems:?}");
}

#[test]
fn settings_left_out_are_kept_and_unread_ones_are_not_compared() {
    assert_eq!(steps(1, json!({"name": "news"}), Some(&live())), Vec::<String>::new());
    let unread = Live { arn: ARN.to_owned(), ..Live::default() };
    let (spec, _) = declared(1, json!({"name": "news", "subscriptions": []}));
    let plan = diff(&spec, Some(&unread));
    assert!(plan.steps.is_empty() && !plan.refusals.is_empty());
}

#[test]
fn absent_unsubscribes_only_if_declared() {
    assert_eq!(steps(2, json!({"name": "news"}), Some(&live())), ["delete the topic"]);
    let expected = ["unsubscribe https://me:****@a.example", "delete the topic"];
    assert_eq!(steps(2, json!({"name": "news", "unsubscribe": true}), Some(&live())), expected);
}

#[test]
fn queues_that_it_writes_to_are_made_before() {
    let arguments = json!({"name": "news", "subscriptions": [{"protocol": "sqs", "endpoint": "arn:aws:sqs:us-east-1:1:jobs"}]});
    assert_eq!(Topic::uses(&declared(0, arguments).0), [Reference::new("sqs.queue", "jobs")]);
}

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Topic::KIND, name), aspects: ATTRIBUTES }
}

#[tokio::test]
async fn a_topic_is_found_by_name_or_arn_on_any_page() {
    let topic = |arn: &str| aws_sdk_sns::types::Topic::builder().topic_arn(arn).build();
    let first = mock!(aws_sdk_sns::Client::list_topics)
        .match_requests(|it| it.next_token().is_none())
        .then_output(move || {
            ListTopicsOutput::builder()
                .topics(topic("arn:aws:sns:us-east-1:1:old-news"))
                .next_token("2")
                .build()
        });
    let second = mock!(aws_sdk_sns::Client::list_topics)
        .match_requests(|it| it.next_token() == Some("2"))
        .then_output(move || ListTopicsOutput::builder().topics(topic(ARN)).build());
    let attributes = mock!(aws_sdk_sns::Client::get_topic_attributes)
        .match_requests(|it| it.topic_arn() == Some(ARN))
        .then_output(|| GetTopicAttributesOutput::builder().attributes("DisplayName", "N").build());
    let aws =
        canned::aws(|clients| clients.answer::<Sns>(RuleMode::MatchAny, &[&first, &second, &attributes]));
    let answers = Topic::describe(&aws, &[ask("news"), ask(ARN), ask("none")]).await;
    assert_eq!(answers.0[0].clone().unwrap().unwrap().name(), "news");
    assert!(answers.0[1].clone().unwrap().is_some());
    assert!(matches!(answers.0[2], Ok(None)));
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(aws_sdk_sns::Client::list_topics)
        .then_error(|| ListTopicsError::generic(ErrorMetadata::builder().code("AuthorizationError").build()));
    let aws = canned::aws(|clients| clients.answer::<Sns>(RuleMode::MatchAny, &[&denied]));
    assert_eq!(Topic::describe(&aws, &[ask("news")]).await.0[0].clone().unwrap_err().fault, Fault::Denied);

    let listed = mock!(aws_sdk_sns::Client::list_topics).then_output(|| {
        ListTopicsOutput::builder()
            .topics(aws_sdk_sns::types::Topic::builder().topic_arn(ARN).build())
            .build()
    });
    let gone = mock!(aws_sdk_sns::Client::get_topic_attributes)
        .then_error(|| GetTopicAttributesError::generic(ErrorMetadata::builder().code("NotFound").build()));
    let aws = canned::aws(|clients| clients.answer::<Sns>(RuleMode::MatchAny, &[&listed, &gone]));
    assert!(matches!(Topic::describe(&aws, &[ask("news")]).await.0[0], Ok(None)), "gone since it was listed");
}

#[tokio::test]
async fn a_single_topic_is_read_by_its_arn_once_the_account_is_known() {
    const OWN: &str = "arn:aws:sns:us-east-1:123456789012:news";
    let attributes = mock!(aws_sdk_sns::Client::get_topic_attributes)
        .match_requests(|it| it.topic_arn() == Some(OWN))
        .then_output(|| GetTopicAttributesOutput::builder().attributes("DisplayName", "N").build());
    let gone = mock!(aws_sdk_sns::Client::get_topic_attributes)
        .then_error(|| GetTopicAttributesError::generic(ErrorMetadata::builder().code("NotFound").build()));
    // No list is expected: in a chain of states, each would list all topics anew.
    let aws = canned::aws(|clients| clients.answer::<Sns>(RuleMode::MatchAny, &[&attributes, &gone]));
    aws.note_owner(OWN);
    let answers = Topic::describe(&aws, &[ask("news"), ask("none")]).await;
    assert_eq!(answers.0[0].clone().unwrap().unwrap().arn, OWN);
    assert!(matches!(answers.0[1], Ok(None)), "{:?}", answers.0[1]);
}
