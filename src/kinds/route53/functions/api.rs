//! Zones and records as AWS describes them, in the shapes of boto3.

use aws_sdk_route53::error::BuildError;
use aws_sdk_route53::types::{
    HealthCheck, HealthCheckConfig, HealthCheckType, HostedZone, ResourceRecord, ResourceRecordSet,
    ResourceRecordSetFailover, ResourceRecordSetRegion, RrType, VpcRegion,
};

use super::LONGEST;
use super::health::Check;
use crate::Route53;
use crate::api::wait_in_sync;
use crate::names::unescaped;
use crate::record::api::send;
use crate::record::diff::Step;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, Fault, failed};
use kind::answer::{had, maybe, text};
use model::Value;

const CREATE_CHECK: &str = "CreateHealthCheck";

/// All hosted zones of the account, or those of a delegation set.
pub(super) async fn zones(aws: &Aws, set: Option<String>) -> Result<Value, ApiError> {
    let pages = aws.client::<Route53>().list_hosted_zones().set_delegation_set_id(set).into_paginator();
    let found: Result<Vec<HostedZone>, _> = pages.items().send().collect().await;
    let found = found.map_err(failed("ListHostedZones", "the account"))?;
    Ok(Value::List(found.iter().map(shown).collect()))
}

/// One zone with its servers and VPCs; none if it does not exist.
pub(super) async fn zone(aws: &Aws, id: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Route53>().get_hosted_zone().id(id).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetHostedZone", id)))?;
    let Some(answer) = answer else { return Ok(Value::Null) };
    let servers = answer.delegation_set.as_ref().map(|set| {
        had([
            ("Id", maybe(set.id())),
            ("CallerReference", maybe(set.caller_reference())),
            ("NameServers", Some(set.name_servers.clone().into())),
        ])
    });
    let vpcs = answer.vpcs.as_ref().map(|vpcs| {
        let of = |vpc: &aws_sdk_route53::types::Vpc| {
            had([
                ("VPCRegion", maybe(vpc.vpc_region().map(VpcRegion::as_str))),
                ("VPCId", maybe(vpc.vpc_id())),
            ])
        };
        Value::List(vpcs.iter().map(of).collect())
    });
    Ok(had([
        ("HostedZone", answer.hosted_zone.as_ref().map(shown)),
        ("DelegationSet", servers),
        ("VPCs", vpcs),
    ]))
}

fn shown(zone: &HostedZone) -> Value {
    let config = zone.config.as_ref().map(|config| {
        had([("Comment", maybe(config.comment())), ("PrivateZone", Some(config.private_zone.into()))])
    });
    had([
        ("Id", text(&zone.id)),
        ("Name", text(&zone.name)),
        ("CallerReference", text(&zone.caller_reference)),
        ("Config", config),
        ("ResourceRecordSetCount", zone.resource_record_set_count.map(Value::from)),
    ])
}

/// Changes records of one zone, all of them or none, and waits until all name servers have the change.
pub(super) async fn change(aws: &Aws, steps: &[Step]) -> Result<(), ApiError> {
    match send(aws, steps).await? {
        Some(change) => wait_in_sync(aws, &change, LONGEST, "the batch").await,
        None => Ok(()),
    }
}

/// Creates a health check and returns it in boto 2's shape.
pub(super) async fn create_health_check(aws: &Aws, check: &Check) -> Result<Value, ApiError> {
    let subject = check.address.as_ref().or(check.host.as_ref()).map_or("the check", String::as_str);
    let malformed =
        |error: BuildError| ApiError::found(CREATE_CHECK, subject, Fault::Invalid, error.to_string());
    let config = HealthCheckConfig::builder()
        .r#type(HealthCheckType::from(check.kind.as_str()))
        .port(check.port)
        .set_ip_address(check.address.clone())
        .set_fully_qualified_domain_name(check.host.clone())
        .set_resource_path(check.path.clone())
        .set_search_string(check.text.clone())
        .request_interval(check.interval)
        .failure_threshold(check.threshold)
        .build()
        .map_err(malformed)?;
    let reference = uuid::Uuid::new_v4().to_string();
    let call =
        aws.client::<Route53>().create_health_check().caller_reference(reference).health_check_config(config);
    let answer = call.send().await.map_err(failed(CREATE_CHECK, subject))?;
    let made = answer.health_check.as_ref().map(health_check).unwrap_or_default();
    Ok([("CreateHealthCheckResponse", [("HealthCheck", made)].into_iter().collect::<Value>())]
        .into_iter()
        .collect())
}

