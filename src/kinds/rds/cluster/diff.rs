//! Compares a declared cluster with the one in AWS.

use std::time::Duration;

use super::live::Live;
use super::settings::{Fixed, LATER, Settings};
use super::spec::{Declared, Goal};
use super::want::Want;
use crate::instance::spec::{Removal, Secrets};
use crate::status::{CREATING, DELETING, await_gone, await_ready, is_ready, is_stuck, later, older};
use aws::tags::{self, Tags, keys};
use kind::settings::Settings as _;
use kind::steps::steps;
use model::{Change, Ident, Plan};

/// How long a cluster may still show deleted instances.
const GOING: Duration = Duration::from_secs(90);

steps! {
    "RDS";
    /// Creates it.
    Create { new: Box<New> } => "CreateDBCluster", "create the cluster";
    /// Changes what differs.
    Modify { name: String, changed: Box<Changed> } => "ModifyDBCluster", "change the cluster";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it, after a final snapshot if one is named.
    Delete { name: String, removal: Removal } => "DeleteDBCluster", "delete the cluster{}", removal.words();
}

/// The settings of a new cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// The settings that can change later.
    pub settings: Settings,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its security groups.
    pub groups: Option<Vec<Ident>>,
    /// Values that AWS never shows.
    pub secrets: Secrets,
    /// Its tags.
    pub tags: Tags,
}

/// The changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changed {
    /// The settings that differ.
    pub settings: Settings,
    /// All its security groups, if they differ.
    pub groups: Option<Vec<Ident>>,
    /// The first user's password, if AWS no longer manages it.
    pub secrets: Secrets,
    /// True to change it now, instead of in the maintenance window.
    pub at_once: bool,
    /// Whether the major version may change.
    pub may_jump: Option<bool>,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let deadline = want.spec.deadline;
    match (&want.spec.goal, live) {
        (Goal::Present(declared), None) => create(want, declared),
        // AWS is deleting one with that name: the run makes it again once that is gone.
        (Goal::Present(declared), Some(live)) if live.status == DELETING => {
            let mut plan = create(want, declared);
            plan.steps.clear();
            await_gone(&mut plan, "AWS to delete the former cluster of this name", deadline);
            plan
        }
        (Goal::Present(declared), Some(live)) => {
            let is_new = live.status == CREATING;
            let mut plan = if is_new { Plan::nothing() } else { update(want, declared, live) };
            await_ready(&mut plan, &live.status, declared.awaited.as_deref(), deadline);
            plan
        }
        (Goal::Absent(removal), Some(live)) => delete(want, removal, live),
        (Goal::Absent(_), None) => Plan::nothing(),
    }
}

fn create(want: &Want, declared: &Declared) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = want.spec.name.clone();
    let (tags, secrets) = (declared.tags.clone().unwrap_or_default(), declared.secrets.clone());
    plan.changes.push(Change::create("cluster", name.as_str()));
    plan.changes.extend(declared.fixed.created().into_iter().chain(declared.settings.created()));
    plan.changes.extend(want.groups.clone().map(|groups| Change::create("vpc_security_group_ids", groups)));
    let password = secrets.password.as_ref();
    plan.changes.extend(password.map(|_| Change::create("master_user_password", "set").hidden()));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let (settings, fixed) = (declared.settings.clone(), declared.fixed.clone());
    let new = New { name, settings, fixed, groups: want.groups.clone(), secrets, tags };
    plan.steps.push(Step::Create { new: Box::new(new) });
    plan
}

fn update(want: &Want, declared: &Declared, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.refusals = declared.fixed.refusals(&live.fixed, "RDS cluster");
    // Pending changes are made now if the author now wants that. A pending change of what is as declared is taken back.
    let is_immediate = declared.at_once && is_ready(&live.status);
    let is_as_declared = declared.settings.differing(&live.current).is_empty();
    let there = if is_immediate && !is_as_declared { &live.current } else { &live.settings };
    let mut settings = declared.settings.differing(there);
    if let Some(warning) = older(settings.version.as_ref(), there.version.as_ref()) {
        plan.warnings.push(warning);
        settings.version = None;
    }
    let groups = want.groups.clone().filter(|groups| *groups != live.groups);
    plan.changes = settings.changes(there);
    plan.changes
        .extend(groups.clone().map(|new| Change::update("vpc_security_group_ids", live.groups.clone(), new)));
    if !plan.changes.is_empty() {
        if !declared.at_once {
            let window = live.settings.maintenance_window.as_ref();
            plan.warnings.extend(later(&settings.entries(), LATER, window));
        }
        // Both limits are sent together.
        if settings.least.is_some() || settings.most.is_some() {
            settings.least = declared.settings.least.clone();
            settings.most = declared.settings.most.clone();
        }
        let secrets = declared.secrets.for_change(settings.manages_password);
        let (at_once, may_jump) = (declared.at_once, declared.may_jump);
        let changed = Box::new(Changed { settings, groups, secrets, at_once, may_jump });
        plan.steps.push(Step::Modify { name: live.name.clone(), changed });
    }
    if let Some(tags) = &declared.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::difference(tags, &live.tags).plan(|tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

fn delete(want: &Want, removal: &Removal, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if live.status == DELETING {
        if removal.waits {
            await_gone(&mut plan, "AWS to delete the cluster", want.spec.deadline);
        }
        return plan;
    }
    plan.refusals = removal.refusals(live.settings.is_protected, want.is_taken);
    let name = live.name.clone();
    let change = Change::delete("cluster", name.as_str());
    plan.then(change, Step::Delete { name, removal: removal.clone() });
    let staying: Vec<&str> =
        live.members.iter().filter(|name| !want.leaving.contains(name)).map(String::as_str).collect();
    if !staying.is_empty() {
        // For a while AWS still shows a deleted instance.
        let what = format!("the deletion of its instances ({}): delete them first", staying.join(", "));
        plan.steps.clear();
        plan.links.clear();
        plan.warnings.push(format!("AWS does not delete a cluster with instances ({})", staying.join(", ")));
        plan.busy = Some(what);
        plan.deadline = Some(GOING);
        return plan;
    }
    // AWS deletes broken or stopped ones, but none that it is working on.
    if !is_stuck(&live.status) {
        await_ready(&mut plan, &live.status, None, want.spec.deadline);
    }
    plan
}
