//! The declaration of a table in an SLS.

use super::alarms;
use super::index::{Attribute, INDEXES, Index, KIND, Keys, Units, kind, read as indexes};
use aws::tags::{self, Tags};
use kind::ImpliedState;
use model::{Argument, Fields, Function, Leaves, Minion, Problem, Problems, Shape, Value};

const NAME: Argument =
    Argument::required("name", Shape::Text, "the table's name").alias(&["table_name", "TableName"]);
const VIEWS: Shape = Shape::Word(&["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY", ""]);
const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("hash_key", Shape::Text, "the partition key; cannot change"),
    Argument::optional("hash_key_data_type", KIND, "S (default), N or B; cannot change"),
    Argument::optional("range_key", Shape::Text, "the sort key; cannot change"),
    Argument::optional("range_key_data_type", KIND, "S (default), N or B; cannot change"),
    Argument::optional("read_capacity_units", Shape::Integer, "reads per second of a provisioned table"),
    Argument::optional("write_capacity_units", Shape::Integer, "writes per second of a provisioned table"),
    Argument::optional("billing_mode", Shape::Word(&["PROVISIONED", "PAY_PER_REQUEST"]), "the billing mode")
        .alias(&["BillingMode"]),
    Argument::optional("local_indexes", INDEXES, "its local indexes; cannot change"),
    Argument::optional("global_indexes", INDEXES, "all its global indexes"),
    Argument::optional(
        "stream_view_type",
        VIEWS,
        "what the stream contains for each change; empty for no stream",
    ),
    Argument::optional(
        "ttl_attribute",
        Shape::Text,
        "the attribute that holds the time when an item expires; empty for none",
    ),
    Argument::optional(
        "sse_enabled",
        Shape::Boolean,
        "encrypted with a KMS key instead of DynamoDB's own key",
    ),
    Argument::optional("sse_kms_key", Shape::Text, "the KMS key: alias/…, id or ARN; AWS's own if left out"),
    Argument::optional(
        "point_in_time_recovery",
        Shape::Boolean,
        "whether it can be restored to a point in time",
    ),
    Argument::optional("deletion_protection", Shape::Boolean, "whether it is protected from deletion"),
    Argument::optional("alarms", Shape::Table(&Shape::Any), "alarms by name"),
    Argument::optional(
        "alarms_from_pillar",
        Shape::Text,
        "pillar key of more alarms; 'alarms' wins (default: boto_dynamodb_alarms)",
    ),
    Argument::optional("backup_configs_from_pillars", Shape::Text, "not supported: AWS Data Pipeline"),
    Argument::optional("tags", tags::SHAPE, "all tags; not managed if left out").alias(&["Tags"]),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_dynamodb.present", "boto3_dynamodb.present"],
        PRESENT,
        "Makes sure that a table exists with the declared keys, capacity and indexes.",
    ),
    Function::absent(
        &["boto_dynamodb.absent", "boto3_dynamodb.absent"],
        &[NAME],
        "Makes sure that a table does not exist.",
    ),
];

/// How a table is encrypted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Encryption {
    /// True for a KMS key.
    pub by_kms: bool,
    /// The key.
    pub key: Option<String>,
}

/// A declared table. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The keys by which items are found.
    pub keys: Option<Keys>,
    /// True for PAY_PER_REQUEST.
    pub on_demand: Option<bool>,
    /// The capacity of a provisioned one.
    pub units: Units,
    /// Its local indexes.
    pub local: Option<Vec<Index>>,
    /// All its global indexes.
    pub global: Option<Vec<Index>>,
    /// What its stream shows; empty for no stream.
    pub stream: Option<String>,
    /// The attribute that holds the time when an item expires; empty for none.
    pub ttl: Option<String>,
    /// How it is encrypted.
    pub encryption: Option<Encryption>,
    /// Whether it has point-in-time recovery.
    pub recovery: Option<bool>,
    /// Whether it is protected from deletion.
    pub protection: Option<bool>,
    /// All its tags.
    pub tags: Option<Tags>,
    /// Its alarms.
    pub implied_states: Vec<ImpliedState>,
}

pub(super) fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> Spec {
    let name = fields.required_text("name");
    if function.leaves == Leaves::Absent {
        return Spec { name, ..Spec::default() };
    }
    let attribute = |key: &str, of: &str| {
        let kind = kind(fields.text(of).as_deref());
        fields.text(key).map(|name| Attribute { name, kind })
    };
    let range = attribute("range_key", "range_key_data_type");
    let keys = attribute("hash_key", "hash_key_data_type").map(|hash| Keys { hash, range });
    let units =
        Units { read: fields.integer("read_capacity_units"), write: fields.integer("write_capacity_units") };
    let mode = fields.text("billing_mode").map(|mode| mode == "PAY_PER_REQUEST");
    let key = fields.text("sse_kms_key");
    let by_kms = fields.boolean("sse_enabled").or(key.as_ref().map(|_| true));
    let spec = Spec {
        present: true,
        keys,
        on_demand: mode.or((!units.is_empty()).then_some(false)),
        units,
        local: indexes(fields, "local_indexes", problems),
        global: indexes(fields, "global_indexes", problems),
        stream: fields.text("stream_view_type"),
        ttl: fields.text("ttl_attribute"),
        encryption: by_kms.map(|by_kms| Encryption { by_kms, key }),
        recovery: fields.boolean("point_in_time_recovery"),
        protection: fields.boolean("deletion_protection"),
        tags: tags::read(fields, "tags"),
        implied_states: alarms::read(&name, units, fields, minion, problems),
        name,
    };
    contradictions(&spec, fields, minion, problems);
    spec
}

fn contradictions(spec: &Spec, fields: &Fields, minion: &Minion, problems: &mut Problems) {
    let mut problem = |at: &str, message: String, hint: &str| {
        problems.push(Problem::at(fields.place_of(at), message).hint(hint));
    };
    if spec.on_demand == Some(true) && !spec.units.is_empty() {
        let message = "a table with PAY_PER_REQUEST has no capacity units".to_owned();
        problem("billing_mode", message, "remove 'read_capacity_units' and 'write_capacity_units'");
    }
    let all = spec.keys.iter().chain(spec.local.iter().chain(&spec.global).flatten().map(|it| &it.keys));
    let attributes: Vec<&Attribute> = all.flat_map(Keys::attributes).collect();
    let twice = attributes
        .iter()
        .find(|one| attributes.iter().any(|other| other.name == one.name && other.kind != one.kind));
    if let Some(one) = twice {
        let message = format!("the key '{}' has two types", one.name);
        problem("name", message, "declare the same data type wherever it is a key");
    }
    let pillar = fields.text("backup_configs_from_pillars");
    let pillar = pillar.unwrap_or_else(|| "boto_dynamodb_backup_configs".to_owned());
    if minion.option(&pillar).and_then(Value::as_list).is_some_and(|list| !list.is_empty()) {
        let message = format!("'{pillar}' needs AWS Data Pipeline, which AWS closed to new customers");
        let hint = "remove it from the pillar and write 'point_in_time_recovery: True'";
        problem("backup_configs_from_pillars", message, hint);
    }
}
