//! The calls that make a group as declared.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value as Json;

use crate::group::parts::{ScheduledAction, Settings, Tags, Template};
use crate::hooks::Hooks;
use crate::launch::Content;
use crate::refresh::Refresh;
use crate::scaling_policy::Policy;
use model::Ident;

/// The launch settings of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Launched {
    /// A launch configuration.
    Configuration(Ident),
    /// A launch template.
    Template(Template),
    /// A mixed instances policy.
    Mixed(Json),
}

/// Everything that `CreateAutoScalingGroup` takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Creation {
    /// Its launch settings.
    pub launched: Launched,
    /// Sizes and the like.
    pub settings: Settings,
    /// Names of classic balancers.
    pub balancers: BTreeSet<String>,
    /// ARNs of target groups.
    pub target_groups: BTreeSet<String>,
    /// All tags.
    pub tags: Tags,
    /// All lifecycle hooks.
    pub hooks: Hooks,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateLaunchConfiguration`. A configuration with this name has the same content: the name contains a hash of it.
    CreateLaunchConfiguration {
        /// Its name.
        name: Ident,
        /// Its content.
        #[expect(
            private_interfaces,
            reason = "steps are shown and done, never taken apart outside of this service"
        )]
        content: Box<Content>,
    },
    /// `DeleteLaunchConfiguration`, unless something uses it.
    RemoveLaunchConfiguration {
        /// Its name.
        name: String,
    },
    /// `DeleteLaunchConfiguration` for the one that the group used so far, and for every older one with the same prefix that
    /// an interrupted run left behind, unless something uses it.
    RemoveFormer {
        /// The prefix of their names.
        prefix: String,
        /// The one that the group used so far.
        name: String,
    },
    /// `CreateAutoScalingGroup`.
    Create {
        /// The group.
        group: String,
        /// Everything that the call takes.
        creation: Box<Creation>,
    },
    /// `UpdateAutoScalingGroup`, with what differs.
    Update {
        /// The group.
        group: String,
        /// Sizes and the like.
        settings: Box<Settings>,
        /// The new launch settings.
        launched: Option<Box<Launched>>,
    },
    /// `SuspendProcesses`.
    Suspend {
        /// The group.
        group: String,
        /// Never empty: an empty list would mean all processes.
        processes: Vec<String>,
    },
    /// `ResumeProcesses`.
    Resume {
        /// The group.
        group: String,
        /// Never empty: an empty list would mean all processes.
        processes: Vec<String>,
    },
    /// `CreateOrUpdateTags`.
    Tag {
        /// The group.
        group: String,
        /// The tags that differ.
        tags: Tags,
    },
    /// `DeleteTags`.
    Untag {
        /// The group.
        group: String,
        /// Their keys.
        keys: Vec<String>,
    },
    /// `AttachLoadBalancers`.
    AttachBalancers {
        /// The group.
        group: String,
        /// Names of classic balancers, as many as a call takes.
        names: Vec<String>,
    },
    /// `DetachLoadBalancers`.
    DetachBalancers {
        /// The group.
        group: String,
        /// Names of classic balancers, as many as a call takes.
        names: Vec<String>,
    },
    /// `AttachLoadBalancerTargetGroups`.
    AttachTargetGroups {
        /// The group.
        group: String,
        /// ARNs, as many as a call takes.
        arns: Vec<String>,
    },
    /// `DetachLoadBalancerTargetGroups`.
    DetachTargetGroups {
        /// The group.
        group: String,
        /// ARNs, as many as a call takes.
        arns: Vec<String>,
    },
    /// `PutScalingPolicy`: changes an existing one in place.
    PutPolicy {
        /// The group.
        group: String,
        /// The policy.
        policy: Policy,
    },
    /// `DeletePolicy`.
    DeletePolicy {
        /// The group.
        group: String,
        /// The policy.
        name: String,
    },
    /// `PutScheduledUpdateGroupAction`: changes an existing one in place.
    PutAction {
        /// The group.
        group: String,
        /// The action's name.
        name: String,
        /// The action.
        action: ScheduledAction,
    },
    /// `DeleteScheduledAction`.
    DeleteAction {
        /// The group.
        group: String,
        /// The action.
        name: String,
    },
    /// `PutLifecycleHook`: changes an existing one in place.
    PutHook {
        /// The group.
        group: String,
        /// The hook's name.
        name: String,
        /// Its content.
        content: Json,
    },
    /// `DeleteLifecycleHook`.
    DeleteHook {
        /// The group.
        group: String,
        /// The hook.
        name: String,
    },
    /// `PutWarmPool`.
    PutWarmPool {
        /// The group.
        group: String,
        /// Its content.
        pool: Json,
    },
    /// `DeleteWarmPool`.
    DeleteWarmPool {
        /// The group.
        group: String,
    },
    /// `PutNotificationConfiguration`: changes an existing one in place.
    PutNotification {
        /// The group.
        group: String,
        /// The topic.
        arn: String,
        /// The events.
        types: Vec<String>,
    },
    /// `DeleteNotificationConfiguration`.
    DeleteNotification {
        /// The group.
        group: String,
        /// The topic.
        arn: String,
    },
    /// `StartInstanceRefresh`, and waits for its end.
    Refresh {
        /// The group.
        group: String,
        /// How instances are replaced.
        refresh: Refresh,
    },
    /// Waits for the end of a running instance refresh.
    AwaitRefresh {
        /// The group.
        group: String,
        /// The refresh.
        id: String,
        /// Seconds to wait.
        timeout: u64,
    },
    /// `DeleteAutoScalingGroup`.
    Delete {
        /// The group.
        group: String,
        /// Whether its instances are deleted as well.
        force: bool,
    },
    /// Waits until the group is gone, because its launch configuration is in use until then.
    AwaitDeletion {
        /// The group.
        group: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreateLaunchConfiguration { name, .. } => {
                write!(out, "create the launch configuration {name}")
            }
            Self::RemoveFormer { name, .. } => {
                write!(out, "remove the former launch configuration {name} and unused older ones")
            }
            Self::RemoveLaunchConfiguration { name } => write!(out, "remove the launch configuration {name}"),
            Self::Create { .. } => out.write_str("create the group"),
            Self::Update { settings, launched, .. } => {
                let mut words: Vec<&str> = settings.entries().into_iter().map(|(name, _)| name).collect();
                words.extend(launched.as_ref().map(|launched| match launched.as_ref() {
                    Launched::Configuration(_) => "launch configuration",
                    Launched::Template(_) => "launch template",
                    Launched::Mixed(_) => "mixed instances policy",
                }));
                write!(out, "set {}", words.join(", "))
            }
            Self::Suspend { processes, .. } => write!(out, "suspend {}", processes.join(", ")),
            Self::Resume { processes, .. } => write!(out, "resume {}", processes.join(", ")),
            Self::Tag { tags, .. } => {
                write!(out, "tag with {}", tags.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Self::Untag { keys, .. } => write!(out, "remove the tags {}", keys.join(", ")),
            Self::AttachBalancers { names, .. } => write!(out, "attach to {}", names.join(", ")),
            Self::DetachBalancers { names, .. } => write!(out, "detach from {}", names.join(", ")),
            Self::AttachTargetGroups { arns, .. } => write!(out, "attach to {}", arns.join(", ")),
            Self::DetachTargetGroups { arns, .. } => write!(out, "detach from {}", arns.join(", ")),
            Self::PutPolicy { policy, .. } => write!(out, "set the scaling policy {}", policy.name),
            Self::DeletePolicy { name, .. } => write!(out, "delete the scaling policy {name}"),
            Self::PutAction { name, .. } => write!(out, "set the scheduled action {name}"),
            Self::DeleteAction { name, .. } => write!(out, "delete the scheduled action {name}"),
            Self::PutHook { name, .. } => write!(out, "set the lifecycle hook {name}"),
            Self::DeleteHook { name, .. } => write!(out, "delete the lifecycle hook {name}"),
            Self::PutWarmPool { .. } => out.write_str("set the warm pool"),
            Self::DeleteWarmPool { .. } => out.write_str("delete the warm pool"),
            Self::Refresh { .. } => out.write_str("replace the instances"),
            Self::AwaitRefresh { .. } => out.write_str("wait until the instances are replaced"),
            Self::PutNotification { arn, .. } => write!(out, "notify {arn}"),
            Self::DeleteNotification { arn, .. } => write!(out, "stop notifying {arn}"),
            Self::Delete { force: true, .. } => out.write_str("delete the group with its instances"),
            Self::Delete { force: false, .. } => out.write_str("delete the group"),
            Self::AwaitDeletion { .. } => out.write_str("wait until the group is gone"),
        }
    }
}
