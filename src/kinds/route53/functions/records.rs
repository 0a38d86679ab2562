//! `boto_route53`: records.

use std::sync::Arc;

use futures::future::FutureExt;

use super::{LONGEST, RETRIES, ZONE, api, zone};
use crate::hosted_zone::HostedZone;
use crate::names::{qualified, unescaped};
use crate::record::diff::{Edit, Step, Verb};
use crate::record::set::{Routing, Set};
use crate::record::{Record, values};
use kind::{Asker, AwsFunction, Refusal, Resource, Source};
use model::{Argument, Aspects, Fields, Ident, Map, Reference, Shape, Value};

const NAME: Argument = Argument::required("name", Shape::Text, "the record's name, in full");
const VALUE: Argument = Argument::required("value", Shape::Texts, "the value or values");
const TYPE: Argument = Argument::required("record_type", Shape::Text, "A, CNAME, TXT …");
const IDENTIFIER: Argument =
    Argument::optional("identifier", Shape::Texts, "an id, or an id with a weight or region");
const TTL: Argument = Argument::optional("ttl", Shape::Integer, "seconds; 60 if left out");
const WAIT: Argument = Argument::optional(
    "wait_for_sync",
    Shape::Boolean,
    "wait until all name servers have the change; true if left out",
);
const SPLIT: Argument = Argument::optional(
    "split_dns",
    Shape::Boolean,
    "choose by 'private_zone' among zones with the same name",
);
const PRIVATE: Argument =
    Argument::optional("private_zone", Shape::Boolean, "with 'split_dns': the private one");
const FETCH_ALL: Argument = Argument::optional("fetch_all", Shape::Boolean, "return all values, as a list");
const ALL: Argument = Argument::optional("all_records", Shape::Boolean, "not used");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_route53.get_record"],
        &[
            NAME, ZONE, TYPE, FETCH_ALL, SPLIT, PRIVATE, IDENTIFIER, RETRIES[0], RETRIES[1], RETRIES[2],
            RETRIES[3],
        ],
        "Returns name, value, type and TTL of a record; {} when there is none, None when there is no such zone.",
"a mapping: name, value, record_type, ttl, and identifier if it has one; an empty mapping; None",
        |ask, fields| get_record(ask, fields).boxed(),
    )
    .after_connection(7),
    AwsFunction::change(
        &["boto_route53.add_record"],
        &[NAME, VALUE, ZONE, TYPE, IDENTIFIER, TTL, WAIT, SPLIT, PRIVATE, RETRIES[0], RETRIES[1], RETRIES[2], RETRIES[3]],
        "Creates a record; False when there is no such zone.",
"True, or False",
        |ask, fields| put(ask, fields, Verb::Create).boxed(),
    )
    .after_connection(7),
    AwsFunction::change(
        &["boto_route53.update_record"],
        &[NAME, VALUE, ZONE, TYPE, IDENTIFIER, TTL, WAIT, SPLIT, PRIVATE, RETRIES[0], RETRIES[1], RETRIES[2], RETRIES[3]],
        "Changes a record; False when there is none, or no such zone.",
"True, or False",
        |ask, fields| put(ask, fields, Verb::Upsert).boxed(),
    )
    .after_connection(7),
    AwsFunction::change(
        &["boto_route53.delete_record"],
        &[NAME, ZONE, TYPE, IDENTIFIER, ALL, WAIT, SPLIT, PRIVATE, RETRIES[0], RETRIES[1], RETRIES[2], RETRIES[3]],
        "Deletes a record; False when there is none, or no such zone.",
"True, or False",
        |ask, fields| delete(ask, fields).boxed(),
    )
    .after_connection(7),
    AwsFunction::read(
        &["boto3_route53.get_resource_records"],
        &[
            Argument::optional("HostedZoneId", Shape::Text, "the zone, by id"),
            Argument::optional("Name", Shape::Text, "the zone, by name"),
            Argument::optional("StartRecordName", Shape::Text, "only records of this name"),
            Argument::optional("StartRecordType", Shape::Text, "only records of this type"),
            Argument::optional("PrivateZone", Shape::Boolean, "with 'Name': the private zone"),
        ],
        "Lists the records of a zone as AWS describes them; [] when there is no such zone.",
"a list of mappings as AWS describes record sets: Name, Type, TTL, ResourceRecords …",
        |ask, fields| get_resource_records(ask, fields).boxed(),
    ),
];

type Live = <Record as Source>::Live;

/// The id of the zone; none if it does not exist.
async fn zone_id(ask: &Asker<'_>, fields: &Fields) -> Result<Option<String>, Refusal> {
    let found = ask.find::<HostedZone>(zone(fields), Aspects::NONE).await?;
    Ok(found.map(|zone| zone.id.clone()))
}

fn kind(fields: &Fields) -> String {
    fields.required_text("record_type").to_ascii_uppercase()
}

