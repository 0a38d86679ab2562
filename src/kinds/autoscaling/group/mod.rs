//! `autoscaling.group`: an Auto Scaling group with what belongs to it.
//!
//! ```yaml
//! myapp-testing-useast1:
//!   boto_asg.present:
//!     - launch_config_name: myapp-testing-useast1
//!     - launch_config:
//!       - image_name: myapp-2026-11-01
//!       - instance_type: t3.medium
//!       - security_groups: [base, myapp-testing-useast1]
//!       - instance_profile_name: myapp-testing-useast1
//!       - cloud_init: {scripts: {bootstrap: "#!/bin/sh\norchestrate deploy myapp testing\n"}}
//!     - availability_zones: [us-east-1a, us-east-1b]
//!     - min_size: 2
//!     - max_size: 4
//!     - load_balancers: [myapp-testing-useast1]
//!     - suspended_processes: [AddToLoadBalancer]
//!     - scaling_policies:
//!       - {name: ScaleUp, adjustment_type: ChangeInCapacity, scaling_adjustment: 2, cooldown: 300}
//!     - tags:
//!       - {key: Name, value: myapp, propagate_at_launch: True}
//!     - profile: aws_profile
//! ```
//!
//! **Launch configuration.** An inline one is resolved (names of images and security groups become ids) and compared by
//! meaning with the one that the group uses. A run replaces it only when something differs. The new one is called
//! `<launch_config_name>-<hash of its content>`; the run deletes the old one if its name has that form and nothing uses it.
//! If an interrupted run left older ones behind, the next rotation deletes them. Running instances stay as they are, unless
//! `instance_refresh` is given. In accounts without launch configurations, write `launch_template: {name: …, version: …}`
//! instead; `boto_ec2.launch_template_present` makes one. With `mixed_instances_policy` in addition the group has several
//! instance types, On-Demand and Spot.
//!
//! With `migrate_to_launch_template: True` the run makes a launch template with the name `launch_config_name` and the
//! content of `launch_config`. The group uses its newest version, and the run deletes the previous launch configuration.
//!
//! **Instance refresh.** With `instance_refresh: {min_healthy_percentage: 90, alarms: […]}` AWS replaces instances whose
//! launch settings differ from those of the group, and the run waits for that (`timeout` seconds, an hour if left out). AWS
//! shows the launch settings of each instance. So a run starts no refresh when all instances match, continues the work of an
//! interrupted run, and never starts a second refresh during a running one. If a refresh fails, for example because of an
//! alarm, the state fails with AWS's reason. AWS does not show which distribution or overrides an instance comes from: if
//! only these change, the run that changes them starts a refresh, and no later run does.
//!
//! **Suspended processes** are an exact set, and also apply to the first instances: a run makes the group without instances,
//! suspends its processes, and then sets its size. A run can stop safely at any point of this. A suspension right after a
//! creation would race with the launches. Processes that AWS suspended itself stay suspended.
//!
//! **Scaling policies** are changed in place, so that their ARNs stay. A policy that changes its type is deleted and made
//! again. All four types are possible; `policy_type` follows from the arguments. Policies that ECS makes for its capacity
//! providers are not changed. Policies, scheduled actions, notifications, lifecycle hooks, tags, balancers and target groups
//! are managed if they are given, and then as complete lists. Hooks are set before the first instance. `warm_pool: {}` means
//! no warm pool. `alarms` become states of `boto_cloudwatch_alarm.present`, which run after the group.
//!
//! See <https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateAutoScalingGroup.html>.

