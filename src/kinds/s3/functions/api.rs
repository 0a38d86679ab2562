//! Reads that no kind makes.

use aws_sdk_s3::operation::head_object::HeadObjectOutput;
use aws_sdk_s3::types::{
    ArchiveStatus, Delete, EncodingType, ObjectIdentifier, ObjectLockLegalHoldStatus, ObjectLockMode,
    ObjectStorageClass, ObjectVersionStorageClass, Owner, ReplicationStatus, RequestCharged, RequestPayer,
    ServerSideEncryption, StorageClass,
};
use aws_smithy_types::DateTime;

use super::files::Extra;
use super::objects::{Deletion, Listed};
use crate::S3;
use aws::error::absent_if_not_found;
use aws::sdk_document::Built;
use aws::{ApiError, Aws, failed};
use kind::answer::{had, maybe};
use model::Value;

/// All buckets of the account, in boto's shape.
pub(super) async fn list(aws: &Aws) -> Result<Value, ApiError> {
    let (mut buckets, mut holder) = (vec![], Value::Null);
    let mut pages = aws.client::<S3>().list_buckets().into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListBuckets", "the account"))?;
        if let Some(found) = page.owner() {
            holder = owner(found);
        }
        buckets.extend(page.buckets().iter().map(|bucket| {
            let made = bucket.creation_date().map(|date| Value::from(date.to_string()));
            had([("Name", maybe(bucket.name())), ("CreationDate", made)])
        }));
    }
    Ok(had([("Owner", Some(holder)), ("Buckets", Some(Value::List(buckets)))]))
}

/// The objects of a bucket, in boto's shape.
pub(super) async fn objects(aws: &Aws, asked: &Listed) -> Result<Value, ApiError> {
    let request =
        aws.client::<S3>().list_objects_v2().bucket(&asked.bucket).set_delimiter(asked.delimiter.clone());
    let request = request.set_encoding_type(asked.encoding.as_deref().map(EncodingType::from));
    let request = request.set_prefix(asked.prefix.clone()).set_start_after(asked.after.clone());
    let mut pages = request.fetch_owner(asked.with_owner).into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListObjectsV2", &asked.bucket))?;
        found.extend(page.contents().iter().map(|it| {
            had([
                ("Key", maybe(it.key())),
                ("LastModified", it.last_modified().map(|at| at.to_string().into())),
                ("ETag", maybe(it.e_tag())),
                ("Size", it.size().map(Value::Int)),
                ("StorageClass", maybe(it.storage_class().map(ObjectStorageClass::as_str))),
                ("Owner", it.owner().map(owner)),
            ])
        }));
    }
    Ok(had([("Contents", Some(Value::List(found)))]))
}

/// The versions of the objects of a bucket and the markers of deleted ones, in boto's shape.
pub(super) async fn versions(aws: &Aws, asked: &Listed) -> Result<Value, ApiError> {
    let (mut versions, mut markers) = (vec![], vec![]);
    let (mut key, mut version) = (None, None);
    loop {
        let request = aws.client::<S3>().list_object_versions().bucket(&asked.bucket);
        let request = request.set_delimiter(asked.delimiter.clone()).set_prefix(asked.prefix.clone());
        let request = request.set_encoding_type(asked.encoding.as_deref().map(EncodingType::from));
        let page = request.set_key_marker(key).set_version_id_marker(version).send().await;
        let page = page.map_err(failed("ListObjectVersions", &asked.bucket))?;
        versions.extend(page.versions().iter().map(|it| {
            had([
                ("Key", maybe(it.key())),
                ("VersionId", maybe(it.version_id())),
                ("IsLatest", it.is_latest().map(Value::Bool)),
                ("LastModified", it.last_modified().map(|at| at.to_string().into())),
                ("ETag", maybe(it.e_tag())),
                ("Size", it.size().map(Value::Int)),
                ("StorageClass", maybe(it.storage_class().map(ObjectVersionStorageClass::as_str))),
                ("Owner", it.owner().map(owner)),
            ])
        }));
        markers.extend(page.delete_markers().iter().map(|it| {
            had([
                ("Key", maybe(it.key())),
                ("VersionId", maybe(it.version_id())),
                ("IsLatest", it.is_latest().map(Value::Bool)),
                ("LastModified", it.last_modified().map(|at| at.to_string().into())),
                ("Owner", it.owner().map(owner)),
            ])
        }));
        if page.is_truncated() != Some(true) {
            break;
        }
        key = page.next_key_marker().map(str::to_owned);
        version = page.next_version_id_marker().map(str::to_owned);
    }
    Ok(had([("Versions", Some(Value::List(versions))), ("DeleteMarkers", Some(Value::List(markers)))]))
}

