//! The execution functions of SQS: `boto_sqs.*`.
//!
//! Each returns `{result: …}`; a function on a queue that does not exist returns `{error: {message: …}}`.

mod api;

use std::sync::Arc;

use futures::future::FutureExt;

use super::queue::{ATTRIBUTES, Queue, Step, apply};
use aws::ApiError;
use aws::tags::Tags;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::fields::json_text;
use model::{Argument, Aspects, Fields, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["sqs"], functions: SQS }];

/// A queue as the kind reads it.
type Live = <Queue as Source>::Live;

const NAME: Argument = Argument::required("name", Shape::Text, "the queue's name");
const ATTRIBUTES_TO_SET: Argument = Argument::optional(
    "attributes",
    Shape::Table(&Shape::Any),
    "attribute to value, named as in the SQS API",
);

const SQS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_sqs.exists"],
        &[NAME],
        "Returns {result: True} when the queue exists.",
        "{result: True} or {result: False}",
        |ask, fields| async move { Ok(result(find(ask, fields, Aspects::NONE).await?.is_some())) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_sqs.list"],
        &[Argument::optional("prefix", Shape::Text, "the prefix of the names")],
        "Returns {result: […]} with the names of queues.",
        "{result: […]} with the names",
        |ask, fields| {
            async move {
                let prefix = fields.text("prefix").unwrap_or_default();
                Ok(result(ask.once(("queues", &prefix), api::names(ask.aws(), &prefix)).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_sqs.get_attributes"],
        &[NAME],
        "Returns {result: …} with the queue's attributes as text.",
        "{result: …} with a mapping of attributes to texts, or {error: {message: …}}",
        |ask, fields| {
            async move {
                let Some(queue) = find(ask, fields, ATTRIBUTES).await? else { return Ok(missing()) };
                let pairs = queue.attributes.answer().into_iter().flatten();
                Ok(result(
                    pairs.map(|(key, text)| (key.as_str(), Value::from(text.as_str()))).collect::<Value>(),
                ))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_sqs.create"],
        &[NAME, ATTRIBUTES_TO_SET],
        "Makes a queue with these attributes.",
        "{result: True}",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_sqs.delete"],
        &[NAME],
        "Deletes a queue and its messages.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_sqs.set_attributes"],
        &[
            NAME,
            Argument::required(
                "attributes",
                Shape::Table(&Shape::Any),
                "attribute to value, named as in the SQS API",
            ),
        ],
        "Sets attributes of a queue. Its other attributes stay.",
        "{result: True}, or {error: {message: …}}",
        |ask, fields| set_attributes(ask, fields).boxed(),
    ),
];

fn result(value: impl Into<Value>) -> Value {
    [("result", value.into())].into_iter().collect()
}

/// Salt's result for a queue that does not exist, in the words of AWS's client for Python.
fn missing() -> Value {
    let message = "An error occurred (AWS.SimpleQueueService.NonExistentQueue) when calling the GetQueueUrl operation: \
                   The specified queue does not exist.";
    let message: Value = [("message", Value::from(message))].into_iter().collect();
    [("error", message)].into_iter().collect()
}

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    ask.find::<Queue>(Reference::new(Queue::KIND, fields.required_text("name")), aspects).await
}

/// Attributes in AWS's form: text, with documents as JSON.
fn attributes(fields: &Fields) -> Tags {
    let table = fields.table("attributes").unwrap_or_default();
    table.into_iter().map(|(name, node)| (name, json_text(node))).collect()
}

/// Makes one call of the kind.
async fn change(ask: &Asker<'_>, step: &Step) -> Result<Value, Refusal> {
    ask.change(&[Queue::KIND], apply(ask.aws(), step)).await?;
    Ok(result(true))
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (name, attributes) = (fields.required_text("name"), attributes(fields));
    change(ask, &Step::Create { name, attributes, tags: Tags::new() }).await
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(queue) = find(ask, fields, Aspects::NONE).await? else { return Ok(missing()) };
    change(ask, &Step::Delete { url: queue.url.clone() }).await
}

async fn set_attributes(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(queue) = find(ask, fields, Aspects::NONE).await? else { return Ok(missing()) };
    change(ask, &Step::SetAttributes { url: queue.url.clone(), attributes: attributes(fields) }).await
}
