//! The tables of arguments.

use crate::model::{Argument, Function, Shape};
use crate::resources::autoscaling::launch::{ARGUMENTS, IMAGE_NAME, table};

const NAME: Argument =
    Argument::required("name", Shape::Text, "the group's name").alias(&["AutoScalingGroupName"]);

const LAUNCH: &[Argument] = &table::<{ ARGUMENTS.len() + 1 }>(&[IMAGE_NAME]);

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
    Argument::optional("version", Shape::Text, "a number, $Latest or $Default; $Default when left out")
        .alias(&["Version"]),
];

const TAG: &[Argument] = &[
    Argument::required("key", Shape::Text, "the tag's key").alias(&["Key"]),
    Argument::required("value", Shape::Text, "the tag's value").alias(&["Value"]),
    Argument::optional(
        "propagate_at_launch",
        Shape::Boolean,
        "whether instances get it; false when left out",
    )
    .alias(&["PropagateAtLaunch"]),
];

pub(super) const POLICY: &[Argument] = &[
    Argument::required("name", Shape::Text, "the policy's name").alias(&["PolicyName", "policy_name"]),
    Argument::required(
        "adjustment_type",
        Shape::Word(&["ChangeInCapacity", "ExactCapacity", "PercentChangeInCapacity"]),
        "what the adjustment counts",
    )
    .alias(&["AdjustmentType"]),
    Argument::required("scaling_adjustment", Shape::Integer, "by how much").alias(&["ScalingAdjustment"]),
    Argument::optional("cooldown", Shape::Integer, "seconds; the group's own when left out")
        .alias(&["Cooldown"]),
    Argument::optional(
        "min_adjustment_step",
        Shape::Integer,
        "the least change, for PercentChangeInCapacity",
    )
    .alias(&["MinAdjustmentStep", "MinAdjustmentMagnitude"]),
    Argument::optional("as_name", Shape::Text, "the group's name, as boto 2 took it; has no effect"),
];

pub(super) const ACTION: &[Argument] = &[
    Argument::optional("min_size", Shape::Integer, "the new least number of instances").alias(&["MinSize"]),
    Argument::optional("max_size", Shape::Integer, "the new greatest number of instances")
        .alias(&["MaxSize"]),
    Argument::optional("desired_capacity", Shape::Integer, "the new number of instances")
        .alias(&["DesiredCapacity"]),
    Argument::optional("start_time", Shape::Text, "YYYY-MM-DDTHH:MM:SSZ").alias(&["StartTime"]),
    Argument::optional("end_time", Shape::Text, "YYYY-MM-DDTHH:MM:SSZ").alias(&["EndTime"]),
    Argument::optional("recurrence", Shape::Text, "as cron writes it: 0 8 * * 1-5").alias(&["Recurrence"]),
    Argument::optional("time_zone", Shape::Text, "the zone of the recurrence: Europe/Berlin")
        .alias(&["TimeZone"]),
];

pub(super) const ALARM: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the alarm's name, behind the group's"),
    Argument::required("attributes", Shape::Table(&Shape::Any), "as in boto_cloudwatch_alarm.present"),
];

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional(
        "launch_config_name",
        Shape::Text,
        "the launch configuration, or how names begin when launch_config is given",
    )
    .alias(&["LaunchConfigurationName"]),
    Argument::optional("launch_config", Shape::Merged(LAUNCH), "arguments of boto_lc.present, or image_name"),
    Argument::optional(
        "launch_template",
        Shape::Either(&[Shape::Record(TEMPLATE), Shape::Text]),
        "a launch template instead of a launch configuration",
    )
    .alias(&["LaunchTemplate"]),
    Argument::optional("instance_profile_name", Shape::Text, "as in launch_config, for old trees"),
    Argument::optional("availability_zones", Shape::Texts, "zones").alias(&["AvailabilityZones"]),
    Argument::required("min_size", Shape::Integer, "the least number of instances").alias(&["MinSize"]),
    Argument::required("max_size", Shape::Integer, "the greatest number of instances").alias(&["MaxSize"]),
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
    Argument::optional("placement_group", Shape::Text, "the placement group's name")
        .alias(&["PlacementGroup"]),
    Argument::optional("vpc_zone_identifier", Shape::Texts, "ids of subnets").alias(&["VPCZoneIdentifier"]),
    Argument::optional("subnet_names", Shape::Texts, "Name tags of subnets"),
    Argument::optional("tags", Shape::Records(TAG), "all tags of the group").alias(&["Tags"]),
    Argument::optional("termination_policies", Shape::Texts, "in the order in which they are tried")
        .alias(&["TerminationPolicies"]),
    Argument::optional("termination_policies_from_pillar", Shape::Text, "where they are when left out"),
    Argument::optional(
        "suspended_processes",
        Shape::Either(&[Shape::List(&PROCESS), PROCESS]),
        "all processes that are suspended",
    )
    .alias(&["SuspendedProcesses"]),
    Argument::optional("scaling_policies", Shape::Records(POLICY), "all simple scaling policies"),
    Argument::optional("scaling_policies_from_pillar", Shape::Text, "where they are when left out"),
    Argument::optional(
        "scheduled_actions",
        Shape::Table(&Shape::Record(ACTION)),
        "all changes of size at a time",
    ),
    Argument::optional("scheduled_actions_from_pillar", Shape::Text, "where more of them are"),
    Argument::optional("alarms", Shape::Table(&Shape::Record(ALARM)), "alarms about the group"),
    Argument::optional("alarms_from_pillar", Shape::Text, "where more of them are"),
    Argument::optional("notification_arn", Shape::Text, "the SNS topic that hears of events"),
    Argument::optional("notification_arn_from_pillar", Shape::Text, "where it is when left out"),
    Argument::optional("notification_types", Shape::Texts, "the events: autoscaling:EC2_INSTANCE_LAUNCH …"),
    Argument::optional("notification_types_from_pillar", Shape::Text, "where they are when left out"),
];

const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional("force", Shape::Boolean, "together with its instances").alias(&["ForceDelete"]),
    Argument::optional("remove_lc", Shape::Boolean, "its launch configuration, too"),
];

pub(in crate::resources::autoscaling::group) const FUNCTIONS: &[Function] = &[
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