fn owner(owner: &Owner) -> Value {
    had([("ID", maybe(owner.id())), ("DisplayName", maybe(owner.display_name()))])
}

/// The metadata of an object, of one version or as a requester who pays; none if it does not exist.
pub(super) async fn head(aws: &Aws, object: &str, extra: &Extra) -> Result<Value, ApiError> {
    let (bucket, key) = object.split_once('/').unwrap_or((object, ""));
    let request =
        aws.client::<S3>().head_object().bucket(bucket).key(key).set_version_id(extra.version.clone());
    let request = request.set_request_payer(extra.payer.as_deref().map(RequestPayer::from));
    let answer = request.send().await.map_err(failed("HeadObject", object));
    Ok(absent_if_not_found(answer)?.as_ref().map(as_boto_reads).unwrap_or_default())
}

/// An object in boto's shape, without customer keys (`SSECustomer…`).
pub(super) fn as_boto_reads(it: &HeadObjectOutput) -> Value {
    let metadata = it.metadata().into_iter().flatten();
    let date = |date: Option<&DateTime>| date.map(|date| date.to_string().into());
    had([
        ("DeleteMarker", it.delete_marker().map(Value::from)),
        ("AcceptRanges", maybe(it.accept_ranges())),
        ("Expiration", maybe(it.expiration())),
        ("Restore", maybe(it.restore())),
        ("ArchiveStatus", maybe(it.archive_status().map(ArchiveStatus::as_str))),
        ("LastModified", date(it.last_modified())),
        ("ContentLength", it.content_length().map(Value::from)),
        ("ETag", maybe(it.e_tag())),
        ("MissingMeta", it.missing_meta().map(Value::from)),
        ("VersionId", maybe(it.version_id())),
        ("CacheControl", maybe(it.cache_control())),
        ("ContentDisposition", maybe(it.content_disposition())),
        ("ContentEncoding", maybe(it.content_encoding())),
        ("ContentLanguage", maybe(it.content_language())),
        ("ContentType", maybe(it.content_type())),
        ("Expires", maybe(it.expires_string())),
        ("WebsiteRedirectLocation", maybe(it.website_redirect_location())),
        ("ServerSideEncryption", maybe(it.server_side_encryption().map(ServerSideEncryption::as_str))),
        ("Metadata", Some(metadata.map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect())),
        ("SSEKMSKeyId", maybe(it.ssekms_key_id())),
        ("BucketKeyEnabled", it.bucket_key_enabled().map(Value::from)),
        ("StorageClass", maybe(it.storage_class().map(StorageClass::as_str))),
        ("RequestCharged", maybe(it.request_charged().map(RequestCharged::as_str))),
        ("ReplicationStatus", maybe(it.replication_status().map(ReplicationStatus::as_str))),
        ("PartsCount", it.parts_count().map(Value::from)),
        ("ObjectLockMode", maybe(it.object_lock_mode().map(ObjectLockMode::as_str))),
        ("ObjectLockRetainUntilDate", date(it.object_lock_retain_until_date())),
        (
            "ObjectLockLegalHoldStatus",
            maybe(it.object_lock_legal_hold_status().map(ObjectLockLegalHoldStatus::as_str)),
        ),
    ])
}

/// Deletes objects and returns those that are left, in boto's shape.
pub(super) async fn delete(
    aws: &Aws,
    bucket: &str,
    objects: &[Deletion],
    (mfa, payer): (Option<String>, Option<String>),
) -> Result<Vec<Value>, ApiError> {
    let identifier = |it: &Deletion| {
        ObjectIdentifier::builder().key(&it.key).set_version_id(it.version.clone()).build().built()
    };
    let objects = objects.iter().filter_map(identifier).collect();
    let delete = Delete::builder().set_objects(Some(objects)).quiet(true).build().built();
    let request = aws.client::<S3>().delete_objects().bucket(bucket).set_delete(delete).set_mfa(mfa);
    let request = request.set_request_payer(payer.as_deref().map(RequestPayer::from));
    let answer = request.send().await.map_err(failed("DeleteObjects", bucket))?;
    let left = |error: &aws_sdk_s3::types::Error| {
        had([
            ("Key", maybe(error.key())),
            ("VersionId", maybe(error.version_id())),
            ("Code", maybe(error.code())),
            ("Message", maybe(error.message())),
        ])
    };
    Ok(answer.errors().iter().map(left).collect())
}
