//! Exports an Auto Scaling group as a declaration.

use super::live::Live;
use super::parts::{actions_value, tags_value};
use super::{ACTIONS, HOOKS, NOTIFICATIONS, POLICIES};
use crate::hooks::hooks_value;
use crate::mixed;
use crate::scaling_policy;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Ident, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("autoscaling", "DescribeAutoScalingGroups", "/AutoScalingGroups", |group| {
        Some(Reference::new("autoscaling.group", group.get("AutoScalingGroupName")?.as_str()?))
    }),
    aspects: POLICIES.and(ACTIONS).and(NOTIFICATIONS).and(HOOKS),
    declare,
};

fn declare(group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.deleting {
        return Exportable::NotDeclared;
    }
    let declaration = sizes(launch(Declaration::new("boto_asg.present", &group.name), live), live, names);
    let targets = live.target_groups.iter();
    let targets: Vec<String> = targets
        .map(|arn| names.name("elbv2.target_group", "arn", arn).unwrap_or_else(|| arn.clone()))
        .collect();
    let policies = live.policies.answer().map_or(&[][..], Vec::as_slice);
    let is_scaled = !policies.is_empty();
    let declaration = declaration
        .with("load_balancers", live.balancers.iter().cloned().collect::<Vec<String>>())
        .with("target_groups", targets)
        .with("suspended_processes", live.suspended.iter().cloned().collect::<Vec<String>>())
        .with("scaling_policies", scaling_policy::declared(policies))
        .with("scheduled_actions", live.actions.answer().map(actions_value))
        .with("lifecycle_hooks", live.hooks.answer().map(hooks_value))
        .with("warm_pool", live.warm_pool.clone().map(Value::from))
        .with("tags", tags_value(&live.tags))
        .remark_if(
            is_scaled,
            "Its policies change the number of instances. Without 'desired_capacity' a run does not undo that.",
        );
    notified(declaration, live).into()
}

/// The launch settings.
fn launch(declaration: Declaration, live: &Live) -> Declaration {
    if let Some(mixed) = &live.mixed {
        return declaration.with("mixed_instances_policy", Value::from(mixed::by_name(mixed.clone())));
    }
    match &live.template {
        Some(template) => {
            let named = super::parts::Template {
                id: template.id.clone().filter(|_| template.name.is_none()),
                ..template.clone()
            };
            declaration.with("launch_template", named.to_value())
        }
        None => declaration.with("launch_config_name", live.launch_configuration.as_deref()),
    }
}

/// AWS's defaults.
const DEFAULTS: &[(&str, &str)] = &[
    ("capacity_rebalance", "false"),
    ("default_instance_warmup", "-1"),
    ("desired_capacity_type", "\"units\""),
    ("max_instance_lifetime", "0"),
    ("new_instances_protected_from_scale_in", "false"),
];

fn sizes(declaration: Declaration, live: &Live, names: &dyn Names) -> Declaration {
    let subnets: Vec<&str> = live.settings.subnets.iter().flatten().map(Ident::as_str).collect();
    let named: Option<Vec<String>> = subnets.iter().map(|id| names.name("ec2.subnet", "id", id)).collect();
    let declaration = match named {
        Some(named) => declaration.with("subnet_names", named),
        None => declaration.with("vpc_zone_identifier", subnets.clone()),
    };
    let is_said = |name: &str, value: &Value| {
        let text = value.to_json().to_string();
        let is_default = DEFAULTS.contains(&(name, text.as_str()));
        // AWS derives the zones from the subnets.
        !is_default && name != "vpc_zone_identifier" && (name != "availability_zones" || subnets.is_empty())
    };
    let entries = live.settings.entries().into_iter().filter(|(name, value)| is_said(name, value));
    declaration.with_all(entries)
}

/// A declaration can name only one topic.
fn notified(declaration: Declaration, live: &Live) -> Declaration {
    let topics: Vec<_> = live.notifications.answer().into_iter().flatten().collect();
    match topics[..] {
        [] => declaration,
        [(topic, types)] => declaration
            .with("notification_arn", topic.as_str())
            .with("notification_types", types.iter().cloned().collect::<Vec<String>>()),
        _ => declaration
            .remark("Its notifications are left out: they use several topics, and a state names only one."),
    }
}
