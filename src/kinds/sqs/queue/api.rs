//! The calls for queues. SQS describes one queue per call and requires its URL; an author knows only the name.

use aws_sdk_sqs::types::QueueAttributeName;
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{ATTRIBUTES, TAGS};
use crate::Sqs;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Aspects};

const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    // If the account is not known yet, the first queue's URL shows it, and so gives the URLs of the others.
    let (first, others) = asks.split_at(asks.len().min(usize::from(aws.owner().is_none())));
    for asks in [first, others] {
        for (ask, answer) in read_each(asks, AT_ONCE, |ask| find(aws, ask).boxed()).await {
            answers.answer(&ask.reference, answer);
        }
    }
    answers
}

/// Reads one queue. If only its URL is needed, it is looked up by name. Otherwise the queue is read at the URL format that
/// AWS documents, in one round trip. If it is not there, it is looked up by name: a wrong URL does not prove that the queue
/// does not exist.
async fn find(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    if let Some(url) = formed(aws, name).filter(|_| ask.aspects != Aspects::NONE) {
        match read_at(aws, ask, url).await {
            // Unless its ARN is that of another queue.
            Ok(Some(live)) if live.arn().is_none_or(|arn| arn.rsplit(':').next() == Some(name)) => {
                return Ok(Some(live));
            }
            Err(error) if !error.has_code(&["InvalidAddress"]) => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
    let by_name = aws.client::<Sqs>().get_queue_url().queue_name(name).send().await;
    let by_name = absent_if_not_found(by_name.map_err(failed("GetQueueUrl", name)))?;
    let Some(url) = by_name.and_then(|answer| answer.queue_url) else { return Ok(None) };
    let found = read_at(aws, ask, url).await?;
    aws.note_owner(found.as_ref().and_then(Live::arn).unwrap_or_default());
    Ok(found)
}

/// The URL that AWS documents for a queue of the account; none if the account is not known yet, or if AWS does not document
/// the host names of the partition. See
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-message-identifiers.html>.
fn formed(aws: &Aws, name: &str) -> Option<String> {
    let (region, owner) = (&aws.region, aws.owner()?);
    let domain = match region.as_str() {
        china if china.starts_with("cn-") => "amazonaws.com.cn",
        other if other.is_empty() || other.contains("-iso") || other.starts_with("eusc-") => return None,
        _ => "amazonaws.com",
    };
    Some(format!("https://sqs.{region}.{domain}/{owner}/{name}"))
}

/// Reads the queue at a URL. AWS may still return the URL of a deleted queue.
async fn read_at(aws: &Aws, ask: &Ask, url: String) -> Result<Option<Live>, ApiError> {
    let (attributes, tags) = futures::join!(
        Asked::read(ask.aspects.has(ATTRIBUTES), attributes(aws, &url)),
        Asked::read(ask.aspects.has(TAGS), tags(aws, &url)),
    );
    let found = absent_if_not_found(attributes)?.zip(absent_if_not_found(tags)?);
    Ok(found.map(|(attributes, tags)| Live { url, attributes, tags }))
}

async fn attributes(aws: &Aws, url: &str) -> Result<Tags, ApiError> {
    let call =
        aws.client::<Sqs>().get_queue_attributes().queue_url(url).attribute_names(QueueAttributeName::All);
    let answer = call.send().await.map_err(failed("GetQueueAttributes", url))?;
    let attributes = answer.attributes.unwrap_or_default().into_iter();
    Ok(attributes.map(|(name, value)| (name.as_str().to_owned(), value)).collect())
}

async fn tags(aws: &Aws, url: &str) -> Result<Tags, ApiError> {
    let answer = aws.client::<Sqs>().list_queue_tags().queue_url(url).send().await;
    Ok(answer.map_err(failed("ListQueueTags", url))?.tags.unwrap_or_default().into_iter().collect())
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (sqs, call) = (aws.client::<Sqs>(), step.call());
    let named =
        |all: &Tags| Some(all.iter().map(|(name, value)| (name.as_str().into(), value.clone())).collect());
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
