//! Compares a declared NAT gateway with the one in AWS.

use super::live::{Gateway, Live};
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Allocates an address with the mark of its subnet.
    Allocate { subnet: Ident } => "AllocateAddress", "allocate an address";
    /// Creates it.
    Create { subnet: Ident, allocation: String, tags: Tags } =>
        "CreateNatGateway", "create the NAT gateway with {}", allocation;
    /// Marks addresses that are released with the gateway.
    Mark { subnet: String, allocations: Vec<String> } =>
        "CreateTags", "mark {} to be released", allocations.join(", ");
    /// Deletes it.
    Delete { gateway: String } => "DeleteNatGateway", "delete {}", gateway;
    /// Releases an address.
    Release { allocation: String } => "ReleaseAddress", "release {}", allocation;
    /// Adds or overwrites tags.
    Tag { gateway: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { gateway: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, live) => match live.and_then(|live| live.gateways.first()) {
            Some(gateway) => update(want, gateway),
            None => create(want, live),
        },
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

/// First an address, then, in the next round, the gateway.
fn create(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(subnet) = want.subnet.clone() else { return plan };
    let spec = &want.spec;
    plan.changes.push(Change::create("nat_gateway", spec.name.as_str()));
    plan.changes.push(Change::create("subnet_id", &subnet));
    let allocation = spec.allocation.clone().or_else(|| live.and_then(|live| live.free.first().cloned()));
    plan.changes.extend(spec.allocation.as_ref().map(|id| Change::create("allocation_id", id.as_str())));
    plan.changes.extend(spec.tags.as_ref().map(|tags| Change::create("tags", tags::to_value(tags))));
    plan.steps.push(match allocation {
        None => Step::Allocate { subnet },
        Some(allocation) => Step::Create { subnet, allocation, tags: spec.tags.clone().unwrap_or_default() },
    });
    plan
}

fn update(want: &Want, gateway: &Gateway) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let id = || gateway.id.clone();
    if let Some(wanted) = want.spec.allocation.as_ref().filter(|id| !gateway.allocations.contains(id)) {
        let is = gateway.allocations.join(", ").into();
        plan.refusals.push(cannot_change("NAT gateway", "allocation_id", &is, &wanted.as_str().into()));
    }
    if let Some(tags) = &want.spec.tags {
        let tag = |tags| Step::Tag { gateway: id(), tags };
        plan.extend(
            tags::difference(tags, &gateway.tags).plan(tag, |tags| Step::Untag { gateway: id(), tags }),
        );
    }
    if plan.steps.is_empty() && gateway.state == "pending" {
        plan.busy = Some("AWS to make the NAT gateway available".to_owned());
    }
    plan
}

/// Deletes the gateways and, once AWS has deleted them, releases their addresses.
fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let subnet = want.subnet.as_ref().map(|subnet| subnet.as_str().to_owned()).unwrap_or_default();
    let ids: Vec<&str> = live.gateways.iter().map(|gateway| gateway.id.as_str()).collect();
    if !ids.is_empty() {
        plan.changes.push(Change::delete("nat_gateway", ids.join(", ")));
        let allocations = live.gateways.iter().flat_map(|gateway| gateway.allocations.clone());
        let allocations: Vec<String> = allocations.collect();
        plan.changes.push(Change::delete("allocation_id", allocations.join(", ")));
        plan.steps.extend((!allocations.is_empty()).then(|| Step::Mark { subnet, allocations }));
        plan.steps.extend(ids.iter().map(|id| Step::Delete { gateway: (*id).to_owned() }));
    } else if live.is_deleting {
        plan.deleting = Some("AWS to delete the NAT gateway".to_owned());
    } else if !live.free.is_empty() {
        plan.changes.push(Change::delete("allocation_id", live.free.join(", ")));
        plan.steps.extend(live.free.iter().map(|id| Step::Release { allocation: id.clone() }));
    }
    plan
}
