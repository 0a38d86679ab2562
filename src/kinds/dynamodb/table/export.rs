//! Exports a table as a declaration.

use super::index::{Index, Projection};
use super::live::Live;
use super::{BACKUPS, TAGS, TTL};
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("dynamodb", "ListTables", "/TableNames", |name| {
        Some(Reference::new("dynamodb.table", name.as_str()?))
    }),
    aspects: TTL.and(BACKUPS).and(TAGS),
    declare,
};

fn declare(table: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    if live.status == "DELETING" {
        return Exportable::NotDeclared;
    }
    let units = |count: Option<i64>| count.filter(|_| !live.on_demand).map(Value::from);
    let mode = if live.on_demand { "PAY_PER_REQUEST" } else { "PROVISIONED" };
    let range = live.keys.range.as_ref();
    let indexes = |all: &[Index], is_global: bool| -> Value {
        let labelled = |index: &Index| {
            Value::from_iter([(index.name.as_str(), described(index, is_global && !live.on_demand))])
        };
        Value::List(all.iter().map(labelled).collect())
    };
    let declaration = Declaration::new("boto_dynamodb.present", &table.name)
        .with("hash_key", live.keys.hash.name.as_str())
        .with("hash_key_data_type", live.keys.hash.kind.as_str())
        .with("range_key", range.map(|key| key.name.as_str()))
        .with("range_key_data_type", range.map(|key| key.kind.as_str()))
        .with("billing_mode", mode)
        .with("read_capacity_units", units(live.units.read))
        .with("write_capacity_units", units(live.units.write))
        .with("local_indexes", indexes(&live.local, false))
        .with("global_indexes", indexes(&live.global, true))
        .with("stream_view_type", live.stream.as_str())
        .with("ttl_attribute", live.ttl.answer().map(String::as_str))
        .with("sse_enabled", live.encryption.by_kms.then_some(true))
        .with("sse_kms_key", live.encryption.key.as_deref().filter(|_| live.encryption.by_kms))
        .with("point_in_time_recovery", live.recovery.answer().copied())
        .with("deletion_protection", live.protection);
    declaration.tagged_as(&live.tags).into()
}

/// An index as a list of single settings, as Salt has it.
fn described(index: &Index, has_units: bool) -> Value {
    let range = index.keys.range.as_ref();
    let (projection, included) = match &index.projection {
        Projection::All => (None, None),
        Projection::KeysOnly => (Some("keys_only"), None),
        Projection::Include(names) => (None, Some(names.clone())),
    };
    let units = |count: Option<i64>| count.filter(|_| has_units).map(Value::from);
    let all: [(&str, Value); 9] = [
        ("name", index.name.as_str().into()),
        ("hash_key", index.keys.hash.name.as_str().into()),
        ("hash_key_data_type", index.keys.hash.kind.as_str().into()),
        ("range_key", range.map(|key| key.name.as_str()).into()),
        ("range_key_data_type", range.map(|key| key.kind.as_str()).into()),
        ("read_capacity_units", units(index.units.read).into()),
        ("write_capacity_units", units(index.units.write).into()),
        ("includes", included.into()),
        ("keys_only", projection.map(|_| true).into()),
    ];
    let given = all.into_iter().filter(|(_, value)| !value.is_null());
    Value::List(given.map(|(name, value)| Value::from_iter([(name, value)])).collect())
}
