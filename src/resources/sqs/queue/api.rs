//! The calls for queues.

use std::collections::HashMap;

use aws_sdk_sqs::types::QueueAttributeName;
use futures::future::FutureExt;
use indexmap::IndexMap;

use super::diff::Step;
use super::live::Live;
use super::{ATTRIBUTES, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::model::Aspects;
use crate::resources::{Answers, Ask};

/// SQS has no call that describes several queues, so they are read side by side.
const AT_ONCE: usize = 8;
/// The most that one `ListQueues` answers.
const PAGE: i32 = 1000;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let listed = listed(aws, asks).await;
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask, &listed).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// The URLs of queues whose names begin alike, in one call instead of one each.
///
/// Only for queues of which more is read, as that shows whether a listed one is still there: the list lags behind by
/// up to a minute. What is not listed is asked for by name; so a denied list, or a second page, costs calls only. See
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html>.
async fn listed(aws: &Aws, asks: &[Ask]) -> HashMap<String, String> {
    let confirmed = asks.iter().filter(|ask| ask.aspects != Aspects::NONE);
    let names: Vec<&str> = confirmed.map(|ask| ask.reference.name.as_str()).collect();
    let Some(prefix) = common_prefix(&names) else { return HashMap::new() };
    let answer = aws.sqs().list_queues().queue_name_prefix(prefix).max_results(PAGE).send().await;
    let urls = answer.ok().and_then(|answer| answer.queue_urls).unwrap_or_default();
    urls.into_iter().filter_map(|url| Some((url.rsplit('/').next()?.to_owned(), url.clone()))).collect()
}

/// What at least two names have in common at the beginning.
pub(super) fn common_prefix<'a>(names: &[&'a str]) -> Option<&'a str> {
    let [first, rest @ ..] = names else { return None };
    let alike = |name: &&str| first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    let length = rest.iter().map(alike).min()?;
    first.get(..length).filter(|prefix| !prefix.is_empty())
}

async fn read(aws: &Aws, ask: &Ask, listed: &HashMap<String, String>) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let url = match listed.get(name).filter(|_| ask.aspects != Aspects::NONE) {
        Some(url) => Some(url.clone()),
        None => url(aws, name).await?,
    };
    let Some(url) = url else { return Ok(None) };
    let (attributes, tags) = futures::join!(
        attributes(aws, &url, ask.aspects.has(ATTRIBUTES)),
        tags(aws, &url, ask.aspects.has(TAGS)),
    );
    // The list may still show a queue that is gone.
    match absent_if_not_found(attributes)?.zip(absent_if_not_found(tags)?) {
        Some((attributes, tags)) => Ok(Some(Live { url, attributes, tags })),
        None => Ok(None),
    }
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

fn named(attributes: &IndexMap<String, String>) -> HashMap<QueueAttributeName, String> {
    attributes.iter().map(|(name, value)| (QueueAttributeName::from(name.as_str()), value.clone())).collect()
}
