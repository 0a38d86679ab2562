//! Functions about data streams of Kinesis.
//!
//! See <https://docs.aws.amazon.com/kinesis/latest/APIReference/Welcome.html>.

mod shards;

use std::time::Duration;

use futures::future::FutureExt;
use serde_json::{Map, Value as Json, json};

use self::shards::{Move, number, open};
use super::{api, exists, one};
use crate::stream::Stream;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const NAME: Argument = Argument::required("stream_name", Shape::Text, "its name").alias(&["StreamName"]);
const HOURS: Argument = Argument::required("retention_hours", Shape::Integer, "how long records are kept");
const METRICS: Argument =
    Argument::required("metrics", Shape::Texts, "metrics of shards: IncomingBytes …, or ALL");
const DETAILS: Argument =
    Argument::required("stream_details", Shape::Table(&Shape::Any), "the StreamDescription of a stream");
const SIZE: Argument = Argument::required("desired_size", Shape::Integer, "the wanted number of shards");
const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "True to make the change; otherwise nothing is changed");
const DONE: &str = "a mapping: result (True)";

/// How long to wait for a stream that is being changed, or for a limit of calls, as Salt does.
const BUSY: Patience = Patience {
    first: Duration::from_secs(1),
    longest: Duration::from_secs(10),
    deadline: Duration::from_secs(120),
};

