//! Compares a declared subnet group with the one in AWS.

use super::live::Live;
use super::want::Want;
use aws::tags::{self, Tags, keys, to_value};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "ElastiCache";
    /// Creates it.
    Create { name: String, description: String, subnets: Vec<Ident>, tags: Tags } =>
        "CreateCacheSubnetGroup", "create the subnet group";
    /// Changes what differs; subnets are sent as a complete list.
    Modify { name: String, description: Option<String>, subnets: Option<Vec<Ident>> } =>
        "ModifyCacheSubnetGroup", "change the subnet group";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteCacheSubnetGroup", "delete the subnet group";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(_)) => {
            let name = want.spec.name.clone();
            let mut plan = Plan::nothing();
            plan.then(Change::delete("name", name.as_str()), Step::Delete { name });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let description = spec.description.clone().unwrap_or_else(|| spec.name.clone());
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("name", spec.name.as_str()));
    plan.changes.push(Change::create("description", description.as_str()));
    plan.changes.push(Change::create("subnet_ids", want.subnets.clone()));
    let tags = spec.tags.clone().unwrap_or_default();
    if !tags.is_empty() {
        plan.changes.push(Change::create("tags", to_value(&tags)));
    }
    plan.steps.push(Step::Create {
        name: spec.name.clone(),
        description,
        subnets: want.subnets.clone(),
        tags,
    });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let description = want.spec.description.clone().filter(|description| *description != live.description);
    let subnets = Some(want.subnets.clone()).filter(|subnets| *subnets != live.subnets);
    if let Some(description) = &description {
        let change = Change::update("description", live.description.as_str(), description.as_str());
        plan.changes.push(change);
    }
    if let Some(subnets) = &subnets {
        plan.changes.push(Change::update("subnet_ids", live.subnets.clone(), subnets.clone()));
    }
    if !plan.changes.is_empty() {
        plan.steps.push(Step::Modify { name: want.spec.name.clone(), description, subnets });
    }
    if let Some(tags) = &want.spec.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}
