//! Compares a declared peering connection with the one in AWS.

use super::live::Live;
use super::spec::{Goal, Request};
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Requests it, with its tags.
    Create { new: Box<New> } => "CreateVpcPeeringConnection", "request the peering connection";
    /// Accepts it.
    Accept { connection: Ident } => "AcceptVpcPeeringConnection", "accept the peering connection";
    /// Adds or overwrites tags.
    Tag { connection: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { connection: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { connection: String } => "DeleteVpcPeeringConnection", "delete the peering connection";
}

/// A connection to request.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// The requester VPC.
    pub requester: Ident,
    /// The peer VPC.
    pub peer: Ident,
    /// The peer VPC's account.
    pub owner: Option<String>,
    /// The peer VPC's region.
    pub region: Option<String>,
    /// Its tags, including Name.
    pub tags: Tags,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (&want.spec.goal, live) {
        (Goal::Requested(request), None) => return create(want, request),
        (Goal::Requested(request), Some(live)) => return update(want, request, live),
        (Goal::Accepted, live) => return accept(want, live),
        (Goal::AcceptedFrom(requester), None) => {
            // A state in the other account requests it.
            plan.changes.push(Change::update("status", "pending-acceptance", "active"));
            plan.busy = Some(format!("account {} to request the connection", requester.owner));
        }
        (Goal::AcceptedFrom(_), live) => return accept(want, live),
        (Goal::Gone, Some(live)) => {
            let change = Change::delete("vpc_peering_connection", live.id.as_str());
            plan.then(change, Step::Delete { connection: live.id.clone() });
        }
        (Goal::Gone, None) => {}
    }
    plan
}

fn create(want: &Want, request: &Request) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some((requester, peer)) = want.vpcs.clone() else { return plan };
    let Request { owner, region, tags, .. } = request.clone();
    let name = &want.spec.name;
    plan.changes = tagged::created("vpc_peering_connection", name, tags.as_ref());
    plan.changes.push(Change::create("requester_vpc_id", &requester));
    plan.changes.push(Change::create("peer_vpc_id", &peer));
    let options = [("peer_owner_id", &owner), ("peer_region", &region)];
    let options = options.into_iter().filter_map(|(path, text)| Some(Change::create(path, text.as_deref()?)));
    plan.changes.extend(options);
    let tags = tagged::new(name, tags.as_ref());
    plan.steps.push(Step::Create { new: Box::new(New { requester, peer, owner, region, tags }) });
    plan
}

fn update(want: &Want, request: &Request, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let connection = || live.id.clone();
    for (path, is, wanted) in [
        ("requester_vpc_id", &live.requester, want.vpcs.as_ref().map(|vpcs| &vpcs.0)),
        ("peer_vpc_id", &live.peer, want.vpcs.as_ref().map(|vpcs| &vpcs.1)),
    ] {
        let other = wanted.filter(|wanted| wanted.as_str() != is);
        let refused =
            |wanted: &Ident| cannot_change("peering connection", path, &is.as_str().into(), &wanted.into());
        plan.refusals.extend(other.map(refused));
    }
    let tag = |tags| Step::Tag { connection: connection(), tags };
    let untag = |tags| Step::Untag { connection: connection(), tags };
    plan.extend(tagged::difference(request.tags.as_ref(), &live.tags, tag, untag));
    if plan.steps.is_empty() && live.status == "initiating-request" {
        plan.busy = Some("AWS to pass the request on".to_owned());
    }
    plan
}

fn accept(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let status = live.map(|live| live.status.as_str());
    match status {
        Some("active") => {}
        Some("provisioning" | "initiating-request") => {
            plan.busy = Some("AWS to connect the VPCs".to_owned());
        }
        _ if status.is_some() || want.is_promised => {
            let connection = live.map_or_else(
                || Ident::AfterApply(model::Reference::new("ec2.vpc_peering_connection", &want.spec.name)),
                |live| live.id.as_str().into(),
            );
            // The connection waits for acceptance, also if this run has yet to request it.
            plan.then(Change::update("status", "pending-acceptance", "active"), Step::Accept { connection });
        }
        _ => plan.refusals.push(format!("there is no peering connection '{}' to accept", want.spec.name)),
    }
    plan
}
