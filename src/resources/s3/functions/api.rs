//! Reads that no kind makes.

use aws_sdk_s3::types::{
    Delete, EncodingType, ObjectIdentifier, ObjectStorageClass, ObjectVersionStorageClass, Owner,
    RequestPayer,
};

use super::objects::{Deletion, Listed};
use crate::aws::sdk_document::Built;
use crate::aws::{ApiError, Aws, failed};
use crate::model::Value;
use crate::resources::answer::{had, maybe};

/// All buckets of the account, in boto's shape.
pub(super) async fn list(aws: &Aws) -> Result<Value, ApiError> {
    let (mut buckets, mut holder) = (vec![], Value::Null);
    let mut pages = aws.s3().list_buckets().into_paginator().send();
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
    let request = aws.s3().list_objects_v2().bucket(&asked.bucket).set_delimiter(asked.delimiter.clone());
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
        let request = aws.s3().list_object_versions().bucket(&asked.bucket);
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
    let request = aws.s3().delete_objects().bucket(bucket).set_delete(delete).set_mfa(mfa);
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
