//! The arguments of `boto3_route53.rr_present` and `rr_absent`, named as in the API.

use super::value;
use super::{AliasTarget, Spec, Zone, check_in_zone, geo, only_one, wait, zone};
use crate::names::qualified;
use crate::record::set::Routing;
use model::{Argument, Fields, Problem, Problems, Shape};

const GEO: &[Argument] = &[
    Argument::optional("ContinentCode", Shape::Text, "two letters"),
    Argument::optional("CountryCode", Shape::Text, "two letters, or * for everywhere else"),
    Argument::optional("SubdivisionCode", Shape::Text, "a state of the US"),
];

const ALIAS: &[Argument] = &[
    Argument::optional("HostedZoneId", Shape::Text, "the target's zone; not needed for elb:<name>"),
    Argument::required("DNSName", Shape::Text, "the target's name, or elb:<name>"),
    Argument::optional("EvaluateTargetHealth", Shape::Boolean, "follow the target's health (default: false)"),
];

const ID: Argument = Argument::required("name", Shape::Text, "the record's name, unless 'Name' is given");
const ZONE_ID: Argument = Argument::optional("HostedZoneId", Shape::Text, "the zone's id; or 'DomainName'");
const DOMAIN: Argument = Argument::optional("DomainName", Shape::Text, "the zone's name; or 'HostedZoneId'");
const PRIVATE: Argument = Argument::optional(
    "PrivateZone",
    Shape::Boolean,
    "the private or the public zone of that name (default: the public one, or the only one)",
);
const NAME: Argument = Argument::optional("Name", Shape::Text, "the record's name, in full");
const TYPE: Argument = Argument::required("Type", Shape::Text, "A, CNAME, TXT …");
const SET: Argument = Argument::optional(
    "SetIdentifier",
    Shape::Text,
    "the id that distinguishes it from others with its name and type",
);
const WAIT: Argument = Argument::optional(
    "wait_for_sync",
    Shape::Either(&[Shape::Boolean, Shape::Integer]),
    "wait until all name servers have the change: true (600 s), false, or seconds (default: true)",
);

pub(super) const PRESENT: &[Argument] = &[
    ID,
    ZONE_ID,
    DOMAIN,
    PRIVATE,
    NAME,
    TYPE,
    SET,
    Argument::optional("Weight", Shape::Integer, "weighted routing"),
    Argument::optional("Region", Shape::Text, "latency routing"),
    Argument::optional("GeoLocation", Shape::Record(GEO), "geolocation routing"),
    Argument::optional("Failover", Shape::Word(&["PRIMARY", "SECONDARY"]), "failover routing"),
    Argument::optional("MultiValueAnswer", Shape::Boolean, "multivalue answer routing"),
    Argument::optional("TTL", Shape::Integer, "seconds (default for a new record: 60)"),
    Argument::optional("ResourceRecords", Shape::Texts, "the values; or 'AliasTarget'"),
    Argument::optional("AliasTarget", Shape::Record(ALIAS), "the target of an alias record"),
    Argument::optional("HealthCheckId", Shape::Text, "a health check; '' for none"),
    Argument::optional("TrafficPolicyInstanceId", Shape::Text, "a traffic policy instance"),
    WAIT,
];

pub(super) const ABSENT: &[Argument] = &[ID, ZONE_ID, DOMAIN, PRIVATE, NAME, TYPE, SET, WAIT];

pub(super) fn read(present: bool, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = fields.text("Name").unwrap_or_else(|| fields.required_text("name"));
    let spec = Spec {
        name: qualified(&name),
        present,
        kind: fields.required_text("Type").to_ascii_uppercase(),
        zone: hosted_zone(fields, problems),
        identifier: fields.text("SetIdentifier"),
        wait: wait(fields),
        ..Spec::default()
    };
    if fields.has("name") {
        check_in_zone(&spec, fields, if fields.has("Name") { "Name" } else { "name" }, problems);
    }
    if present { with_contents(spec, fields, problems) } else { spec }
}

fn hosted_zone(fields: &Fields, problems: &mut Problems) -> Zone {
    match (fields.text("HostedZoneId"), fields.text("DomainName")) {
        (Some(id), None) => Zone::Id(id.trim_start_matches("/hostedzone/").to_owned()),
        (None, Some(domain)) => zone(&domain, fields.boolean("PrivateZone")),
        _ => {
            let message = "the zone needs exactly one of 'HostedZoneId' and 'DomainName'";
            problems.push(Problem::at(fields.place(), message));
            Zone::Unsaid
        }
    }
}

fn with_contents(spec: Spec, fields: &Fields, problems: &mut Problems) -> Spec {
    let place = fields.place_of("ResourceRecords").clone();
    let mut written = |text: String| value::read(&text, &spec.kind, &place, problems);
    let values: Option<Vec<_>> =
        fields.texts("ResourceRecords").map(|texts| texts.into_iter().filter_map(&mut written).collect());
    let alias = fields.record("AliasTarget").and_then(|target| alias(&target, problems));
    if values.as_ref().is_some_and(|values| !values.is_empty()) == alias.is_some() {
        let message = "the record needs exactly one of 'ResourceRecords' and 'AliasTarget'";
        problems.push(Problem::at(fields.place(), message));
    }
    let routing = routing(fields, problems);
    if routing.is_some() && spec.identifier.is_none() {
        let message = "a routing policy needs a 'SetIdentifier'";
        problems.push(Problem::at(fields.place(), message));
    }
    Spec {
        values,
        alias,
        routing,
        ttl: fields.integer("TTL"),
        health_check: fields.text("HealthCheckId"),
        traffic_policy: fields.text("TrafficPolicyInstanceId"),
        ..spec
    }
}

fn alias(fields: &Fields, problems: &mut Problems) -> Option<AliasTarget> {
    let place = fields.place_of("DNSName");
    let dns_name = value::read(&fields.required_text("DNSName"), "CNAME", place, problems)?;
    let zone = fields.text("HostedZoneId");
    if zone.is_none() && !dns_name.is_balancer() {
        let problem = Problem::at(place, "an alias needs the 'HostedZoneId' of its target");
        problems.push(problem.hint("only elb:<name> does not need it"));
    }
    let evaluate_health = fields.boolean("EvaluateTargetHealth").unwrap_or(false);
    Some(AliasTarget { zone, dns_name, evaluate_health })
}

fn routing(fields: &Fields, problems: &mut Problems) -> Option<Routing> {
    let multi = fields.boolean("MultiValueAnswer").filter(|multi| *multi);
    let given = [
        fields.integer("Weight").map(Routing::Weighted),
        fields.text("Region").map(Routing::Latency),
        fields.record("GeoLocation").map(|place| Routing::Geo(geo(&place))),
        fields.text("Failover").map(Routing::Failover),
        multi.map(|_| Routing::MultiValue),
    ];
    only_one(given.into_iter().flatten().collect(), fields, "Type", problems)
}
