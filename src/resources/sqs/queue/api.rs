//! The calls for queues.

use aws_sdk_sqs::types::QueueAttributeName;
use futures::future::FutureExt;
use indexmap::IndexMap;

use super::diff::Step;
use super::live::Live;
use super::{ATTRIBUTES, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::resources::{Answers, Ask};

/// SQS has no call that describes several queues, so they are read side by side.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let Some(url) = url(aws, &ask.reference.name).await? else { return Ok(None) };
    let (attributes, tags) = futures::try_join!(
        attributes(aws, &url, ask.aspects.has(ATTRIBUTES)),
        tags(aws, &url, ask.aspects.has(TAGS)),
    )?;
    Ok(Some(Live { url, attributes, tags }))
}

async fn url(aws: &Aws, name: &str) -> Result<Option<String>, ApiError> {
    let answer = aws.sqs().get_queue_url().queue_name(name).send().await;
    let found = absent_if_not_found(answer.map_err(failed("GetQueueUrl", name)))?;
    Ok(found.and_then(|answer| answer.queue_url))
}

async fn attributes(aws: &Aws, url: &str, needed: bool) -> Result<IndexMap<String, String>, ApiError> {
    if !needed {
        return Ok(IndexMap::new());
    }
    let call = aws.sqs().get_queue_attributes().queue_url(url).attribute_names(QueueAttributeName::All);
    let answer = call.send().await.map_err(failed("GetQueueAttributes", url))?;
    let attributes = answer.attributes.unwrap_or_default();
    Ok(attributes.into_iter().map(|(name, value)| (name.as_str().to_owned(), value)).collect())
}

async fn tags(aws: &Aws, url: &str, needed: bool) -> Result<IndexMap<String, String>, ApiError> {
    if !needed {
        return Ok(IndexMap::new());
    }
    let answer =
        aws.sqs().list_queue_tags().queue_url(url).send().await.map_err(failed("ListQueueTags", url))?;
    Ok(answer.tags.unwrap_or_default().into_iter().collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
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

fn named(attributes: &IndexMap<String, String>) -> std::collections::HashMap<QueueAttributeName, String> {
    attributes.iter().map(|(name, value)| (QueueAttributeName::from(name.as_str()), value.clone())).collect()
}
