//! Compares a declared network ACL with the one in AWS.

use super::entry::Entry;
use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its tags. The next round does the rest, which needs its id.
    Create { name: String, vpc: Ident, tags: Tags } => "CreateNetworkAcl", "create the network ACL";
    /// Adds an entry.
    Add { acl: String, entry: Entry } => "CreateNetworkAclEntry", "add the {} entry {}", direction(entry.egress), entry.number;
    /// Changes an entry in one call.
    Replace { acl: String, entry: Entry } =>
        "ReplaceNetworkAclEntry", "change the {} entry {}", direction(entry.egress), entry.number;
    /// Removes an entry.
    Remove { acl: String, egress: bool, number: i32 } =>
        "DeleteNetworkAclEntry", "remove the {} entry {}", direction(*egress), number;
    /// Associates a subnet with this ACL instead of its present one.
    Associate { acl: String, subnet: Ident } => "ReplaceNetworkAclAssociation", "associate it with {}", subnet;
    /// Associates a subnet with the default ACL of the VPC.
    Release { acl: String, vpc: String, subnet: String } =>
        "ReplaceNetworkAclAssociation", "associate {} with the default network ACL", subnet;
    /// Adds or overwrites tags.
    Tag { acl: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { acl: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { acl: String } => "DeleteNetworkAcl", "delete the network ACL";
}

fn direction(egress: bool) -> &'static str {
    if egress { "egress" } else { "ingress" }
}

impl Step {
    /// Subnets are moved in parallel. Entries are changed one after the other, in the safe order.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        let moves = |step: &Self| matches!(step, Self::Associate { .. } | Self::Release { .. });
        !(moves(self) && moves(earlier))
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (_, Some(live)) if live.is_default => {
            let reason = format!(
                "{} is the default network ACL of {}, and this state does not change that one",
                live.id, live.vpc_id
            );
            plan.refusals.push(reason);
        }
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let subnets = live.subnets.iter();
            plan.steps.extend(subnets.map(|subnet| release(live, subnet)));
            plan.changes.push(Change::delete("network_acl", live.id.as_str()));
            plan.steps.push(Step::Delete { acl: live.id.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn release(live: &Live, subnet: &str) -> Step {
    Step::Release { acl: live.id.clone(), vpc: live.vpc_id.clone(), subnet: subnet.to_owned() }
}

fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let Some(vpc) = want.vpc.clone() else {
        let reason =
            format!("there is no network ACL '{}', and a new one needs vpc_id or vpc_name", spec.name);
        plan.refusals.push(reason);
        return plan;
    };
    plan.changes = tagged::created("network_acl", &spec.name, spec.tags.as_ref());
    plan.changes.push(Change::create("vpc_id", &vpc));
    let entries = spec.entries.as_deref().filter(|all| !all.is_empty());
    plan.changes.extend(entries.map(|all| Change::create("entries", shown(all))));
    let subnets = want.subnets.as_deref().filter(|all| !all.is_empty());
    plan.changes.extend(subnets.map(|all| Change::create("subnet_ids", ids(all))));
    let tags = tagged::new(&spec.name, spec.tags.as_ref());
    plan.steps.push(Step::Create { name: spec.name.clone(), vpc, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let other = want.vpc.as_ref().filter(|vpc| vpc.as_str() != live.vpc_id).map(Value::from);
    let is = Value::from(live.vpc_id.as_str());
    plan.refusals.extend(other.map(|vpc| cannot_change("network ACL", "vpc_id", &is, &vpc)));
    if let Some(wanted) = want.spec.entries.as_deref().filter(|wanted| *wanted != live.entries) {
        plan.changes.push(Change::update("entries", shown(&live.entries), shown(wanted)));
        plan.steps.extend(entries(&live.id, wanted, &live.entries));
    }
    if let Some(subnets) = &want.subnets {
        let has = |subnet: &&Ident| live.subnets.iter().any(|is| is == subnet.as_str());
        let wanted = |is: &&String| subnets.iter().any(|subnet| subnet.as_str() == is.as_str());
        let missing: Vec<&Ident> = subnets.iter().filter(|subnet| !has(subnet)).collect();
        let extra: Vec<&String> = live.subnets.iter().filter(|is| !wanted(is)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            plan.changes.push(Change::update("subnet_ids", live.subnets.clone(), ids(subnets)));
        }
        let give = |subnet: &Ident| Step::Associate { acl: live.id.clone(), subnet: subnet.clone() };
        plan.steps.extend(missing.into_iter().map(give));
        plan.steps.extend(extra.into_iter().map(|subnet| release(live, subnet)));
    }
    let tag = |tags| Step::Tag { acl: live.id.clone(), tags };
    let untag = |tags| Step::Untag { acl: live.id.clone(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

/// Entries that deny are added first and removed last, so that no traffic is allowed in between that is not allowed before
/// or after.
fn entries(acl: &str, want: &[Entry], live: &[Entry]) -> Vec<Step> {
    let there = |entry: &Entry| live.iter().find(|other| other.key() == entry.key());
    let mut set: Vec<&Entry> = want.iter().filter(|entry| there(entry) != Some(entry)).collect();
    set.sort_by_key(|entry| entry.allows);
    let mut gone: Vec<&Entry> =
        live.iter().filter(|entry| !want.iter().any(|other| other.key() == entry.key())).collect();
    gone.sort_by_key(|entry| !entry.allows);
    let set = set.into_iter().map(|entry| match there(entry) {
        Some(_) => Step::Replace { acl: acl.to_owned(), entry: entry.clone() },
        None => Step::Add { acl: acl.to_owned(), entry: entry.clone() },
    });
    let gone = gone.into_iter().map(|entry| Step::Remove {
        acl: acl.to_owned(),
        egress: entry.egress,
        number: entry.number,
    });
    set.chain(gone).collect()
}

fn shown(entries: &[Entry]) -> Value {
    Value::List(entries.iter().map(Entry::to_value).collect())
}

fn ids(subnets: &[Ident]) -> Vec<String> {
    subnets.iter().map(ToString::to_string).collect()
}
