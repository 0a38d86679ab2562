use aws_sdk_s3::operation::head_object::{HeadObjectError, HeadObjectOutput};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::{DIGEST, FUNCTIONS, Spec, read};
use super::want::Want;
use super::*;
use crate::S3;
use aws::tags::Tags;
use model::{Aspects, Entry, Map, Node, Place};

fn declared(arguments: serde_json::Value, pillar: serde_json::Value) -> (Spec, Vec<String>) {
    let place = Place::new("o.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let fields =
        Fields::check(FUNCTIONS[0].arguments, entries, &place, "boto_s3.object_present", &mut problems);
    let pillar = Value::from(pillar).as_map().cloned().unwrap_or_default();
    let minion = Minion { pillar, opts: Map::new(), ..Minion::default() };
    let spec = read(&FUNCTIONS[0], &fields, &minion, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

fn tags(pairs: &[(&str, &str)]) -> Tags {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn want(spec: Spec) -> Want {
    Want { spec, digest: Some("new".to_owned()), size: 5 }
}

fn spec(arguments: serde_json::Value) -> Spec {
    let mut arguments = arguments;
    arguments["name"] = "b/k".into();
    arguments["source"] = "/a".into();
    let (spec, problems) = declared(arguments, json!({}));
    assert_eq!(problems, Vec::<String>::new());
    spec
}

fn live(digest: &str) -> Live {
    let kept = tags(&[("ContentType", "text/plain"), ("StorageClass", "STANDARD")]);
    Live {
        etag: "e".to_owned(),
        kept,
        metadata: tags(&[(DIGEST, digest), ("version", "1")]),
        ..Live::default()
    }
}

#[test]
fn the_same_digest_and_settings_are_not_a_change() {
    for arguments in [
        json!({}),
        json!({"extra_args": {"ContentType": "text/plain", "StorageClass": "STANDARD"}}),
        json!({"extra_args": {"Metadata": {"Version": 1}}}),
    ] {
        let plan = diff(&want(spec(arguments)), Some(&live("new")));
        assert!(plan.is_empty(), "{plan:?}");
    }
}

#[test]
fn another_file_is_uploaded_with_the_kept_settings() {
    let plan = diff(&want(spec(json!({"extra_args": {"CacheControl": "no-store"}}))), Some(&live("old")));
    let [Step::Put { kept, metadata, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!(kept.get("ContentType").map(String::as_str), Some("text/plain"));
    assert_eq!(kept.get("CacheControl").map(String::as_str), Some("no-store"));
    assert_eq!(metadata, &tags(&[(DIGEST, "new"), ("version", "1")]));
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["content", "CacheControl"]);
}

#[test]
fn declared_metadata_are_all() {
    let plan = diff(&want(spec(json!({"extra_args": {"Metadata": {"stage": "x"}}}))), Some(&live("new")));
    let [Step::Put { metadata, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!(metadata, &tags(&[("stage", "x"), (DIGEST, "new")]));
}

#[test]
fn the_pillar_adds_arguments_that_the_state_leaves_out() {
    let arguments = json!({"name": "b/k", "source": "/a", "extra_args": {"ContentType": "a/b"}});
    let pillar =
        json!({"boto_s3_object_extra_args": {"ContentType": "c/d", "CacheControl": "x"}, "hash_type": "md5"});
    let (spec, _) = declared(arguments, pillar);
    assert_eq!(spec.kept, tags(&[("ContentType", "a/b"), ("CacheControl", "x")]));
    assert_eq!(spec.digest, "md5");
}

#[test]
fn a_file_that_one_call_cannot_upload_is_refused_and_so_is_a_name_without_a_key() {
    let large = Want { size: (5 << 30) + 1, ..want(spec(json!({}))) };
    assert_eq!((diff(&large, None).steps.len(), diff(&large, None).refusals.len()), (0, 1));
    let (_, problems) = declared(json!({"name": "bucket", "source": "/a"}), json!({}));
    assert!(problems[0].contains("does not name an object"), "{problems:?}");
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let found = mock!(aws_sdk_s3::Client::head_object)
        .match_requests(|it| it.bucket() == Some("b") && it.key() == Some("a/k"))
        .then_output(|| HeadObjectOutput::builder().e_tag("e").build());
    let gone = mock!(aws_sdk_s3::Client::head_object)
        .match_requests(|it| it.key() == Some("gone"))
        .then_error(|| HeadObjectError::generic(ErrorMetadata::builder().code("NotFound").build()));
    let denied = mock!(aws_sdk_s3::Client::head_object)
        .match_requests(|it| it.key() == Some("secret"))
        .then_error(|| HeadObjectError::generic(ErrorMetadata::builder().build()));
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&found, &gone, &denied]));
    let ask = |name: &str| Ask { reference: Reference::new(Object::KIND, name), aspects: Aspects::NONE };
    let answers = Object::describe(&aws, &[ask("b/a/k"), ask("b/gone"), ask("b/secret")]).await.0;
    assert_eq!(answers[0].clone().unwrap().unwrap().etag, "e");
    assert!(matches!(answers[1], Ok(None)));
    assert!(answers[2].is_err());
}
