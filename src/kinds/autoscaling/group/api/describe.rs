//! Reading groups: a page for up to 100 of them, and one listing per aspect that is declared.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_autoscaling::types::ScheduledUpdateGroupAction;
use futures::future::{FutureExt, join_all};
use indexmap::IndexMap;

use crate::AutoScaling;
use crate::group::live::{self, Live};
use crate::group::parts::{Actions, Notifications, ScheduledAction};
use crate::group::{ACTIONS, HOOKS, LAUNCH, NOTIFICATIONS, POLICIES, REFRESH};
use crate::hooks::{self, Hooks};
use crate::launch::Content;
use crate::launch_configuration;
use crate::listing::{Page, listings};
use crate::refresh;
use crate::scaling_policy::{self, Policy};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Aspects;

/// As many groups as a page may hold.
const PAGE: usize = 100;

type Groups = IndexMap<String, Live>;

/// An aspect of several groups, by group.
type Part<T> = Result<HashMap<String, T>, ApiError>;

/// The scaling policies of a group, and the ARN of each by its name.
#[derive(Clone, Default)]
struct Policies {
    all: Vec<Policy>,
    arns: BTreeMap<String, String>,
}

/// The aspects, read in parallel.
struct Parts {
    /// By launch configuration.
    contents: Part<Content>,
    policies: Part<Policies>,
    actions: Part<Actions>,
    notifications: Part<Notifications>,
    hooks: Part<Hooks>,
    /// Ids of the running refreshes.
    refreshes: Part<String>,
}

pub(in crate::group) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let names: Vec<&str> = asks.iter().map(|ask| ask.reference.name.as_str()).collect();
    let mut groups = match groups(aws, &names).await {
        Ok(groups) => groups,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let parts = parts(aws, asks, &groups).await;
    for ask in asks {
        let found = groups.shift_remove(&ask.reference.name);
        answers.answer(&ask.reference, found.map(|live| complete(live, ask, &parts)).transpose());
    }
    answers
}

fn complete(mut live: Live, ask: &Ask, parts: &Parts) -> Result<Live, ApiError> {
    let group = &ask.reference.name;
    if ask.aspects.has(LAUNCH) {
        let contents = parts.contents.as_ref().map_err(Clone::clone)?;
        let content = live.launch_configuration.as_ref().and_then(|name| contents.get(name));
        live.content = content.cloned().into();
    }
    if ask.aspects.has(POLICIES) {
        let policies = parts.policies.as_ref().map_err(Clone::clone)?;
        let Policies { mut all, arns } = policies.get(group).cloned().unwrap_or_default();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        live.policies = all.into();
        live.policy_arns = arns.into();
    }
    if ask.aspects.has(ACTIONS) {
        let actions = parts.actions.as_ref().map_err(Clone::clone)?;
        live.actions = actions.get(group).cloned().unwrap_or_default().into();
    }
    if ask.aspects.has(HOOKS) {
        let hooks = parts.hooks.as_ref().map_err(Clone::clone)?;
        live.hooks = hooks.get(group).cloned().unwrap_or_default().into();
    }
    if ask.aspects.has(REFRESH) {
        let refreshes = parts.refreshes.as_ref().map_err(Clone::clone)?;
        live.refreshing = refreshes.get(group).cloned().into();
    }
    if ask.aspects.has(NOTIFICATIONS) {
        let notifications = parts.notifications.as_ref().map_err(Clone::clone)?;
        live.notifications = notifications.get(group).cloned().unwrap_or_default().into();
    }
    Ok(live)
}

async fn groups(aws: &Aws, names: &[&str]) -> Result<Groups, ApiError> {
    let pages = join_all(names.chunks(PAGE).map(|chunk| page(aws, chunk))).await;
    let pages: Vec<Vec<(String, Live)>> = pages.into_iter().collect::<Result<_, _>>()?;
    Ok(pages.into_iter().flatten().collect())
}

async fn page(aws: &Aws, names: &[&str]) -> Result<Vec<(String, Live)>, ApiError> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let subject = names.join(", ");
    let call =
        aws.client::<AutoScaling>().describe_auto_scaling_groups().set_auto_scaling_group_names(Some(names));
    let mut pages = call.max_records(100).into_paginator().items().send();
    let mut found = vec![];
    while let Some(group) = pages.next().await {
        let group = group.map_err(failed("DescribeAutoScalingGroups", &subject))?;
        aws.note_owner(group.auto_scaling_group_arn().unwrap_or_default());
        found.push((group.auto_scaling_group_name.clone().unwrap_or_default(), Live::from(group)));
    }
    Ok(found)
}

