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
//! **Launch configuration.** Inline, it is resolved (image and group names become ids) and compared with what the group
//! uses now, by meaning: it is replaced only when something differs. The new one is called
//! `<launch_config_name>-<hash of its content>`; the old one is removed if its name has that form and nothing uses it,
//! and so are older ones of that form, which a run that was cut off between the two left behind: at the next rotation,
//! for only then is it worth a call to list them.
//! Running instances stay as they are, unless `instance_refresh` is given. `launch_template: {name: …, version: …}` takes
//! its place in accounts without launch configurations; `boto_ec2.launch_template_present` makes one. With
//! `mixed_instances_policy` beside it the group has several instance types, On-Demand and Spot.
//!
//! With `migrate_to_launch_template: True` the launch configuration that is written here becomes a launch template of the same
//! content, called `launch_config_name`, in the run that says so; the group uses its newest version, and its former launch
//! configuration is removed like any other.
//!
//! **Instance refresh.** With `instance_refresh: {min_healthy_percentage: 90, alarms: […]}` AWS replaces instances that were
//! launched as something else than the group launches now, and the run waits for that (`timeout` seconds, an hour when
//! left out). Instances tell what they were launched as, so nothing is started when they are all right, a run that was cut
//! off goes on, and one refresh is never started beside another. A refresh that fails, by an alarm for example, fails the
//! state with AWS's reason. AWS does not show which distribution or overrides an instance comes from: a change of these
//! alone is refreshed by the run that makes it, and by no later one.
//!
//! **Suspended processes** are an exact set and hold for the first instances, too: the group is made without
//! instances, its processes are suspended, and then it gets its size. That is safe to stop anywhere, where a suspension
//! right after a creation would race with the launches. What AWS suspended itself is left alone.
//!
//! **Scaling policies** are changed in place, so that their ARNs stay; one that changes its type is made anew. All four
//! types can be written; `policy_type` follows from the arguments. Policies that ECS makes for its capacity providers are left
//! alone. Policies, scheduled actions, notifications, lifecycle hooks, tags, balancers and target groups are managed when
//! given, and then completely. Hooks are there before the first instance. `warm_pool: {}` means that there is none. `alarms` are
//! states of `boto_cloudwatch_alarm.present`, run after the group.
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
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, Fault};
use crate::model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};
use crate::resources::export::Export;
use crate::resources::{Answers, Ask, Companion, Lookup, Resource, Source, Unresolved};

/// An Auto Scaling group.
#[derive(Debug)]
pub struct Group;

/// What the group's launch configuration says.
const LAUNCH: Aspects = Aspects::nth(0);
/// The scaling policies.
pub(super) const POLICIES: Aspects = Aspects::nth(1);
/// The scheduled actions.
pub(super) const ACTIONS: Aspects = Aspects::nth(2);
/// The notifications.
const NOTIFICATIONS: Aspects = Aspects::nth(3);
/// The lifecycle hooks.
const HOOKS: Aspects = Aspects::nth(4);
/// The instance refresh that is under way.
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

    /// A scaling policy is what it was while other things of its group change.
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

    /// The name of a launch configuration made with a group holds a hash of its content.
    fn is_made_already(step: &diff::Step, error: &ApiError) -> bool {
        matches!(step, diff::Step::CreateLaunchConfiguration { .. }) && error.fault == Fault::AlreadyExists
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }

    fn forerunners(spec: &spec::Spec) -> Vec<Companion> {
        spec.group().map(|group| group.forerunners.clone()).unwrap_or_default()
    }

    fn companions(spec: &spec::Spec) -> Vec<Companion> {
        spec.group().map(|group| group.companions.clone()).unwrap_or_default()
    }

    fn is_not_yet(error: &ApiError) -> bool {
        fault::is_not_yet(error)
    }

    fn advice(error: &ApiError) -> Option<String> {
        fault::advice(error)
    }
}
