//! Salt's shape of a group.

use crate::group::Group;
use kind::Source;
use model::{Ident, Value};

/// A group as the kind reads it.
pub(super) type Live = <Group as Source>::Live;

fn list(texts: impl IntoIterator<Item = impl Into<String>>) -> Value {
    texts.into_iter().map(Into::into).collect::<Vec<String>>().into()
}

/// The result of `boto_asg.get_config`.
pub(super) fn config(name: &str, group: &Live) -> Value {
    let settings = &group.settings;
    let mut suspended: Vec<&String> = group.suspended.iter().chain(&group.suspended_by_aws).collect();
    suspended.sort();
    let subnets = settings.subnets.iter().flatten().map(Ident::to_string);
    [
        ("name", Value::from(name)),
        ("availability_zones", settings.availability_zones.clone().into()),
        ("default_cooldown", settings.default_cooldown.into()),
        ("desired_capacity", settings.desired_capacity.into()),
        ("health_check_period", settings.health_check_period.into()),
        ("health_check_type", settings.health_check_type.clone().into()),
        ("launch_config_name", group.launch_configuration.clone().into()),
        ("load_balancers", list(&group.balancers)),
        ("max_size", settings.max_size.into()),
        ("min_size", settings.min_size.into()),
        ("placement_group", settings.placement_group.clone().into()),
        ("vpc_zone_identifier", list(subnets)),
        ("tags", tags(group)),
        ("termination_policies", settings.termination_policies.clone().into()),
        ("suspended_processes", list(suspended)),
        ("scaling_policies", policies(group)),
        ("scheduled_actions", actions(group)),
    ]
    .into_iter()
    .collect()
}

fn tags(group: &Live) -> Value {
    let shown = group.tags.iter().map(|(key, tag)| -> Value {
        [
            ("key", Value::from(key.as_str())),
            ("value", tag.value.as_str().into()),
            ("propagate_at_launch", tag.propagate.into()),
        ]
        .into_iter()
        .collect()
    });
    Value::List(shown.collect())
}

fn policies(group: &Live) -> Value {
    let shown = group.policies.answer().into_iter().flatten().map(|policy| -> Value {
        let pair = |name: &'static str| (name, policy.content.get(name).cloned().unwrap_or_default().into());
        let content = ["adjustment_type", "scaling_adjustment", "min_adjustment_step", "cooldown"]
            .map(pair)
            .into_iter();
        [("name", Value::from(policy.name.as_str()))].into_iter().chain(content).collect()
    });
    Value::List(shown.collect())
}

fn actions(group: &Live) -> Value {
    let time = |seconds: Option<i64>| {
        let moment = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        Value::from(moment.map(|moment| moment.to_string()))
    };
    let shown = group.actions.answer().into_iter().flatten().map(|(name, action)| -> (&str, Value) {
        let action: Value = [
            ("min_size", Value::from(action.min_size)),
            ("max_size", action.max_size.into()),
            ("desired_capacity", action.desired_capacity.into()),
            ("start_time", time(action.start_time)),
            ("end_time", time(action.end_time)),
            ("recurrence", action.recurrence.clone().into()),
        ]
        .into_iter()
        .collect();
        (name, action)
    });
    shown.collect()
}
