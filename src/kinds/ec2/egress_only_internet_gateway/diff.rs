//! Compares a declared egress-only internet gateway with the one in AWS.

use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

const NOUN: &str = "egress-only internet gateway";

steps! {
    "EC2";
    /// Makes it in its VPC, with its tags.
    Create { name: String, vpc: Ident, tags: Tags } =>
        "CreateEgressOnlyInternetGateway", "create the egress-only internet gateway";
    /// Adds or overwrites tags.
    Tag { gateway: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { gateway: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { gateway: String } => "DeleteEgressOnlyInternetGateway", "delete the egress-only internet gateway";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => {
            let other = want.vpc.as_ref().filter(|vpc| live.vpc.as_deref() != Some(vpc.as_str()));
            let is = Value::from(live.vpc.clone());
            plan.refusals.extend(other.map(|vpc| cannot_change(NOUN, "vpc_id", &is, &vpc.into())));
            let tag = |tags| Step::Tag { gateway: live.id.clone(), tags };
            let untag = |tags| Step::Untag { gateway: live.id.clone(), tags };
            plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
        }
        (false, Some(live)) => {
            let delete = Step::Delete { gateway: live.id.clone() };
            plan.then(Change::delete("egress_only_internet_gateway", live.id.as_str()), delete);
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Want) -> Plan<Step> {
    let name = want.spec.name.clone();
    let mut plan = Plan::nothing();
    let Some(vpc) = want.vpc.clone() else {
        plan.refusals.push(format!("there is no {NOUN} '{name}', and a new one needs vpc_id or vpc_name"));
        return plan;
    };
    plan.changes = tagged::created("egress_only_internet_gateway", &name, want.spec.tags.as_ref());
    plan.changes.push(Change::create("vpc_id", &vpc));
    let tags = tagged::new(&name, want.spec.tags.as_ref());
    plan.steps.push(Step::Create { name, vpc, tags });
    plan
}
