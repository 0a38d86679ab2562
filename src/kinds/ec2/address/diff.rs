//! Compares a declared Elastic IP address with the one in AWS.

use super::live::Live;
use super::want::Want;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Allocates it with its tags. The next round associates it.
    Allocate { name: String, tags: Tags } => "AllocateAddress", "allocate the address";
    /// Disassociates it.
    Disassociate { association: String } => "DisassociateAddress", "disassociate it";
    /// Associates it with an instance or a network interface.
    Associate { allocation: String, owner: Ident } => "AssociateAddress", "associate it with {}", owner;
    /// Adds or overwrites tags.
    Tag { allocation: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { allocation: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Releases it.
    Release { allocation: String } => "ReleaseAddress", "release the address";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => {
            let name = want.spec.name.clone();
            plan.changes = tagged::created("address", &name, want.spec.tags.as_ref());
            plan.changes.extend(want.owner.as_ref().map(|owner| Change::create("owner", owner)));
            let tags = tagged::new(&name, want.spec.tags.as_ref());
            plan.steps.push(Step::Allocate { name, tags });
        }
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            plan.changes.push(Change::delete("address", live.public_ip.as_str()));
            plan.steps.extend(disassociate(live));
            plan.steps.push(Step::Release { allocation: live.id.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn disassociate(live: &Live) -> Option<Step> {
    live.association.clone().map(|association| Step::Disassociate { association })
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let allocation = || live.id.clone();
    let is_it = |owner: &&Ident| live.owners.iter().any(|id| owner.known() == Some(id.as_str()));
    if let Some(owner) = want.owner.as_ref().filter(|owner| !is_it(owner)) {
        plan.changes.push(Change::update("owner", live.owners.first().cloned(), owner));
        plan.steps.extend(disassociate(live));
        plan.steps.push(Step::Associate { allocation: allocation(), owner: owner.clone() });
    }
    let tag = |tags| Step::Tag { allocation: allocation(), tags };
    let untag = |tags| Step::Untag { allocation: allocation(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}
