//! The lists of a group: balancers, policies, actions, hooks, notifications.

use std::collections::BTreeSet;

use super::step::Step;
use serde_json::Value as Json;

use crate::group::live::Live;
use crate::group::parts::{Actions, Notifications, Tags, actions_value, notifications_value, tags_value};
use crate::group::want::Present;
use crate::hooks::{self, Hooks, hooks_value};
use crate::scaling_policy::{Policy, policies_value};
use kind::document::{is_met, is_nothing};
use model::{Change, Ident, Value};

/// The maximum number of balancers or target groups in one call.
///
/// See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_AttachLoadBalancers.html>.
const AT_ONCE: usize = 10;

/// What differs, and the steps before and after the group's sizes are set.
#[derive(Default)]
pub(super) struct Lists {
    pub changes: Vec<Change>,
    pub before: Vec<Step>,
    pub after: Vec<Step>,
    /// Why some of it cannot be compared.
    pub refusals: Vec<String>,
}

pub(super) fn lists(group: &str, want: &Present, live: &Live) -> Lists {
    let mut lists = Lists::default();
    if let Some(arns) = &want.target_groups {
        lists.attach("target_groups", group, (&texts(arns), &live.target_groups), &TARGET_GROUPS);
    }
    let want = &want.rest;
    if let Some(want) = &want.balancers {
        lists.attach("load_balancers", group, (want, &live.balancers), &BALANCERS);
    }
    if let Some(want) = &want.tags {
        lists.tags(group, want, &live.tags);
    }
    if let Some(want) = &want.suspended {
        lists.processes(group, want, live);
    }
    if let Some(want) = &want.policies {
        let live = live.policies.answer_or_refuse("scaling policies", &mut lists.refusals);
        live.into_iter().for_each(|live| lists.policies(group, want, live));
    }
    if let Some(want) = &want.actions {
        let live = live.actions.answer_or_refuse("scheduled actions", &mut lists.refusals);
        live.into_iter().for_each(|live| lists.actions(group, want, live));
    }
    if let Some(want) = &want.hooks {
        let live = live.hooks.answer_or_refuse("lifecycle hooks", &mut lists.refusals);
        live.into_iter().for_each(|live| lists.hooks(group, want, live));
    }
    if let Some(pool) = &want.warm_pool {
        lists.warm_pool(group, pool, live.warm_pool.as_ref());
    }
    if let Some(want) = &want.notifications {
        let live = live.notifications.answer_or_refuse("notifications", &mut lists.refusals);
        live.into_iter().for_each(|live| lists.notifications(group, want, live));
    }
    lists
}

/// How something is attached and detached.
struct Attachable {
    attach: fn(String, Vec<String>) -> Step,
    detach: fn(String, Vec<String>) -> Step,
}

const BALANCERS: Attachable = Attachable {
    attach: |group, names| Step::AttachBalancers { group, names },
    detach: |group, names| Step::DetachBalancers { group, names },
};

const TARGET_GROUPS: Attachable = Attachable {
    attach: |group, arns| Step::AttachTargetGroups { group, arns },
    detach: |group, arns| Step::DetachTargetGroups { group, arns },
};

impl Lists {
    fn attach(
        &mut self,
        path: &str,
        group: &str,
        (want, live): (&BTreeSet<String>, &BTreeSet<String>),
        how: &Attachable,
    ) {
        if want == live {
            return;
        }
        self.changes.push(Change::update(path, sorted_texts(live), sorted_texts(want)));
        for names in chunks(want.difference(live)) {
            self.before.push((how.attach)(group.to_owned(), names));
        }
        for names in chunks(live.difference(want)) {
            self.after.push((how.detach)(group.to_owned(), names));
        }
    }

    fn tags(&mut self, group: &str, want: &Tags, live: &Tags) {
        if want == live {
            return;
        }
        self.changes.push(Change::update("tags", tags_value(live), tags_value(want)));
        let differs = |key: &String| want.get(key) != live.get(key);
        let set: Tags = want
            .iter()
            .filter(|(key, _)| differs(key))
            .map(|(key, tag)| (key.clone(), tag.clone()))
            .collect();
        let keys: Vec<String> = live.keys().filter(|key| !want.contains_key(*key)).cloned().collect();
        if !set.is_empty() {
            self.before.push(Step::Tag { group: group.to_owned(), tags: set });
        }
        if !keys.is_empty() {
            self.after.push(Step::Untag { group: group.to_owned(), keys });
        }
    }

    /// A process that AWS suspended itself counts as suspended, and is never resumed.
    fn processes(&mut self, group: &str, want: &BTreeSet<String>, live: &Live) {
        let missing: Vec<String> = want
            .difference(&live.suspended)
            .filter(|process| !live.suspended_by_aws.contains(*process))
            .cloned()
            .collect();
        let extra: Vec<String> = live.suspended.difference(want).cloned().collect();
        if missing.is_empty() && extra.is_empty() {
            return;
        }
        self.changes.push(Change::update(
            "suspended_processes",
            sorted_texts(&live.suspended),
            sorted_texts(want),
        ));
        if !missing.is_empty() {
            self.before.push(Step::Suspend { group: group.to_owned(), processes: missing });
        }
        if !extra.is_empty() {
            self.after.push(Step::Resume { group: group.to_owned(), processes: extra });
        }
    }

