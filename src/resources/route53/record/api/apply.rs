//! Does one step.

use aws_sdk_route53::error::BuildError;
use aws_sdk_route53::types::{
    AliasTarget, Change, ChangeAction, ChangeBatch, GeoLocation, ResourceRecord, ResourceRecordSet, RrType,
};

use crate::aws::{ApiError, Aws, Fault, failed};
use crate::resources::route53::api::wait_in_sync;
use crate::resources::route53::record::diff::{Edit, Step, Verb};
use crate::resources::route53::record::set::{Routing, Set};

const OPERATION: &str = "ChangeResourceRecordSets";

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let subject = format!("{} {}", step.name, step.kind);
    let malformed =
        |error: BuildError| ApiError::found(OPERATION, &subject, Fault::Invalid, error.to_string());
    let batch = batch(step).map_err(malformed)?;
    let call = aws.route53().change_resource_record_sets().hosted_zone_id(step.zone.as_str());
    let answer = call.change_batch(batch).send().await.map_err(failed(OPERATION, &subject))?;
    match (step.wait, answer.change_info) {
        (Some(seconds), Some(change)) => wait_in_sync(aws, &change.id, seconds, &subject).await,
        _ => Ok(()),
    }
}

fn batch(step: &Step) -> Result<ChangeBatch, BuildError> {
    let changes: Result<Vec<Change>, _> = step.edits.iter().map(|edit| change(step, edit)).collect();
    ChangeBatch::builder().set_changes(Some(changes?)).build()
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
