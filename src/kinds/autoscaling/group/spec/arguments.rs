//! The tables of arguments.

use crate::hooks::HOOK;
use crate::launch::{ARGUMENTS, IMAGE_NAME, IMAGE_OWNER, table};
use crate::refresh::REFRESH;
use crate::scaling_policy::POLICY;
use crate::{mixed, warm_pool};
use model::{Argument, Function, Shape};

const NAME: Argument =
    Argument::required("name", Shape::Text, "the group's name").alias(&["AutoScalingGroupName"]);

const LAUNCH: &[Argument] = &table::<{ ARGUMENTS.len() + 2 }>(&[IMAGE_NAME, IMAGE_OWNER]);

const PROCESS: Shape = Shape::Word(&[
    "AZRebalance",
    "AddToLoadBalancer",
    "AlarmNotification",
    "HealthCheck",
    "InstanceRefresh",
    "Launch",
    "ReplaceUnhealthy",
    "ScheduledActions",
    "Terminate",
]);

const TEMPLATE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the template's name")
        .alias(&["launch_template_name", "LaunchTemplateName"]),
    Argument::optional("id", Shape::Text, "the template's id, instead of its name")
        .alias(&["launch_template_id", "LaunchTemplateId"]),
    Argument::optional("version", Shape::Text, "a number, $Latest or $Default; $Default if left out")
        .alias(&["Version"]),
];

const TAG: &[Argument] = &[
    Argument::required("key", Shape::Text, "the tag's key").alias(&["Key"]),
    Argument::required("value", Shape::Text, "the tag's value").alias(&["Value"]),
    Argument::optional("propagate_at_launch", Shape::Boolean, "whether instances get it; false if left out")
        .alias(&["PropagateAtLaunch"]),
];

pub(super) const ACTION: &[Argument] = &[
    Argument::optional("min_size", Shape::Integer, "the new minimum number of instances").alias(&["MinSize"]),
    Argument::optional("max_size", Shape::Integer, "the new maximum number of instances").alias(&["MaxSize"]),
    Argument::optional("desired_capacity", Shape::Integer, "the new number of instances")
        .alias(&["DesiredCapacity"]),
    Argument::optional("start_time", Shape::Text, "YYYY-MM-DDTHH:MM:SSZ").alias(&["StartTime"]),
    Argument::optional("end_time", Shape::Text, "YYYY-MM-DDTHH:MM:SSZ").alias(&["EndTime"]),
    Argument::optional("recurrence", Shape::Text, "in the format of cron: 0 8 * * 1-5")
        .alias(&["Recurrence"]),
    Argument::optional("time_zone", Shape::Text, "the zone of the recurrence: Europe/Berlin")
        .alias(&["TimeZone"]),
];

pub(super) const ALARM: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the alarm's name; the group's name is put before it"),
    Argument::required("attributes", Shape::Table(&Shape::Any), "as in boto_cloudwatch_alarm.present"),
];

