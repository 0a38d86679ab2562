//! Compares a declared image with the one in AWS.

use super::live::Live;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "EC2";
    /// Creates it with its tags.
    Create { name: String, instance: Ident, description: Option<String>, no_reboot: bool, tags: Tags } =>
        "CreateImage", "make an image of {}", instance;
    /// Adds or overwrites tags.
    Tag { image: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { image: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deregisters it.
    Deregister { image: String } => "DeregisterImage", "deregister {}", image;
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    match (spec.present, live) {
        (true, None) => {
            let Some(instance) = want.instance.clone() else { return plan };
            plan.changes.push(Change::create("ami", spec.name.as_str()));
            plan.changes.push(Change::create("instance_id", &instance));
            plan.changes.extend(spec.tags.as_ref().map(|tags| Change::create("tags", tags::to_value(tags))));
            let (name, description) = (spec.name.clone(), spec.description.clone());
            let tags = spec.tags.clone().unwrap_or_default();
            plan.steps.push(Step::Create { name, instance, description, no_reboot: spec.no_reboot, tags });
        }
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            plan.then(Change::delete("ami", live.id.as_str()), Step::Deregister { image: live.id.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if matches!(live.state.as_str(), "failed" | "error" | "invalid") {
        plan.refusals
            .push(format!("AWS could not make {}: deregister it, or give the image another name", live.id));
    }
    if let Some(wanted) = &want.spec.tags {
        let image = || live.id.clone();
        let tag = |tags| Step::Tag { image: image(), tags };
        plan.extend(
            tags::difference(wanted, &live.tags).plan(tag, |tags| Step::Untag { image: image(), tags }),
        );
    }
    if live.state == "pending" && want.spec.patience.is_some() {
        plan.busy = Some("AWS to make the image available".to_owned());
        plan.deadline = want.spec.patience;
    }
    plan
}
