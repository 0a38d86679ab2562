use aws_sdk_s3::operation::delete_objects::DeleteObjectsOutput;
use aws_sdk_s3::operation::get_bucket_location::{GetBucketLocationError, GetBucketLocationOutput};
use aws_sdk_s3::operation::get_bucket_policy::{GetBucketPolicyError, GetBucketPolicyOutput};
use aws_sdk_s3::operation::get_bucket_tagging::GetBucketTaggingOutput;
use aws_sdk_s3::operation::list_object_versions::ListObjectVersionsOutput;
use aws_sdk_s3::types::ObjectVersion;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::{Value as Json, json};

use super::live::{Content, Live};
use super::spec::{FUNCTIONS, Spec, read};
use super::want::Want;
use super::*;
use crate::S3;
use aws::wait::{Stop, heeding};
use kind::{Ask, Resource, Source};
use model::{Asked, Entry, Fields, Node, Place, Plan, Problems};

fn declared(function: usize, arguments: Json) -> (Spec, Vec<String>) {
    let place = Place::new("b.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries =
        node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), Entry::clone(entry)));
    let mut problems = Problems::default();
    let function = &FUNCTIONS[function];
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = read(function, &fields, &mut problems);
    (spec, problems.0.iter().map(ToString::to_string).collect())
}

fn want(arguments: Json) -> Spec {
    let mut arguments = arguments;
    arguments["name"] = "logs".into();
    let (spec, problems) = declared(0, arguments);
    assert_eq!(problems, Vec::<String>::new());
    spec
}

fn live(parts: &[(Part, Json)]) -> Live {
    let parts = parts.iter().cloned().collect();
    Live { name: "logs".to_owned(), region: "us-east-1".to_owned(), parts, ..Live::default() }
}

fn diff(spec: Spec, live: Option<&Live>) -> Plan<Step> {
    Bucket::diff(&Want { spec, ..Want::default() }, live)
}

fn holding(keys: &[&str]) -> Asked<Content> {
    Content { keys: keys.iter().map(|key| (*key).to_owned()).collect(), has_more: false }.into()
}

fn plan(arguments: Json, part: Part, current: Json) -> Plan<Step> {
    diff(want(arguments), Some(&live(&[(part, current)])))
}

#[test]
fn settings_left_out_are_neither_read_nor_changed() {
    let spec = want(json!({"Tagging": {"team": "a"}}));
    assert_eq!(Bucket::aspects(&spec), Part::Tagging.aspect());
    assert!(diff(want(json!({})), Some(&live(&[]))).is_empty());
}

#[test]
fn a_new_bucket_is_made_and_then_configured() {
    let spec = want(json!({"Versioning": {"Status": "Enabled"}, "LocationConstraint": "EU"}));
    let plan = diff(spec.clone(), None);
    let create = Step::Create { bucket: "logs".to_owned(), location: Some("eu-west-1".to_owned()) };
    assert_eq!(plan.steps, [create]);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["bucket", "LocationConstraint", "Versioning"]);
}

#[test]
fn a_bucket_cannot_move() {
    let plan = diff(want(json!({"LocationConstraint": "eu-west-1"})), Some(&live(&[])));
    assert!(plan.refusals[0].contains("it is us-east-1"), "{:?}", plan.refusals);
}

