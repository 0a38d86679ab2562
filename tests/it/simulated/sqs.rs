//! SQS: queues with attributes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::account::{Account, NUMBER};
use super::server::Answer;
use super::xml::page;

pub fn answer(account: &mut Account, operation: &str, request: &Value) -> Answer {
    let name = request["QueueName"].as_str().unwrap_or_default();
    let url_name = request["QueueUrl"].as_str().and_then(|url| url.rsplit('/').next()).unwrap_or_default();
    match operation {
        "ListQueues" => list(account, request),
        "GetQueueUrl" => match account.queues.seen(name) {
            Some(_) => Answer::Data(json!({"QueueUrl": url(name)})),
            None => missing(),
        },
        "GetQueueAttributes" => match account.queues.seen(url_name) {
            Some(attributes) => Answer::Data(json!({"Attributes": attributes})),
            None => missing(),
        },
        "ListQueueTags" => Answer::Data(json!({"Tags": {}})),
        "CreateQueue" => {
            let defaults =
                [("VisibilityTimeout", "30"), ("MessageRetentionPeriod", "345600"), ("DelaySeconds", "0")];
            let mut attributes: BTreeMap<String, String> =
                defaults.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
            attributes.insert("QueueArn".to_owned(), format!("arn:aws:sqs:us-east-1:{NUMBER}:{name}"));
            attributes.extend(given(request));
            account.queues.create(name, attributes);
            Answer::Data(json!({"QueueUrl": url(name)}))
        }
        "SetQueueAttributes" => match account.queues.get_mut(url_name) {
            Some(attributes) => {
                attributes.extend(given(request));
                Answer::Data(json!({}))
            }
            None => missing(),
        },
        _ => Answer::Unknown,
    }
}

fn given(request: &Value) -> BTreeMap<String, String> {
    let pairs = request["Attributes"].as_object().into_iter().flatten();
    pairs.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

fn url(name: &str) -> String {
    format!("https://sqs.us-east-1.amazonaws.com/{NUMBER}/{name}")
}

fn missing() -> Answer {
    Answer::Refusal(400, "QueueDoesNotExist", "The specified queue does not exist.".to_owned())
}

/// At most 1,000 on a page.
fn list(account: &Account, request: &Value) -> Answer {
    let prefix = request["QueueNamePrefix"].as_str().unwrap_or_default();
    let found = account.queues.all().map(|(name, _)| name).filter(|name| name.starts_with(prefix));
    let size = request["MaxResults"].as_u64().unwrap_or(1000).min(1000);
    let start = request["NextToken"].as_str().and_then(|token| token.parse().ok()).unwrap_or(0);
    let (names, next) = page(found.collect(), start, usize::try_from(size).expect("at most 1,000"));
    let mut answer = json!({"QueueUrls": names.into_iter().map(|name| url(name)).collect::<Vec<_>>()});
    if let Some(next) = next {
        answer["NextToken"] = next.to_string().into();
    }
    Answer::Data(answer)
}
