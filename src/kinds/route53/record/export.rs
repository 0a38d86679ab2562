//! Exports a record set as a declaration.

use futures::future::FutureExt;

use super::api;
use super::live::Live;
use super::set::{Alias, Geo, Routing};
use crate::names::qualified;
use kind::export::{Declaration, Export, Exportable, Listing, Names};
use model::{Aspects, Ident, Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::all_records(aws).boxed()), aspects: Aspects::NONE, declare };

fn declare(record: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let set = &live.set;
    let kind = record.name.split(' ').nth(1).unwrap_or_default();
    let zone = record.scope.as_deref().unwrap_or_default();
    let values = set.values.iter().map(Ident::as_str);
    let values: Vec<String> = values.map(|value| named(kind, value, names)).collect();
    let declaration = Declaration::new("boto3_route53.rr_present", qualified(&live.name)).with("Type", kind);
    let declaration = match names.name("route53.hosted_zone", "id", zone) {
        Some(name) => declaration.with("DomainName", name),
        None => declaration.with("HostedZoneId", zone),
    };
    let unknown = live.unknown.join(", ");
    declaration
        .with("SetIdentifier", set.identifier.as_deref())
        .with_all(set.routing.as_ref().map(routing))
        .with("TTL", set.ttl.map(Value::from))
        .with("ResourceRecords", values)
        .with("AliasTarget", set.alias.as_ref().map(alias))
        .with("HealthCheckId", set.health_check.as_deref())
        .with("TrafficPolicyInstanceId", set.traffic_policy.as_deref())
        .remark_if(!unknown.is_empty(), format!("It has settings that no state can declare: {unknown}."))
        .into()
}

/// A balancer's DNS name as the balancer itself, so that the record follows it.
fn named(kind: &str, value: &str, names: &dyn Names) -> String {
    let host = value.trim_end_matches('.');
    if kind != "CNAME" || !host.ends_with(".elb.amazonaws.com") {
        return value.to_owned();
    }
    let classic = names.name("elb.load_balancer", "dns_name", host).map(|name| format!("elb:{name}"));
    let other = || names.name("elbv2.load_balancer", "dns_name", host).map(|name| format!("elbv2:{name}"));
    classic.or_else(other).unwrap_or_else(|| value.to_owned())
}

fn routing(routing: &Routing) -> (&'static str, Value) {
    match routing {
        Routing::Weighted(weight) => ("Weight", (*weight).into()),
        Routing::Latency(region) => ("Region", region.as_str().into()),
        Routing::Geo(geo) => ("GeoLocation", location(geo)),
        Routing::Failover(role) => ("Failover", role.as_str().into()),
        Routing::MultiValue => ("MultiValueAnswer", true.into()),
    }
}

fn location(geo: &Geo) -> Value {
    let codes = [
        ("ContinentCode", &geo.continent),
        ("CountryCode", &geo.country),
        ("SubdivisionCode", &geo.subdivision),
    ];
    codes.into_iter().filter_map(|(name, code)| Some((name, code.as_deref()?))).collect()
}

fn alias(alias: &Alias) -> Value {
    Value::from_iter([
        ("HostedZoneId", Value::from(&alias.zone)),
        ("DNSName", (&alias.dns_name).into()),
        ("EvaluateTargetHealth", alias.evaluate_health.into()),
    ])
}
