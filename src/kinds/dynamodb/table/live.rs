//! A table as AWS describes it.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::{
    BillingMode, BillingModeSummary, IndexStatus, KeySchemaElement, KeyType, Projection as Projected,
    ProjectionType, ProvisionedThroughputDescription, SseStatus, StreamViewType, TableDescription,
    TableStatus,
};

use super::index::{Attribute, Index, Keys, Projection, Units};
use super::spec::Encryption;
use aws::tags::Tags;
use model::{Asked, Value};

/// A table in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// What distinguishes it from a later table of the same name.
    pub id: Option<String>,
    /// `CREATING`, `UPDATING`, `DELETING`, `ACTIVE` …
    pub status: String,
    /// The keys by which items are found.
    pub keys: Keys,
    /// True for PAY_PER_REQUEST.
    pub on_demand: bool,
    /// Its capacity.
    pub units: Units,
    /// Its local indexes.
    pub local: Vec<Index>,
    /// Its global indexes.
    pub global: Vec<Index>,
    /// The global indexes that AWS makes, changes or deletes.
    pub busy: Vec<String>,
    /// What its stream shows; empty for no stream.
    pub stream: String,
    /// The ARN of its stream.
    pub stream_arn: Option<String>,
    /// How it is encrypted.
    pub encryption: Encryption,
    /// Whether it is protected from deletion.
    pub protection: bool,
    /// The attribute that holds the time when an item expires, if it was read; empty for none.
    pub ttl: Asked<String>,
    /// Whether it has point-in-time recovery, if that was read.
    pub recovery: Asked<bool>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "identity" => self.id.as_deref().map(Value::from),
            "stream_arn" => self.stream_arn.as_deref().map(Value::from),
            _ => None,
        }
    }
}

impl From<TableDescription> for Live {
    fn from(it: TableDescription) -> Self {
        let kinds: BTreeMap<String, String> = it
            .attribute_definitions()
            .iter()
            .map(|it| (it.attribute_name.clone(), it.attribute_type.as_str().to_owned()))
            .collect();
        let local = it.local_secondary_indexes().iter().map(|index| Index {
            name: index.index_name().unwrap_or_default().to_owned(),
            keys: keys(index.key_schema(), &kinds),
            projection: projection(index.projection()),
            units: Units::default(),
        });
        let global = it.global_secondary_indexes().iter().map(|index| Index {
            name: index.index_name().unwrap_or_default().to_owned(),
            keys: keys(index.key_schema(), &kinds),
            projection: projection(index.projection()),
            units: units(index.provisioned_throughput()),
        });
        let busy = it
            .global_secondary_indexes()
            .iter()
            .filter(|index| index.index_status().is_some_and(|it| *it != IndexStatus::Active))
            .filter_map(|index| index.index_name().map(str::to_owned));
        let stream = it.stream_specification().filter(|it| it.stream_enabled);
        let mode = it.billing_mode_summary().and_then(BillingModeSummary::billing_mode);
        let sse = it.sse_description();
        let off = [SseStatus::Disabled, SseStatus::Disabling];
        Self {
            arn: it.table_arn().unwrap_or_default().to_owned(),
            id: it.table_id().map(str::to_owned),
            status: it.table_status().map(TableStatus::as_str).unwrap_or_default().to_owned(),
            keys: keys(it.key_schema(), &kinds),
            on_demand: mode == Some(&BillingMode::PayPerRequest),
            units: units(it.provisioned_throughput()),
            local: local.collect(),
            global: global.collect(),
            busy: busy.collect(),
            stream: stream
                .and_then(|it| it.stream_view_type.as_ref())
                .map(StreamViewType::as_str)
                .unwrap_or_default()
                .to_owned(),
            stream_arn: stream.and(it.latest_stream_arn().map(str::to_owned)),
            encryption: Encryption {
                by_kms: sse.is_some_and(|it| it.status().is_some_and(|status| !off.contains(status))),
                key: sse.and_then(|it| it.kms_master_key_arn().map(str::to_owned)),
            },
            protection: it.deletion_protection_enabled().unwrap_or(false),
            ..Self::default()
        }
    }
}

fn keys(schema: &[KeySchemaElement], kinds: &BTreeMap<String, String>) -> Keys {
    let of = |kind: &KeyType| {
        let name = schema.iter().find(|it| it.key_type == *kind)?.attribute_name.clone();
        Some(Attribute { kind: kinds.get(&name).cloned().unwrap_or_default(), name })
    };
    Keys { hash: of(&KeyType::Hash).unwrap_or_default(), range: of(&KeyType::Range) }
}

fn projection(it: Option<&Projected>) -> Projection {
    match it.and_then(Projected::projection_type) {
        Some(ProjectionType::KeysOnly) => Projection::KeysOnly,
        Some(ProjectionType::Include) => {
            let mut names = it.map(|it| it.non_key_attributes().to_vec()).unwrap_or_default();
            names.sort();
            Projection::Include(names)
        }
        _ => Projection::All,
    }
}

fn units(it: Option<&ProvisionedThroughputDescription>) -> Units {
    Units {
        read: it.and_then(ProvisionedThroughputDescription::read_capacity_units),
        write: it.and_then(ProvisionedThroughputDescription::write_capacity_units),
    }
}