async fn find(ask: &Asker<'_>, fields: &Fields, zone: &str) -> Result<Option<Arc<Live>>, Refusal> {
    let identifier = fields.texts("identifier").and_then(|parts| parts.into_iter().next());
    let identifier = identifier.map(|identifier| format!(" {identifier}")).unwrap_or_default();
    let name = format!("{} {}{identifier}", qualified(&fields.required_text("name")), kind(fields));
    Ok(ask.find::<Record>(Reference::new(Record::KIND, name).within(zone), Aspects::NONE).await?)
}

async fn get_record(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(zone) = zone_id(ask, fields).await? else { return Ok(Value::Null) };
    let Some(record) = find(ask, fields, &zone).await? else { return Ok(Value::Map(Map::new())) };
    let mut shown = Map::new();
    let mut values = record.set.values.iter().map(|value| Value::from(value.as_str()));
    let value = if fields.boolean("fetch_all").unwrap_or(false) {
        Value::List(values.collect())
    } else {
        values.next().unwrap_or_default()
    };
    shown.insert("name".into(), unescaped(&record.name).into());
    shown.insert("value".into(), value);
    shown.insert("record_type".into(), kind(fields).into());
    shown.insert("ttl".into(), record.set.ttl.map(|ttl| ttl.to_string()).into());
    if let Some(identifier) = &record.set.identifier {
        let weight = match &record.set.routing {
            Some(Routing::Weighted(weight)) => Value::from(weight.to_string()),
            _ => Value::Null,
        };
        shown.insert("identifier".into(), Value::List(vec![identifier.as_str().into(), weight]));
    }
    Ok(Value::Map(shown))
}

/// The record set of the arguments.
fn wanted(fields: &Fields) -> Set {
    let kind = kind(fields);
    let split = |text: String| if values::is_list(&kind) { values::split(&text) } else { vec![text] };
    let texts = fields.texts("value").unwrap_or_default().into_iter().flat_map(split);
    let parts = fields.texts("identifier").unwrap_or_default();
    let routing =
        parts.get(1).map(|how| how.parse().map_or_else(|_| Routing::Latency(how.clone()), Routing::Weighted));
    Set {
        values: texts.map(|text| Ident::Known(values::quoted(&kind, &text))).collect(),
        ttl: Some(fields.integer("ttl").unwrap_or(60)),
        identifier: parts.into_iter().next(),
        routing,
        ..Set::default()
    }
}

async fn put(ask: &Asker<'_>, fields: &Fields, verb: Verb) -> Result<Value, Refusal> {
    let Some(zone) = zone_id(ask, fields).await? else { return Ok(false.into()) };
    if verb == Verb::Upsert && find(ask, fields, &zone).await?.is_none() {
        return Ok(false.into());
    }
    change(ask, fields, zone, Edit { verb, set: wanted(fields) }).await
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(zone) = zone_id(ask, fields).await? else { return Ok(false.into()) };
    let Some(record) = find(ask, fields, &zone).await? else { return Ok(false.into()) };
    change(ask, fields, zone, Edit { verb: Verb::Delete, set: record.set.clone() }).await
}

async fn change(ask: &Asker<'_>, fields: &Fields, zone: String, edit: Edit) -> Result<Value, Refusal> {
    let step = Step {
        zone: zone.into(),
        name: qualified(&fields.required_text("name")),
        kind: kind(fields),
        edits: vec![edit],
        wait: fields.boolean("wait_for_sync").unwrap_or(true).then_some(LONGEST),
    };
    ask.change(&[Record::KIND], Record::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn get_resource_records(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let zone = match (fields.text("HostedZoneId"), fields.text("Name")) {
        (Some(id), _) => Some(id),
        (None, Some(name)) => {
            let reference = Reference::new(HostedZone::KIND, qualified(&name));
            let reference = match fields.boolean("PrivateZone") {
                Some(true) => reference.within("private"),
                Some(false) => reference.within("public"),
                None => reference,
            };
            let found = ask.find::<HostedZone>(reference, Aspects::NONE).await?;
            found.map(|zone| zone.id.clone())
        }
        (None, None) => return Err(Refusal::Because("write 'HostedZoneId' or 'Name'".to_owned())),
    };
    let Some(zone) = zone else { return Ok(Value::List(vec![])) };
    let all = ask.once(("records", &zone), api::records(ask.aws(), &zone)).await?;
    let name = fields.text("StartRecordName").map(|name| qualified(&name));
    let kind = fields.text("StartRecordType");
    let text = |set: &Value, key: &str| {
        set.traverse(key, ":").and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let is_wanted = |set: &&Value| {
        name.as_ref().is_none_or(|name| qualified(&text(set, "Name")) == *name)
            && kind.as_ref().is_none_or(|kind| text(set, "Type") == *kind)
    };
    Ok(Value::List(all.as_list().unwrap_or_default().iter().filter(is_wanted).cloned().collect()))
}
