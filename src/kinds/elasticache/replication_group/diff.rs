//! Compares a declared replication group with the one in AWS.

use super::live::Live;
use super::spec::{Declared, Goal, GroupSettings, Removal, Spec};
use crate::nodes::{self, Settings};
use crate::status;
use aws::tags::{Tags, keys};
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "ElastiCache";
    /// Creates it with all declared settings.
    Create { name: String, declared: Box<Declared> } => "CreateReplicationGroup", "create the replication group";
    /// Changes what differs of the group and of its nodes.
    Modify { name: String, group: Box<GroupSettings>, settings: Box<Settings>, at_once: bool } =>
        "ModifyReplicationGroup", "change the replication group";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String, removal: Removal } => "DeleteReplicationGroup", "delete the replication group";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let name = want.name.clone();
    match (&want.goal, live) {
        (Goal::Present(declared), None) => create(name, declared),
        (Goal::Present(declared), Some(live)) if live.status == status::DELETING => {
            status::await_gone(create(name, declared), "group")
        }
        (Goal::Present(declared), Some(live)) => {
            status::await_available(update(name, declared, live), &live.status, declared.wait)
        }
        (Goal::Absent(removal), Some(live)) => {
            let removal = removal.clone();
            status::deletion(&want.name, &live.status, Step::Delete { name, removal })
        }
        (Goal::Absent(_), None) => Plan::nothing(),
    }
}

fn create(name: String, declared: &Declared) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let members = &declared.members;
    let own: [(&str, Value); 4] = [
        ("num_cache_clusters", members.clusters.into()),
        ("preferred_cache_cluster_azs", members.zones.clone().into()),
        ("num_node_groups", members.shards.into()),
        ("replicas_per_node_group", members.replicas.into()),
    ];
    let own = declared.group.entries().into_iter().chain(declared.settings.entries()).chain(own);
    plan.changes.push(Change::create("name", name.as_str()));
    plan.changes
        .extend(own.filter(|(_, value)| !value.is_null()).map(|(path, value)| Change::create(path, value)));
    plan.changes.extend(nodes::created(&declared.origin, declared.tags.as_ref()));
    plan.steps.push(Step::Create { name, declared: Box::new(declared.clone()) });
    plan
}

fn update(name: String, want: &Declared, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let group = want.group.differing(&live.group);
    let settings = want.settings.differing(&live.settings);
    let mut present = live.group.entries();
    present.extend(live.settings.entries());
    for (path, new) in group.entries().into_iter().chain(settings.entries()) {
        let old = present.iter().find(|(name, _)| *name == path).map(|(_, old)| old.clone());
        plan.changes.push(Change::update(path, old, new));
    }
    if let Some(clusters) = want.members.clusters
        && usize::try_from(clusters) != Ok(live.members.len())
        && live.status == status::AVAILABLE
    {
        plan.warnings.push(format!(
            "{name} has {} clusters, and the SLS declares {clusters}: add or remove replicas by hand",
            live.members.len()
        ));
    }
    if !plan.changes.is_empty() {
        let (group, settings) = (Box::new(group), Box::new(settings));
        plan.steps.push(Step::Modify { name, group, settings, at_once: want.at_once });
    }
    let arn = || live.arn.clone();
    let tag = |tags| Step::Tag { arn: arn(), tags };
    let untag = |keys| Step::Untag { arn: arn(), keys };
    plan.extend(status::tags(&live.status, (want.tags.as_ref(), &live.tags), tag, untag));
    plan
}