pub(super) const WARM_POOL: Argument = Argument::optional(
    "warm_pool",
    Shape::Record(warm_pool::WARM_POOL),
    "the warm pool: instances prepared in advance; an empty mapping for none",
)
.alias(&["WarmPool"]);

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "launch_config_name",
        Shape::Text,
        "the launch configuration's name, or a prefix of names if launch_config is given",
    )
    .alias(&["LaunchConfigurationName"]),
    Argument::optional("launch_config", Shape::Merged(LAUNCH), "arguments of boto_lc.present, or image_name"),
    Argument::optional(
        "launch_template",
        Shape::Either(&[Shape::Record(TEMPLATE), Shape::Text]),
        "a launch template instead of a launch configuration",
    )
    .alias(&["LaunchTemplate"]),
    Argument::optional(
        "migrate_to_launch_template",
        Shape::Boolean,
        "make a launch template from launch_config instead of a launch configuration",
    ),
    Argument::optional(
        "mixed_instances_policy",
        Shape::Record(mixed::POLICY),
        "several instance types, On-Demand and Spot, with launch_template",
    )
    .alias(&["MixedInstancesPolicy"]),
    Argument::optional("instance_profile_name", Shape::Text, "as in launch_config, for old trees"),
    Argument::optional("availability_zones", Shape::Texts, "zones").alias(&["AvailabilityZones"]),
    Argument::required("min_size", Shape::Integer, "the minimum number of instances").alias(&["MinSize"]),
    Argument::required("max_size", Shape::Integer, "the maximum number of instances").alias(&["MaxSize"]),
    Argument::optional("desired_capacity", Shape::Integer, "the number of instances")
        .alias(&["DesiredCapacity"]),
    Argument::optional("load_balancers", Shape::Texts, "names of classic balancers")
        .alias(&["LoadBalancerNames", "load_balancer_names"]),
    Argument::optional("target_groups", Shape::Texts, "target groups, by name or ARN")
        .alias(&["TargetGroupARNs", "target_group_arns"]),
    Argument::optional("default_cooldown", Shape::Integer, "seconds between scaling activities")
        .alias(&["DefaultCooldown"]),
    Argument::optional("health_check_type", Shape::Text, "EC2 or ELB").alias(&["HealthCheckType"]),
    Argument::optional("health_check_period", Shape::Integer, "seconds before a new instance is checked")
        .alias(&["HealthCheckGracePeriod", "health_check_grace_period"]),
    Argument::optional(
        "max_instance_lifetime",
        Shape::Integer,
        "seconds after which an instance is replaced; 0 for never",
    )
    .alias(&["MaxInstanceLifetime"]),
    Argument::optional(
        "capacity_rebalance",
        Shape::Boolean,
        "whether a Spot instance is replaced before AWS interrupts it",
    )
    .alias(&["CapacityRebalance"]),
    Argument::optional(
        "default_instance_warmup",
        Shape::Integer,
        "seconds before a new instance counts in metrics; -1 for none",
    )
    .alias(&["DefaultInstanceWarmup"]),
    Argument::optional(
        "new_instances_protected_from_scale_in",
        Shape::Boolean,
        "whether new instances are protected from scale-in",
    )
    .alias(&["NewInstancesProtectedFromScaleIn"]),
    Argument::optional(
        "desired_capacity_type",
        Shape::Text,
        "the unit of the sizes: units, vcpu or memory-mib",
    )
    .alias(&["DesiredCapacityType"]),
    Argument::optional("placement_group", Shape::Text, "the placement group's name")
        .alias(&["PlacementGroup"]),
    Argument::optional("vpc_zone_identifier", Shape::Texts, "ids of subnets").alias(&["VPCZoneIdentifier"]),
    Argument::optional("subnet_names", Shape::Texts, "Name tags of subnets, or <VPC's name>:<subnet's name>"),
    Argument::optional("tags", Shape::Records(TAG), "all tags of the group").alias(&["Tags"]),
    Argument::optional(
        "termination_policies",
        Shape::Texts,
        "termination policies, in the order in which they are tried",
    )
    .alias(&["TerminationPolicies"]),
    Argument::optional(
        "termination_policies_from_pillar",
        Shape::Text,
        "pillar key of termination policies, for a group without them",
    ),
    Argument::optional(
        "suspended_processes",
        Shape::Either(&[Shape::List(&PROCESS), PROCESS]),
        "all suspended processes",
    )
    .alias(&["SuspendedProcesses"]),
    Argument::optional("scaling_policies", Shape::Records(POLICY), "all scaling policies"),
    Argument::optional(
        "scaling_policies_from_pillar",
        Shape::Text,
        "pillar key of scaling policies, for a group without them",
    ),
    Argument::optional(
        "scheduled_actions",
        Shape::Table(&Shape::Record(ACTION)),
        "all scheduled actions: sizes that change at a time",
    ),
    Argument::optional("scheduled_actions_from_pillar", Shape::Text, "pillar key of more scheduled actions"),
    Argument::optional("lifecycle_hooks", Shape::Records(HOOK), "all lifecycle hooks")
        .alias(&["LifecycleHooks", "LifecycleHookSpecificationList"]),
    Argument::optional(
        "instance_refresh",
        Shape::Record(REFRESH),
        "replaces instances after their launch settings change, and waits for that",
    )
    .alias(&["InstanceRefresh"]),
    WARM_POOL,
    Argument::optional("alarms", Shape::Table(&Shape::Record(ALARM)), "alarms about the group"),
    Argument::optional("alarms_from_pillar", Shape::Text, "pillar key of more alarms"),
    Argument::optional("notification_arn", Shape::Text, "the SNS topic that receives events"),
    Argument::optional(
        "notification_arn_from_pillar",
        Shape::Text,
        "pillar key of the topic, for a group without one",
    ),
    Argument::optional("notification_types", Shape::Texts, "the events: autoscaling:EC2_INSTANCE_LAUNCH …"),
    Argument::optional(
        "notification_types_from_pillar",
        Shape::Text,
        "pillar key of the events, for a group without them",
    ),
];

const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional("force", Shape::Boolean, "also delete its instances").alias(&["ForceDelete"]),
    Argument::optional("remove_lc", Shape::Boolean, "also delete its launch configuration"),
];

pub(in crate::group) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_asg.present", "boto3_asg.present"],
        PRESENT,
        "Makes sure that an Auto Scaling group exists and is as declared.",
    ),
    Function::absent(
        &["boto_asg.absent", "boto3_asg.absent"],
        ABSENT,
        "Makes sure that an Auto Scaling group does not exist.",
    ),
];