/// A health check with all values as texts, as boto 2 reads it.
fn health_check(it: &HealthCheck) -> Value {
    let config = it.health_check_config.as_ref().map(|it| {
        had([
            ("IPAddress", maybe(it.ip_address())),
            ("Port", it.port().map(|port| port.to_string().into())),
            ("Type", text(it.r#type.as_str())),
            ("ResourcePath", maybe(it.resource_path())),
            ("FullyQualifiedDomainName", maybe(it.fully_qualified_domain_name())),
            ("SearchString", maybe(it.search_string())),
            ("RequestInterval", it.request_interval().map(|seconds| seconds.to_string().into())),
            ("FailureThreshold", it.failure_threshold().map(|checks| checks.to_string().into())),
        ])
    });
    had([
        ("Id", text(&it.id)),
        ("CallerReference", text(&it.caller_reference)),
        ("HealthCheckConfig", config),
        ("HealthCheckVersion", Some(it.health_check_version.to_string().into())),
    ])
}

/// All records of a zone; an empty list when it does not exist.
pub(super) async fn records(aws: &Aws, zone: &str) -> Result<Value, ApiError> {
    let mut found = vec![];
    let mut next: Option<(String, Option<RrType>, Option<String>)> = None;
    loop {
        let call = aws.client::<Route53>().list_resource_record_sets().hosted_zone_id(zone);
        let call = match next.take() {
            Some((name, kind, identifier)) => call
                .start_record_name(name)
                .set_start_record_type(kind)
                .set_start_record_identifier(identifier),
            None => call,
        };
        let answer = absent_if_not_found(call.send().await.map_err(failed("ListResourceRecordSets", zone)))?;
        let Some(answer) = answer else { return Ok(Value::List(vec![])) };
        found.extend(answer.resource_record_sets.iter().map(record));
        match answer.next_record_name {
            Some(name) if answer.is_truncated => {
                next = Some((name, answer.next_record_type, answer.next_record_identifier));
            }
            _ => return Ok(Value::List(found)),
        }
    }
}

fn record(set: &ResourceRecordSet) -> Value {
    let value = |record: &ResourceRecord| had([("Value", text(&record.value))]);
    let alias = set.alias_target.as_ref().map(|alias| {
        had([
            ("HostedZoneId", text(&alias.hosted_zone_id)),
            ("DNSName", text(&alias.dns_name)),
            ("EvaluateTargetHealth", Some(alias.evaluate_target_health.into())),
        ])
    });
    let place = set.geo_location.as_ref().map(|place| {
        had([
            ("ContinentCode", maybe(place.continent_code())),
            ("CountryCode", maybe(place.country_code())),
            ("SubdivisionCode", maybe(place.subdivision_code())),
        ])
    });
    let values = set.resource_records.as_ref().map(|all| Value::List(all.iter().map(value).collect()));
    had([
        ("Name", Some(unescaped(&set.name).into())),
        ("Type", text(set.r#type.as_str())),
        ("SetIdentifier", maybe(set.set_identifier())),
        ("Weight", set.weight.map(Value::from)),
        ("Region", maybe(set.region().map(ResourceRecordSetRegion::as_str))),
        ("GeoLocation", place),
        ("Failover", maybe(set.failover().map(ResourceRecordSetFailover::as_str))),
        ("MultiValueAnswer", set.multi_value_answer.map(Value::from)),
        ("TTL", set.ttl.map(Value::from)),
        ("ResourceRecords", values),
        ("AliasTarget", alias),
        ("HealthCheckId", maybe(set.health_check_id())),
        ("TrafficPolicyInstanceId", maybe(set.traffic_policy_instance_id())),
    ])
}
