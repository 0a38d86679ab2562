//! Carries out steps, those of one zone together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_route53::error::BuildError;
use aws_sdk_route53::types::{
    AliasTarget, Change, ChangeAction, ChangeBatch, ChangeStatus, GeoLocation, ResourceRecord,
    ResourceRecordSet, RrType,
};

use crate::Route53;
use crate::api::wait_in_sync;
use crate::record::diff::{Edit, Step, Verb};
use crate::record::set::{Routing, Set};
use aws::together::Together;
use aws::{ApiError, Aws, Fault, failed};

const OPERATION: &str = "ChangeResourceRecordSets";

/// The maximum number of changes in one call, so that only few are repeated one by one when AWS refuses one of them.
const CHANGES: usize = 200;
/// The maximum number of `ResourceRecord` elements in one call; those of an UPSERT count twice.
///
/// See <https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html#limits-api-requests-changeresourcerecordsets>.
const RECORDS: usize = 1000;
/// The maximum number of characters of all values in one call; those of an UPSERT count twice.
const CHARACTERS: usize = 32_000;

/// The result of one step: the change to wait for, unless all servers have it already.
type Changed = Result<Option<String>, ApiError>;

/// The changes of each zone that wait for the next call.
#[derive(Debug, Default)]
struct WaitingChanges(Mutex<HashMap<String, Arc<Together<Step, Changed>>>>);

/// Route 53 allows few calls, with many changes in each: changes of a zone that are ready at the same time are sent
/// together.
pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let zone = step.zone.as_str();
    let waiting = aws.kept::<WaitingChanges>();
    let of_zone =
        waiting.0.lock().unwrap_or_else(PoisonError::into_inner).entry(zone.to_owned()).or_default().clone();
    let lost = || ApiError::found(OPERATION, subject(step), Fault::NoAnswer, "the call was abandoned");
    let done = of_zone.join(step.clone(), |steps| all(aws, steps)).await.ok_or_else(lost)??;
    match (step.wait, done) {
        (Some(seconds), Some(change)) => wait_in_sync(aws, &change, seconds, &subject(step)).await,
        _ => Ok(()),
    }
}

fn subject(step: &Step) -> String {
    format!("{} {}", step.name, step.kind)
}

/// All of a zone's steps, in as few calls as AWS allows.
pub(in super::super) async fn all(aws: &Aws, steps: Vec<Step>) -> Vec<Changed> {
    let mut done = Vec::with_capacity(steps.len());
    let mut rest = steps.as_slice();
    while !rest.is_empty() {
        let (batch, behind) = rest.split_at(fitting(rest));
        done.extend(carry_out(aws, batch).await);
        rest = behind;
    }
    done
}

/// How many steps fit into one call; at least one.
fn fitting(steps: &[Step]) -> usize {
    let (mut changes, mut records, mut characters) = (0, 0, 0);
    let fit = steps.iter().take_while(|step| {
        for Edit { verb, set } in &step.edits {
            let times = if *verb == Verb::Upsert { 2 } else { 1 };
            let written: usize = set.values.iter().map(|value| value.as_str().chars().count()).sum();
            changes += 1;
            // An alias has no records, but AWS does not document that it counts as none.
            records += times * set.values.len().max(1);
            characters += times * written;
        }
        changes <= CHANGES && records <= RECORDS && characters <= CHARACTERS
    });
    fit.count().max(1)
}

/// AWS carries out a batch as a whole or not at all. A refused batch is split, so that only the wrong change fails.
async fn carry_out(aws: &Aws, steps: &[Step]) -> Vec<Changed> {
    let whole = send(aws, steps).await;
    match whole {
        Err(error) if steps.len() > 1 && is_about_one(&error) => {
            let mut done = Vec::with_capacity(steps.len());
            for step in steps {
                done.push(send(aws, std::slice::from_ref(step)).await);
            }
            done
        }
        whole => steps.iter().map(|_| whole.clone()).collect(),
    }
}

/// True for a refusal that may be caused by one change: its content, or a permission for single records.
fn is_about_one(error: &ApiError) -> bool {
    !matches!(
        error.fault,
        Fault::NoAnswer | Fault::Throttled | Fault::Conflict | Fault::Credentials | Fault::Server
    )
}

pub(crate) async fn send(aws: &Aws, steps: &[Step]) -> Changed {
    let subject = steps.iter().map(subject).collect::<Vec<_>>().join(", ");
    let malformed =
        |error: BuildError| ApiError::found(OPERATION, &subject, Fault::Invalid, error.to_string());
    let Some(first) = steps.first() else { return Ok(None) };
    let call = aws.client::<Route53>().change_resource_record_sets().hosted_zone_id(first.zone.as_str());
    let call = call.change_batch(batch(steps).map_err(malformed)?);
    let answer = call.send().await.map_err(failed(OPERATION, &subject))?;
    let pending = answer.change_info.filter(|change| change.status != ChangeStatus::Insync);
    Ok(pending.map(|change| change.id))
}

fn batch(steps: &[Step]) -> Result<ChangeBatch, BuildError> {
    let edits = steps.iter().flat_map(|step| step.edits.iter().map(move |edit| change(step, edit)));
    ChangeBatch::builder().set_changes(Some(edits.collect::<Result<Vec<Change>, _>>()?)).build()
}

fn change(step: &Step, edit: &Edit) -> Result<Change, BuildError> {
    let action = match edit.verb {
        Verb::Create => ChangeAction::Create,
        Verb::Upsert => ChangeAction::Upsert,
        Verb::Delete => ChangeAction::Delete,
    };
    Change::builder().action(action).resource_record_set(record_set(step, &edit.set)?).build()
}

fn record_set(step: &Step, set: &Set) -> Result<ResourceRecordSet, BuildError> {
    let records: Result<Vec<_>, _> =
        set.values.iter().map(|value| ResourceRecord::builder().value(value.as_str()).build()).collect();
    let records = records?;
    let alias = set.alias.as_ref().map(|alias| {
        AliasTarget::builder()
            .hosted_zone_id(alias.zone.as_str())
            .dns_name(alias.dns_name.as_str())
            .evaluate_target_health(alias.evaluate_health)
            .build()
    });
    let built = ResourceRecordSet::builder()
        .name(&step.name)
        .r#type(RrType::from(step.kind.as_str()))
        .set_resource_records((!records.is_empty()).then_some(records))
        .set_alias_target(alias.transpose()?)
        .set_ttl(set.ttl)
        .set_set_identifier(set.identifier.clone())
        .set_health_check_id(set.health_check.clone())
        .set_traffic_policy_instance_id(set.traffic_policy.clone());
    match &set.routing {
        None => built,
        Some(Routing::Weighted(weight)) => built.weight(*weight),
        Some(Routing::Latency(region)) => built.region(region.as_str().into()),
        Some(Routing::Geo(geo)) => built.geo_location(
            GeoLocation::builder()
                .set_continent_code(geo.continent.clone())
                .set_country_code(geo.country.clone())
                .set_subdivision_code(geo.subdivision.clone())
                .build(),
        ),
        Some(Routing::Failover(role)) => built.failover(role.as_str().into()),
        Some(Routing::MultiValue) => built.multi_value_answer(true),
    }
    .build()
}
