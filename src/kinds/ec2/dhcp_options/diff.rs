//! Compares declared DHCP options with those in AWS.

use super::live::Live;
use super::spec::Options;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Creates the set with its tags. The next round associates it with its VPC.
    Create { name: String, options: Options, tags: Tags } => "CreateDhcpOptions", "create the DHCP options";
    /// Associates the set with a VPC.
    Associate { options: String, vpc: Ident } => "AssociateDhcpOptions", "associate them with {}", vpc;
    /// Disassociates the set from a VPC, which then has no options.
    Disassociate { vpc: String } => "AssociateDhcpOptions", "disassociate them from {}", vpc;
    /// Adds or overwrites tags.
    Tag { options: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { options: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes the set.
    Delete { options: String } => "DeleteDhcpOptions", "delete the DHCP options";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (name, options) = (want.spec.name.clone(), want.spec.options.clone());
    let mut plan = Plan::nothing();
    if want.spec.is_by_id {
        plan.refusals.push(format!(
            "there are no DHCP options {name}. AWS chooses the id of new ones, so write a name instead"
        ));
        return plan;
    }
    if options.is_empty() {
        plan.refusals.push("new DHCP options need at least one option, such as domain_name".to_owned());
        return plan;
    }
    plan.changes = tagged::created("dhcp_options", &name, want.spec.tags.as_ref());
    plan.changes.extend(options.created());
    plan.changes.extend(want.vpc.as_ref().map(|vpc| Change::create("vpc_id", vpc)));
    let tags = tagged::new(&name, want.spec.tags.as_ref());
    plan.steps.push(Step::Create { name, options, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let options = || live.id.clone();
    plan.refusals = want.spec.options.refusals(&live.options, "set of DHCP options");
    if let Some(vpc) = &want.vpc {
        plan.extend(live.vpcs.compared("VPCs", |having| associated(vpc, having, live)));
    }
    let tag = |tags| Step::Tag { options: options(), tags };
    let untag = |tags| Step::Untag { options: options(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

fn associated(vpc: &Ident, having: &[String], live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if !having.iter().any(|has| has == vpc.as_str()) {
        let step = Step::Associate { options: live.id.clone(), vpc: vpc.clone() };
        plan.then(Change::create("vpc_id", vpc), step);
    }
    plan
}

fn delete(live: &Live) -> Plan<Step> {
    live.vpcs.compared("VPCs", |having| {
        let mut plan = Plan::nothing();
        plan.changes.push(Change::delete("dhcp_options", live.id.as_str()));
        plan.steps.extend(having.iter().map(|vpc| Step::Disassociate { vpc: vpc.clone() }));
        plan.steps.push(Step::Delete { options: live.id.clone() });
        plan
    })
}
