//! The calls for objects.

use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::{ObjectCannedAcl, RequestPayer, ServerSideEncryption, StorageClass};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use crate::S3;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

/// Objects that are read in parallel, one per call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, &ask.reference.name).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, object: &str) -> Result<Option<Live>, ApiError> {
    let (bucket, key) = object.split_once('/').unwrap_or((object, ""));
    let answer = aws.client::<S3>().head_object().bucket(bucket).key(key).send().await;
    Ok(absent_if_not_found(answer.map_err(failed("HeadObject", object)))?.map(Live::from))
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Put { .. } => put(aws, step).await,
        Step::Delete { object } => {
            let (bucket, key) = object.split_once('/').unwrap_or((object, ""));
            let answer = aws.client::<S3>().delete_object().bucket(bucket).key(key).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(step.call(), object)))
        }
    }
}

async fn put(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let Step::Put { object, source, kept, metadata } = step else { return Ok(()) };
    let (bucket, key) = object.split_once('/').unwrap_or((object, ""));
    let unread = |error| ApiError::found("reading", source, Fault::Other, format!("{error}"));
    let body = ByteStream::from_path(source).await.map_err(unread)?;
    let text = |key: &str| kept.get(key).cloned();
    let request = aws
        .client::<S3>()
        .put_object()
        .bucket(bucket)
        .key(key)
        .body(body)
        .set_acl(text("ACL").as_deref().map(ObjectCannedAcl::from))
        .set_grant_full_control(text("GrantFullControl"))
        .set_grant_read(text("GrantRead"))
        .set_grant_read_acp(text("GrantReadACP"))
        .set_grant_write_acp(text("GrantWriteACP"))
        .set_request_payer(text("RequestPayer").as_deref().map(RequestPayer::from))
        .set_tagging(text("Tagging"))
        .set_cache_control(text("CacheControl"))
        .set_content_disposition(text("ContentDisposition"))
        .set_content_encoding(text("ContentEncoding"))
        .set_content_language(text("ContentLanguage"))
        .set_content_type(text("ContentType"))
        .set_server_side_encryption(text("ServerSideEncryption").as_deref().map(ServerSideEncryption::from))
        .set_ssekms_key_id(text("SSEKMSKeyId"))
        .set_storage_class(text("StorageClass").as_deref().map(StorageClass::from))
        .set_website_redirect_location(text("WebsiteRedirectLocation"))
        .set_metadata(Some(metadata.clone().into_iter().collect()));
    request.send().await.map(drop).map_err(failed(step.call(), object))
}
