//! A group as AWS describes it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_autoscaling::types::{AutoScalingGroup, ScheduledUpdateGroupAction, TagDescription};

use serde_json::Value as Json;

use super::parts::{Actions, Notifications, ScheduledAction, Settings, Tag, Tags, Template};
use crate::hooks::Hooks;
use crate::launch::Content;
use crate::refresh::{self, Instance};
use crate::scaling_policy::Policy;
use crate::{mixed, warm_pool};
use model::{Asked, Ident};

/// A group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// True while it is being deleted.
    pub deleting: bool,
    /// The name of its launch configuration.
    pub launch_configuration: Option<String>,
    /// Its content, if it was read; none if the group has no launch configuration, or it is gone.
    pub(super) content: Asked<Option<Content>>,
    /// Its launch template.
    pub template: Option<Template>,
    /// Its mixed instances policy, which has the launch template then.
    pub mixed: Option<Json>,
    /// Sizes and the like, all of them known.
    pub settings: Settings,
    /// Names of classic balancers.
    pub balancers: BTreeSet<String>,
    /// ARNs of target groups.
    pub target_groups: BTreeSet<String>,
    /// All tags except AWS's own.
    pub tags: Tags,
    /// Processes that somebody suspended.
    pub suspended: BTreeSet<String>,
    /// Processes that AWS suspended itself.
    pub suspended_by_aws: BTreeSet<String>,
    /// Its scaling policies, sorted, if they were read.
    pub policies: Asked<Vec<Policy>>,
    /// The ARNs of all its scaling policies by name, if they were read.
    pub policy_arns: Asked<BTreeMap<String, String>>,
    /// Its scheduled actions, if they were read.
    pub actions: Asked<Actions>,
    /// Its notifications, if they were read.
    pub notifications: Asked<Notifications>,
    /// Its lifecycle hooks, if they were read.
    pub hooks: Asked<Hooks>,
    /// Its instances, sorted by id.
    pub instances: Vec<Instance>,
    /// The id of the running instance refresh, if it was read.
    pub refreshing: Asked<Option<String>>,
    /// Its warm pool.
    pub warm_pool: Option<Json>,
}

impl From<AutoScalingGroup> for Live {
    fn from(group: AutoScalingGroup) -> Self {
        let settings = settings(&group);
        let processes: BTreeMap<String, String> = group
            .suspended_processes
            .unwrap_or_default()
            .into_iter()
            .map(|process| {
                (process.process_name.unwrap_or_default(), process.suspension_reason.unwrap_or_default())
            })
            .collect();
        let by_aws = |reason: &str| reason.to_lowercase().contains("administrat");
        let (suspended_by_aws, suspended): (Vec<_>, Vec<_>) =
            processes.into_iter().partition(|(_, reason)| by_aws(reason));
        let names = |all: Vec<(String, String)>| all.into_iter().map(|(name, _)| name).collect();
        Self {
            arn: group.auto_scaling_group_arn.unwrap_or_default(),
            deleting: group.status.is_some_and(|status| status.starts_with("Delete")),
            launch_configuration: group.launch_configuration_name.filter(|name| !name.is_empty()),
            content: Asked::NotAsked,
            template: group.launch_template.map(|template| Template {
                id: template.launch_template_id,
                name: template.launch_template_name,
                version: Some(template.version.unwrap_or_else(|| "$Default".to_owned())),
            }),
            instances: instances(group.instances.unwrap_or_default()),
            warm_pool: group.warm_pool_configuration.as_ref().and_then(warm_pool::api::from_sdk),
            mixed: group.mixed_instances_policy.as_ref().and_then(mixed::from_sdk),
            settings,
            balancers: group.load_balancer_names.unwrap_or_default().into_iter().collect(),
            target_groups: group.target_group_arns.unwrap_or_default().into_iter().collect(),
            tags: group.tags.unwrap_or_default().into_iter().filter_map(tag).collect(),
            suspended: names(suspended),
            suspended_by_aws: names(suspended_by_aws),
            ..Self::default()
        }
    }
}

fn instances(found: Vec<aws_sdk_autoscaling::types::Instance>) -> Vec<Instance> {
    let mut instances: Vec<Instance> = found.into_iter().map(refresh::api::instance).collect();
    instances.sort_by(|a, b| a.id.cmp(&b.id));
    instances
}

fn settings(group: &AutoScalingGroup) -> Settings {
    let mut zones = group.availability_zones().to_vec();
    zones.sort();
    let ids = group.vpc_zone_identifier().unwrap_or_default().split(',').map(str::trim);
    let mut subnets: Vec<Ident> = ids.filter(|id| !id.is_empty()).map(Ident::from).collect();
    subnets.sort();
    Settings {
        min_size: group.min_size,
        max_size: group.max_size,
        desired_capacity: group.desired_capacity,
        default_cooldown: group.default_cooldown,
        health_check_type: group.health_check_type.clone(),
        health_check_period: group.health_check_grace_period,
        placement_group: group.placement_group.clone().filter(|name| !name.is_empty()),
        availability_zones: Some(zones),
        subnets: Some(subnets),
        termination_policies: Some(group.termination_policies().to_vec()),
        max_instance_lifetime: Some(group.max_instance_lifetime.unwrap_or(0)),
        capacity_rebalance: Some(group.capacity_rebalance.unwrap_or(false)),
        default_instance_warmup: Some(group.default_instance_warmup.unwrap_or(-1)),
        protected: Some(group.new_instances_protected_from_scale_in.unwrap_or(false)),
        desired_capacity_type: Some(
            group.desired_capacity_type.clone().unwrap_or_else(|| "units".to_owned()),
        ),
    }
}

/// Keys that begin with `aws:` belong to AWS.
fn tag(tag: TagDescription) -> Option<(String, Tag)> {
    let key = tag.key.filter(|key| !key.starts_with("aws:"))?;
    let propagate = tag.propagate_at_launch.unwrap_or(false);
    Some((key, Tag { value: tag.value.unwrap_or_default(), propagate }))
}

pub(super) fn action(action: ScheduledUpdateGroupAction) -> Option<(String, ScheduledAction)> {
    let parsed = ScheduledAction {
        min_size: action.min_size,
        max_size: action.max_size,
        desired_capacity: action.desired_capacity,
        start_time: action.start_time.map(|time| time.secs()),
        end_time: action.end_time.map(|time| time.secs()),
        recurrence: action.recurrence.filter(|text| !text.is_empty()),
        time_zone: action.time_zone.filter(|text| !text.is_empty()),
    };
    Some((action.scheduled_action_name?, parsed))
}
