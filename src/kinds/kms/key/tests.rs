use aws_sdk_kms::operation::create_key::{CreateKeyError, CreateKeyOutput};
use aws_sdk_kms::operation::describe_key::{DescribeKeyError, DescribeKeyOutput};
use aws_sdk_kms::operation::list_aliases::ListAliasesOutput;
use aws_sdk_kms::operation::list_keys::ListKeysOutput;
use aws_sdk_kms::operation::list_resource_tags::ListResourceTagsOutput;
use aws_sdk_kms::types::{AliasListEntry, KeyListEntry, KeyMetadata, KeyState, Tag};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::diff;
use super::live::Live;
use super::spec::{FUNCTIONS, Spec, read};
use super::*;
use aws::Aws;
use kind::{Ask, Resource, Source};
use model::{Entry, Fields, Node, Place, Problems};

fn declared(arguments: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("t.sls", 1, 1);
    let mut all = json!({"name": "app"});
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

fn live(state: &str) -> Live {
    Live {
        id: "k1".to_owned(),
        state: state.to_owned(),
        has_alias: true,
        rotation: false.into(),
        ..Live::default()
    }
}

fn steps(arguments: serde_json::Value, live: &Live) -> Vec<&'static str> {
    let (spec, problems) = declared(arguments);
    assert_eq!(problems, Vec::<String>::new());
    let plan = diff(&spec, Some(live));
    assert_eq!(plan.refusals, Vec::<String>::new());
    plan.steps.iter().map(Step::call).collect()
}

#[test]
fn rotation_changes_while_the_key_is_enabled() {
    let both = |rotation, enabled| json!({"key_rotation": rotation, "enabled": enabled});
    assert_eq!(steps(both(true, false), &live("Enabled")), ["EnableKeyRotation", "DisableKey"]);
    assert_eq!(steps(both(true, true), &live("Disabled")), ["EnableKey", "EnableKeyRotation"]);
    let rotated = Live { rotation: true.into(), ..live("Enabled") };
    assert_eq!(steps(json!({"key_rotation": false}), &rotated), ["DisableKeyRotation"]);
    let (spec, _) = declared(json!({"key_rotation": true}));
    let plan = diff(&spec, Some(&live("Disabled")));
    assert!(plan.is_empty() && plan.warnings[0].contains("while it is disabled"), "{plan:?}");
}

#[test]
fn a_key_that_was_to_go_stays_and_can_be_used() {
    assert_eq!(steps(json!({}), &live("PendingDeletion")), ["CancelKeyDeletion", "EnableKey"]);
    assert_eq!(steps(json!({"enabled": false}), &live("PendingDeletion")), ["CancelKeyDeletion"]);
    let absent = Spec { name: "app".to_owned(), ..Spec::default() };
    assert!(diff(&absent, Some(&live("PendingDeletion"))).is_empty());
    let plan = diff(&absent, Some(&live("Disabled")));
    assert_eq!(plan.steps[0].to_string(), "schedule its deletion in 30 days");
}

#[test]
fn documents_are_compared_by_meaning_and_impossible_changes_are_refused() {
    let policy = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::1:root"},"Action":"kms:*","Resource":"*"}]}"#;
    let there = Live { policy: policy.to_owned().into(), ..live("Enabled") };
    let same = json!({"policy": {"Statement": {"Resource": ["*"], "Action": ["kms:*"], "Effect": "Allow",
        "Principal": {"AWS": ["1"]}}, "Version": "2012-10-17"}});
    assert_eq!(steps(same, &there), Vec::<&str>::new());
    let fixed = Fixed { usage: Some("ENCRYPT_DECRYPT".to_owned()), ..Fixed::default() };
    let (spec, _) = declared(json!({"key_usage": "SIGN_VERIFY"}));
    let plan = diff(&spec, Some(&Live { fixed, ..live("Enabled") }));
    assert!(plan.refusals[0].contains("key_usage of a key cannot change"), "{plan:?}");
    assert!(declared(json!({"name": "alias/aws/s3"})).1[0].contains("AWS's own"));
    let (spec, _) = declared(json!({"name": "alias/app", "policy": {"Statement": [
        {"Principal": {"AWS": "arn:aws:iam::1:role/x/reader"}}]}}));
    assert_eq!(Key::uses(&spec), [Reference::new("iam.role", "reader")]);
    assert_eq!((spec.name.as_str(), Key::creation(&spec)), ("app", vec!["KMS.CreateKey"]));
}
use super::spec::Fixed;
use crate::Kms;

