//! Changes buckets.

use aws_sdk_s3::types::{
    BucketCannedAcl, BucketLifecycleConfiguration, BucketLocationConstraint, BucketLoggingStatus,
    CorsConfiguration, CreateBucketConfiguration, Delete, ObjectIdentifier, OwnershipControls,
    OwnershipControlsRule, Tag, Tagging,
};
use serde_json::Value as Json;

use crate::S3;
use crate::bucket::diff::Step;
use crate::bucket::spec::Part;
use aws::error::done_if_not_found;
use aws::sdk_document::{Built, Documented};
use aws::{ApiError, Aws, Fault, failed, wait};

/// How many pages of a thousand objects one state deletes. A bucket with more is emptied by a lifecycle rule.
const PAGES: usize = 10_000;
/// us-east-1 needs no location constraint, and accepts none.
const FIRST_REGION: &str = "us-east-1";

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (s3, call) = (aws.client::<S3>(), step.call());
    match step {
        Step::Create { bucket, location } => {
            let region = location.as_deref().unwrap_or(&aws.region);
            let constraint = (region != FIRST_REGION).then(|| BucketLocationConstraint::from(region));
            let configuration = constraint
                .map(|region| CreateBucketConfiguration::builder().location_constraint(region).build());
            let request = s3.create_bucket().bucket(bucket).set_create_bucket_configuration(configuration);
            request.send().await.map(drop).map_err(failed(call, bucket))
        }
        Step::Put { bucket, part, document } => match part {
            Part::Acl => put_acl(aws, bucket, document, call).await,
            _ => put(aws, *part, bucket, document, call).await,
        },
        Step::Remove { bucket, part } => done_if_not_found(remove(aws, *part, bucket, call).await),
        Step::Empty { bucket } => empty(aws, bucket).await,
        Step::Delete { bucket } => {
            let answer = s3.delete_bucket().bucket(bucket).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, bucket)))
        }
    }
}

