//! Reads that are no kind's.

use crate::aws::{ApiError, Aws, failed};
use crate::model::Value;
use crate::resources::answer::{had, maybe};

/// All buckets of the account, in boto's shape.
pub(super) async fn list(aws: &Aws) -> Result<Value, ApiError> {
    let (mut buckets, mut owner) = (vec![], Value::Null);
    let mut pages = aws.s3().list_buckets().into_paginator().send();
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListBuckets", "the account"))?;
        if let Some(found) = page.owner() {
            owner = had([("ID", maybe(found.id())), ("DisplayName", maybe(found.display_name()))]);
        }
        buckets.extend(page.buckets().iter().map(|bucket| {
            let made = bucket.creation_date().map(|date| Value::from(date.to_string()));
            had([("Name", maybe(bucket.name())), ("CreationDate", made)])
        }));
    }
    Ok(had([("Owner", Some(owner)), ("Buckets", Some(Value::List(buckets)))]))
}
