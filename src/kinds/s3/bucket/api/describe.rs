//! Reads buckets: one call per bucket, and one for each requested setting.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_s3::types::NotificationConfiguration;
use aws_sdk_s3::types::{AccessControlPolicy, VersioningConfiguration, WebsiteConfiguration};
use futures::future::{FutureExt, try_join_all};
use serde_json::{Value as Json, json};

use crate::S3;
use crate::bucket::CONTENT;
use crate::bucket::live::{Content, Live};
use crate::bucket::spec::{PARTS, Part, region_of};
use aws::crowd::read_each;
use aws::error::absent_if_not_found;
use aws::sdk_document::Documented;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Reference};

/// Buckets that are read in parallel; the settings of each are also read in parallel.
const AT_ONCE: usize = 8;

pub(crate) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// All buckets of the account that are in the region of the connection.
pub(in super::super) async fn all(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let region = Some(aws.region.clone()).filter(|region| !region.is_empty());
    let mut pages = aws
        .client::<S3>()
        .list_buckets()
        .set_bucket_region(region)
        .max_buckets(1000)
        .into_paginator()
        .items()
        .send();
    let mut all = vec![];
    while let Some(bucket) = pages.next().await {
        let name = bucket.map_err(failed("ListBuckets", "the account"))?.name;
        all.extend(name.map(|name| Reference::new("s3.bucket", name)));
    }
    Ok(all)
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let answer = aws.client::<S3>().get_bucket_location().bucket(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetBucketLocation", name)))?;
    let Some(answer) = answer else { return Ok(None) };
    let region = region_of(answer.location_constraint().map_or("", |region| region.as_str()));
    let wanted = PARTS.into_iter().filter(|part| ask.aspects.has(part.aspect()));
    let parts =
        wanted.map(|part| async move { Ok::<_, ApiError>((part, describe_part(aws, part, name).await?)) });
    let parts: BTreeMap<Part, Json> = try_join_all(parts).await?.into_iter().collect();
    let content = if ask.aspects.has(CONTENT) { content(aws, name).await?.into() } else { Asked::NotAsked };
    Ok(Some(Live { name: name.clone(), region, parts, content }))
}

/// One page of a bucket's content. If versions are kept, or once were, a deletion leaves a marker, so no object counts as
/// gone after a deletion.
///
/// See <https://docs.aws.amazon.com/AmazonS3/latest/userguide/DeletingObjectVersions.html>.
async fn content(aws: &Aws, name: &str) -> Result<Content, ApiError> {
    let answer = aws.client::<S3>().list_object_versions().bucket(name).send().await;
    let answer = answer.map_err(failed("ListObjectVersions", name))?;
    let keys: BTreeSet<String> =
        answer.versions().iter().filter_map(|it| it.key()).map(str::to_owned).collect();
    let is_more = answer.is_truncated() == Some(true) || !answer.delete_markers().is_empty();
    let has_more = is_more || !keys.is_empty() && has_versions(aws, name).await?;
    Ok(Content { keys, has_more })
}

/// Whether versions are kept, or once were.
async fn has_versions(aws: &Aws, name: &str) -> Result<bool, ApiError> {
    let versioning = describe_part(aws, Part::Versioning, name).await?;
    Ok(versioning.get("Status").is_some_and(|status| !status.is_null()))
}

/// Reads one setting; `Null` when the bucket has none.
macro_rules! read {
    ($aws:ident, $bucket:ident, $operation:ident $call:literal, $answer:ident => $value:expr) => {{
        let answer = $aws.client::<S3>().$operation().bucket($bucket).send().await;
        let answer = absent_if_not_found(answer.map_err(failed($call, $bucket)))?;
        answer.and_then(|$answer| $value).unwrap_or_default()
    }};
}

/// A setting of a bucket in AWS's form; `Null` if the bucket has none.
pub(crate) async fn describe_part(aws: &Aws, part: Part, bucket: &str) -> Result<Json, ApiError> {
    Ok(match part {
        Part::Ownership => {
            read!(aws, bucket, get_bucket_ownership_controls "GetBucketOwnershipControls", it => {
                it.ownership_controls?.rules.first()?.object_ownership.to_json()
            })
        }
        Part::PublicAccessBlock => read!(aws, bucket, get_public_access_block "GetPublicAccessBlock", it => {
            it.public_access_block_configuration.to_json()
        }),
        Part::Acl => read!(aws, bucket, get_bucket_acl "GetBucketAcl", it => {
            AccessControlPolicy::builder().set_grants(it.grants).set_owner(it.owner).build().to_json()
        }),
        Part::Policy => {
            read!(aws, bucket, get_bucket_policy "GetBucketPolicy", it => it.policy.map(Json::String))
        }
        Part::Versioning => read!(aws, bucket, get_bucket_versioning "GetBucketVersioning", it => {
            let mfa = it.mfa_delete.map(|status| status.as_str().into());
            VersioningConfiguration::builder().set_status(it.status).set_mfa_delete(mfa).build().to_json()
        }),
        Part::Encryption => read!(aws, bucket, get_bucket_encryption "GetBucketEncryption", it => {
            it.server_side_encryption_configuration.to_json()
        }),
        Part::Tagging => read!(aws, bucket, get_bucket_tagging "GetBucketTagging", it => {
            Some(it.tag_set.into_iter().map(|tag| (tag.key, Json::from(tag.value))).collect())
        }),
        Part::Logging => {
            read!(aws, bucket, get_bucket_logging "GetBucketLogging", it => it.logging_enabled.to_json())
        }
        Part::Cors => read!(aws, bucket, get_bucket_cors "GetBucketCors", it => it.cors_rules.to_json()),
        Part::Lifecycle => {
            read!(aws, bucket, get_bucket_lifecycle_configuration "GetBucketLifecycleConfiguration", it => {
                it.rules.to_json()
            })
        }
        Part::Notification => notifications(aws, bucket).await?,
        Part::Replication => read!(aws, bucket, get_bucket_replication "GetBucketReplication", it => {
            it.replication_configuration.to_json()
        }),
        Part::RequestPayment => {
            read!(aws, bucket, get_bucket_request_payment "GetBucketRequestPayment", it => {
                it.payer.map(|payer| json!({"Payer": payer.as_str()}))
            })
        }
        Part::Website => read!(aws, bucket, get_bucket_website "GetBucketWebsite", it => {
            let all = WebsiteConfiguration::builder()
                .set_error_document(it.error_document)
                .set_index_document(it.index_document)
                .set_redirect_all_requests_to(it.redirect_all_requests_to)
                .set_routing_rules(it.routing_rules);
            all.build().to_json()
        }),
    })
}

async fn notifications(aws: &Aws, bucket: &str) -> Result<Json, ApiError> {
    Ok(read!(aws, bucket, get_bucket_notification_configuration "GetBucketNotificationConfiguration", it => {
        let all = NotificationConfiguration::builder()
            .set_topic_configurations(it.topic_configurations)
            .set_queue_configurations(it.queue_configurations)
            .set_lambda_function_configurations(it.lambda_function_configurations)
            .set_event_bridge_configuration(it.event_bridge_configuration);
        all.build().to_json()
    }))
}
