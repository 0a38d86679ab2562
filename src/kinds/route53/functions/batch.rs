//! `boto3_route53.change_resource_record_sets`: a batch of changes, carried out as a whole or not at all.

use futures::future::FutureExt;

use super::{api, boto3_zones};
use crate::names::qualified;
use crate::record::Record;
use crate::record::diff::{Edit, Step, Verb};
use crate::record::set::{Alias, Geo, Routing, Set};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Ident, Shape, Value};

const PLACE: &[Argument] = &[
    Argument::optional("ContinentCode", Shape::Text, "two letters"),
    Argument::optional("CountryCode", Shape::Text, "two letters, or * for everywhere else"),
    Argument::optional("SubdivisionCode", Shape::Text, "a state of the US"),
];
const ALIAS: &[Argument] = &[
    Argument::required("HostedZoneId", Shape::Text, "the target's zone"),
    Argument::required("DNSName", Shape::Text, "the target's name"),
    Argument::optional(
        "EvaluateTargetHealth",
        Shape::Boolean,
        "follow the target's health; false if left out",
    ),
];
const VALUE: &[Argument] = &[Argument::required("Value", Shape::Text, "the value as Route 53 takes it")];
const SET: &[Argument] = &[
    Argument::required("Name", Shape::Text, "the record's name, in full"),
    Argument::required("Type", Shape::Text, "A, CNAME, TXT …"),
    Argument::optional("SetIdentifier", Shape::Text, "distinguishes records of the same name and type"),
    Argument::optional("Weight", Shape::Integer, "weighted routing"),
    Argument::optional("Region", Shape::Text, "latency routing"),
    Argument::optional("GeoLocation", Shape::Record(PLACE), "routing by place"),
    Argument::optional("Failover", Shape::Word(&["PRIMARY", "SECONDARY"]), "failover routing"),
    Argument::optional("MultiValueAnswer", Shape::Boolean, "several healthy ones at random"),
    Argument::optional("TTL", Shape::Integer, "seconds"),
    Argument::optional("ResourceRecords", Shape::Records(VALUE), "the values"),
    Argument::optional("AliasTarget", Shape::Record(ALIAS), "what it is another name for"),
    Argument::optional("HealthCheckId", Shape::Text, "a health check"),
    Argument::optional("TrafficPolicyInstanceId", Shape::Text, "a traffic policy instance"),
];
const CHANGE: &[Argument] = &[
    Argument::required("Action", Shape::Word(&["CREATE", "DELETE", "UPSERT"]), "what is done"),
    Argument::required("ResourceRecordSet", Shape::Record(SET), "with which record"),
];
const BATCH: &[Argument] = &[
    Argument::optional("Comment", Shape::Text, "not used: Route 53 shows it nowhere"),
    Argument::required("Changes", Shape::Records(CHANGE), "the changes, in order"),
];

pub(super) const FUNCTIONS: &[AwsFunction] = &[AwsFunction::change(
    &["boto3_route53.change_resource_record_sets"],
    &[
        Argument::optional("HostedZoneId", Shape::Text, "the zone's id; or 'Name'"),
        Argument::optional("Name", Shape::Text, "the zone's name"),
        Argument::optional("PrivateZone", Shape::Boolean, "with 'Name': the private or the public zone"),
        Argument::required("ChangeBatch", Shape::Record(BATCH), "the changes"),
    ],
    "Changes records of a hosted zone, all of them or none, and waits until all servers know; [] when there is no such zone.",
    "True; an empty list",
    |ask, fields| change(ask, fields).boxed(),
)];

async fn change(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let found = boto3_zones::meant(ask, fields, "HostedZoneId", fields.boolean("PrivateZone")).await?;
    let Some(zone) = found else { return Ok(Value::List(vec![])) };
    let batch = fields.record("ChangeBatch").and_then(|batch| batch.records("Changes"));
    let zone = Ident::from(zone);
    let steps: Vec<Step> = batch.into_iter().flatten().filter_map(|it| step(&zone, &it)).collect();
    ask.change(&[Record::KIND], api::change(ask.aws(), &steps)).await?;
    Ok(true.into())
}

/// One change; none if it names no record (the caller refuses these first).
fn step(zone: &Ident, change: &Fields) -> Option<Step> {
    let given = change.record("ResourceRecordSet")?;
    let verb = match change.required_text("Action").as_str() {
        "CREATE" => Verb::Create,
        "DELETE" => Verb::Delete,
        _ => Verb::Upsert,
    };
    Some(Step {
        zone: zone.clone(),
        name: qualified(&given.required_text("Name")),
        kind: given.required_text("Type").to_ascii_uppercase(),
        edits: vec![Edit { verb, set: set(&given) }],
        wait: None,
    })
}

fn set(given: &Fields) -> Set {
    let values = given.records("ResourceRecords").into_iter().flatten();
    let alias = given.record("AliasTarget").map(|target| Alias {
        zone: target.required_text("HostedZoneId").into(),
        dns_name: target.required_text("DNSName").into(),
        evaluate_health: target.boolean("EvaluateTargetHealth").unwrap_or(false),
    });
    Set {
        values: values.map(|value| Ident::from(value.required_text("Value"))).collect(),
        alias,
        ttl: given.integer("TTL"),
        identifier: given.text("SetIdentifier"),
        routing: routing(given),
        health_check: given.text("HealthCheckId"),
        traffic_policy: given.text("TrafficPolicyInstanceId"),
    }
}

/// A record has at most one routing policy.
fn routing(given: &Fields) -> Option<Routing> {
    let place = |place: &Fields| Geo {
        continent: place.text("ContinentCode"),
        country: place.text("CountryCode"),
        subdivision: place.text("SubdivisionCode"),
    };
    let ways = [
        given.integer("Weight").map(Routing::Weighted),
        given.text("Region").map(Routing::Latency),
        given.record("GeoLocation").map(|it| Routing::Geo(place(&it))),
        given.text("Failover").map(Routing::Failover),
        given.boolean("MultiValueAnswer").filter(|is| *is).map(|_| Routing::MultiValue),
    ];
    ways.into_iter().flatten().next()
}