mod api;
pub(super) mod diff;
mod export;
mod live;
mod parts;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use super::{fault, scaling_policy};
use aws::tags::Tags;
use aws::{ApiError, Aws, Fault};
use kind::export::Export;
use kind::{Answers, Ask, Belonging, ImpliedState, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// An Auto Scaling group.
#[derive(Debug)]
pub struct Group;

/// The content of the group's launch configuration.
const LAUNCH: Aspects = Aspects::nth(0);
/// The scaling policies.
pub(super) const POLICIES: Aspects = Aspects::nth(1);
/// The scheduled actions.
pub(super) const ACTIONS: Aspects = Aspects::nth(2);
/// The notifications.
const NOTIFICATIONS: Aspects = Aspects::nth(3);
/// The lifecycle hooks.
const HOOKS: Aspects = Aspects::nth(4);
/// The running instance refresh.
const REFRESH: Aspects = Aspects::nth(5);

impl Source for Group {
    const KIND: &'static str = "autoscaling.group";
    const NOUN: &'static str = "Auto Scaling group";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(live.arn.as_str().into()),
            "launch_config_name" => live.launch_configuration.clone().map(Value::from),
            _ => None,
        }
    }

    fn tags(live: &live::Live) -> Option<Tags> {
        Some(live.tags.iter().map(|(key, tag)| (key.clone(), tag.value.clone())).collect())
    }
}

impl Resource for Group {
    type Spec = spec::Spec;
    type Want = want::Want;
    type Step = diff::Step;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const BELONGINGS: &'static [Belonging] =
        &[Belonging { made_by: &["launch_config"], deleted_by: "remove_lc" }];
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["asg", "autoscaling"];

    fn read(function: &Function, fields: &Fields, minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, minion, problems)
    }

    fn locate(spec: &spec::Spec, _lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
        Ok(Reference::new(Self::KIND, &spec.name))
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        spec.group().map_or(Aspects::NONE, |group| {
            LAUNCH.when(matches!(group.launch, spec::Launch::Inline { .. }))
                | POLICIES.when(group.rest.policies.is_some())
                | ACTIONS.when(group.rest.actions.is_some())
                | NOTIFICATIONS.when(group.rest.notifications.is_some())
                | HOOKS.when(group.rest.hooks.is_some())
                | REFRESH.when(group.rest.refresh.is_some())
        })
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        let policies = spec.group().and_then(|group| group.rest.policies.as_ref());
        let policies = policies.into_iter().flatten();
        let mut provides = vec![Reference::new(Self::KIND, &spec.name)];
        provides.extend(
            policies.map(|policy| Reference::new(scaling_policy::KIND, &policy.name).within(&spec.name)),
        );
        provides
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        spec.group().map(spec::Group::uses).unwrap_or_default()
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<want::Want, Unresolved> {
        want::resolve(spec, lookup)
    }

    fn diff(want: &want::Want, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(spec: &spec::Spec) -> Vec<&'static str> {
        diff::creation(spec)
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    fn follows(step: &diff::Step, earlier: &diff::Step) -> bool {
        step.follows(earlier)
    }

    fn makes(step: &diff::Step) -> Vec<Reference> {
        match step {
            diff::Step::Create { group, .. } => vec![Reference::new(Self::KIND, group)],
            diff::Step::PutPolicy { group, policy } => {
                vec![Reference::new(scaling_policy::KIND, &policy.name).within(group)]
            }
            _ => vec![],
        }
    }

    /// Other changes of its group do not change a scaling policy.
    fn touches(step: &diff::Step, mut provided: Vec<Reference>) -> Vec<Reference> {
        let policy = match step {
            diff::Step::PutPolicy { policy, .. } => Some(policy.name.as_str()),
            diff::Step::DeletePolicy { name, .. } => Some(name.as_str()),
            diff::Step::Create { .. } | diff::Step::Delete { .. } => return provided,
            _ => None,
        };
        provided.retain(|it| it.kind == Self::KIND || Some(it.name.as_str()) == policy);
        provided
    }

    /// The name of an inline launch configuration contains a hash of its content.
    fn is_made_already(step: &diff::Step, error: &ApiError) -> bool {
        matches!(step, diff::Step::CreateLaunchConfiguration { .. }) && error.fault == Fault::AlreadyExists
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn forerunners(spec: &spec::Spec) -> Vec<ImpliedState> {
        spec.group().map(|group| group.forerunners.clone()).unwrap_or_default()
    }

    fn implied_states(spec: &spec::Spec) -> Vec<ImpliedState> {
        spec.group().map(|group| group.implied_states.clone()).unwrap_or_default()
    }

    fn is_not_yet(error: &ApiError) -> bool {
        fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        fault::advice(error)
    }
}
