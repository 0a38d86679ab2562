//! Compares a declared subnet group with the one in AWS.

use super::live::Live;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "RDS";
    /// Creates it.
    Create { name: String, description: String, subnets: Vec<Ident>, tags: Tags } =>
        "CreateDBSubnetGroup", "create the subnet group";
    /// Changes it. AWS requires all subnets, also if only the description differs.
    Modify { name: String, description: Option<String>, subnets: Vec<Ident> } =>
        "ModifyDBSubnetGroup", "change the subnet group";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteDBSubnetGroup", "delete the subnet group";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let change = Change::delete("subnet_group", live.name.as_str());
            plan.then(change, Step::Delete { name: live.name.clone() });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let description = spec.description.clone().unwrap_or_else(|| spec.name.clone());
    let tags = spec.tags.clone().unwrap_or_default();
    plan.changes.push(Change::create("subnet_group", spec.name.as_str()));
    plan.changes.push(Change::create("description", description.as_str()));
    plan.changes.push(Change::create("subnet_ids", want.subnets.clone()));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create {
        name: spec.name.clone(),
        description,
        subnets: want.subnets.clone(),
        tags,
    });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let description = spec.description.clone().filter(|description| *description != live.description);
    plan.changes.extend(
        description.as_deref().map(|new| Change::update("description", live.description.as_str(), new)),
    );
    if want.subnets != live.subnets {
        plan.changes.push(Change::update("subnet_ids", live.subnets.clone(), want.subnets.clone()));
    }
    if !plan.changes.is_empty() {
        let (name, subnets) = (live.name.clone(), want.subnets.clone());
        plan.steps.push(Step::Modify { name, description, subnets });
    }
    if let Some(tags) = &spec.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}
