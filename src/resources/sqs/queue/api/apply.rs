//! Does one step.

use std::collections::HashMap;

use aws_sdk_sqs::types::QueueAttributeName;
use indexmap::IndexMap;

use crate::aws::error::done_if_not_found;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::sqs::queue::diff::Step;

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { name, attributes, tags } => {
            let call = aws.sqs().create_queue().queue_name(name).set_attributes(Some(named(attributes)));
            let call = call.set_tags(Some(tags.clone().into_iter().collect()));
            call.send().await.map_err(failed("CreateQueue", name))?;
        }
        Step::SetAttributes { url, attributes } => {
            let call =
                aws.sqs().set_queue_attributes().queue_url(url).set_attributes(Some(named(attributes)));
            call.send().await.map_err(failed("SetQueueAttributes", url))?;
        }
        Step::Tag { url, tags } => {
            let call =
                aws.sqs().tag_queue().queue_url(url).set_tags(Some(tags.clone().into_iter().collect()));
            call.send().await.map_err(failed("TagQueue", url))?;
        }
        Step::Untag { url, keys } => {
            let call = aws.sqs().untag_queue().queue_url(url).set_tag_keys(Some(keys.clone()));
            call.send().await.map_err(failed("UntagQueue", url))?;
        }
        Step::Delete { url } => {
            let answer = aws.sqs().delete_queue().queue_url(url).send().await;
            done_if_not_found(answer.map(|_| ()).map_err(failed("DeleteQueue", url)))?;
        }
    }
    Ok(())
}

fn named(attributes: &IndexMap<String, String>) -> HashMap<QueueAttributeName, String> {
    attributes.iter().map(|(name, value)| (QueueAttributeName::from(name.as_str()), value.clone())).collect()
}
