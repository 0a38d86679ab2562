//! What differs between a declared cache cluster and the one there is.

use std::fmt;

use super::Live;
use super::spec::{Declared, Goal, Spec};
use crate::aws::tags::to_value;
use crate::model::{Change, Plan, Value};
use crate::resources::elasticache::nodes::Settings;
use crate::resources::elasticache::{never_available, tags};

/// What `ModifyCacheCluster` is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modification {
    /// What differs of the settings.
    pub settings: Settings,
    /// The new number of nodes.
    pub num_cache_nodes: Option<i32>,
    /// Nodes to remove.
    pub remove: Option<Vec<String>>,
    /// Zones of new nodes.
    pub new_zones: Option<Vec<String>>,
    /// `single-az` or `cross-az`.
    pub az_mode: Option<String>,
    /// Whether at once.
    pub at_once: bool,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateCacheCluster`.
    Create {
        /// Its id.
        id: String,
        /// All that is declared.
        declared: Box<Declared>,
    },
    /// `ModifyCacheCluster`, with what differs.
    Modify {
        /// Its id.
        id: String,
        /// What differs.
        modification: Box<Modification>,
    },
    /// One about its tags.
    Tags(tags::Step),
    /// `DeleteCacheCluster`.
    Delete {
        /// Its id.
        id: String,
        /// The snapshot to make before.
        final_snapshot: Option<String>,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Create { .. } => "create the cache cluster",
            Self::Modify { .. } => "change the cache cluster",
            Self::Tags(step) => return step.fmt(out),
            Self::Delete { .. } => "delete the cache cluster",
        })
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "ElastiCache.CreateCacheCluster",
            Self::Modify { .. } => "ElastiCache.ModifyCacheCluster",
            Self::Tags(step) => return step.operation(),
            Self::Delete { .. } => "ElastiCache.DeleteCacheCluster",
        })
    }
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let id = want.id.clone();
    match (&want.goal, live) {
        (Goal::Present(declared), None) => {
            plan.changes = creation(&id, declared);
            plan.steps.push(Step::Create { id, declared: declared.clone() });
        }
        // A cluster of that name is going: it is made again once it has gone.
        (Goal::Present(declared), Some(live)) if live.status == "deleting" => {
            plan.changes = creation(&id, declared);
            plan.deleting = Some("deleting the former cluster of this name".to_owned());
        }
        (Goal::Present(declared), Some(live)) => plan = update(&id, declared, live),
        (Goal::Absent { .. }, Some(live)) if live.status == "deleting" => {
            plan.deleting = Some(live.status.clone());
        }
        // AWS deletes nothing that it is still making.
        (Goal::Absent { final_snapshot }, Some(live)) => {
            plan.changes.push(Change::delete("name", id.as_str()));
            if live.status == "creating" {
                plan.busy = Some(live.status.clone());
            } else {
                plan.steps.push(Step::Delete { id, final_snapshot: final_snapshot.clone() });
            }
        }
        (Goal::Absent { .. }, None) => {}
    }
    plan
}

fn creation(id: &str, declared: &Declared) -> Vec<Change> {
    let mut changes = vec![Change::create("name", id)];
    let all: [(&str, Value); 7] = [
        ("num_cache_nodes", declared.num_cache_nodes.into()),
        ("az_mode", declared.az_mode.clone().into()),
        ("preferred_availability_zone", declared.zone.clone().into()),
        ("preferred_availability_zones", declared.zones.clone().into()),
        ("replication_group_id", declared.replication_group.clone().into()),
        ("cache_subnet_group_name", declared.origin.subnet_group.clone().into()),
        ("port", declared.origin.port.into()),
    ];
    let all = declared.settings.entries().into_iter().chain(all).filter(|(_, value)| !value.is_null());
    changes.extend(all.map(|(path, value)| Change::create(path, value)));
    if declared.origin.auth_token.is_some() {
        changes.push(Change::create("auth_token", "set").hidden());
    }
    if let Some(tags) = declared.tags.as_ref().filter(|tags| !tags.is_empty()) {
        changes.push(Change::create("tags", to_value(tags)));
    }
    changes
}

fn update(id: &str, want: &Declared, live: &Live) -> Plan<Step> {
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
        let remove = count.and_then(|count| surplus(want, live, count));
        let new_zones = want.new_zones.clone().filter(|_| count > live.num_cache_nodes);
        let at_once = want.at_once;
        let modification =
            Modification { settings, num_cache_nodes: count, remove, new_zones, az_mode, at_once };
        plan.steps.push(Step::Modify { id: id.to_owned(), modification: Box::new(modification) });
    }
    plan.refusals = refusals(want, live);
    let tags = tags::diff_when_available((&live.arn, &live.status), want.tags.as_ref(), &live.tags);
    plan.extend(tags.map(Step::Tags));
    // AWS changes nothing while it is busy with the cluster.
    if live.status != tags::AVAILABLE && (want.wait || !plan.steps.is_empty()) {
        plan.steps.clear();
        plan.refusals.extend(never_available(&live.status));
        plan.busy = Some(live.status.clone());
    }
    plan
}

/// The nodes that go when there are too many: those named, else the last.
fn surplus(want: &Declared, live: &Live, count: i32) -> Option<Vec<String>> {
    let keep = usize::try_from(count).ok().filter(|count| *count < live.nodes.len())?;
    Some(want.nodes_to_remove.clone().unwrap_or_else(|| live.nodes[keep..].to_vec()))
}

fn refusals(want: &Declared, live: &Live) -> Vec<String> {
    let mut refusals = vec![];
    let mut check = |name: &str, want: Option<String>, live: Option<String>| {
        if let (Some(want), Some(live)) = (want, live)
            && want != live
        {
            refusals
                .push(format!("{name} of a cache cluster cannot change (it is {live}, declared is {want})"));
        }
    };
    let port = |port: Option<i32>| port.map(|port| port.to_string());
    check("port", port(want.origin.port), port(live.origin.port));
    check("cache_subnet_group_name", want.origin.subnet_group.clone(), live.origin.subnet_group.clone());
    refusals
}
