//! Calls that several kinds of Lambda share: policies, and S3 objects with code.

use super::fault::classified;
use super::permission::{Permission, Permissions, of_policy};
use crate::Lambda;
use crate::S3;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, failed};

/// The statements of the policy of a function, or of one of its aliases; none if there is no policy.
pub(super) async fn policy(aws: &Aws, name: &str, alias: Option<&str>) -> Result<Permissions, ApiError> {
    let request =
        aws.client::<Lambda>().get_policy().function_name(name).set_qualifier(alias.map(str::to_owned));
    let answer = absent_if_not_found(request.send().await.map_err(failed("GetPolicy", name)))?;
    Ok(of_policy(&answer.and_then(|answer| answer.policy).unwrap_or_default()))
}

/// Adds a statement to such a policy.
pub(super) async fn add_permission(
    aws: &Aws,
    (name, alias): (&str, Option<&str>),
    (id, permission): (&str, &Permission),
) -> Result<(), ApiError> {
    let request = aws.client::<Lambda>().add_permission().function_name(name).statement_id(id);
    let request = request
        .set_qualifier(alias.map(str::to_owned))
        .action(&permission.action)
        .principal(&permission.principal)
        .set_source_arn(permission.source_arn.clone())
        .set_source_account(permission.source_account.clone());
    request.send().await.map(drop).map_err(failed("AddPermission", name)).map_err(classified)
}

/// Removes a statement from it.
pub(super) async fn remove_permission(
    aws: &Aws,
    (name, alias): (&str, Option<&str>),
    id: &str,
) -> Result<(), ApiError> {
    let request = aws.client::<Lambda>().remove_permission().function_name(name).statement_id(id);
    let answer = request.set_qualifier(alias.map(str::to_owned)).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("RemovePermission", name)).map_err(classified))
}

/// The digest of an object with code; none if there is no such object.
///
/// Objects that Salt or this program uploaded have it as metadata. S3 shows it for objects that were uploaded with such a
/// checksum. Any other object is read.
pub(super) async fn digest_of_object(
    aws: &Aws,
    (bucket, key): (&str, &str),
    version: Option<&str>,
) -> Result<Option<String>, ApiError> {
    use aws_sdk_s3::types::{ChecksumMode, ChecksumType};

    let subject = format!("{bucket}/{key}");
    let version = version.map(str::to_owned);
    let head = aws.client::<S3>().head_object().bucket(bucket).key(key).set_version_id(version.clone());
    let head = head.checksum_mode(ChecksumMode::Enabled).send().await;
    let Some(head) = absent_if_not_found(head.map_err(failed("HeadObject", &subject)))? else {
        return Ok(None);
    };
    let kept = head.metadata().and_then(|all| all.get("salt_managed_content_hash"));
    if let Some(digest) = kept.and_then(|hex| super::package::of_hex(hex)) {
        return Ok(Some(digest));
    }
    let is_whole = head.checksum_type() != Some(&ChecksumType::Composite);
    if let Some(digest) = head.checksum_sha256().filter(|_| is_whole) {
        return Ok(Some(digest.to_owned()));
    }
    let object = aws.client::<S3>().get_object().bucket(bucket).key(key).set_version_id(version).send().await;
    let content = object.map_err(failed("GetObject", &subject))?.body.collect().await;
    let content = content
        .map_err(|error| ApiError::found("GetObject", &subject, aws::Fault::NoAnswer, error.to_string()))?;
    Ok(Some(super::package::digest(&content.into_bytes())))
}

/// The names of all functions of the region.
pub(super) async fn functions(aws: &Aws) -> Result<Vec<String>, ApiError> {
    let mut items = aws.client::<Lambda>().list_functions().into_paginator().items().send();
    let mut all = vec![];
    while let Some(function) = items.next().await {
        all.extend(function.map_err(failed("ListFunctions", "the account"))?.function_name);
    }
    Ok(all)
}