    fn policies(&mut self, group: &str, want: &[Policy], live: &[Policy]) {
        let there = |policy: &Policy| live.iter().find(|live| live.name == policy.name);
        let differing = want.iter().filter(|policy| there(policy).is_none_or(|live| !policy.is_met_by(live)));
        // AWS cannot change the type of a policy: delete it and make it again.
        let of_type = |policy: &Policy| there(policy).is_none_or(|live| live.kind == policy.kind);
        let mut steps: Vec<Step> = want
            .iter()
            .filter(|policy| !of_type(policy))
            .map(|policy| Step::DeletePolicy { group: group.to_owned(), name: policy.name.clone() })
            .collect();
        steps.extend(
            differing.map(|policy| Step::PutPolicy { group: group.to_owned(), policy: policy.clone() }),
        );
        let extra = live.iter().filter(|live| !want.iter().any(|policy| policy.name == live.name));
        steps.extend(
            extra.map(|live| Step::DeletePolicy { group: group.to_owned(), name: live.name.clone() }),
        );
        self.several("scaling_policies", (policies_value(live), policies_value(want)), steps);
    }

    fn actions(&mut self, group: &str, want: &Actions, live: &Actions) {
        let group = || group.to_owned();
        let differing =
            want.iter().filter(|(name, action)| live.get(*name).is_none_or(|live| !action.is_met_by(live)));
        let mut steps: Vec<Step> = differing
            .map(|(name, action)| Step::PutAction {
                group: group(),
                name: name.clone(),
                action: action.clone(),
            })
            .collect();
        let extra = live.keys().filter(|name| !want.contains_key(*name));
        steps.extend(extra.map(|name| Step::DeleteAction { group: group(), name: name.clone() }));
        self.several("scheduled_actions", (actions_value(live), actions_value(want)), steps);
    }

    fn notifications(&mut self, group: &str, want: &Notifications, live: &Notifications) {
        let group = || group.to_owned();
        let differing = want.iter().filter(|(arn, types)| live.get(*arn) != Some(types));
        let mut steps: Vec<Step> = differing
            .map(|(arn, types)| {
                let types = types.iter().cloned().collect();
                Step::PutNotification { group: group(), arn: arn.clone(), types }
            })
            .collect();
        let extra = live.keys().filter(|arn| !want.contains_key(*arn));
        steps.extend(extra.map(|arn| Step::DeleteNotification { group: group(), arn: arn.clone() }));
        self.several("notifications", (notifications_value(live), notifications_value(want)), steps);
    }

    /// New hooks are set before sizes change, so that new instances find them.
    fn hooks(&mut self, group: &str, want: &Hooks, live: &Hooks) {
        let group = || group.to_owned();
        let met = |(name, hook): &(&String, &Json)| live.get(*name).is_some_and(|it| hooks::is_met(hook, it));
        let put = want.iter().filter(|hook| !met(hook)).map(|(name, content)| Step::PutHook {
            group: group(),
            name: name.clone(),
            content: content.clone(),
        });
        let put: Vec<Step> = put.collect();
        let extra = live.keys().filter(|name| !want.contains_key(*name));
        let gone: Vec<Step> =
            extra.map(|name| Step::DeleteHook { group: group(), name: name.clone() }).collect();
        if !put.is_empty() || !gone.is_empty() {
            self.changes.push(Change::update("lifecycle_hooks", hooks_value(live), hooks_value(want)));
            self.before.extend(put);
            self.after.extend(gone);
        }
    }

    fn warm_pool(&mut self, group: &str, want: &Json, live: Option<&Json>) {
        let group = group.to_owned();
        match live {
            Some(live) if is_nothing(want) => {
                self.changes.push(Change::delete("warm_pool", live.clone()));
                self.after.push(Step::DeleteWarmPool { group });
            }
            None if is_nothing(want) => {}
            Some(live) if is_met(want, live, &[]) => {}
            live => {
                let change = match live {
                    None => Change::create("warm_pool", want.clone()),
                    Some(live) => Change::update("warm_pool", live.clone(), want.clone()),
                };
                self.changes.push(change);
                self.after.push(Step::PutWarmPool { group, pool: want.clone() });
            }
        }
    }

    fn several(&mut self, path: &str, (old, new): (Value, Value), steps: Vec<Step>) {
        if !steps.is_empty() {
            self.changes.push(Change::update(path, old, new));
            self.after.extend(steps);
        }
    }
}

/// Only a test run has identifiers that are not known yet, and a test run sends nothing.
pub(super) fn texts(idents: &BTreeSet<Ident>) -> BTreeSet<String> {
    idents.iter().map(|ident| ident.as_str().to_owned()).collect()
}

fn sorted_texts(set: &BTreeSet<String>) -> Vec<String> {
    set.iter().cloned().collect()
}

fn chunks<'a>(names: impl Iterator<Item = &'a String>) -> Vec<Vec<String>> {
    let names: Vec<String> = names.cloned().collect();
    names.chunks(AT_ONCE).map(<[String]>::to_vec).collect()
}
