//! Compares a declared cache cluster with the one in AWS.

use super::live::Live;
use super::spec::{Declared, Goal, Spec};
use crate::nodes::{self, Settings};
use crate::status;
use aws::tags::{Tags, keys};
use kind::steps::steps;
use model::{Change, Plan, Value};

/// The parameters of `ModifyCacheCluster`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modification {
    /// The settings that differ.
    pub settings: Settings,
    /// The new number of nodes.
    pub num_cache_nodes: Option<i32>,
    /// Nodes to remove.
    pub remove: Option<Vec<String>>,
    /// Zones of new nodes.
    pub new_zones: Option<Vec<String>>,
    /// `single-az` or `cross-az`.
    pub az_mode: Option<String>,
    /// Whether AWS makes the changes at once.
    pub at_once: bool,
}

steps! {
    "ElastiCache";
    /// Creates it with all declared settings.
    Create { name: String, declared: Box<Declared> } => "CreateCacheCluster", "create the cache cluster";
    /// Changes what differs.
    Modify { name: String, modification: Box<Modification> } => "ModifyCacheCluster", "change the cache cluster";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it, after a final snapshot if one is named.
    Delete { name: String, final_snapshot: Option<String> } => "DeleteCacheCluster", "delete the cache cluster";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let name = want.name.clone();
    match (&want.goal, live) {
        (Goal::Present(declared), None) => create(name, declared),
        (Goal::Present(declared), Some(live)) if live.status == status::DELETING => {
            status::await_gone(create(name, declared), "cluster")
        }
        (Goal::Present(declared), Some(live)) => {
            status::await_available(update(name, declared, live), &live.status, declared.wait)
        }
        (Goal::Absent { final_snapshot }, Some(live)) => {
            let final_snapshot = final_snapshot.clone();
            status::deletion(&want.name, &live.status, Step::Delete { name, final_snapshot })
        }
        (Goal::Absent { .. }, None) => Plan::nothing(),
    }
}

fn create(name: String, declared: &Declared) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let own: [(&str, Value); 5] = [
        ("num_cache_nodes", declared.num_cache_nodes.into()),
        ("az_mode", declared.az_mode.clone().into()),
        ("preferred_availability_zone", declared.zone.clone().into()),
        ("preferred_availability_zones", declared.zones.clone().into()),
        ("replication_group_id", declared.replication_group.clone().into()),
    ];
    let own = declared.settings.entries().into_iter().chain(own).filter(|(_, value)| !value.is_null());
    plan.changes.push(Change::create("name", name.as_str()));
    plan.changes.extend(own.map(|(path, value)| Change::create(path, value)));
    plan.changes.extend(nodes::created(&declared.origin, declared.tags.as_ref()));
    plan.steps.push(Step::Create { name, declared: Box::new(declared.clone()) });
    plan
}

fn update(name: String, want: &Declared, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let settings = want.settings.differing(&live.settings);
    let present = live.settings.entries();
    for (path, new) in settings.entries() {
        let old = present.iter().find(|(name, _)| *name == path).map(|(_, old)| old.clone());
        plan.changes.push(Change::update(path, old, new));
    }
    let count = want.num_cache_nodes.filter(|count| Some(*count) != live.num_cache_nodes);
    if let Some(count) = count {
        plan.changes.push(Change::update("num_cache_nodes", live.num_cache_nodes, count));
    }
    let az_mode = want.az_mode.clone().filter(|_| live.az_mode.is_some() && want.az_mode != live.az_mode);
    if let Some(az_mode) = &az_mode {
        plan.changes.push(Change::update("az_mode", live.az_mode.clone(), az_mode.as_str()));
    }
    if !plan.changes.is_empty() {
        let remove = count.and_then(|count| surplus_nodes(want, live, count));
        let new_zones = want.new_zones.clone().filter(|_| count > live.num_cache_nodes);
        let at_once = want.at_once;
        let modification =
            Modification { settings, num_cache_nodes: count, remove, new_zones, az_mode, at_once };
        plan.steps.push(Step::Modify { name, modification: Box::new(modification) });
    }
    plan.refusals = refusals(want, live);
    let arn = || live.arn.clone();
    let tag = |tags| Step::Tag { arn: arn(), tags };
    let untag = |keys| Step::Untag { arn: arn(), keys };
    plan.extend(status::tags(&live.status, (want.tags.as_ref(), &live.tags), tag, untag));
    plan
}

/// The nodes to remove when there are too many: the named ones, else the last.
fn surplus_nodes(want: &Declared, live: &Live, count: i32) -> Option<Vec<String>> {
    let keep = usize::try_from(count).ok().filter(|count| *count < live.nodes.len())?;
    Some(want.nodes_to_remove.clone().unwrap_or_else(|| live.nodes[keep..].to_vec()))
}

fn refusals(want: &Declared, live: &Live) -> Vec<String> {
    let mut refusals = vec![];
    let mut check = |name: &str, want: Option<String>, live: Option<String>| {
        if let (Some(want), Some(live)) = (want, live)
            && want != live
        {
            refusals.push(format!(
                "{name} of a cache cluster cannot change (AWS has {live}, the SLS declares {want})"
            ));
        }
    };
    let port = |port: Option<i32>| port.map(|port| port.to_string());
    check("port", port(want.origin.port), port(live.origin.port));
    check("cache_subnet_group_name", want.origin.subnet_group.clone(), live.origin.subnet_group.clone());
    refusals
}