#[test]
fn documents_with_the_same_meaning_are_not_a_change() {
    let policy =
        r#"{"Statement": [{"Effect": "Allow", "Action": ["s3:GetObject"], "Principal": {"AWS": "*"}}]}"#;
    let rule = json!({"ID": "x1", "Status": "Enabled", "Filter": {"Prefix": "a/"}, "Expiration": {"Date": "2027-01-01T00:00:00Z"}});
    let aes = json!({"Rules": [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": false}]});
    let queue = json!({"Id": "y", "QueueArn": "arn:aws:sqs:us-east-1:1:q", "Events": ["b", "a"],
        "Filter": {"Key": {"FilterRules": [{"Name": "Prefix", "Value": "in/"}]}}});
    let own =
        json!({"Owner": {"ID": "o"}, "Grants": [{"Grantee": {"ID": "o"}, "Permission": "FULL_CONTROL"}]});
    let cases = [
        (
            json!({"Policy": {"Statement": {"Effect": "Allow", "Action": "s3:GetObject", "Principal": "*"}}}),
            Part::Policy,
            json!(policy),
        ),
        (
            json!({"LifecycleConfiguration": [{"Prefix": "a/", "Status": "Enabled", "Expiration": {"Date": "2027-01-01"}}]}),
            Part::Lifecycle,
            json!([rule]),
        ),
        (json!({"Encryption": {}}), Part::Encryption, aes.clone()),
        (
            json!({"encryption": {"Rules": [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}]}}),
            Part::Encryption,
            aes,
        ),
        (json!({"Versioning": {"Status": "Suspended"}}), Part::Versioning, json!({})),
        (
            json!({"NotificationConfiguration": {"QueueConfigurations": [{"QueueArn": "arn:aws:sqs:us-east-1:1:q",
            "Events": ["a", "b"], "Filter": {"Key": {"FilterRules": [{"Name": "prefix", "Value": "in/"}]}}}]}}),
            Part::Notification,
            json!({"QueueConfigurations": [queue]}),
        ),
        (json!({"ACL": {"ACL": "private"}}), Part::Acl, own.clone()),
        (json!({"ACL": {"GrantFullControl": "id=o"}}), Part::Acl, own),
        (json!({"Tagging": {}}), Part::Tagging, json!({"aws:cloudformation:stack-id": "s"})),
        (
            json!({"public_access_block": {"BlockPublicAcls": "True"}}),
            Part::PublicAccessBlock,
            json!({"BlockPublicAcls": true, "IgnorePublicAcls": false, "BlockPublicPolicy": false, "RestrictPublicBuckets": false}),
        ),
    ];
    for (written, part, current) in cases {
        let plan = plan(written, part, current);
        assert!(plan.is_empty(), "{part:?}: {plan:?}");
    }
}

#[test]
fn documents_that_differ_are_set_as_a_whole() {
    let cases = [
        (
            json!({"Tagging": {"team": "a"}}),
            Part::Tagging,
            json!({"team": "b", "aws:x": "y"}),
            json!({"aws:x": "y", "team": "a"}),
        ),
        (
            json!({"Versioning": {}}),
            Part::Versioning,
            json!({"Status": "Enabled"}),
            json!({"Status": "Suspended"}),
        ),
        (
            json!({"ACL": {}}),
            Part::Acl,
            json!({"Owner": {"ID": "o"}, "Grants": []}),
            json!({"ACL": "private"}),
        ),
        (
            json!({"CORSRules": [{"AllowedMethods": "GET", "AllowedOrigins": "*"}]}),
            Part::Cors,
            Json::Null,
            json!([{"AllowedMethods": ["GET"], "AllowedOrigins": ["*"]}]),
        ),
        (json!({"Logging": {}}), Part::Logging, json!({"TargetBucket": "x", "TargetPrefix": ""}), json!({})),
    ];
    for (written, part, current, sent) in cases {
        let plan = plan(written, part, current);
        assert_eq!(plan.steps, [Step::Put { bucket: "logs".to_owned(), part, document: sent }]);
        assert_eq!(plan.changes.len(), 1);
    }
}

#[test]
fn an_empty_document_removes_a_removable_setting() {
    for (written, part) in [
        (json!({"Policy": {}}), Part::Policy),
        (json!({"CORSRules": []}), Part::Cors),
        (json!({"Website": {}}), Part::Website),
        (json!({"Tagging": {}}), Part::Tagging),
    ] {
        let plan = plan(written, part, json!({"something": "else"}));
        assert_eq!(plan.steps, [Step::Remove { bucket: "logs".to_owned(), part }]);
    }
}

#[test]
fn rules_whose_order_matters_are_compared_in_order() {
    let rule = |origin: &str| json!({"AllowedMethods": ["GET"], "AllowedOrigins": [origin]});
    let written = json!({"CORSRules": [rule("a"), rule("b")]});
    assert!(plan(written.clone(), Part::Cors, json!([rule("a"), rule("b")])).is_empty());
    assert_eq!(plan(written, Part::Cors, json!([rule("b"), rule("a")])).steps.len(), 1);
}

#[test]
fn acls_are_set_before_owners_are_enforced_and_after_they_are_not() {
    let parts = |ownership: &str| {
        let spec = want(json!({"ObjectOwnership": ownership, "ACL": {"ACL": "public-read"}}));
        let live = live(&[(Part::Ownership, json!("Other")), (Part::Acl, json!({}))]);
        let steps = diff(spec, Some(&live)).steps;
        steps.iter().map(Step::call).collect::<Vec<_>>()
    };
    assert_eq!(parts("BucketOwnerEnforced"), ["PutBucketAcl", "PutBucketOwnershipControls"]);
    assert_eq!(parts("ObjectWriter"), ["PutBucketOwnershipControls", "PutBucketAcl"]);
}

#[test]
fn a_full_bucket_is_deleted_only_with_force() {
    let full = Live { content: holding(&["a", "b/c"]), ..live(&[]) };
    let gone = |arguments| diff(declared(1, arguments).0, Some(&full));
    let refused = gone(json!({"name": "logs"}));
    assert!(refused.steps.is_empty() && refused.refusals[0].contains("Force: True"), "{refused:?}");
    let forced: Vec<&str> =
        gone(json!({"name": "logs", "Force": true})).steps.iter().map(Step::call).collect();
    assert_eq!(forced, ["DeleteObjects", "DeleteBucket"]);
    let unread = diff(declared(1, json!({"name": "logs"})).0, Some(&live(&[])));
    assert!(!unread.refusals.is_empty(), "what was not read may hold anything");
}

#[test]
fn objects_that_the_same_run_deletes_first_do_not_fill_a_bucket() {
    let calls = |leaving: &[&str], content: Asked<Content>| -> Vec<&str> {
        let spec = declared(1, json!({"name": "logs", "Force": true})).0;
        let want = Want { spec, leaving: leaving.iter().map(|key| (*key).to_owned()).collect() };
        let plan = Bucket::diff(&want, Some(&Live { content, ..live(&[]) }));
        plan.steps.iter().map(Step::call).collect()
    };
    assert_eq!(calls(&["a", "b/c", "d"], holding(&["a", "b/c"])), ["DeleteBucket"]);
    assert_eq!(calls(&["a"], holding(&["a", "b/c"])), ["DeleteObjects", "DeleteBucket"]);
    let versions = Content { keys: ["a".to_owned()].into(), has_more: true };
    assert_eq!(calls(&["a"], versions.into()), ["DeleteObjects", "DeleteBucket"]);
}

#[test]
fn invalid_values_are_refused_at_their_place() {
    let (_, problems) = declared(0, json!({"name": "a", "ACL": {"ACL": "private", "GrantRead": "id=x"}}));
    assert!(problems[0].contains("an ACL has one form"), "{problems:?}");
    let (_, problems) = declared(0, json!({"name": "a", "ACL": {"GrantRead": "emailAddress=a@b.c"}}));
    assert!(problems[0].contains("e-mail"), "{problems:?}");
    let (_, problems) = declared(0, json!({"name": "a", "CORSRules": [{"AllowedMethod": "GET"}]}));
    assert!(problems.iter().any(|it| it.contains("AllowedMethods")), "{problems:?}");
}

#[test]
fn things_in_settings_are_created_first() {
    let spec = want(json!({
        "Logging": {"TargetBucket": "others"},
        "NotificationConfiguration": {"TopicConfigurations": [{"TopicArn": "arn:aws:sns:us-east-1:1:news", "Events": "x"}]},
        "Replication": {"Role": "copies", "Rules": [{"Status": "Enabled", "Destination": {"Bucket": "arn:aws:s3:::copy"}}]},
        "Policy": {"Statement": {"Principal": {"AWS": "arn:aws:iam::1:role/team/web"}}},
    }));
    let used: Vec<String> = Bucket::uses(&spec).iter().map(ToString::to_string).collect();
    let expected = ["role 'copies'", "role 'web'", "bucket 'others'", "topic 'news'", "bucket 'copy'"];
    assert_eq!(used, expected);
}

#[tokio::test]
async fn a_denied_read_is_never_absence_and_a_missing_setting_is_none() {
    let there = mock!(aws_sdk_s3::Client::get_bucket_location)
        .match_requests(|it| it.bucket() == Some("logs"))
        .then_output(|| GetBucketLocationOutput::builder().build());
    let denied = mock!(aws_sdk_s3::Client::get_bucket_location)
        .match_requests(|it| it.bucket() == Some("other"))
        .then_error(|| {
            GetBucketLocationError::generic(ErrorMetadata::builder().code("AccessDenied").build())
        });
    let gone = mock!(aws_sdk_s3::Client::get_bucket_location)
        .match_requests(|it| it.bucket() == Some("gone"))
        .then_error(|| {
            GetBucketLocationError::generic(ErrorMetadata::builder().code("NoSuchBucket").build())
        });
    let none = mock!(aws_sdk_s3::Client::get_bucket_policy).then_error(|| {
        GetBucketPolicyError::generic(ErrorMetadata::builder().code("NoSuchBucketPolicy").build())
    });
    let unasked = mock!(aws_sdk_s3::Client::get_bucket_tagging)
        .then_output(|| GetBucketTaggingOutput::builder().set_tag_set(Some(vec![])).build().unwrap());
    let rules = [&there, &denied, &gone, &none, &unasked];
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &rules));
    let ask =
        |name: &str| Ask { reference: Reference::new(Bucket::KIND, name), aspects: Part::Policy.aspect() };
    let answers = Bucket::describe(&aws, &[ask("logs"), ask("other"), ask("gone")]).await;
    let live = answers.0[0].clone().unwrap().unwrap();
    assert_eq!((live.region.as_str(), &live.parts[&Part::Policy]), ("us-east-1", &Json::Null));
    assert_eq!(answers.0[1].clone().unwrap_err().fault, Fault::Denied);
    assert!(matches!(answers.0[2], Ok(None)));
    assert_eq!(unasked.num_calls(), 0, "only what is declared is read");
}

