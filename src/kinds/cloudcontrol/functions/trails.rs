//! Functions about trails of CloudTrail.
//!
//! See <https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/Welcome.html>.

use futures::future::FutureExt;
use serde_json::{Map, Value as Json, json};

use super::{api, exists, one};
use crate::trail::Trail;
use aws::error::{absent_if_not_found, done_if_not_found};
use aws::{ApiError, Aws, Fault};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

const NAME: Argument = Argument::required("Name", Shape::Text, "its name");
const TAGS: Argument = Argument::optional("tags", Shape::Table(&Shape::Text), "tags by key");

/// The arguments of creation and change, in Salt's order.
const SETTINGS: &[Argument] = &[
    NAME,
    Argument::required("S3BucketName", Shape::Text, "the bucket that it writes to"),
    Argument::optional("S3KeyPrefix", Shape::Text, "the beginning of its keys"),
    Argument::optional("SnsTopicName", Shape::Text, "the topic that gets a message for each new file"),
    Argument::optional(
        "IncludeGlobalServiceEvents",
        Shape::Boolean,
        "whether events of IAM and other global services are recorded",
    ),
    Argument::optional("IsMultiRegionTrail", Shape::Boolean, "whether all regions are recorded"),
    Argument::optional("EnableLogFileValidation", Shape::Boolean, "whether digests of its files are kept"),
    Argument::optional("CloudWatchLogsLogGroupArn", Shape::Text, "the log group that it writes to, by ARN"),
    Argument::optional("CloudWatchLogsRoleArn", Shape::Text, "the role for that, by ARN"),
    Argument::optional("KmsKeyId", Shape::Text, "the key that encrypts its files"),
];

/// The fields of a trail that Salt shows.
const DESCRIBED: &[&str] = &[
    "Name",
    "S3BucketName",
    "S3KeyPrefix",
    "SnsTopicName",
    "IncludeGlobalServiceEvents",
    "IsMultiRegionTrail",
    "HomeRegion",
    "TrailARN",
    "LogFileValidationEnabled",
    "CloudWatchLogsLogGroupArn",
    "CloudWatchLogsRoleArn",
    "KmsKeyId",
];

/// The fields of a trail's status that Salt shows.
const STATUS: &[&str] = &[
    "IsLogging",
    "LatestDeliveryError",
    "LatestNotificationError",
    "LatestDeliveryTime",
    "LatestNotificationTime",
    "StartLoggingTime",
    "StopLoggingTime",
    "LatestCloudWatchLogsDeliveryError",
    "LatestCloudWatchLogsDeliveryTime",
    "LatestDigestDeliveryTime",
    "LatestDigestDeliveryError",
    "LatestDeliveryAttemptTime",
    "LatestNotificationAttemptTime",
    "LatestNotificationAttemptSucceeded",
    "LatestDeliveryAttemptSucceeded",
    "TimeLoggingStarted",
    "TimeLoggingStopped",
];

