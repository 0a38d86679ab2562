//! Compares a declared hosted zone with the one in AWS.

use std::fmt;

use super::live::Live;
use super::resolve::Want;
use super::spec::Spec;
use model::{Change, Ident, Plan};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateHostedZone`, with the first VPC of a private zone.
    Create {
        name: String,
        reference: String,
        comment: Option<String>,
        is_private: bool,
        vpc: Option<(Ident, Option<String>)>,
        set: Option<String>,
    },
    /// `UpdateHostedZoneComment`.
    SetComment { id: String, comment: String },
    /// `AssociateVPCWithHostedZone`.
    Associate { id: String, vpc: Ident, region: Option<String> },
    /// `DisassociateVPCFromHostedZone`.
    Disassociate { id: String, vpc: String, region: Option<String> },
    /// `DeleteHostedZone`.
    Delete { id: String, name: String },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create { .. } => out.write_str("create the zone"),
            Self::SetComment { .. } => out.write_str("set the comment"),
            Self::Associate { vpc, .. } => write!(out, "associate {vpc}"),
            Self::Disassociate { vpc, .. } => write!(out, "disassociate {vpc}"),
            Self::Delete { .. } => out.write_str("delete the zone"),
        }
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "Route 53.CreateHostedZone",
            Self::SetComment { .. } => "Route 53.UpdateHostedZoneComment",
            Self::Associate { .. } => "Route 53.AssociateVPCWithHostedZone",
            Self::Disassociate { .. } => "Route 53.DisassociateVPCFromHostedZone",
            Self::Delete { .. } => "Route 53.DeleteHostedZone",
        })
    }
}

/// The calls that make a zone: its creation includes the first VPC, and each further one needs a call.
pub(super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let further = if spec.is_private { spec.vpcs.len().saturating_sub(1) } else { 0 };
    let mut calls = vec!["Route 53.CreateHostedZone"];
    calls.extend(std::iter::repeat_n("Route 53.AssociateVPCWithHostedZone", further));
    calls
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let name = want.spec.name.clone();
            let step = Step::Delete { id: live.id.clone(), name: name.clone() };
            plan.then(Change::delete("hosted_zone", name), step);
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let step = Step::Create {
        name: spec.name.clone(),
        reference: spec.caller_reference.clone(),
        comment: spec.comment.clone(),
        is_private: spec.is_private,
        vpc: want.vpcs.first().cloned(),
        set: None,
    };
    plan.then(Change::create("hosted_zone", spec.name.as_str()), step);
    if let Some(comment) = spec.comment.as_ref().filter(|comment| !comment.is_empty()) {
        plan.changes.push(Change::create("comment", comment.as_str()));
    }
    if spec.is_private {
        plan.changes.push(Change::create("private_zone", true));
        plan.changes.push(Change::create("vpcs", sorted(want.vpcs.iter().map(|(id, _)| id.as_str()))));
    }
    plan
}

fn sorted<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(comment) = want.spec.comment.as_ref().filter(|comment| **comment != live.comment) {
        let change = Change::update("comment", live.comment.as_str(), comment.as_str());
        plan.then(change, Step::SetComment { id: live.id.clone(), comment: comment.clone() });
    }
    if live.is_private && !want.vpcs.is_empty() {
        plan.extend(live.vpcs.compared("VPCs", |served| vpcs(want, served, &live.id)));
    }
    plan
}

/// New VPCs are associated before old ones are disassociated, because a private zone has at least one.
fn vpcs(want: &Want, served: &[String], zone: &str) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let is_served = |id: &Ident| served.iter().any(|live| id.known() == Some(live));
    let mut new: Vec<&str> = want.vpcs.iter().map(|(id, _)| id.as_str()).collect();
    let mut steps = vec![];
    for (vpc, region) in want.vpcs.iter().filter(|(id, _)| !is_served(id)) {
        steps.push(Step::Associate { id: zone.to_owned(), vpc: vpc.clone(), region: region.clone() });
    }
    for vpc in served {
        if want.vpcs.iter().any(|(id, _)| id.known() == Some(vpc)) {
            continue;
        }
        if want.spec.are_vpcs_complete {
            steps.push(Step::Disassociate { id: zone.to_owned(), vpc: vpc.clone(), region: None });
        } else {
            new.push(vpc);
        }
    }
    if !steps.is_empty() {
        let old = sorted(served.iter().map(String::as_str));
        plan.changes.push(Change::update("vpcs", old, sorted(new.into_iter())));
        plan.steps.extend(steps);
    }
    plan
}
