//! Does one step.

use std::collections::HashMap;

use aws_sdk_sqs::types::QueueAttributeName;

use crate::aws::error::done_if_not_found;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::sqs::queue::diff::Step;

pub(in crate::resources::sqs) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (sqs, call) = (aws.sqs(), step.call());
    match step {
        Step::Create { name, attributes, tags } => {
            let tags = Some(tags.clone().into_iter().collect());
            let request = sqs.create_queue().queue_name(name).set_attributes(named(attributes));
            request.set_tags(tags).send().await.map(drop).map_err(failed(call, name))
        }
        Step::SetAttributes { url, attributes } => {
            let request = sqs.set_queue_attributes().queue_url(url).set_attributes(named(attributes));
            request.send().await.map(drop).map_err(failed(call, url))
        }
        Step::Tag { url, tags } => {
            let request = sqs.tag_queue().queue_url(url).set_tags(Some(tags.clone().into_iter().collect()));
            request.send().await.map(drop).map_err(failed(call, url))
        }
        Step::Untag { url, keys } => {
            let request = sqs.untag_queue().queue_url(url).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, url))
        }
        Step::Delete { url } => {
            let answer = sqs.delete_queue().queue_url(url).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, url)))
        }
    }
}

fn named(attributes: &Tags) -> Option<HashMap<QueueAttributeName, String>> {
    let name = |name: &String| QueueAttributeName::from(name.as_str());
    Some(attributes.iter().map(|(key, value)| (name(key), value.clone())).collect())
}
