//! The arguments of a trail.

use serde_json::json;

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::CloudTrail::Trail",
    properties: &[
        ("S3BucketName", "S3BucketName"),
        ("S3KeyPrefix", "S3KeyPrefix"),
        ("SnsTopicName", "SnsTopicName"),
        ("IncludeGlobalServiceEvents", "IncludeGlobalServiceEvents"),
        ("IsMultiRegionTrail", "IsMultiRegionTrail"),
        ("EnableLogFileValidation", "EnableLogFileValidation"),
        ("CloudWatchLogsLogGroupArn", "CloudWatchLogsLogGroupArn"),
        ("CloudWatchLogsRoleArn", "CloudWatchLogsRoleArn"),
        ("KmsKeyId", "KMSKeyId"),
        ("LoggingEnabled", "IsLogging"),
    ],
    primary: &["TrailName"],
    create_only: &["TrailName"],
    read_only: &["Arn", "SnsTopicArn"],
    ..Table::NONE
};

const NAME: Argument =
    Argument::optional("Name", Shape::Text, "the trail's name; left out: the state's name");

const PRESENT: &[Argument] = &[
    Argument::optional("name", Shape::Text, "a name of the state"),
    NAME,
    Argument::required("S3BucketName", Shape::Text, "the bucket for its files"),
    Argument::optional("S3KeyPrefix", Shape::Text, "the beginning of their names"),
    Argument::optional("SnsTopicName", Shape::Text, "the topic that gets a message for each new file"),
    Argument::optional(
        "IncludeGlobalServiceEvents",
        Shape::Boolean,
        "whether events of global services are recorded (new: True)",
    ),
    Argument::optional("IsMultiRegionTrail", Shape::Boolean, "whether events of all regions are recorded"),
    Argument::optional(
        "EnableLogFileValidation",
        Shape::Boolean,
        "whether signed digests of the files are kept (new: False)",
    ),
    Argument::optional("CloudWatchLogsLogGroupArn", Shape::Text, "the log group for its events"),
    Argument::optional(
        "CloudWatchLogsRoleArn",
        Shape::Text,
        "the role with which CloudTrail writes to the log group",
    ),
    Argument::optional("KmsKeyId", Shape::Text, "the key that encrypts the files"),
    Argument::optional("LoggingEnabled", Shape::Boolean, "whether it records (new: True)"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed").alias(&["Tags"]),
    DEADLINE,
];

const ABSENT: &[Argument] = &[Argument::optional("name", Shape::Text, "a name of the state"), NAME, DEADLINE];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cloudtrail.present", "boto3_cloudtrail.present"],
        PRESENT,
        "Makes sure that a trail exists.",
    ),
    Function::absent(
        &["boto_cloudtrail.absent", "boto3_cloudtrail.absent"],
        ABSENT,
        "Makes sure that a trail does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let name = fields.text("Name").unwrap_or_else(|| fields.required_text("name"));
    let mut spec = TYPE.read(PRESENT, fields, name.clone());
    spec.properties.insert("TrailName".to_owned(), name.into());
    for (property, value) in
        [("IsLogging", true), ("IncludeGlobalServiceEvents", true), ("EnableLogFileValidation", false)]
    {
        spec.initial.insert(property.to_owned(), json!(value));
    }
    spec
}
