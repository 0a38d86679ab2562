//! The creation of a group.

use super::launch;
use super::lists::{Lists, lists, texts};
use super::step::{Creation, Step};
use crate::group::live::Live;
use crate::group::parts::{actions_value, notifications_value, tags_value};
use crate::group::want::Present;
use crate::hooks::hooks_value;
use crate::scaling_policy::policies_value;
use kind::document::is_nothing;
use model::{Asked, Change, Plan, Value};

/// Creates the group with everything that belongs to it. A group with suspended processes gets its size last, so that no
/// instance starts before the processes are suspended.
pub(super) fn create(group: &str, want: &Present) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let launch = launch::first(&want.launch);
    plan.changes.push(Change::create("name", group));
    let launch_changes = 1..=launch.changes.len();
    plan.changes.extend(launch.changes);
    plan.changes.extend(want.settings.entries().into_iter().map(|(path, value)| Change::create(path, value)));
    plan.changes.extend(other_changes(want));
    if let Some(create) = launch.create {
        plan.steps.push(create);
        launch_changes.clone().for_each(|change| plan.link(change));
    }
    let Some(launched) = launch.launched else { return plan };
    let mut settings = want.settings.clone();
    if want.rest.suspended.as_ref().is_some_and(|suspended| !suspended.is_empty()) {
        settings.min_size = Some(0);
        settings.desired_capacity = Some(0);
    }
    let creation = Creation {
        launched,
        settings,
        balancers: want.rest.balancers.clone().unwrap_or_default(),
        target_groups: want.target_groups.as_ref().map(texts).unwrap_or_default(),
        tags: want.rest.tags.clone().unwrap_or_default(),
        hooks: want.rest.hooks.clone().unwrap_or_default(),
    };
    let bare = bare(&creation);
    plan.steps.push(Step::Create { group: group.to_owned(), creation: Box::new(creation) });
    (0..=*launch_changes.end()).for_each(|change| plan.link(change));
    let Lists { before, after, .. } = lists(group, want, &bare);
    plan.steps.extend(before);
    let settings = want.settings.differing(&bare.settings);
    if !settings.entries().is_empty() {
        let settings = Box::new(settings);
        plan.steps.push(Step::Update { group: group.to_owned(), settings, launched: None });
    }
    plan.steps.extend(after);
    plan
}

/// The group as the creation leaves it.
fn bare(creation: &Creation) -> Live {
    Live {
        settings: creation.settings.clone(),
        balancers: creation.balancers.clone(),
        target_groups: creation.target_groups.clone(),
        tags: creation.tags.clone(),
        policies: Asked::empty(),
        actions: Asked::empty(),
        notifications: Asked::empty(),
        hooks: creation.hooks.clone().into(),
        ..Live::default()
    }
}

fn other_changes(present: &Present) -> Vec<Change> {
    let want = &present.rest;
    let target_groups = present.target_groups.as_ref().map(texts);
    let words =
        |set: &std::collections::BTreeSet<String>| set.iter().cloned().collect::<Vec<String>>().into();
    let all = [
        ("load_balancers", want.balancers.as_ref().filter(|set| !set.is_empty()).map(words)),
        ("target_groups", target_groups.as_ref().filter(|set| !set.is_empty()).map(words)),
        ("tags", want.tags.as_ref().filter(|tags| !tags.is_empty()).map(tags_value)),
        ("suspended_processes", want.suspended.as_ref().filter(|set| !set.is_empty()).map(words)),
        (
            "scaling_policies",
            want.policies.as_ref().filter(|all| !all.is_empty()).map(|all| policies_value(all)),
        ),
        ("scheduled_actions", want.actions.as_ref().filter(|all| !all.is_empty()).map(actions_value)),
        ("lifecycle_hooks", want.hooks.as_ref().filter(|all| !all.is_empty()).map(hooks_value)),
        ("warm_pool", want.warm_pool.clone().filter(|pool| !is_nothing(pool)).map(Value::from)),
        ("notifications", want.notifications.as_ref().filter(|all| !all.is_empty()).map(notifications_value)),
    ];
    all.into_iter().filter_map(|(path, value)| Some(Change::create(path, value?))).collect()
}