pub(super) const STREAMS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_kinesis.exists", "boto3_kinesis.exists"],
        &[NAME],
        "Returns whether a data stream exists.",
        "a mapping: result",
        |ask, fields| exists::<Stream>(ask, "result", fields.required_text(NAME.name)).boxed(),
    ),
    AwsFunction::read(
        &["boto_kinesis.list_streams", "boto3_kinesis.list_streams"],
        &[],
        "Lists the names of all data streams of the region.",
        "a mapping: result (a list of names)",
        |ask, _| async move { Ok(one("result", ask.once("ListStreams", list(ask.aws())).await?)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_kinesis.get_stream_when_active", "boto3_kinesis.get_stream_when_active"],
        &[NAME],
        "Waits until a data stream is active, and describes it with all its shards.",
        "a mapping: result (a mapping: StreamDescription)",
        |ask, fields| {
            async move {
                let found = active(ask.aws(), &fields.required_text(NAME.name)).await?;
                Ok(one("result", one("StreamDescription", found.into())))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kinesis.get_info_for_reshard", "boto3_kinesis.get_info_for_reshard"],
        &[DETAILS],
        "Returns the hash keys of the open shards of a description.",
        "a list: the lowest hash key, the highest one, the description with OpenShards; a number of more than 63 bits is text",
        |_, fields| {
            async move {
                let details = fields.value(DETAILS.name).map(|it| it.to_json()).unwrap_or_default();
                shards::info(details).map_err(Refusal::Because)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_kinesis.long_int", "boto3_kinesis.long_int"],
        &[Argument::required("hash_key", Shape::Text, "a hash key")],
        "Returns a hash key as a number.",
        "a number, or text for one of more than 63 bits",
        |_, fields| {
            async move {
                let key = fields.required_text("hash_key");
                let wrong = |_| Refusal::Because(format!("'{key}' is not a hash key: write a whole number"));
                Ok(number(key.trim().parse().map_err(wrong)?))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kinesis.create_stream", "boto3_kinesis.create_stream"],
        &[NAME, Argument::required("num_shards", Shape::Integer, "how many shards")],
        "Creates a data stream. Does not wait until it is active.",
        DONE,
        |ask, fields| {
            let shards = json!({"ShardCount": fields.integer("num_shards")});
            change(ask, fields, "CreateStream", shards).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_kinesis.delete_stream", "boto3_kinesis.delete_stream"],
        &[NAME],
        "Deletes a data stream with its contents; True also if there was none.",
        DONE,
        |ask, fields| change(ask, fields, "DeleteStream", json!({})).boxed(),
    ),
    AwsFunction::change(
        &["boto_kinesis.increase_stream_retention_period", "boto3_kinesis.increase_stream_retention_period"],
        &[NAME, HOURS],
        "Increases the retention period of a data stream.",
        DONE,
        |ask, fields| change(ask, fields, "IncreaseStreamRetentionPeriod", hours(fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_kinesis.decrease_stream_retention_period", "boto3_kinesis.decrease_stream_retention_period"],
        &[NAME, HOURS],
        "Decreases the retention period of a data stream.",
        DONE,
        |ask, fields| change(ask, fields, "DecreaseStreamRetentionPeriod", hours(fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_kinesis.enable_enhanced_monitoring", "boto3_kinesis.enable_enhanced_monitoring"],
        &[NAME, METRICS],
        "Enables metrics of shards.",
        DONE,
        |ask, fields| change(ask, fields, "EnableEnhancedMonitoring", metrics(fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_kinesis.disable_enhanced_monitoring", "boto3_kinesis.disable_enhanced_monitoring"],
        &[NAME, METRICS],
        "Disables metrics of shards.",
        DONE,
        |ask, fields| change(ask, fields, "DisableEnhancedMonitoring", metrics(fields)).boxed(),
    ),
    AwsFunction::change(
        &["boto_kinesis.reshard", "boto3_kinesis.reshard"],
        &[NAME, SIZE, FORCE],
        "Waits until a data stream is active, and splits or merges one pair of shards.\n\nCall it until it answers False: then all \
         shards are of one size. Without 'force' it only answers whether there is something to do.",
        "a mapping: result (True if there is a split or merge to do, else False)",
        |ask, fields| reshard(ask, fields).boxed(),
    ),
];

fn hours(fields: &Fields) -> Json {
    json!({"RetentionPeriodHours": fields.integer(HOURS.name)})
}

fn metrics(fields: &Fields) -> Json {
    json!({"ShardLevelMetrics": fields.texts(METRICS.name)})
}

/// Calls an operation on a stream, and tries again while AWS is busy with it.
async fn call(
    aws: &Aws,
    operation: &'static str,
    name: &str,
    mut parameters: Json,
) -> Result<Json, ApiError> {
    if let Some(all) = parameters.as_object_mut() {
        all.insert("StreamName".to_owned(), name.into());
    }
    // For a new stream the second code means that it exists already.
    let again: &[&str] = match operation {
        "CreateStream" => &["LimitExceededException"],
        _ => &["LimitExceededException", "ResourceInUseException"],
    };
    let mut pauses = BUSY.pauses();
    loop {
        match api::call(aws, ("kinesis", operation), &parameters, name).await {
            Err(error) if error.has_code(again) && pauses.another().await.is_ok() => {}
            done => return done,
        }
    }
}

async fn change(
    ask: &Asker<'_>,
    fields: &Fields,
    operation: &'static str,
    parameters: Json,
) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    match ask.change(&[Stream::KIND], call(ask.aws(), operation, &name, parameters)).await {
        Err(error) if operation == "DeleteStream" && error.is_not_found() => {}
        done => drop(done?),
    }
    Ok(one("result", true.into()))
}

async fn list(aws: &Aws) -> Result<Value, ApiError> {
    let mut names: Vec<Json> = vec![];
    loop {
        let parameters =
            names.last().map_or_else(|| json!({}), |last| json!({"ExclusiveStartStreamName": last}));
        let page = api::call(aws, ("kinesis", "ListStreams"), &parameters, "the account").await?;
        let found = page.get("StreamNames").and_then(Json::as_array).cloned().unwrap_or_default();
        let is_last = found.is_empty() || page.get("HasMoreStreams").and_then(Json::as_bool) != Some(true);
        names.extend(found);
        if is_last {
            return Ok(Json::Array(names).into());
        }
    }
}

async fn describe(aws: &Aws, name: &str, after: Option<&Json>) -> Result<Map<String, Json>, ApiError> {
    let parameters = after.map_or_else(|| json!({}), |shard| json!({"ExclusiveStartShardId": shard}));
    let mut answer = call(aws, "DescribeStream", name, parameters).await?;
    let found = answer.get_mut("StreamDescription").and_then(Json::as_object_mut).map(std::mem::take);
    Ok(found.unwrap_or_default())
}

/// A stream with all its shards, once it is active.
async fn active(aws: &Aws, name: &str) -> Result<Json, ApiError> {
    let look = || async {
        let found = describe(aws, name, None).await?;
        let is_active = found.get("StreamStatus").and_then(Json::as_str) == Some("ACTIVE");
        Ok::<_, ApiError>(is_active.then_some(found))
    };
    let late = |gave_up| {
        ApiError::found("DescribeStream", name, Fault::NoAnswer, format!("it was not active {gave_up}"))
    };
    let mut stream = until(Patience::SETTLED, look).await?.map_err(late)?;
    while stream.get("HasMoreShards").and_then(Json::as_bool) == Some(true) {
        let last = stream.get("Shards").and_then(Json::as_array).and_then(|all| all.last()?.get("ShardId"));
        let page = describe(aws, name, last).await?;
        let found = page.get("Shards").and_then(Json::as_array).cloned().unwrap_or_default();
        let more = page.get("HasMoreShards").cloned().unwrap_or_default();
        stream.insert("HasMoreShards".to_owned(), if found.is_empty() { false.into() } else { more });
        if let Some(shards) = stream.get_mut("Shards").and_then(Json::as_array_mut) {
            shards.extend(found);
        }
    }
    if let Some(time) = stream.get_mut("StreamCreationTimestamp") {
        *time = api::dated(time);
    }
    Ok(Json::Object(stream))
}

async fn reshard(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let size = fields.integer(SIZE.name).and_then(|size| u128::try_from(size).ok()).filter(|size| *size > 0);
    let wrong = || Refusal::Because("'desired_size' must be at least 1".to_owned());
    let size = size.ok_or_else(wrong)?;
    let stream = active(ask.aws(), &name).await?;
    let open = open(&stream).map_err(Refusal::Because)?;
    let Some(step) = shards::next(&open, size).map_err(Refusal::Because)? else {
        return Ok(one("result", false.into()));
    };
    if fields.boolean(FORCE.name) == Some(true) {
        let (operation, parameters) = match step {
            Move::Split { shard, at } => {
                ("SplitShard", json!({"ShardToSplit": shard, "NewStartingHashKey": at.to_string()}))
            }
            Move::Merge { shard, with } => {
                ("MergeShards", json!({"ShardToMerge": shard, "AdjacentShardToMerge": with}))
            }
        };
        return change(ask, fields, operation, parameters).await;
    }
    Ok(one("result", true.into()))
}
