//! Compares the declared group with the group in AWS.
//!
//! The order of the steps: launch settings, suspended processes, tags and balancers; then sizes (so that new instances find
//! all of that); then policies and the like, resumed processes, and removals last.

mod calls;
mod create;
mod launch;
mod lists;
mod step;

pub(super) use calls::creation;
pub use step::{Creation, Launched, Step};

use super::live::Live;
use super::spec::Removal;
use super::want::{Present, Want, Wanted};
use crate::launch::is_ours;
use crate::refresh::{Target, instances_value};
use model::{Change, Plan};

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = intended(want, live);
    if let Wanted::Present(present) = &want.goal {
        plan.warnings.extend(present.rest.notes.iter().cloned());
    }
    plan
}

fn intended(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (&want.goal, live) {
        (Wanted::Present(present), None) => create::create(&want.name, present),
        (Wanted::Present(present), Some(live)) if live.deleting => {
            let mut plan = create::create(&want.name, present);
            plan.steps.clear();
            plan.deleting = Some("deleting the former group of this name".to_owned());
            plan
        }
        (Wanted::Present(present), Some(live)) => update(&want.name, present, live),
        (Wanted::Absent(removal), Some(live)) => delete(&want.name, *removal, live),
        (Wanted::Absent(_), None) => Plan::nothing(),
    }
}

fn update(group: &str, want: &Present, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let launch = launch::launch(&want.launch, live);
    let changes = launch.launched.is_some();
    plan.changes.extend(launch.changes);
    plan.refusals.extend(launch.refusals);
    plan.steps.extend(launch.create);
    let mut lists = lists::lists(group, want, live);
    let settings = want.settings.differing(&live.settings);
    let present = live.settings.entries();
    for (path, new) in settings.entries() {
        let old = present.iter().find(|(name, _)| *name == path).map(|(_, old)| old.clone());
        plan.changes.push(Change::update(path, old, new));
    }
    plan.changes.append(&mut lists.changes);
    plan.refusals.append(&mut lists.refusals);
    plan.steps.append(&mut lists.before);
    if launch.launched.is_some() || !settings.entries().is_empty() {
        let launched = launch.launched.map(Box::new);
        plan.steps.push(Step::Update { group: group.to_owned(), settings: Box::new(settings), launched });
    }
    plan.steps.append(&mut lists.after);
    plan.steps.extend(launch.remove);
    plan.steps.extend(former(want, live).filter(|_| changes));
    if plan.refusals.is_empty() {
        refresh(group, want, live, changes, &mut plan);
    }
    plan
}

/// Removes the launch configuration of a group that has a launch template from now on.
fn former(want: &Present, live: &Live) -> Option<Step> {
    let prefix = want.former.as_ref()?;
    let name = live.launch_configuration.clone().filter(|name| is_ours(prefix, name))?;
    Some(Step::RemoveFormer { prefix: prefix.clone(), name })
}

/// Replaces the instances that were launched with other settings, as the last step. If no refresh is declared, or nothing
/// differs, a running refresh belongs to somebody else.
fn refresh(group: &str, want: &Present, live: &Live, changes: bool, plan: &mut Plan<Step>) {
    let (Some(refresh), Some(target)) = (&want.rest.refresh, &want.target) else { return };
    // The launch settings stay, so instances have their present name, also if the declaration has another name.
    let current = live.launch_configuration.clone().filter(|_| !changes);
    let target = current.map_or_else(|| target.clone(), |name| Target::Configuration(name.into()));
    let outdated = refresh.outdated(&live.instances, &target, changes);
    if outdated.is_empty() {
        return;
    }
    let active = live.refreshing.answer_or_refuse("instance refreshes", &mut plan.refusals);
    let Some(active) = active else { return };
    plan.changes.push(Change::update("instance_refresh", instances_value(&outdated), target.to_value()));
    let group = group.to_owned();
    plan.steps.push(match active {
        Some(id) => Step::AwaitRefresh { group, id: id.clone(), timeout: refresh.timeout },
        None => Step::Refresh { group, refresh: refresh.clone() },
    });
}

fn delete(group: &str, removal: Removal, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = group.to_owned();
    if live.deleting {
        plan.deleting = Some("deleting the group".to_owned());
    } else {
        let count = live.instances.iter().filter(|it| !it.state.starts_with("Terminat")).count();
        if !removal.force && count > 0 {
            let instances = if count == 1 { "an instance".to_owned() } else { format!("{count} instances") };
            plan.refusals.push(format!("it has {instances}: write 'force: True' to end them with it"));
        }
        let change = Change::delete("name", group);
        plan.then(change, Step::Delete { group: name.clone(), force: removal.force });
    }
    if let Some(launch_configuration) =
        live.launch_configuration.clone().filter(|_| removal.launch_configuration)
    {
        let change = Change::delete("launch_config_name", launch_configuration.as_str());
        plan.steps.push(Step::AwaitDeletion { group: name });
        plan.then(change, Step::RemoveLaunchConfiguration { name: launch_configuration });
    }
    plan
}
