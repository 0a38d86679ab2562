//! The execution functions of SNS: `boto_sns.*` and `boto3_sns.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_sns.html>.

use std::sync::Arc;

use futures::future::FutureExt;

use super::topic::{ATTRIBUTES, SUBSCRIPTIONS, Step, Subscription, Topic, apply};
use crate::aws::ApiError;
use crate::aws::tags::Tags;
use crate::model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["sns"], functions: SNS }];

const NAME: Argument =
    Argument::required("name", Shape::Text, "the topic's name or ARN").alias(&["topic", "TopicArn", "Name"]);
const PROTOCOL: Argument =
    Argument::required("protocol", Shape::Text, "email, sqs, https …").alias(&["Protocol"]);
const ENDPOINT: Argument =
    Argument::required("endpoint", Shape::Text, "where messages go").alias(&["Endpoint"]);

const SNS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_sns.exists", "boto3_sns.topic_exists"],
        &[NAME],
        "Returns whether a topic exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields, Aspects::NONE).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_sns.get_all_subscriptions_by_topic", "boto3_sns.list_subscriptions_by_topic"],
        &[NAME],
        "Lists a topic's subscriptions; [] when there is no such topic.",
        "a list of mappings: SubscriptionArn, Protocol, Endpoint, TopicArn",
        |ask, fields| subscriptions(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.get_topic_attributes"],
        &[NAME],
        "Returns a topic's attributes as texts; {} when there is no such topic.",
        "a mapping of attributes to texts; an empty mapping",
        |ask, fields| attributes(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_sns.create", "boto3_sns.create_topic"],
        &[NAME],
        "Makes a topic; True also when there is one.",
        "True",
        |ask, fields| {
            let step = Step::Create {
                name: fields.required_text("name"),
                attributes: Tags::new(),
                tags: Tags::new(),
            };
            change(ask, step).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.delete", "boto3_sns.delete_topic"],
        &[NAME],
        "Deletes a topic with its subscriptions; True also when there was none.",
        "True",
        |ask, fields| {
            async move {
                match find(ask, fields, Aspects::NONE).await? {
                    Some(topic) => change(ask, Step::Delete { arn: topic.arn.clone() }).await,
                    None => Ok(true.into()),
                }
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.subscribe", "boto3_sns.subscribe"],
        &[NAME, PROTOCOL, ENDPOINT],
        "Subscribes an endpoint to a topic; False when there is no such topic.",
        "True, or False",
        |ask, fields| {
            async move {
                let Some(topic) = find(ask, fields, Aspects::NONE).await? else { return Ok(false.into()) };
                let (protocol, endpoint) =
                    (fields.required_text("protocol"), fields.required_text("endpoint"));
                let to = Subscription { protocol, endpoint };
                change(ask, Step::Subscribe { arn: topic.arn.clone(), to }).await
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.unsubscribe", "boto3_sns.unsubscribe"],
        &[
            Argument::optional("topic", Shape::Text, "not used"),
            Argument::required("subscription_arn", Shape::Text, "the subscription")
                .alias(&["SubscriptionArn"]),
        ],
        "Ends a subscription; True also when there was none.",
        "True",
        |ask, fields| {
            let subscription = fields.required_text("subscription_arn");
            change(ask, Step::Unsubscribe { endpoint: subscription.clone(), subscription }).boxed()
        },
    ),
];

async fn find(
    ask: &Asker<'_>,
    fields: &Fields,
    aspects: Aspects,
) -> Result<Option<Arc<<Topic as Source>::Live>>, ApiError> {
    ask.find::<Topic>(Reference::new(Topic::KIND, fields.required_text("name")), aspects).await
}

/// Makes one call of the kind.
async fn change(ask: &Asker<'_>, step: Step) -> Result<Value, Refusal> {
    ask.change(&[Topic::KIND], apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn subscriptions(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(topic) = find(ask, fields, SUBSCRIPTIONS).await? else { return Ok(Value::List(vec![])) };
    let all = topic.subscriptions.answer().into_iter().flatten().map(|it| {
        let arn = it.arn.as_deref().unwrap_or("PendingConfirmation");
        let pairs = [
            ("SubscriptionArn", arn),
            ("Protocol", it.protocol.as_str()),
            ("Endpoint", it.endpoint.as_str()),
            ("TopicArn", topic.arn.as_str()),
        ];
        pairs.into_iter().map(|(key, text)| (key, Value::from(text))).collect()
    });
    Ok(Value::List(all.collect()))
}

async fn attributes(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(topic) = find(ask, fields, ATTRIBUTES).await? else { return Ok(Value::Map(Map::new())) };
    let all = topic.attributes.answer().into_iter().flatten();
    Ok(all.map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect())
}