fn no_alias() -> Rule {
    mock!(aws_sdk_kms::Client::describe_key)
        .match_requests(|request| request.key_id() == Some("alias/app"))
        .then_error(|| DescribeKeyError::generic(ErrorMetadata::builder().code("NotFoundException").build()))
}

/// Two keys, one with an alias; the other has this tag.
fn keys(mark: &'static str) -> [Rule; 4] {
    [
        mock!(aws_sdk_kms::Client::list_aliases).then_output(|| {
            let alias = AliasListEntry::builder().alias_name("alias/other").target_key_id("k0").build();
            ListAliasesOutput::builder().aliases(alias).build()
        }),
        mock!(aws_sdk_kms::Client::list_keys).then_output(|| {
            let key = |id: &str| KeyListEntry::builder().key_id(id).build();
            ListKeysOutput::builder().keys(key("k0")).keys(key("k1")).build()
        }),
        mock!(aws_sdk_kms::Client::list_resource_tags)
            .match_requests(|request| request.key_id() == Some("k1"))
            .then_output(move || {
                let tag = Tag::builder().tag_key(MARK).tag_value(mark).build().unwrap();
                ListResourceTagsOutput::builder().tags(tag).build()
            }),
        mock!(aws_sdk_kms::Client::describe_key)
            .match_requests(|request| request.key_id() == Some("k1"))
            .then_output(|| {
                let key = KeyMetadata::builder().key_id("k1").key_state(KeyState::Enabled).build().unwrap();
                DescribeKeyOutput::builder().key_metadata(key).build()
            }),
    ]
}

fn account(first: &Rule, keys: &[Rule], more: &[&Rule]) -> Aws {
    let rules: Vec<&Rule> = [first].into_iter().chain(keys).chain(more.iter().copied()).collect();
    canned::aws(|clients| clients.answer::<Kms>(RuleMode::MatchAny, &rules))
}

fn ask() -> Ask {
    Ask { reference: Reference::new("kms.key", "app"), aspects: TAGS }
}

#[tokio::test]
async fn a_key_without_its_alias_is_found_by_its_mark() {
    let aws = account(&no_alias(), &keys("app"), &[]);
    let live = Key::describe(&aws, &[ask()]).await.0[0].clone().unwrap().unwrap();
    assert!(!live.has_alias && live.tags.answer().unwrap().is_empty(), "{live:?}");
    let (spec, _) = declared(json!({}));
    let steps: Vec<String> = diff(&spec, Some(&live)).steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps, ["give it the alias app"]);

    let aws = account(&no_alias(), &keys("another"), &[]);
    assert_eq!(Key::describe(&aws, &[ask()]).await.0[0], Ok(None));
}

#[tokio::test]
async fn after_a_lost_answer_the_key_is_searched_for_and_not_created_again() {
    let lost = mock!(aws_sdk_kms::Client::create_key)
        .match_requests(|request| request.tags().iter().any(|tag| tag.tag_key() == MARK))
        .then_error(|| CreateKeyError::generic(ErrorMetadata::builder().code("InternalFailure").build()));
    let aws = account(&no_alias(), &keys("app"), &[&lost]);
    let (spec, _) = declared(json!({}));
    for step in diff(&spec, None).steps {
        apply(&aws, &step).await.unwrap();
    }
    assert_eq!(lost.num_calls(), 1);

    let refused = mock!(aws_sdk_kms::Client::create_key).then_error(|| {
        CreateKeyError::generic(ErrorMetadata::builder().code("AccessDeniedException").build())
    });
    let aws = account(&no_alias(), &keys("app"), &[&refused]);
    for step in diff(&spec, None).steps {
        assert_eq!(apply(&aws, &step).await.unwrap_err().fault, Fault::Denied);
    }
    let made = mock!(aws_sdk_kms::Client::create_key).then_output(|| CreateKeyOutput::builder().build());
    let aws = account(&no_alias(), &keys("app"), &[&made]);
    for step in diff(&spec, None).steps {
        apply(&aws, &step).await.unwrap();
    }
}

#[test]
fn an_existing_alias_is_not_a_failure() {
    let error = ApiError::found("CreateAlias", "app", Fault::AlreadyExists, "there");
    let step = Step::Alias { id: "k1".to_owned(), alias: "app".to_owned() };
    assert!(Key::is_made_already(&step, &error));
    assert!(!Key::is_made_already(&Step::Enable { id: "k1".to_owned() }, &error));
}
