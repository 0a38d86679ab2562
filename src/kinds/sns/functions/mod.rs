//! The execution functions of SNS: `boto_sns.*` and `boto3_sns.*`.
//!
//! Those of `boto3_sns` return the ARN of what they create, and None for a topic that does not exist.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_sns.html>.

mod api;
mod subscriptions;

use std::sync::Arc;

use futures::future::FutureExt;

use super::topic::{ATTRIBUTES, SUBSCRIPTIONS, Step, Topic, apply};
use aws::ApiError;
use aws::tags::Tags;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::fields::json_text;
use model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};

/// The functions by their subject.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["sns"], functions: TOPICS },
    &Family { labels: &["sns"], functions: subscriptions::SUBSCRIPTIONS },
];

type Live = <Topic as Source>::Live;

const NAME: Argument =
    Argument::required("name", Shape::Text, "the topic's name or ARN").alias(&["topic", "TopicArn", "Name"]);
const ATTRIBUTE: Argument =
    Argument::required("AttributeName", Shape::Text, "the attribute, as the SNS API names it");
const VALUE: Argument = Argument::required(
    "AttributeValue",
    Shape::Either(&[Shape::Table(&Shape::Any), Shape::Text]),
    "its value; a mapping is sent as JSON",
);

const TOPICS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_sns.get_all_topics", "boto3_sns.list_topics"],
        &[],
        "Lists all topics of the region.",
        "a mapping of names to ARNs; an empty mapping",
        |ask, _| async move { Ok(ask.once("ListTopics", api::topics(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_sns.exists", "boto3_sns.topic_exists"],
        &[NAME],
        "Returns whether a topic exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields, Aspects::NONE).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.describe_topic"],
        &[NAME],
        "Returns a topic's ARN, attributes and subscriptions; {} if the topic does not exist.",
        "{TopicArn: …, Attributes: …, Subscriptions: […]}; an empty mapping",
        |ask, fields| describe(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto3_sns.get_topic_attributes"],
        &[NAME],
        "Returns a topic's attributes as texts; None if the topic does not exist.",
        "a mapping of attributes to texts, or None",
        |ask, fields| {
            async move {
                let found = find(ask, fields, ATTRIBUTES).await?;
                Ok(found.as_deref().map(attributes).unwrap_or_default())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.create"],
        &[NAME],
        "Creates a topic; True also if it exists.",
        "True",
        |ask, fields| {
            async move {
                create(ask, fields).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto3_sns.create_topic"],
        &[NAME],
        "Creates a topic if it does not exist, and returns its ARN.",
        "the ARN as text",
        |ask, fields| {
            async move {
                create(ask, fields).await?;
                let made = find(ask, fields, Aspects::NONE).await?;
                Ok(made.map(|topic| topic.arn.as_str().into()).unwrap_or_default())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sns.delete", "boto3_sns.delete_topic"],
        &[NAME],
        "Deletes a topic with its subscriptions; True also when there was none.",
        "True",
        |ask, fields| {
            async move {
                if let Some(topic) = find(ask, fields, Aspects::NONE).await? {
                    change(ask, Step::Delete { arn: topic.arn.clone() }).await?;
                }
                Ok(true.into())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto3_sns.set_topic_attributes"],
        &[NAME, ATTRIBUTE, VALUE],
        "Sets an attribute of a topic; False when there is no such topic.",
        "True, or False",
        |ask, fields| {
            async move {
                let Some(topic) = find(ask, fields, Aspects::NONE).await? else { return Ok(false.into()) };
                let (name, value) = attribute(fields);
                change(ask, Step::SetAttribute { arn: topic.arn.clone(), name, value }).await?;
                Ok(true.into())
            }
            .boxed()
        },
    ),
];

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    ask.find::<Topic>(Reference::new(Topic::KIND, fields.required_text("name")), aspects).await
}

/// Makes one call of the kind.
async fn change(ask: &Asker<'_>, step: Step) -> Result<(), ApiError> {
    ask.change(&[Topic::KIND], apply(ask.aws(), &step)).await
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<(), ApiError> {
    let name = fields.required_text("name");
    change(ask, Step::Create { name, attributes: Tags::new(), tags: Tags::new() }).await
}

/// The attribute to set, and its value.
fn attribute(fields: &Fields) -> (String, String) {
    let value = fields.node(VALUE.name).map(json_text).unwrap_or_default();
    (fields.required_text(ATTRIBUTE.name), value)
}

fn attributes(topic: &Live) -> Value {
    let all = topic.attributes.answer().into_iter().flatten();
    all.map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect()
}

async fn describe(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(topic) = find(ask, fields, ATTRIBUTES | SUBSCRIPTIONS).await? else {
        return Ok(Value::Map(Map::new()));
    };
    let parts = [
        ("TopicArn", topic.arn.as_str().into()),
        ("Attributes", attributes(&topic)),
        ("Subscriptions", subscriptions::listed(&topic)),
    ];
    Ok(parts.into_iter().collect())
}