pub(super) const TRAILS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_cloudtrail.exists", "boto3_cloudtrail.exists"],
        &[NAME],
        "Returns whether a trail exists.",
        "a mapping: exists",
        |ask, fields| exists::<Trail>(ask, "exists", fields.required_text(NAME.name)).boxed(),
    ),
    AwsFunction::read(
        &["boto_cloudtrail.describe", "boto3_cloudtrail.describe"],
        &[NAME],
        "Describes a trail.",
        "a mapping: trail (a mapping of boto, or None if there is no such trail)",
        |ask, fields| {
            async move {
                let found = find(ask.aws(), &fields.required_text(NAME.name)).await?;
                Ok(one("trail", found.map(|trail| picked(&trail, DESCRIBED)).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudtrail.status", "boto3_cloudtrail.status"],
        &[NAME],
        "Returns the status of a trail: whether it records, and the times of its deliveries.",
        "a mapping: trail (a mapping of boto, or None if there is no such trail)",
        |ask, fields| {
            async move {
                let name = fields.required_text(NAME.name);
                let found = call(ask.aws(), "GetTrailStatus", &json!({"Name": name}), &name).await;
                let found = absent_if_not_found(found)?;
                Ok(one("trail", found.map(|status| picked(&status, STATUS)).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudtrail.list", "boto3_cloudtrail.list"],
        &[],
        "Lists all trails that record this region.",
        "a mapping: trails (a list of mappings of boto)",
        |ask, _| {
            async move {
                let read = async {
                    let found = call(ask.aws(), "DescribeTrails", &json!({}), "the account").await?;
                    let all = found.get("trailList").and_then(Json::as_array).into_iter().flatten();
                    Ok(Value::List(all.map(had).collect()))
                };
                Ok(one("trails", ask.once("DescribeTrails", read).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudtrail.list_tags", "boto3_cloudtrail.list_tags"],
        &[NAME],
        "Returns the tags of a trail.",
        "a mapping: tags (a mapping of keys to values)",
        |ask, fields| list_tags(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudtrail.create", "boto3_cloudtrail.create"],
        SETTINGS,
        "Creates a trail. It records nothing before start_logging.",
        "a mapping: created (True), name",
        |ask, fields| made(ask, fields, "CreateTrail", "created").boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudtrail.update", "boto3_cloudtrail.update"],
        SETTINGS,
        "Changes the given settings of a trail.",
        "a mapping: updated (True), name",
        |ask, fields| made(ask, fields, "UpdateTrail", "updated").boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudtrail.delete", "boto3_cloudtrail.delete"],
        &[NAME],
        "Deletes a trail, and leaves its files; True also if there was none.",
        "a mapping: deleted (True)",
        |ask, fields| {
            async move {
                let name = fields.required_text(NAME.name);
                let parameters = json!({"Name": name});
                let call = call(ask.aws(), "DeleteTrail", &parameters, &name);
                done_if_not_found(ask.change(&[Trail::KIND], call).await.map(drop))?;
                Ok(one("deleted", true.into()))
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_cloudtrail.start_logging", "boto3_cloudtrail.start_logging"],
        &[NAME],
        "Starts the recording of a trail.",
        "a mapping: started (True)",
        |ask, fields| change(ask, fields, "StartLogging", "started").boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudtrail.stop_logging", "boto3_cloudtrail.stop_logging"],
        &[NAME],
        "Stops the recording of a trail.",
        "a mapping: stopped (True)",
        |ask, fields| change(ask, fields, "StopLogging", "stopped").boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudtrail.add_tags", "boto3_cloudtrail.add_tags"],
        &[NAME, TAGS],
        "Adds or overwrites tags of a trail: each named argument is one.",
        "a mapping: tagged (True)",
        |ask, fields| tag(ask, fields, "AddTags").boxed(),
    )
    .rest_into("tags"),
    AwsFunction::change(
        &["boto_cloudtrail.remove_tags", "boto3_cloudtrail.remove_tags"],
        &[NAME, TAGS],
        "Removes tags of a trail: each named argument is one.",
        "a mapping: tagged (True)",
        |ask, fields| tag(ask, fields, "RemoveTags").boxed(),
    )
    .rest_into("tags"),
];

async fn call(aws: &Aws, operation: &'static str, parameters: &Json, name: &str) -> Result<Json, ApiError> {
    api::call(aws, ("cloudtrail", operation), parameters, name).await.map_err(with_fault)
}

/// CloudTrail has its own code for a trail that does not exist.
///
/// See <https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_GetTrailStatus.html#API_GetTrailStatus_Errors>.
fn with_fault(error: ApiError) -> ApiError {
    let fault = if error.has_code(&["TrailNotFoundException"]) { Fault::NotFound } else { error.fault };
    ApiError { fault, ..error }
}

/// These keys of an answer; None for a missing one.
fn picked(answer: &Json, keys: &[&str]) -> Value {
    let is_time = |key: &str, value: &Json| key.ends_with("Time") && value.is_number();
    let shown = |key: &str| match answer.get(key) {
        Some(value) if is_time(key, value) => api::dated(value).into(),
        Some(value) => value.clone().into(),
        None => Value::Null,
    };
    keys.iter().map(|key| (*key, shown(key))).collect()
}

/// Only the keys that a trail has.
fn had(trail: &Json) -> Value {
    let mut trail = trail.clone();
    if let Some(all) = trail.as_object_mut() {
        all.retain(|_, value| !value.is_null());
    }
    trail.into()
}

async fn find(aws: &Aws, name: &str) -> Result<Option<Json>, ApiError> {
    let parameters = json!({"trailNameList": [name]});
    let found = absent_if_not_found(call(aws, "DescribeTrails", &parameters, name).await)?;
    let is_it = |trail: &Json| {
        ["Name", "TrailARN"].iter().any(|key| trail.get(key).and_then(Json::as_str) == Some(name))
    };
    let all = found.as_ref().and_then(|found| found.get("trailList")?.as_array());
    Ok(all.into_iter().flatten().find(|trail| is_it(trail)).cloned())
}

async fn change(
    ask: &Asker<'_>,
    fields: &Fields,
    operation: &'static str,
    word: &'static str,
) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    ask.change(&[Trail::KIND], call(ask.aws(), operation, &json!({"Name": name}), &name)).await?;
    Ok(one(word, true.into()))
}

async fn made(
    ask: &Asker<'_>,
    fields: &Fields,
    operation: &'static str,
    word: &'static str,
) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let given = |argument: &Argument| {
        let value = match argument.shape {
            Shape::Boolean => Json::from(fields.boolean(argument.name)?),
            _ => Json::from(fields.text(argument.name)?),
        };
        Some((argument.name.to_owned(), value))
    };
    let parameters: Map<String, Json> = SETTINGS.iter().filter_map(given).collect();
    let parameters = Json::Object(parameters);
    let made = ask.change(&[Trail::KIND], call(ask.aws(), operation, &parameters, &name)).await?;
    let name = made.get("Name").and_then(Json::as_str).map_or(name, str::to_owned);
    Ok([(word, Value::from(true)), ("name", name.into())].into_iter().collect())
}

/// The ARN of a trail, which identifies it for tags.
async fn arn(aws: &Aws, name: &str) -> Result<String, Refusal> {
    if name.starts_with("arn:") {
        return Ok(name.to_owned());
    }
    let found = find(aws, name).await?;
    let arn = found.as_ref().and_then(|trail| trail.get("TrailARN")?.as_str());
    arn.map(str::to_owned).ok_or_else(|| Refusal::Because(format!("there is no trail '{name}'")))
}

async fn list_tags(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let parameters = json!({"ResourceIdList": [arn(ask.aws(), &name).await?]});
    let found = call(ask.aws(), "ListTags", &parameters, &name).await?;
    let all = found.pointer("/ResourceTagList/0/TagsList").and_then(Json::as_array);
    let text = |tag: &Json, key: &str| tag.get(key).and_then(Json::as_str).map(str::to_owned);
    let tag = |tag: &Json| Some((text(tag, "Key")?, text(tag, "Value").unwrap_or_default()));
    let tags: Value = all.into_iter().flatten().filter_map(tag).collect();
    Ok(one("tags", tags))
}

async fn tag(ask: &Asker<'_>, fields: &Fields, operation: &'static str) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let tags = fields.text_table(TAGS.name).unwrap_or_default();
    let tags: Vec<Json> = tags.iter().map(|(key, text)| json!({"Key": key, "Value": text})).collect();
    let parameters = json!({"ResourceId": arn(ask.aws(), &name).await?, "TagsList": tags});
    ask.change(&[Trail::KIND], call(ask.aws(), operation, &parameters, &name)).await?;
    Ok(one("tagged", true.into()))
}
