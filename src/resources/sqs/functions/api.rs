//! The calls of SQS's functions.

use std::collections::HashMap;

use aws_sdk_sqs::types::QueueAttributeName;
use indexmap::IndexMap;

use crate::aws::{ApiError, Aws, failed};
use crate::model::Value;

/// The names of all queues that begin so.
pub(super) async fn names(aws: &Aws, prefix: &str) -> Result<Value, ApiError> {
    let call = aws.sqs().list_queues().queue_name_prefix(prefix).max_results(1000);
    let urls: Result<Vec<String>, _> = call.into_paginator().items().send().collect().await;
    let urls = urls.map_err(failed("ListQueues", prefix))?;
    Ok(Value::List(urls.iter().filter_map(|url| url.rsplit('/').next()).map(Value::from).collect()))
}

pub(super) async fn create(
    aws: &Aws,
    name: &str,
    attributes: &IndexMap<String, String>,
) -> Result<(), ApiError> {
    let call = aws.sqs().create_queue().queue_name(name).set_attributes(Some(named(attributes)));
    call.send().await.map(drop).map_err(failed("CreateQueue", name))
}

pub(super) async fn set(aws: &Aws, url: &str, attributes: &IndexMap<String, String>) -> Result<(), ApiError> {
    let call = aws.sqs().set_queue_attributes().queue_url(url).set_attributes(Some(named(attributes)));
    call.send().await.map(drop).map_err(failed("SetQueueAttributes", url))
}

pub(super) async fn delete(aws: &Aws, url: &str) -> Result<(), ApiError> {
    aws.sqs().delete_queue().queue_url(url).send().await.map(drop).map_err(failed("DeleteQueue", url))
}

fn named(attributes: &IndexMap<String, String>) -> HashMap<QueueAttributeName, String> {
    attributes.iter().map(|(name, value)| (QueueAttributeName::from(name.as_str()), value.clone())).collect()
}
