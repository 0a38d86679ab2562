//! The declaration of an instance refresh in an SLS.

use model::{Argument, Shape};

const fn key(
    name: &'static str,
    alias: &'static [&'static str],
    shape: Shape,
    doc: &'static str,
) -> Argument {
    Argument::optional(name, shape, doc).alias(alias)
}

/// The keys of `instance_refresh`: the keys of AWS's `RefreshPreferences`, and how long a run waits.
pub(crate) const REFRESH: &[Argument] = &[
    key(
        "MinHealthyPercentage",
        &["min_healthy_percentage"],
        Shape::Integer,
        "percent of the capacity that stays in service; 90 if left out",
    ),
    key(
        "MaxHealthyPercentage",
        &["max_healthy_percentage"],
        Shape::Integer,
        "percent of the capacity that may run at once; 100 if left out",
    ),
    key(
        "InstanceWarmup",
        &["instance_warmup"],
        Shape::Integer,
        "seconds before a new instance counts; the group's own if left out",
    ),
    key(
        "CheckpointPercentages",
        &["checkpoint_percentages"],
        Shape::List(&Shape::Integer),
        "where to pause; the last must be 100",
    ),
    key("CheckpointDelay", &["checkpoint_delay"], Shape::Integer, "seconds of each pause; 3600 if left out"),
    key("SkipMatching", &["skip_matching"], Shape::Boolean, "leaves instances that already match"),
    key(
        "AutoRollback",
        &["auto_rollback"],
        Shape::Boolean,
        "whether AWS rolls back to the former template after a failure",
    ),
    key(
        "ScaleInProtectedInstances",
        &["scale_in_protected_instances"],
        Shape::Word(&["Refresh", "Ignore", "Wait"]),
        "what happens to protected instances; Wait if left out",
    ),
    key(
        "StandbyInstances",
        &["standby_instances"],
        Shape::Word(&["Terminate", "Ignore", "Wait"]),
        "what happens to instances in standby; Wait if left out",
    ),
    key("BakeTime", &["bake_time"], Shape::Integer, "seconds to watch alarms after the last replacement"),
    key("alarms", &["Alarms"], Shape::Texts, "names of CloudWatch alarms that fail the refresh"),
    key("timeout", &[], Shape::Integer, "seconds that a run waits for it; 3600 if left out"),
];
