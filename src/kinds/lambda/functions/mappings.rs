//! Functions about event source mappings.

use futures::future::FutureExt;

use super::api::{self, Changed};
use super::one;
use crate::event_source_mapping::{EventSourceMapping, Settings, Step, apply, create};
use aws::ApiError;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const UUID: Argument = Argument::optional("UUID", Shape::Text, "the mapping, by id");
const SOURCE: Argument = Argument::required("EventSourceArn", Shape::Text, "the queue or stream, by ARN");
const FUNCTION: Argument = Argument::required("FunctionName", Shape::Text, "the function, by name or ARN");
const OR_SOURCE: Argument =
    Argument::optional("EventSourceArn", Shape::Text, "the queue or stream, by ARN; without UUID");
const OR_FUNCTION: Argument =
    Argument::optional("FunctionName", Shape::Text, "the function, by name or ARN; without UUID");
const ENABLED: Argument = Argument::optional("Enabled", Shape::Boolean, "whether records are read");

pub(super) const MAPPINGS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_lambda.get_event_source_mapping_ids", "boto3_lambda.get_event_source_mapping_ids"],
        &[SOURCE, FUNCTION],
        "Lists the ids of the mappings of a source and a function.",
        "a list of ids",
        |ask, fields| {
            async move {
                let (source, function) =
                    (fields.required_text(SOURCE.name), fields.required_text(FUNCTION.name));
                Ok(listed(ask, &source, &function).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_lambda.event_source_mapping_exists", "boto3_lambda.event_source_mapping_exists"],
        &[UUID, OR_SOURCE, OR_FUNCTION],
        "Returns whether an event source mapping exists, by its id or by source and function.",
        "a mapping: exists (True or False)",
        |ask, fields| {
            async move { Ok(one("exists", (!described(ask, fields).await?.is_null()).into())) }.boxed()
        },
    ),
    AwsFunction::read(
        &["boto_lambda.describe_event_source_mapping", "boto3_lambda.describe_event_source_mapping"],
        &[UUID, OR_SOURCE, OR_FUNCTION],
        "Describes an event source mapping, by its id or the first one of source and function.",
        "a mapping: event_source_mapping (a mapping: UUID, BatchSize, EventSourceArn, FunctionArn, State …; or None when there is none)",
        |ask, fields| async move { Ok(one("event_source_mapping", described(ask, fields).await?)) }.boxed(),
    ),
    AwsFunction::change(
        &["boto_lambda.create_event_source_mapping", "boto3_lambda.create_event_source_mapping"],
        &[
            SOURCE,
            FUNCTION,
            Argument::required(
                "StartingPosition",
                Shape::Word(&["TRIM_HORIZON", "LATEST", ""]),
                "where it begins to read a stream; empty for a queue, which AWS requires",
            ),
            ENABLED,
            Argument::optional("BatchSize", Shape::Integer, "records in one call, at most (default: 100)"),
        ],
        "Makes an event source mapping: the function gets the records of a queue or stream.",
        "a mapping: created (True), id",
        |ask, fields| create_mapping(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_lambda.update_event_source_mapping", "boto3_lambda.update_event_source_mapping"],
        &[
            Argument::required("UUID", Shape::Text, "the mapping, by id"),
            Argument::optional("FunctionName", Shape::Text, "another function, by name or ARN"),
            ENABLED,
            Argument::optional("BatchSize", Shape::Integer, "records in one call, at most"),
        ],
        "Changes the given settings of an event source mapping.",
        UPDATED,
        |ask, fields| {
            async move {
                let id = fields.required_text(UUID.name);
                let changed = Changed {
                    function: fields.text(FUNCTION.name),
                    enabled: fields.boolean(ENABLED.name),
                    batch: fields.integer32("BatchSize"),
                };
                let call = api::update_mapping(ask.aws(), &id, changed);
                let mapping = ask.change(&[EventSourceMapping::KIND], call).await?;
                let all = [("updated", Value::from(true)), ("event_source_mapping", mapping)];
                Ok(all.into_iter().collect())
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_lambda.delete_event_source_mapping", "boto3_lambda.delete_event_source_mapping"],
        &[UUID, OR_SOURCE, OR_FUNCTION],
        "Deletes an event source mapping by its id, or all of source and function; True also when there was none.",
        "a mapping: deleted (True)",
        |ask, fields| {
            async move {
                for id in ids(ask, fields).await? {
                    ask.change(&[EventSourceMapping::KIND], apply(ask.aws(), &Step::Delete { id })).await?;
                }
                Ok(one("deleted", true.into()))
            }
            .boxed()
        },
    ),
];

const UPDATED: &str = "a mapping: updated (True), event_source_mapping (a mapping: UUID, BatchSize, EventSourceArn, FunctionArn, State …)";

async fn listed(ask: &Asker<'_>, source: &str, function: &str) -> Result<Value, ApiError> {
    ask.once(("ListEventSourceMappings", source, function), async {
        let all = api::mapping_ids(ask.aws(), function, source).await?;
        Ok(all.into())
    })
    .await
}

/// The ids of the mappings that match the arguments.
async fn ids(ask: &Asker<'_>, fields: &Fields) -> Result<Vec<String>, Refusal> {
    let given = |name| fields.text(name).filter(|text| !text.is_empty());
    match (given(UUID.name), given(SOURCE.name), given(FUNCTION.name)) {
        (Some(id), None, None) => Ok(vec![id]),
        (None, Some(source), Some(function)) => {
            let all = listed(ask, &source, &function).await?;
            Ok(all.as_list().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect())
        }
        _ => {
            let words = "Either UUID must be specified, or EventSourceArn and FunctionName must be provided.";
            Err(Refusal::Because(words.to_owned()))
        }
    }
}

async fn described(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(id) = ids(ask, fields).await?.into_iter().next() else { return Ok(Value::Null) };
    Ok(ask.once(("GetEventSourceMapping", &id), api::mapping(ask.aws(), &id)).await?)
}

async fn create_mapping(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (source, function) = (fields.required_text(SOURCE.name), fields.required_text(FUNCTION.name));
    let start = fields.text("StartingPosition").filter(|text| !text.is_empty());
    let settings = Settings {
        enabled: Some(fields.boolean(ENABLED.name).unwrap_or(true)),
        batch: Some(fields.integer32("BatchSize").unwrap_or(100)),
        ..Settings::default()
    };
    let call = create(ask.aws(), &function, (&source, start.as_deref()), &settings);
    let id = ask.change(&[EventSourceMapping::KIND], call).await?;
    Ok([("created", Value::from(true)), ("id", id.into())].into_iter().collect())
}
