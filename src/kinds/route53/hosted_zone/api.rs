//! The calls for hosted zones.

use std::collections::HashMap;

use aws_sdk_route53::types::{HostedZone, HostedZoneConfig, Vpc, VpcRegion};
use futures::future::FutureExt;

use super::VPCS;
use super::diff::Step;
use super::live::Live;
use crate::Route53;
use crate::api::wait_in_sync;
use crate::names::qualified;
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};
use model::{Asked, Reference};

const OPERATION: &str = "ListHostedZonesByName";
const AT_ONCE: usize = 3;
/// Salt's time limit until a zone is known everywhere.
const WAIT: u64 = 600;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut names: HashMap<&str, Vec<&Ask>> = HashMap::new();
    for ask in asks {
        names.entry(&ask.reference.name).or_default().push(ask);
    }
    let names: Vec<(&str, Vec<&Ask>)> = names.into_iter().collect();
    for ((_, asks), zones) in read_each(&names, AT_ONCE, |(name, asks)| named(aws, name, asks).boxed()).await
    {
        match zones {
            Ok(zones) => {
                for ask in asks {
                    answers.answer(&ask.reference, pick(ask, &zones));
                }
            }
            Err(error) => answers.all_failed(asks.iter().copied(), &error),
        }
    }
    answers
}

/// All zones of the account.
pub(super) async fn all(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let mut pages = aws.client::<Route53>().list_hosted_zones().into_paginator().items().send();
    let mut all = vec![];
    while let Some(zone) = pages.next().await {
        let zone = zone.map_err(failed("ListHostedZones", "the account"))?;
        let is_private = zone.config.as_ref().is_some_and(|config| config.private_zone);
        let scope = if is_private { "private" } else { "public" };
        all.push(Reference::new("route53.hosted_zone", qualified(&zone.name)).within(scope));
    }
    Ok(all)
}

/// All zones with a name, with their VPCs if these are needed or choose the zone.
async fn named(aws: &Aws, name: &str, asks: &[&Ask]) -> Result<Vec<Live>, ApiError> {
    let mut zones = list(aws, name).await?;
    let privates = zones.iter().filter(|zone| zone.is_private).count();
    let chooses = |ask: &&Ask| vpc_of(ask).is_some() && privates > 1;
    if asks.iter().any(|ask| ask.aspects.has(VPCS) || chooses(ask)) {
        for zone in zones.iter_mut().filter(|zone| zone.is_private) {
            zone.vpcs = vpcs(aws, &zone.id).await?;
        }
    }
    Ok(zones)
}

/// AWS lists zones by name, so zones with one name are next to each other.
async fn list(aws: &Aws, name: &str) -> Result<Vec<Live>, ApiError> {
    let mut zones = vec![];
    let mut after: Option<String> = None;
    loop {
        let call = aws
            .client::<Route53>()
            .list_hosted_zones_by_name()
            .dns_name(name)
            .set_hosted_zone_id(after.take());
        let answer = call.send().await.map_err(failed(OPERATION, name))?;
        let goes_on = answer.next_dns_name.as_deref().is_some_and(|next| qualified(next) == name);
        let alike = answer.hosted_zones.into_iter().filter(|zone| qualified(&zone.name) == name);
        zones.extend(alike.map(live));
        match answer.next_hosted_zone_id {
            Some(next) if goes_on && answer.is_truncated => after = Some(next),
            _ => return Ok(zones),
        }
    }
}

fn live(zone: HostedZone) -> Live {
    Live {
        id: zone.id.trim_start_matches("/hostedzone/").to_owned(),
        comment: zone.config.as_ref().and_then(|config| config.comment.clone()).unwrap_or_default(),
        is_private: zone.config.is_some_and(|config| config.private_zone),
        vpcs: Asked::NotAsked,
    }
}

