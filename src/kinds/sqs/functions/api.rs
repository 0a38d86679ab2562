//! The calls of SQS's functions that are not the kind's.

use crate::Sqs;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The names of all queues with this prefix.
pub(super) async fn names(aws: &Aws, prefix: &str) -> Result<Value, ApiError> {
    let call = aws.client::<Sqs>().list_queues().queue_name_prefix(prefix).max_results(1000);
    let urls: Result<Vec<String>, _> = call.into_paginator().items().send().collect().await;
    let urls = urls.map_err(failed("ListQueues", prefix))?;
    Ok(Value::List(urls.iter().filter_map(|url| url.rsplit('/').next()).map(Value::from).collect()))
}