async fn parts(aws: &Aws, asks: &[Ask], groups: &Groups) -> Parts {
    let with = |aspect: Aspects| -> Vec<&str> {
        let asking = asks.iter().filter(|ask| ask.aspects.has(aspect));
        asking.map(|ask| ask.reference.name.as_str()).filter(|name| groups.contains_key(*name)).collect()
    };
    let launching = with(LAUNCH);
    let used = launching.iter().filter_map(|name| groups.get(*name)?.launch_configuration.as_deref());
    let mut used: Vec<&str> = used.collect();
    used.sort_unstable();
    used.dedup();
    let (with_policies, with_actions, with_notifications) =
        (with(POLICIES), with(ACTIONS), with(NOTIFICATIONS));
    let with_hooks = with(HOOKS);
    // A group without instances has nothing to replace.
    let refreshed: Vec<&str> =
        with(REFRESH).into_iter().filter(|it| !groups[*it].instances.is_empty()).collect();
    let (contents, policies, actions, notifications, hooks, refreshes) = futures::join!(
        launch_configuration::api::contents(aws, &used),
        policies(aws, &with_policies),
        actions(aws, &with_actions),
        notifications(aws, &with_notifications),
        hooks::api::list(aws, &with_hooks),
        refresh::api::active(aws, &refreshed),
    );
    Parts { contents, policies, actions, notifications, hooks, refreshes }
}

async fn policies(aws: &Aws, groups: &[&str]) -> Part<Policies> {
    let lists =
        listings(groups, |group, token| scaling_policy::api::page(aws, group, &[], token).boxed()).await?;
    let mut by_group: HashMap<String, Policies> = HashMap::new();
    for policy in lists {
        let of_group =
            by_group.entry(policy.auto_scaling_group_name.clone().unwrap_or_default()).or_default();
        of_group.arns.extend(policy.policy_name.clone().zip(policy.policy_arn.clone()));
        of_group.all.extend(scaling_policy::policy(policy));
    }
    Ok(by_group)
}

async fn actions(aws: &Aws, groups: &[&str]) -> Part<Actions> {
    let lists = listings(groups, |group, token| actions_page(aws, group, token).boxed()).await?;
    let mut by_group: HashMap<String, Actions> = HashMap::new();
    for (group, name, action) in lists {
        by_group.entry(group).or_default().insert(name, action);
    }
    Ok(by_group)
}

type NamedAction = (String, String, ScheduledAction);

async fn actions_page(aws: &Aws, group: Option<&str>, token: Option<String>) -> Page<NamedAction> {
    let subject = group.unwrap_or("all groups");
    let call = aws
        .client::<AutoScaling>()
        .describe_scheduled_actions()
        .set_auto_scaling_group_name(group.map(str::to_owned));
    let answer = call.max_records(100).set_next_token(token).send().await;
    let answer = answer.map_err(failed("DescribeScheduledActions", subject))?;
    let actions = answer.scheduled_update_group_actions.unwrap_or_default().into_iter();
    let named = |action: ScheduledUpdateGroupAction| {
        let group = action.auto_scaling_group_name.clone().unwrap_or_default();
        live::action(action).map(|(name, action)| (group, name, action))
    };
    Ok((actions.filter_map(named).collect(), answer.next_token))
}

async fn notifications(aws: &Aws, groups: &[&str]) -> Part<Notifications> {
    let lists = join_all(groups.chunks(PAGE).map(|chunk| notifications_of(aws, chunk))).await;
    let mut by_group: HashMap<String, Notifications> = HashMap::new();
    for [group, arn, kind] in lists.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
        by_group.entry(group).or_default().entry(arn).or_default().insert(kind);
    }
    Ok(by_group)
}

/// Group, topic and event, one event each.
async fn notifications_of(aws: &Aws, groups: &[&str]) -> Result<Vec<[String; 3]>, ApiError> {
    let subject = groups.join(", ");
    let names = groups.iter().map(|group| (*group).to_owned()).collect();
    let call = aws.client::<AutoScaling>().describe_notification_configurations();
    let call = call.set_auto_scaling_group_names(Some(names)).max_records(100);
    let mut pages = call.into_paginator().items().send();
    let mut found = vec![];
    while let Some(one) = pages.next().await {
        let one = one.map_err(failed("DescribeNotificationConfigurations", &subject))?;
        let parts = [one.auto_scaling_group_name, one.topic_arn, one.notification_type];
        found.push(parts.map(Option::unwrap_or_default));
    }
    Ok(found)
}