async fn vpcs(aws: &Aws, id: &str) -> Result<Asked<Vec<String>>, ApiError> {
    let answer =
        aws.client::<Route53>().get_hosted_zone().id(id).send().await.map_err(failed("GetHostedZone", id));
    let ids = |vpcs: Option<Vec<Vpc>>| vpcs.unwrap_or_default().into_iter().filter_map(|vpc| vpc.vpc_id);
    Ok(not_yet_if_not_found(answer)?.map(|answer| ids(answer.vpcs).collect()))
}

/// The VPC in a scope: `vpc-1`, or `private vpc-1`.
fn vpc_of(ask: &Ask) -> Option<&str> {
    let scope = ask.reference.scope.as_deref()?;
    let vpc = scope.strip_prefix("private ").unwrap_or(scope);
    vpc.starts_with("vpc-").then_some(vpc)
}

/// The matching zone among those with its name.
fn pick(ask: &Ask, zones: &[Live]) -> Result<Option<Live>, ApiError> {
    let scope = ask.reference.scope.as_deref();
    let is_private = |wanted: bool| zones.iter().filter(move |zone| zone.is_private == wanted);
    let mut candidates: Vec<&Live> = match scope {
        None if zones.len() > 1 => is_private(false).collect(),
        None => zones.iter().collect(),
        Some("public") => is_private(false).collect(),
        Some(_) => is_private(true).collect(),
    };
    if let Some(vpc) = vpc_of(ask).filter(|_| candidates.len() > 1) {
        candidates.retain(|zone| zone.vpcs.answer().into_iter().flatten().any(|served| served == vpc));
    }
    match candidates.as_slice() {
        [one] => Ok(Some((*one).clone())),
        [] if zones.is_empty() || scope.is_some() => Ok(None),
        several => {
            let count = several.len().max(zones.len());
            let message = format!("{count} zones of the account have this name");
            Err(ApiError::found(OPERATION, &ask.reference.name, Fault::Ambiguous, message))
        }
    }
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let route53 = aws.client::<Route53>();
    match step {
        Step::Create { .. } => create(aws, step).await,
        Step::SetComment { id, comment } => {
            let call = route53.update_hosted_zone_comment().id(id).comment(comment);
            call.send().await.map(drop).map_err(failed("UpdateHostedZoneComment", id))
        }
        Step::Associate { id, vpc, region } => {
            let vpc = sdk_vpc(aws, vpc.as_str(), region.as_deref());
            let call = route53.associate_vpc_with_hosted_zone().hosted_zone_id(id).vpc(vpc);
            call.send().await.map(drop).map_err(failed("AssociateVPCWithHostedZone", id))
        }
        Step::Disassociate { id, vpc, region } => {
            let vpc = sdk_vpc(aws, vpc, region.as_deref());
            let call = route53.disassociate_vpc_from_hosted_zone().hosted_zone_id(id).vpc(vpc);
            let answer = call.send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DisassociateVPCFromHostedZone", id)))
        }
        Step::Delete { id, name } => {
            let answer = route53.delete_hosted_zone().id(id).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteHostedZone", name)))
        }
    }
}

async fn create(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let Step::Create { name, reference, comment, is_private, vpc, set } = step else { return Ok(()) };
    let config = HostedZoneConfig::builder().set_comment(comment.clone()).private_zone(*is_private).build();
    let vpc = vpc.as_ref().map(|(id, region)| sdk_vpc(aws, id.as_str(), region.as_deref()));
    let call =
        aws.client::<Route53>().create_hosted_zone().name(name).caller_reference(reference).set_vpc(vpc);
    let call = call.set_delegation_set_id(set.clone()).hosted_zone_config(config);
    match call.send().await.map_err(failed("CreateHostedZone", name))?.change_info {
        Some(change) => wait_in_sync(aws, &change.id, WAIT, name).await,
        None => Ok(()),
    }
}

fn sdk_vpc(aws: &Aws, id: &str, region: Option<&str>) -> Vpc {
    let region = region.unwrap_or(&aws.region);
    Vpc::builder().vpc_id(id).vpc_region(VpcRegion::from(region)).build()
}
