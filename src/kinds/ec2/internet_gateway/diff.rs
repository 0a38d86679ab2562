//! Compares a declared internet gateway with the one in AWS.

use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Creates it with its tags. The next round attaches it.
    Create { name: String, tags: Tags } => "CreateInternetGateway", "create the internet gateway";
    /// Attaches it to a VPC.
    Attach { gateway: String, vpc: Ident } => "AttachInternetGateway", "attach it to {}", vpc;
    /// Detaches it from a VPC.
    Detach { gateway: String, vpc: String } => "DetachInternetGateway", "detach it from {}", vpc;
    /// Adds or overwrites tags.
    Tag { gateway: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { gateway: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { gateway: String } => "DeleteInternetGateway", "delete the internet gateway";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let name = want.spec.name.clone();
    let mut plan = Plan::nothing();
    plan.changes = tagged::created("internet_gateway", &name, want.spec.tags.as_ref());
    plan.changes.extend(want.vpc.as_ref().map(|vpc| Change::create("vpc_id", vpc)));
    let tags = tagged::new(&name, want.spec.tags.as_ref());
    plan.steps.push(Step::Create { name, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let gateway = || live.id.clone();
    if let Some(vpc) = want.vpc.as_ref().filter(|vpc| live.vpc.as_deref() != Some(vpc.as_str())) {
        plan.changes.push(Change::update("vpc_id", live.vpc.clone(), vpc));
        plan.steps.extend(detach(live));
        plan.steps.push(Step::Attach { gateway: gateway(), vpc: vpc.clone() });
    }
    let tag = |tags| Step::Tag { gateway: gateway(), tags };
    let untag = |tags| Step::Untag { gateway: gateway(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

fn detach(live: &Live) -> Option<Step> {
    live.vpc.clone().map(|vpc| Step::Detach { gateway: live.id.clone(), vpc })
}

fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(vpc) = live.vpc.as_ref().filter(|_| !want.spec.detach) {
        plan.refusals
            .push(format!("{} is attached to {vpc}: write 'detach: True' to detach it first", live.id));
        return plan;
    }
    plan.changes.push(Change::delete("internet_gateway", live.id.as_str()));
    plan.steps.extend(detach(live));
    plan.steps.push(Step::Delete { gateway: live.id.clone() });
    plan
}
