//! The zones or subnets of a balancer, and its security groups.

use std::collections::BTreeSet;

use super::{ElbCall, texts, zones};
use crate::load_balancer::live::Live;
use crate::load_balancer::want::Want;
use model::{Change, Ident, Plan};

pub(super) fn diff(want: &Want, live: &Live) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    if let Some(scheme) = want.spec.scheme.as_ref().filter(|scheme| **scheme != live.scheme) {
        plan.refusals.push(format!(
            "load balancer '{}' is {} and cannot become {scheme}: declare another one under a new name, or delete this one first",
            live.name, live.scheme
        ));
    }
    plan.extend(groups(want, live));
    plan.extend(match &want.subnets {
        Some(subnets) => {
            placement(subnets, &live.subnets, "subnets", (ElbCall::AttachSubnets, ElbCall::DetachSubnets))
        }
        None if zones(&want.spec).is_empty() => Plan::nothing(),
        None => {
            let wanted: Vec<Ident> = zones(&want.spec).iter().map(|zone| zone.as_str().into()).collect();
            placement(
                &wanted,
                &live.zones,
                "availability_zones",
                (ElbCall::EnableZones, ElbCall::DisableZones),
            )
        }
    });
    plan
}

fn groups(want: &Want, live: &Live) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    let Some(groups) = &want.security_groups else { return plan };
    let wanted: BTreeSet<String> = groups.iter().map(|group| group.as_str().to_owned()).collect();
    if wanted != live.security_groups {
        let change = Change::update("security_groups", texts(&live.security_groups), texts(&wanted));
        plan.changes.push(change);
        if groups.iter().all(|group| group.known().is_some()) {
            plan.steps.push(ElbCall::ApplyGroups(groups.clone()));
        }
    }
    plan
}

type Calls = (fn(Vec<String>) -> ElbCall, fn(Vec<String>) -> ElbCall);

/// Adds new zones or subnets before it removes old ones, so that the balancer always has one.
fn placement(wanted: &[Ident], live: &BTreeSet<String>, path: &str, (add, leave): Calls) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    let wanted_ids: BTreeSet<String> = wanted.iter().map(|id| id.as_str().to_owned()).collect();
    if wanted_ids == *live {
        return plan;
    }
    plan.changes.push(Change::update(path, texts(live), texts(&wanted_ids)));
    if wanted.iter().any(|id| id.known().is_none()) {
        return plan;
    }
    let added: Vec<String> = wanted_ids.difference(live).cloned().collect();
    let left: Vec<String> = live.difference(&wanted_ids).cloned().collect();
    plan.steps.extend((!added.is_empty()).then(|| add(added)));
    plan.steps.extend((!left.is_empty()).then(|| leave(left)));
    plan
}
