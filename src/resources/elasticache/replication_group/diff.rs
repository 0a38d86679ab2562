//! What differs between a declared replication group and the one there is.

use std::fmt;

use super::Live;
use super::spec::{Declared, Goal, GroupSettings, Removal, Spec};
use crate::aws::tags::to_value;
use crate::model::{Change, Plan, Value};
use crate::resources::elasticache::nodes::Settings;
use crate::resources::elasticache::{never_available, tags};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateReplicationGroup`.
    Create {
        /// Its id.
        id: String,
        /// All that is declared.
        declared: Box<Declared>,
    },
    /// `ModifyReplicationGroup`, with what differs.
    Modify {
        /// Its id.
        id: String,
        /// What differs of the group.
        group: Box<GroupSettings>,
        /// What differs of its nodes.
        settings: Box<Settings>,
        /// Whether at once.
        at_once: bool,
    },
    /// One about its tags.
    Tags(tags::Step),
    /// `DeleteReplicationGroup`.
    Delete {
        /// Its id.
        id: String,
        /// How it goes.
        removal: Removal,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Create { .. } => "create the replication group",
            Self::Modify { .. } => "change the replication group",
            Self::Tags(step) => return step.fmt(out),
            Self::Delete { .. } => "delete the replication group",
        })
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "ElastiCache.CreateReplicationGroup",
            Self::Modify { .. } => "ElastiCache.ModifyReplicationGroup",
            Self::Tags(step) => return step.operation(),
            Self::Delete { .. } => "ElastiCache.DeleteReplicationGroup",
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
        // A group of that name is going: it is made again once it has gone.
        (Goal::Present(declared), Some(live)) if live.status == "deleting" => {
            plan.changes = creation(&id, declared);
            plan.deleting = Some("deleting the former group of this name".to_owned());
        }
        (Goal::Present(declared), Some(live)) => plan = update(&id, declared, live),
        (Goal::Absent(_), Some(live)) if live.status == "deleting" => {
            plan.deleting = Some(live.status.clone());
        }
        // AWS deletes nothing that it is still making.
        (Goal::Absent(removal), Some(live)) => {
            plan.changes.push(Change::delete("name", id.as_str()));
            if live.status == "creating" {
                plan.busy = Some(live.status.clone());
            } else {
                plan.steps.push(Step::Delete { id, removal: removal.clone() });
            }
        }
        (Goal::Absent(_), None) => {}
    }
    plan
}

fn creation(id: &str, declared: &Declared) -> Vec<Change> {
    let mut changes = vec![Change::create("name", id)];
    let members = &declared.members;
    let once: [(&str, Value); 6] = [
        ("num_cache_clusters", members.clusters.into()),
        ("preferred_cache_cluster_azs", members.zones.clone().into()),
        ("num_node_groups", members.shards.into()),
        ("replicas_per_node_group", members.replicas.into()),
        ("cache_subnet_group_name", declared.origin.subnet_group.clone().into()),
        ("port", declared.origin.port.into()),
    ];
    let all = declared.group.entries().into_iter().chain(declared.settings.entries()).chain(once);
    changes
        .extend(all.filter(|(_, value)| !value.is_null()).map(|(path, value)| Change::create(path, value)));
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
    let group = want.group.differing(&live.group);
    let settings = want.settings.differing(&live.settings);
    let mut present = live.group.entries();
    present.extend(live.settings.entries());
    for (path, new) in group.entries().into_iter().chain(settings.entries()) {
        let old = present.iter().find(|(name, _)| *name == path).map(|(_, old)| old.clone());
        plan.changes.push(Change::update(path, old, new));
    }
    if !plan.changes.is_empty() {
        let (group, settings) = (Box::new(group), Box::new(settings));
        plan.steps.push(Step::Modify { id: id.to_owned(), group, settings, at_once: want.at_once });
    }
    if let Some(clusters) = want.members.clusters
        && usize::try_from(clusters) != Ok(live.members.len())
        && live.status == "available"
    {
        plan.warnings.push(format!(
            "{id} has {} clusters and {clusters} are declared: add or remove replicas by hand",
            live.members.len()
        ));
    }
    let tags = tags::diff_when_available((&live.arn, &live.status), want.tags.as_ref(), &live.tags);
    plan.extend(tags.map(Step::Tags));
    // AWS changes nothing while it is busy with the group.
    if live.status != tags::AVAILABLE && (want.wait || !plan.steps.is_empty()) {
        plan.steps.clear();
        plan.refusals.extend(never_available(&live.status));
        plan.busy = Some(live.status.clone());
    }
    plan
}
