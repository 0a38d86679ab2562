use aws_sdk_s3::Client;
use aws_sdk_s3::operation::delete_objects::DeleteObjectsOutput;
use aws_sdk_s3::operation::list_object_versions::ListObjectVersionsOutput;
use aws_sdk_s3::operation::list_objects_v2::ListObjectsV2Output;
use aws_sdk_s3::types::{Delete, DeleteMarkerEntry, Error, Object, ObjectVersion, Owner};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::DateTime;

use super::api::{objects, versions};
use super::objects::{Deletion, Listed};
use super::*;
use crate::S3;

fn listed() -> Listed {
    Listed { bucket: "lab".to_owned(), with_owner: true, ..Listed::default() }
}

#[tokio::test]
async fn objects_are_listed_over_all_pages_as_boto_shows_them() {
    let first = mock!(Client::list_objects_v2)
        .match_requests(|request| {
            request.continuation_token().is_none() && request.fetch_owner() == Some(true)
        })
        .then_output(|| {
            let owner = Owner::builder().id("me").build();
            let object = Object::builder().key("a").size(3).e_tag("\"1\"").owner(owner);
            let object = object.last_modified(DateTime::from_secs(0)).build();
            let page = ListObjectsV2Output::builder().contents(object);
            page.is_truncated(true).next_continuation_token("more").build()
        });
    let last = mock!(Client::list_objects_v2)
        .match_requests(|request| request.continuation_token() == Some("more"))
        .then_output(|| ListObjectsV2Output::builder().contents(Object::builder().key("b").build()).build());
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&first, &last]));
    let found = objects(&aws, &listed()).await.unwrap().to_json();
    let object = json!({
        "Key": "a", "Size": 3, "ETag": "\"1\"", "LastModified": "1970-01-01T00:00:00Z", "Owner": {"ID": "me"},
    });
    assert_eq!(found, json!({"Contents": [object, {"Key": "b"}]}));
}

#[tokio::test]
async fn versions_and_markers_are_listed_over_all_pages() {
    let first = mock!(Client::list_object_versions)
        .match_requests(|request| request.key_marker().is_none())
        .then_output(|| {
            let version = ObjectVersion::builder().key("a").version_id("2").is_latest(true).build();
            let page = ListObjectVersionsOutput::builder().versions(version).is_truncated(true);
            page.next_key_marker("a").next_version_id_marker("2").build()
        });
    let last = mock!(Client::list_object_versions)
        .match_requests(|request| {
            (request.key_marker(), request.version_id_marker()) == (Some("a"), Some("2"))
        })
        .then_output(|| {
            let marker = DeleteMarkerEntry::builder().key("b").version_id("9").is_latest(true).build();
            ListObjectVersionsOutput::builder().delete_markers(marker).is_truncated(false).build()
        });
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&first, &last]));
    let found = versions(&aws, &listed()).await.unwrap().to_json();
    let version = json!({"Key": "a", "VersionId": "2", "IsLatest": true});
    let marker = json!({"Key": "b", "VersionId": "9", "IsLatest": true});
    assert_eq!(found, json!({"Versions": [version], "DeleteMarkers": [marker]}));
}

#[tokio::test]
async fn objects_that_could_not_be_deleted_are_returned() {
    let refused = mock!(Client::delete_objects)
        .match_requests(|request| {
            let objects = request.delete().map(Delete::objects).unwrap_or_default();
            objects.len() == 1 && objects[0].version_id() == Some("2")
        })
        .then_output(|| {
            let error = Error::builder().key("a").version_id("2").code("AccessDenied").message("no").build();
            DeleteObjectsOutput::builder().errors(error).build()
        });
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&refused]));
    let deletions = [Deletion { key: "a".to_owned(), version: Some("2".to_owned()) }];
    let left = Value::List(api::delete(&aws, "lab", &deletions, (None, None)).await.unwrap()).to_json();
    assert_eq!(left, json!([{"Key": "a", "VersionId": "2", "Code": "AccessDenied", "Message": "no"}]));
}

#[test]
fn settings_are_shown_as_s3_answers_them() {
    for (part, document, shown) in [
        (Part::Cors, json!([1]), Some(json!({"CORSRules": [1]}))),
        (Part::Cors, Json::Null, None),
        (Part::Lifecycle, json!([1]), Some(json!({"Rules": [1]}))),
        (Part::Logging, Json::Null, Some(json!({}))),
        (
            Part::Logging,
            json!({"TargetBucket": "logs"}),
            Some(json!({"LoggingEnabled": {"TargetBucket": "logs"}})),
        ),
        (Part::Versioning, Json::Null, Some(json!({}))),
        (Part::Versioning, json!({"Status": "Enabled"}), Some(json!({"Status": "Enabled"}))),
        (Part::Policy, json!("{}"), Some(json!({"Policy": "{}"}))),
        (Part::Tagging, json!({}), None),
    ] {
        assert_eq!(
            in_boto_shape(part, document.clone()).map(|(_, shown)| shown),
            shown,
            "{part:?} {document}"
        );
    }
    assert_eq!((constraint("us-east-1"), constraint("eu-west-1")), (None, Some("eu-west-1")));
}
