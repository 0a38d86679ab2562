//! Reads a crowd of queues: SQS has no call that describes several, so one call each is the least.
//!
//! That least is reached where the URL is known without asking: formed from the account where that is known, else from one list.
//! A formed URL under which there is nothing proves nothing by itself; a second source has to agree.

use aws_sdk_sqs::types::QueueAttributeName;
use futures::future::FutureExt;

use super::urls::{List, by_name, formed, listed};
use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::model::{Asked, Aspects};
use crate::resources::sqs::queue::live::Live;
use crate::resources::sqs::queue::{ATTRIBUTES, TAGS};
use crate::resources::{Answers, Ask};

const AT_ONCE: usize = 8;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut rest: Vec<(&Ask, bool)> = vec![];
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| at_formed_url(aws, ask).boxed()).await {
        match answer {
            Ok(Formed::Found(live)) => answers.found(&ask.reference, live),
            Ok(Formed::Nothing) => rest.push((ask, true)),
            Ok(Formed::Unknown) => rest.push((ask, false)),
            Err(error) => answers.failed(&ask.reference, error),
        }
    }
    // Whoever needs no more than the URL asks for it by name: that is one call, too, and the last word.
    let confirmed = rest.iter().map(|(ask, _)| *ask).filter(|ask| ask.aspects != Aspects::NONE);
    let names: Vec<&str> = confirmed.map(|ask| ask.reference.name.as_str()).collect();
    let list = listed(aws, &names).await;
    let read = read_each(&rest, AT_ONCE, |(ask, was_missed)| elsewhere(aws, ask, *was_missed, &list).boxed());
    for ((ask, _), answer) in read.await {
        if let Ok(Some(live)) = &answer {
            aws.note_owner(live.arn().unwrap_or_default());
        }
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// What there is at a formed URL.
enum Formed {
    Found(Live),
    /// No such queue.
    Nothing,
    /// No URL could be formed, or SQS does not take it for one.
    Unknown,
}

async fn at_formed_url(aws: &Aws, ask: &Ask) -> Result<Formed, ApiError> {
    let url = formed(aws, &ask.reference.name).filter(|_| ask.aspects != Aspects::NONE);
    let Some(url) = url else { return Ok(Formed::Unknown) };
    match at(aws, ask, url).await {
        Ok(Some(live)) if is_of(&live, &ask.reference.name) => Ok(Formed::Found(live)),
        Ok(None) => Ok(Formed::Nothing),
        Err(error) if !error.has_code(&["InvalidAddress"]) => Err(error),
        Ok(Some(_)) | Err(_) => Ok(Formed::Unknown),
    }
}

/// True unless the queue says that it is another one.
fn is_of(live: &Live, name: &str) -> bool {
    live.arn().is_none_or(|arn| arn.rsplit(':').next() == Some(name))
}

/// By the list, else by name. What neither the formed URL nor a complete list knows is not there.
async fn elsewhere(aws: &Aws, ask: &Ask, was_missed: bool, list: &List) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let url = match list.urls.get(name).filter(|_| ask.aspects != Aspects::NONE) {
        Some(url) => Some(url.clone()),
        None if was_missed && list.is_complete => None,
        None => by_name(aws, name).await?,
    };
    match url {
        Some(url) => at(aws, ask, url).await,
        None => Ok(None),
    }
}

/// The queue at a URL. Lists and names may still show one that is gone.
async fn at(aws: &Aws, ask: &Ask, url: String) -> Result<Option<Live>, ApiError> {
    let (attributes, tags) = futures::join!(
        attributes(aws, &url, ask.aspects.has(ATTRIBUTES)),
        tags(aws, &url, ask.aspects.has(TAGS)),
    );
    let found = absent_if_not_found(attributes)?.zip(absent_if_not_found(tags)?);
    Ok(found.map(|(attributes, tags)| Live { url, attributes, tags }))
}

async fn attributes(aws: &Aws, url: &str, needed: bool) -> Result<Asked<Tags>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let call = aws.sqs().get_queue_attributes().queue_url(url).attribute_names(QueueAttributeName::All);
    let answer = call.send().await.map_err(failed("GetQueueAttributes", url))?;
    let attributes = answer.attributes.unwrap_or_default();
    let attributes = attributes.into_iter().map(|(name, value)| (name.as_str().to_owned(), value));
    Ok(Asked::Answer(attributes.collect()))
}

async fn tags(aws: &Aws, url: &str, needed: bool) -> Result<Asked<Tags>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let answer =
        aws.sqs().list_queue_tags().queue_url(url).send().await.map_err(failed("ListQueueTags", url))?;
    Ok(Asked::Answer(answer.tags.unwrap_or_default().into_iter().collect()))
}
