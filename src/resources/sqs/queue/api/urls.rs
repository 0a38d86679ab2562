//! Where queues are: SQS wants a URL, and an author knows the name.

use std::collections::HashMap;

use crate::aws::error::absent_if_not_found;
use crate::aws::{ApiError, Aws, failed};

/// The most that one `ListQueues` answers.
const PAGE: i32 = 1000;

/// The URL that AWS documents for a queue of the account; none while nothing has told the account, or in a partition
/// whose names are not documented.
///
/// See <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-message-identifiers.html>.
pub fn formed(aws: &Aws, name: &str) -> Option<String> {
    let (region, owner) = (&aws.region, aws.owner()?);
    let domain = match region.as_str() {
        china if china.starts_with("cn-") => "amazonaws.com.cn",
        other if other.is_empty() || other.contains("-iso") || other.starts_with("eusc-") => return None,
        _ => "amazonaws.com",
    };
    Some(format!("https://sqs.{region}.{domain}/{owner}/{name}"))
}

/// The URL of one queue; none when there is none of that name.
pub async fn by_name(aws: &Aws, name: &str) -> Result<Option<String>, ApiError> {
    let answer = aws.sqs().get_queue_url().queue_name(name).send().await;
    let found = absent_if_not_found(answer.map_err(failed("GetQueueUrl", name)))?;
    Ok(found.and_then(|answer| answer.queue_url))
}

/// Queues by name.
#[derive(Debug, Default)]
pub struct List {
    /// Their URLs.
    pub urls: HashMap<String, String>,
    /// True when it holds every queue of the account that could be meant.
    pub is_complete: bool,
}

/// The URLs of several queues in one call instead of one each.
///
/// The list lags behind by up to a minute and may be denied, so neither what is on it nor what is not is the last word. See
/// <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ListQueues.html>.
pub async fn listed(aws: &Aws, names: &[&str]) -> List {
    if names.len() < 2 {
        return List::default();
    }
    let prefix = common_prefix(names).map(str::to_owned);
    let call = aws.sqs().list_queues().set_queue_name_prefix(prefix).max_results(PAGE);
    let Ok(answer) = call.send().await else { return List::default() };
    let named = |url: String| Some((url.rsplit('/').next()?.to_owned(), url));
    let is_complete = answer.next_token.is_none();
    let urls = answer.queue_urls.unwrap_or_default();
    List { urls: urls.into_iter().filter_map(named).collect(), is_complete }
}

/// What at least two names have in common at the beginning.
pub fn common_prefix<'a>(names: &[&'a str]) -> Option<&'a str> {
    let [first, rest @ ..] = names else { return None };
    let alike = |name: &&str| first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
    let length = rest.iter().map(alike).min()?;
    first.get(..length).filter(|prefix| !prefix.is_empty())
}
