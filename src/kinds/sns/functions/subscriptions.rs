//! Functions about the subscriptions of a topic.

use futures::future::FutureExt;

use super::{ATTRIBUTE, Live, NAME, VALUE, api, attribute, change, find};
use crate::live::Subscribed;
use crate::topic::{self, Step, Subscription, Topic, masked};
use aws::arn::is_arn;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const PROTOCOL: Argument =
    Argument::required("protocol", Shape::Text, "email, sqs, https …").alias(&["Protocol"]);
const ENDPOINT: Argument =
    Argument::required("endpoint", Shape::Text, "where messages go").alias(&["Endpoint"]);
const SUBSCRIPTION: Argument =
    Argument::required("SubscriptionArn", Shape::Text, "the subscription").alias(&["subscription_arn"]);
/// The words in the place of the ARN of a subscription that waits for its confirmation: in AWS's lists, and in its response to `Subscribe`.
const PENDING: [&str; 2] = ["PendingConfirmation", "pending confirmation"];

pub(super) const SUBSCRIPTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_sns.get_all_subscriptions_by_topic"],
        &[NAME],
        "Lists a topic's subscriptions; [] when there is no such topic.",
        "a list of mappings: SubscriptionArn, Protocol, Endpoint, TopicArn, Owner",
        |ask, fields| by_topic(ask, fields, Value::List(vec![])).boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.list_subscriptions_by_topic"],
        &[NAME],
        "Lists a topic's subscriptions; None when there is no such topic.",
        "a list of mappings: SubscriptionArn, Protocol, Endpoint, TopicArn, Owner; None",
        |ask, fields| by_topic(ask, fields, Value::Null).boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.list_subscriptions"],
        &[],
        "Lists all subscriptions of the region.",
        "a list of mappings: SubscriptionArn, Protocol, Endpoint, TopicArn, Owner",
        |ask, _| all(ask).boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.get_subscription_attributes"],
        &[SUBSCRIPTION],
        "Returns a subscription's attributes as texts; None if the subscription does not exist.",
        "a mapping of attributes to texts, or None",
        |ask, fields| {
            let arn = fields.required_text(SUBSCRIPTION.name);
            async move { Ok(ask.once(("subscription", &arn), api::attributes(ask.aws(), &arn)).await?) }
                .boxed()
        },
    ),
    AwsFunction::change(
        &["boto3_sns.set_subscription_attributes"],
        &[SUBSCRIPTION, ATTRIBUTE, VALUE],
        "Sets an attribute of a subscription; False when there is no such subscription.",
        "True, or False",
        |ask, fields| {
            async move {
                let (name, value) = attribute(fields);
                let arn = fields.required_text(SUBSCRIPTION.name);
                let call = api::set_attribute(ask.aws(), &arn, &name, &value);
                Ok(ask.change(&[Topic::KIND], call).await?.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.subscribe"],
        &[NAME, PROTOCOL, ENDPOINT],
        "Subscribes an endpoint to a topic; False if the topic does not exist.",
        "True, or False",
        |ask, fields| async move { Ok(subscribe(ask, fields).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::change(
        &["boto3_sns.subscribe"],
        &[NAME, PROTOCOL, ENDPOINT],
        "Subscribes an endpoint to a topic and returns the ARN of the subscription, or the words 'pending confirmation'; None if the topic does not exist.",
        "the ARN as text, or None",
        |ask, fields| subscribed(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_sns.unsubscribe"],
        &[
            Argument::optional("topic", Shape::Text, "not used"),
            Argument::required("subscription_arn", Shape::Text, "the subscription"),
        ],
        "Ends a subscription; True also when there was none, and False for one that is not confirmed.",
        "True, or False",
        |ask, fields| {
            async move {
                let subscription = fields.required_text("subscription_arn");
                if !is_arn(&subscription) {
                    return Ok(false.into());
                }
                unsubscribe(ask, subscription).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto3_sns.unsubscribe"],
        &[SUBSCRIPTION],
        "Ends a subscription; False when there is none, and True for one that is not confirmed: AWS removes that.",
        "True, or False",
        |ask, fields| {
            async move {
                let subscription = fields.required_text(SUBSCRIPTION.name);
                if !is_arn(&subscription) {
                    return Ok(true.into());
                }
                let arn = Value::from(subscription.as_str());
                let all = all(ask).await?;
                let mut arns = all.as_list().unwrap_or_default().iter();
                if !arns.any(|it| it.traverse("SubscriptionArn", ":") == Some(&arn)) {
                    return Ok(false.into());
                }
                unsubscribe(ask, subscription).await
            }
            .boxed()
        },
    ),
];

async fn all(ask: &Asker<'_>) -> Result<Value, Refusal> {
    Ok(ask.once("ListSubscriptions", api::subscriptions(ask.aws())).await?)
}

async fn by_topic(ask: &Asker<'_>, fields: &Fields, otherwise: Value) -> Result<Value, Refusal> {
    let found = find(ask, fields, topic::SUBSCRIPTIONS).await?;
    Ok(found.as_deref().map_or(otherwise, listed))
}

/// A topic's subscriptions as AWS lists them.
pub(super) fn listed(topic: &Live) -> Value {
    let all = topic.subscriptions.answer().into_iter().flatten();
    Value::List(all.map(|it| shown(it, &topic.arn)).collect())
}

pub(super) fn shown(it: &Subscribed, topic: &str) -> Value {
    let pairs = [
        ("SubscriptionArn", it.arn.as_deref().unwrap_or(PENDING[0])),
        ("Owner", it.owner.as_str()),
        ("Protocol", it.protocol.as_str()),
        ("Endpoint", it.endpoint.as_str()),
        ("TopicArn", topic),
    ];
    pairs.into_iter().map(|(key, text)| (key, Value::from(text))).collect()
}

/// Subscribes to a topic; none if it does not exist.
async fn subscribe(ask: &Asker<'_>, fields: &Fields) -> Result<Option<Subscription>, Refusal> {
    let Some(topic) = find(ask, fields, model::Aspects::NONE).await? else { return Ok(None) };
    let (protocol, endpoint) = (fields.required_text(PROTOCOL.name), fields.required_text(ENDPOINT.name));
    let to = Subscription { protocol, endpoint };
    change(ask, Step::Subscribe { arn: topic.arn.clone(), to: to.clone() }).await?;
    Ok(Some(to))
}

async fn subscribed(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(to) = subscribe(ask, fields).await? else { return Ok(Value::Null) };
    let topic = find(ask, fields, topic::SUBSCRIPTIONS).await?;
    let endpoint = masked(&to.endpoint);
    let is_made = |it: &&Subscribed| it.protocol == to.protocol && masked(&it.endpoint) == endpoint;
    let made = topic.as_ref().and_then(|topic| topic.subscriptions.answer()?.iter().find(is_made));
    let arn = made.and_then(|it| it.arn.as_deref());
    Ok(arn.unwrap_or(PENDING[1]).into())
}

async fn unsubscribe(ask: &Asker<'_>, subscription: String) -> Result<Value, Refusal> {
    let endpoint = subscription.clone();
    change(ask, Step::Unsubscribe { subscription, endpoint }).await?;
    Ok(true.into())
}
