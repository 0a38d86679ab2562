//! Compares a declared VPC endpoint with the one in AWS.

use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::policy;
use aws::tags::{Tags, keys};
use kind::settings::{Settings, cannot_change};
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Creates it with all declared settings.
    Create { name: String, want: Box<Want>, tags: Tags } => "CreateVpcEndpoint", "create the VPC endpoint";
    /// Changes what differs.
    Modify { endpoint: String, edit: Box<Edit> } => "ModifyVpcEndpoint", "modify the VPC endpoint";
    /// Adds or overwrites tags.
    Tag { endpoint: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { endpoint: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { endpoint: String } => "DeleteVpcEndpoints", "delete the VPC endpoint";
}

/// Changes of an endpoint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// Route tables to add and remove.
    pub tables: Members,
    /// Subnets to add and remove.
    pub subnets: Members,
    /// Groups to add and remove.
    pub groups: Members,
    /// Whether the service's own DNS name resolves to it.
    pub private_dns: Option<bool>,
    /// The endpoint policy.
    pub policy: Option<String>,
}

/// Members to add and remove.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members {
    /// Members to add.
    pub add: Vec<Ident>,
    /// Members to remove.
    pub remove: Vec<String>,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (_, Some(live)) if live.state == "deleting" => {
            plan.deleting = Some("AWS to delete the VPC endpoint".to_owned());
        }
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let step = Step::Delete { endpoint: live.id.clone() };
            plan.then(Change::delete("vpc_endpoint", live.id.as_str()), step);
        }
        (false, None) => {}
    }
    plan
}

fn shown(ids: &[Ident]) -> Vec<Value> {
    ids.iter().map(Value::from).collect()
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    plan.changes = tagged::created("vpc_endpoint", &spec.name, spec.tags.as_ref());
    plan.changes.extend(want.vpc.as_ref().map(|vpc| Change::create("vpc_id", vpc)));
    plan.changes.extend(spec.fixed.created());
    for (path, ids) in
        [("route_tables", &want.tables), ("subnets", &want.subnets), ("security_groups", &want.groups)]
    {
        plan.changes.extend(ids.as_ref().map(|ids| Change::create(path, shown(ids))));
    }
    plan.changes.extend(spec.private_dns.map(|on| Change::create("private_dns_enabled", on)));
    plan.changes.extend(spec.policy.as_deref().map(|it| Change::create("policy", policy::to_shown(it))));
    let tags = tagged::new(&spec.name, spec.tags.as_ref());
    plan.steps.push(Step::Create { name: spec.name.clone(), want: Box::new(want.clone()), tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    plan.refusals = spec.fixed.refusals(&live.fixed, "VPC endpoint");
    let other = want.vpc.as_ref().filter(|vpc| vpc.as_str() != live.vpc);
    let is = Value::from(live.vpc.as_str());
    plan.refusals.extend(other.map(|vpc| cannot_change("VPC endpoint", "vpc_id", &is, &vpc.into())));
    let mut edit = Edit {
        private_dns: spec.private_dns.filter(|on| *on != live.private_dns),
        policy: spec.policy.clone().filter(|wanted| !policy::is_same(wanted, &live.policy)),
        ..Edit::default()
    };
    for (path, wanted, is, members) in [
        ("route_tables", &want.tables, &live.tables, &mut edit.tables),
        ("subnets", &want.subnets, &live.subnets, &mut edit.subnets),
        ("security_groups", &want.groups, &live.groups, &mut edit.groups),
    ] {
        let Some(wanted) = wanted else { continue };
        let is_there = |id: &&Ident| !is.iter().any(|known| id.known() == Some(known.as_str()));
        members.add = wanted.iter().filter(is_there).cloned().collect();
        let is_wanted = |id: &&String| !wanted.iter().any(|known| known.known() == Some(id.as_str()));
        members.remove = is.iter().filter(is_wanted).cloned().collect();
        if *members != Members::default() {
            plan.changes.push(Change::update(path, is.clone(), shown(wanted)));
        }
    }
    let dns = edit.private_dns.map(|on| Change::update("private_dns_enabled", live.private_dns, on));
    plan.changes.extend(dns);
    let policy = edit.policy.as_deref().map(policy::to_shown);
    plan.changes.extend(policy.map(|new| Change::update("policy", policy::to_shown(&live.policy), new)));
    if edit != Edit::default() {
        plan.steps.push(Step::Modify { endpoint: live.id.clone(), edit: Box::new(edit) });
    }
    let tag = |tags| Step::Tag { endpoint: live.id.clone(), tags };
    let untag = |tags| Step::Untag { endpoint: live.id.clone(), tags };
    plan.extend(tagged::difference(spec.tags.as_ref(), &live.tags, tag, untag));
    if plan.steps.is_empty() && live.state == "pending" {
        plan.busy = Some("AWS to make the VPC endpoint available".to_owned());
    }
    plan
}