/// The SDK's type of a document.
fn of<T: Documented<S3>>(document: &Json, (call, bucket): (&'static str, &str)) -> Result<T, ApiError> {
    let lacks = || ApiError::found(call, bucket, Fault::Invalid, "a setting that S3 requires is missing");
    T::of(document).ok_or_else(lacks)
}

/// Sends one setting.
macro_rules! put {
    ($aws:ident, $bucket:ident, $call:ident, $operation:ident.$set:ident($value:expr)) => {{
        let request = $aws.client::<S3>().$operation().bucket($bucket).$set($value);
        request.send().await.map(drop).map_err(failed($call, $bucket))
    }};
}

async fn put(aws: &Aws, part: Part, bucket: &str, it: &Json, call: &'static str) -> Result<(), ApiError> {
    let at = (call, bucket);
    match part {
        Part::Ownership => {
            let rule = OwnershipControlsRule::builder().object_ownership(of(it, at)?).build().built();
            let all = OwnershipControls::builder().set_rules(rule.map(|rule| vec![rule])).build().built();
            let request =
                aws.client::<S3>().put_bucket_ownership_controls().bucket(bucket).set_ownership_controls(all);
            request.send().await.map(drop).map_err(failed(call, bucket))
        }
        Part::PublicAccessBlock => {
            put!(aws, bucket, call, put_public_access_block.public_access_block_configuration(of(it, at)?))
        }
        Part::Policy => put!(aws, bucket, call, put_bucket_policy.policy(it.as_str().unwrap_or_default())),
        Part::Versioning => {
            let mfa = it.get("MFA").and_then(Json::as_str).map(str::to_owned);
            let request = aws.client::<S3>().put_bucket_versioning().bucket(bucket).set_mfa(mfa);
            let request = request.versioning_configuration(of(it, at)?);
            request.send().await.map(drop).map_err(failed(call, bucket))
        }
        Part::Encryption => {
            put!(aws, bucket, call, put_bucket_encryption.server_side_encryption_configuration(of(it, at)?))
        }
        Part::Tagging => {
            let tag = |(key, value): (&String, &Json)| {
                Tag::builder().key(key).value(value.as_str().unwrap_or_default()).build().built()
            };
            let tags = it.as_object().into_iter().flatten().filter_map(tag).collect();
            let request = aws.client::<S3>().put_bucket_tagging().bucket(bucket);
            let request = request.set_tagging(Tagging::builder().set_tag_set(Some(tags)).build().built());
            request.send().await.map(drop).map_err(failed(call, bucket))
        }
        Part::Logging => {
            let target = if it.get("TargetBucket").is_some() { Some(of(it, at)?) } else { None };
            let status = BucketLoggingStatus::builder().set_logging_enabled(target).build();
            put!(aws, bucket, call, put_bucket_logging.bucket_logging_status(status))
        }
        Part::Cors => {
            let all = CorsConfiguration::builder().set_cors_rules(Some(of(it, at)?)).build().built();
            put!(aws, bucket, call, put_bucket_cors.set_cors_configuration(all))
        }
        Part::Lifecycle => {
            let all = BucketLifecycleConfiguration::builder().set_rules(Some(of(it, at)?)).build().built();
            put!(aws, bucket, call, put_bucket_lifecycle_configuration.set_lifecycle_configuration(all))
        }
        Part::Notification => {
            let all = of(it, at)?;
            put!(aws, bucket, call, put_bucket_notification_configuration.notification_configuration(all))
        }
        Part::Replication => {
            put!(aws, bucket, call, put_bucket_replication.replication_configuration(of(it, at)?))
        }
        Part::RequestPayment => {
            put!(aws, bucket, call, put_bucket_request_payment.request_payment_configuration(of(it, at)?))
        }
        Part::Website => put!(aws, bucket, call, put_bucket_website.website_configuration(of(it, at)?)),
        Part::Acl => put_acl(aws, bucket, it, call).await,
    }
}

async fn put_acl(aws: &Aws, bucket: &str, acl: &Json, call: &'static str) -> Result<(), ApiError> {
    let text = |key: &str| acl.get(key).and_then(Json::as_str).map(str::to_owned);
    let policy = acl.get("AccessControlPolicy").map(|policy| of(policy, (call, bucket))).transpose()?;
    let request = aws
        .client::<S3>()
        .put_bucket_acl()
        .bucket(bucket)
        .set_acl(text("ACL").as_deref().map(BucketCannedAcl::from))
        .set_grant_full_control(text("GrantFullControl"))
        .set_grant_read(text("GrantRead"))
        .set_grant_read_acp(text("GrantReadACP"))
        .set_grant_write(text("GrantWrite"))
        .set_grant_write_acp(text("GrantWriteACP"))
        .set_access_control_policy(policy);
    request.send().await.map(drop).map_err(failed(call, bucket))
}

async fn remove(aws: &Aws, part: Part, bucket: &str, call: &'static str) -> Result<(), ApiError> {
    macro_rules! remove {
        ($operation:ident) => {
            aws.client::<S3>()
                .$operation()
                .bucket(bucket)
                .send()
                .await
                .map(drop)
                .map_err(failed(call, bucket))
        };
    }
    match part {
        Part::Ownership => remove!(delete_bucket_ownership_controls),
        Part::PublicAccessBlock => remove!(delete_public_access_block),
        Part::Policy => remove!(delete_bucket_policy),
        Part::Encryption => remove!(delete_bucket_encryption),
        Part::Tagging => remove!(delete_bucket_tagging),
        Part::Cors => remove!(delete_bucket_cors),
        Part::Lifecycle => remove!(delete_bucket_lifecycle),
        Part::Replication => remove!(delete_bucket_replication),
        Part::Website => remove!(delete_bucket_website),
        // For these `diff` sets an empty document.
        Part::Acl | Part::Versioning | Part::Logging | Part::Notification | Part::RequestPayment => Ok(()),
    }
}

/// Deletes page by page. Deleted objects are not listed again, so each page is the first.
async fn empty(aws: &Aws, bucket: &str) -> Result<(), ApiError> {
    for _ in 0..PAGES {
        if wait::is_stopping() {
            let message = "a signal stopped the run, and some objects are left";
            return Err(ApiError::found("DeleteObjects", bucket, Fault::Other, message));
        }
        let page = aws.client::<S3>().list_object_versions().bucket(bucket).send().await;
        let page = page.map_err(failed("ListObjectVersions", bucket))?;
        let versions = page.versions().iter().map(|it| (it.key(), it.version_id()));
        let markers = page.delete_markers().iter().map(|it| (it.key(), it.version_id()));
        let identifier = |(key, version): (Option<&str>, Option<&str>)| {
            let version = version.map(str::to_owned);
            ObjectIdentifier::builder().key(key?).set_version_id(version).build().built()
        };
        let objects: Vec<ObjectIdentifier> = versions.chain(markers).filter_map(identifier).collect();
        if objects.is_empty() {
            return Ok(());
        }
        let delete = Delete::builder().set_objects(Some(objects)).quiet(true).build().built();
        let answer = aws.client::<S3>().delete_objects().bucket(bucket).set_delete(delete).send().await;
        let answer = answer.map_err(failed("DeleteObjects", bucket))?;
        if let Some(error) = answer.errors().first() {
            let code = error.code().unwrap_or_default();
            let subject = format!("{} of {bucket}", error.key().unwrap_or_default());
            let message = format!("{} ({code})", error.message().unwrap_or_default());
            return Err(ApiError::found("DeleteObjects", subject, Fault::of_code(code), message));
        }
    }
    let message = "it holds more objects than one state deletes: let a lifecycle rule delete them first";
    Err(ApiError::found("DeleteObjects", bucket, Fault::Invalid, message))
}