#[tokio::test]
async fn a_policy_is_read_as_it_is() {
    let there = mock!(aws_sdk_s3::Client::get_bucket_policy)
        .then_output(|| GetBucketPolicyOutput::builder().policy("{}").build());
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&there]));
    assert_eq!(api::describe_part(&aws, Part::Policy, "logs").await.unwrap(), json!("{}"));
}

#[tokio::test]
async fn after_a_stop_signal_a_run_deletes_no_further_page_of_objects() {
    let list = mock!(aws_sdk_s3::Client::list_object_versions).then_output(|| {
        let version = ObjectVersion::builder().key("a").version_id("null").build();
        ListObjectVersionsOutput::builder().versions(version).build()
    });
    let (stopper, stop) = Stop::new();
    let stopper = std::sync::Mutex::new(Some(stopper));
    let delete = mock!(aws_sdk_s3::Client::delete_objects).then_output(move || {
        stopper.lock().unwrap().take().unwrap().stop();
        DeleteObjectsOutput::builder().build()
    });
    let aws = canned::aws(|clients| clients.answer::<S3>(RuleMode::MatchAny, &[&list, &delete]));
    let empty = Step::Empty { bucket: "logs".to_owned() };
    let error = heeding(stop, Bucket::apply(&aws, &empty)).await.unwrap_err();
    assert!(error.to_string().contains("a signal stopped the run"), "{error}");
    assert_eq!((list.num_calls(), delete.num_calls()), (1, 1));
}
