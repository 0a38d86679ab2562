//! The arguments of a stream.

use serde_json::{Value as Json, json};

use crate::declaration::{DEADLINE, Spec};
use crate::table::Table;
use aws::tags;
use model::{Argument, Fields, Function, Minion, Problems, Shape};

pub(super) const TYPE: Table = Table {
    type_name: "AWS::Kinesis::Stream",
    properties: &[
        ("name", "Name"),
        ("retention_hours", "RetentionPeriodHours"),
        ("num_shards", "ShardCount"),
        ("stream_mode", "StreamModeDetails/StreamMode"),
        ("kms_key_id", "StreamEncryption/KeyId"),
    ],
    primary: &["Name"],
    create_only: &["Name"],
    read_only: &["Arn", "WarmThroughputObject"],
    unordered: &["DesiredShardLevelMetrics"],
    ..Table::NONE
};

/// The metrics that `ALL` means.
///
/// See <https://docs.aws.amazon.com/kinesis/latest/APIReference/API_EnableEnhancedMonitoring.html>.
const METRICS: [&str; 7] = [
    "IncomingBytes",
    "IncomingRecords",
    "IteratorAgeMilliseconds",
    "OutgoingBytes",
    "OutgoingRecords",
    "ReadProvisionedThroughputExceeded",
    "WriteProvisionedThroughputExceeded",
];

const NAME: Argument = Argument::required("name", Shape::Text, "its name");

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("retention_hours", Shape::Integer, "for how many hours records are kept"),
    Argument::optional(
        "enhanced_monitoring",
        Shape::Either(&[Shape::Boolean, Shape::Texts]),
        "all metrics that each shard has; True or [ALL]: every one",
    ),
    Argument::optional("num_shards", Shape::Integer, "how many shards it has"),
    Argument::optional(
        "do_reshard",
        Shape::Boolean,
        "False: num_shards is for a new stream only (default: True)",
    ),
    Argument::optional(
        "stream_mode",
        Shape::Word(&["PROVISIONED", "ON_DEMAND"]),
        "whether AWS or the author chooses the number of shards",
    ),
    Argument::optional("kms_key_id", Shape::Text, "the key that encrypts records"),
    Argument::optional("tags", tags::SHAPE, "all its tags; left out: not managed"),
    DEADLINE,
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_kinesis.present", "boto3_kinesis.present"],
        PRESENT,
        "Makes sure that a data stream exists.",
    ),
    Function::absent(
        &["boto_kinesis.absent", "boto3_kinesis.absent"],
        &[NAME, DEADLINE],
        "Makes sure that a data stream does not exist.",
    ),
];

pub(super) fn read(fields: &Fields, _minion: &Minion, _problems: &mut Problems) -> Spec {
    let mut spec = TYPE.read(PRESENT, fields, fields.required_text("name"));
    if !fields.takes("num_shards") {
        return spec;
    }
    if let Some(metrics) = fields.texts("enhanced_monitoring") {
        spec.properties.insert("DesiredShardLevelMetrics".to_owned(), json!(whole(&metrics)));
    }
    if let Some(Json::Object(encryption)) = spec.properties.get_mut("StreamEncryption") {
        encryption.insert("EncryptionType".to_owned(), "KMS".into());
    }
    if fields.boolean("do_reshard") == Some(false)
        && let Some(shards) = spec.properties.remove("ShardCount")
    {
        spec.initial.insert("ShardCount".to_owned(), shards);
    }
    spec
}

fn whole(metrics: &[String]) -> Vec<&str> {
    match metrics {
        [all] if ["ALL", "true"].contains(&all.as_str()) => METRICS.to_vec(),
        [none] if ["None", "false"].contains(&none.as_str()) => vec![],
        some => some.iter().map(String::as_str).collect(),
    }
}
