//! The calls for topics.

use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{ATTRIBUTES, SUBSCRIPTIONS, TAGS};
use crate::Sns;
use crate::live::Subscribed;
use aws::arn::partition;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Aspects};

/// Topics whose details are read in parallel.
const AT_ONCE: usize = 8;

/// Reads a few topics by their ARNs, if the account is known: else a run with a thousand topics would list all of them
/// after each. Many topics are found by the list, a hundred per page.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let arns = match by_name(aws, asks) {
        Some(arns) => arns,
        None => match arns(aws).await {
            Ok(listed) => asks.iter().map(|ask| of_list(&listed, &ask.reference.name)).collect(),
            Err(error) => {
                answers.all_failed(asks, &error);
                return answers;
            }
        },
    };
    let asked: Vec<(&Ask, Option<String>)> = asks.iter().zip(arns).collect();
    let read = |(ask, arn): &(&Ask, Option<String>)| {
        let (name, arn, aspects) = (ask.reference.name.clone(), arn.clone(), ask.aspects);
        async move {
            let Some(arn) = arn else { return Ok(None) };
            absent_if_not_found(read_topic(aws, &name, arn, aspects).await)
        }
        .boxed()
    };
    for ((ask, _), answer) in read_each(&asked, AT_ONCE, read).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// The ARNs of a few topics, which may not exist; none if the list is better, or the account is not known.
fn by_name(aws: &Aws, asks: &[Ask]) -> Option<Vec<Option<String>>> {
    // Only the read of an attribute, subscription or tag shows that a topic exists.
    let is_few = asks.len() <= AT_ONCE && asks.iter().all(|ask| ask.aspects != Aspects::NONE);
    let account = aws.account().filter(|_| is_few)?;
    let start = format!("arn:{}:sns:{}:{account}:", partition(&aws.region), aws.region);
    let arn = |name: &String| if name.starts_with("arn:") { name.clone() } else { format!("{start}{name}") };
    Some(asks.iter().map(|ask| Some(arn(&ask.reference.name))).collect())
}

fn of_list(arns: &[String], name: &str) -> Option<String> {
    arns.iter().find(|arn| *arn == name || arn.rsplit(':').next() == Some(name)).cloned()
}

/// The ARNs of all topics.
pub(crate) async fn arns(aws: &Aws) -> Result<Vec<String>, ApiError> {
    let mut pages = aws.client::<Sns>().list_topics().into_paginator().items().send();
    let mut arns = vec![];
    while let Some(topic) = pages.next().await {
        arns.extend(topic.map_err(failed("ListTopics", "the account"))?.topic_arn);
    }
    arns.iter().take(1).for_each(|arn| aws.note_owner(arn));
    Ok(arns)
}

async fn read_topic(aws: &Aws, name: &str, arn: String, aspects: Aspects) -> Result<Live, ApiError> {
    let mut live = Live { arn, ..Live::default() };
    if aspects.has(ATTRIBUTES) {
        let answer = aws.client::<Sns>().get_topic_attributes().topic_arn(&live.arn).send().await;
        let answer = answer.map_err(failed("GetTopicAttributes", name))?;
        live.attributes = Asked::Answer(answer.attributes.unwrap_or_default().into_iter().collect());
    }
    if aspects.has(SUBSCRIPTIONS) {
        live.subscriptions = subscriptions(aws, name, &live.arn).await?.into();
    }
    if aspects.has(TAGS) {
        let answer = aws.client::<Sns>().list_tags_for_resource().resource_arn(&live.arn).send().await;
        live.tags = sdk_tags::read(answer.map_err(failed("ListTagsForResource", name))?.tags()).into();
    }
    Ok(live)
}

async fn subscriptions(aws: &Aws, name: &str, arn: &str) -> Result<Vec<Subscribed>, ApiError> {
    let mut pages =
        aws.client::<Sns>().list_subscriptions_by_topic().topic_arn(arn).into_paginator().items().send();
    let mut all = vec![];
    while let Some(subscription) = pages.next().await {
        let it = subscription.map_err(failed("ListSubscriptionsByTopic", name))?;
        all.push(Subscribed::from(it));
    }
    Ok(all)
}

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (sns, call) = (aws.client::<Sns>(), step.call());
    match step {
        Step::Create { name, attributes, tags } => {
            let attributes = attributes.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            let request = sns.create_topic().name(name).set_attributes(Some(attributes));
            let request = request.set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::SetAttribute { arn, name, value } => {
            let request =
                sns.set_topic_attributes().topic_arn(arn).attribute_name(name).attribute_value(value);
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Subscribe { arn, to } => {
            let request = sns.subscribe().topic_arn(arn).protocol(&to.protocol).endpoint(&to.endpoint);
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Unsubscribe { subscription, .. } => {
            let answer = sns.unsubscribe().subscription_arn(subscription).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, subscription)))
        }
        Step::Tag { arn, tags } => {
            let request = sns.tag_resource().resource_arn(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = sns.untag_resource().resource_arn(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { arn } => {
            let answer = sns.delete_topic().topic_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}
