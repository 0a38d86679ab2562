//! Compares a declared instance with the one in AWS.

use super::live::Live;
use super::settings::{Fixed, LATER, Settings};
use super::spec::{Declared, Goal, Removal, Secrets};
use super::want::{Ties, Want};
use crate::status::{CREATING, DELETING, await_gone, await_ready, is_ready, is_stuck, later, older};
use aws::tags::{self, Tags, keys};
use kind::settings::{Settings as _, cannot_change};
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "RDS";
    /// Creates it.
    Create { new: Box<New> } => "CreateDBInstance", "create the instance";
    /// Makes it as a read replica.
    Replicate { new: Box<New>, source: String } => "CreateDBInstanceReadReplica", "create a replica of {}", source;
    /// Changes what differs.
    Modify { name: String, changed: Box<Changed> } => "ModifyDBInstance", "change the instance";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it, after a final snapshot if one is named.
    Delete { name: String, removal: Removal } => "DeleteDBInstance", "delete the instance{}", removal.words();
}

/// The settings of a new instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// The settings that can change later.
    pub settings: Settings,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its security groups and role.
    pub ties: Ties,
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
    /// Its security groups and role, if they differ.
    pub ties: Ties,
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
            await_gone(&mut plan, "AWS to delete the former instance of this name", deadline);
            plan
        }
        (Goal::Present(declared), Some(live)) => {
            let mut plan =
                if live.status == CREATING { Plan::nothing() } else { update(want, declared, live) };
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
    if !declared.has_password() {
        let needed = "'master_user_password', or 'manage_master_user_password: True'";
        plan.refusals.push(format!("there is no instance '{name}', and a new one needs {needed}"));
        return plan;
    }
    let tags = declared.tags.clone().unwrap_or_default();
    let ties = want.ties.entries().into_iter().filter(|(_, value)| !value.is_null());
    plan.changes.push(Change::create("instance", name.as_str()));
    plan.changes.extend(declared.source.as_deref().map(|source| Change::create("source", source)));
    plan.changes.extend(declared.fixed.created().into_iter().chain(declared.settings.created()));
    plan.changes.extend(ties.map(|(name, value)| Change::create(name, value)));
    let secrets = &declared.secrets;
    let hidden =
        [("master_user_password", &secrets.password), ("tde_credential_password", &secrets.tde_password)];
    let hidden = hidden.into_iter().filter(|(_, secret)| secret.is_some());
    plan.changes.extend(hidden.map(|(name, _)| Change::create(name, "set").hidden()));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let new = Box::new(New {
        name,
        settings: declared.settings.clone(),
        fixed: declared.fixed.clone(),
        ties: want.ties.clone(),
        secrets: secrets.clone(),
        tags,
    });
    plan.steps.push(match declared.source.clone() {
        Some(source) => Step::Replicate { new, source },
        None => Step::Create { new },
    });
    plan
}

fn update(want: &Want, declared: &Declared, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.refusals = declared.fixed.refusals(&live.fixed, "RDS instance");
    if let Some(source) = declared.source.as_deref().filter(|source| Some(*source) != live.source.as_deref())
    {
        let is = live.source.as_deref().unwrap_or("no instance").into();
        plan.refusals.push(cannot_change("RDS replica", "source", &is, &source.into()));
    }
    // Pending changes are made now if the author now wants that. A pending change of what is as declared is taken back.
    let is_immediate = declared.at_once && is_ready(&live.status);
    let is_as_declared = declared.settings.differing(&live.current).is_empty();
    let there = if is_immediate && !is_as_declared { &live.current } else { &live.settings };
    let mut settings = declared.settings.differing(there);
    if let Some(warning) = older(settings.version.as_ref(), there.version.as_ref()) {
        plan.warnings.push(warning);
        settings.version = None;
    }
    // With storage autoscaling the storage can be larger than declared.
    if let (Some(wanted), Some(is)) = (settings.storage, there.storage)
        && wanted < is
    {
        plan.warnings.push(format!("its storage already has {is} GiB, and AWS never reduces it to {wanted}"));
        settings.storage = None;
    }
    let ties = want.ties.differing(&live.ties);
    plan.changes.extend(settings.changes(there).into_iter().chain(ties.changes(&live.ties)));
    if !plan.changes.is_empty() {
        if !declared.at_once {
            let window = live.settings.maintenance_window.as_ref();
            plan.warnings.extend(later(&settings.entries(), LATER, window));
        }
        let secrets = declared.secrets.for_change(settings.manages_password);
        let (at_once, may_jump) = (declared.at_once, declared.may_jump);
        let changed = Box::new(Changed { settings, ties, secrets, at_once, may_jump });
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
            await_gone(&mut plan, "AWS to delete the instance", want.spec.deadline);
        }
        return plan;
    }
    // AWS makes no final snapshot of a replica or of a member of a cluster.
    let has_own_data = live.source.is_none() && live.fixed.cluster.is_none();
    let snapshot = removal.snapshot.clone().filter(|_| has_own_data);
    let removal = Removal { snapshot, ..removal.clone() };
    plan.refusals = removal.refusals(live.settings.is_protected, want.is_taken);
    let name = live.name.clone();
    plan.then(Change::delete("instance", name.as_str()), Step::Delete { name, removal });
    // AWS deletes broken or stopped ones, but none that it is working on.
    if !is_stuck(&live.status) {
        await_ready(&mut plan, &live.status, None, want.spec.deadline);
    }
    plan
}
