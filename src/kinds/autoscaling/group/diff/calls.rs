//! The calls of steps and creations, for the budgets of AWS's rate limits.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::Step;
use crate::group::spec::{Launch, Spec};
use kind::document::is_nothing;

const CREATE_LAUNCH_CONFIGURATION: &str = "Auto Scaling.CreateLaunchConfiguration";
const PUT_POLICY: &str = "Auto Scaling.PutScalingPolicy";
const PUT_ACTION: &str = "Auto Scaling.PutScheduledUpdateGroupAction";
const PUT_WARM_POOL: &str = "Auto Scaling.PutWarmPool";
const PUT_NOTIFICATION: &str = "Auto Scaling.PutNotificationConfiguration";

impl Step {
    /// Steps for lists (policies, actions, hooks …) run in parallel. Sizes wait for all steps before them, so that new
    /// instances find everything; removals come last.
    pub(in super::super) fn follows(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::PutPolicy { policy, .. }, Self::DeletePolicy { name, .. }) => policy.name == *name,
            (one, earlier) => one.waits_for(earlier),
        }
    }

    fn waits_for(&self, earlier: &Self) -> bool {
        match self {
            Self::Suspend { .. }
            | Self::Tag { .. }
            | Self::AttachBalancers { .. }
            | Self::AttachTargetGroups { .. }
            | Self::PutPolicy { .. }
            | Self::PutAction { .. }
            | Self::PutHook { .. }
            | Self::PutNotification { .. } => matches!(earlier, Self::Create { .. }),
            _ => true,
        }
    }

    /// The call that it makes; none for one that waits.
    pub(in super::super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::CreateLaunchConfiguration { .. } => CREATE_LAUNCH_CONFIGURATION,
            Self::RemoveLaunchConfiguration { .. } | Self::RemoveFormer { .. } => {
                "Auto Scaling.DeleteLaunchConfiguration"
            }
            Self::Create { .. } => "Auto Scaling.CreateAutoScalingGroup",
            Self::Update { .. } => "Auto Scaling.UpdateAutoScalingGroup",
            Self::Suspend { .. } => "Auto Scaling.SuspendProcesses",
            Self::Resume { .. } => "Auto Scaling.ResumeProcesses",
            Self::Tag { .. } => "Auto Scaling.CreateOrUpdateTags",
            Self::Untag { .. } => "Auto Scaling.DeleteTags",
            Self::AttachBalancers { .. } => "Auto Scaling.AttachLoadBalancers",
            Self::DetachBalancers { .. } => "Auto Scaling.DetachLoadBalancers",
            Self::AttachTargetGroups { .. } => "Auto Scaling.AttachLoadBalancerTargetGroups",
            Self::DetachTargetGroups { .. } => "Auto Scaling.DetachLoadBalancerTargetGroups",
            Self::PutPolicy { .. } => PUT_POLICY,
            Self::DeletePolicy { .. } => "Auto Scaling.DeletePolicy",
            Self::PutAction { .. } => PUT_ACTION,
            Self::DeleteAction { .. } => "Auto Scaling.DeleteScheduledAction",
            Self::PutHook { .. } => "Auto Scaling.PutLifecycleHook",
            Self::DeleteHook { .. } => "Auto Scaling.DeleteLifecycleHook",
            Self::PutWarmPool { .. } => PUT_WARM_POOL,
            Self::DeleteWarmPool { .. } => "Auto Scaling.DeleteWarmPool",
            Self::PutNotification { .. } => PUT_NOTIFICATION,
            Self::DeleteNotification { .. } => "Auto Scaling.DeleteNotificationConfiguration",
            Self::Delete { .. } => "Auto Scaling.DeleteAutoScalingGroup",
            Self::Refresh { .. } => "Auto Scaling.StartInstanceRefresh",
            Self::AwaitDeletion { .. } | Self::AwaitRefresh { .. } => return None,
        })
    }
}

/// The calls that make a group, its inline launch configuration, and everything that belongs to it.
pub(in super::super) fn creation(spec: &Spec) -> Vec<&'static str> {
    let Some(group) = spec.group() else { return vec![] };
    let rest = &group.rest;
    let mut calls = vec![];
    if matches!(group.launch, Launch::Inline { .. }) {
        calls.push(CREATE_LAUNCH_CONFIGURATION);
    }
    calls.push("Auto Scaling.CreateAutoScalingGroup");
    for (operation, count) in [
        (PUT_POLICY, rest.policies.as_ref().map_or(0, Vec::len)),
        (PUT_ACTION, rest.actions.as_ref().map_or(0, IndexMap::len)),
        (PUT_WARM_POOL, usize::from(rest.warm_pool.as_ref().is_some_and(|it| !is_nothing(it)))),
        (PUT_NOTIFICATION, rest.notifications.as_ref().map_or(0, BTreeMap::len)),
        (
            "Auto Scaling.SuspendProcesses",
            usize::from(rest.suspended.as_ref().is_some_and(|it| !it.is_empty())),
        ),
    ] {
        calls.extend(std::iter::repeat_n(operation, count));
    }
    calls
}
