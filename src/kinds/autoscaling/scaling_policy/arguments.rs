//! The declaration of a scaling policy in an SLS.

use model::{Argument, Shape};

pub(super) const SIMPLE: &str = "SimpleScaling";
pub(super) const STEP: &str = "StepScaling";
pub(super) const TARGET_TRACKING: &str = "TargetTrackingScaling";
pub(super) const PREDICTIVE: &str = "PredictiveScaling";

const fn key(
    name: &'static str,
    alias: &'static [&'static str],
    shape: Shape,
    doc: &'static str,
) -> Argument {
    Argument::optional(name, shape, doc).alias(alias)
}

const DIMENSION: &[Argument] = &[
    Argument::required("Name", Shape::Text, "the dimension").alias(&["name"]),
    Argument::required("Value", Shape::Text, "its value").alias(&["value"]),
];

const METRIC: &[Argument] = &[
    key("Namespace", &["namespace"], Shape::Text, "AWS/SQS, or your own"),
    key("MetricName", &["metric_name"], Shape::Text, "the metric"),
    key("Dimensions", &["dimensions"], Shape::Records(DIMENSION), "its dimensions"),
];

const METRIC_STAT: &[Argument] = &[
    key("Metric", &["metric"], Shape::Record(METRIC), "the metric"),
    key("Stat", &["stat"], Shape::Text, "Average, Sum, p99 …"),
    key("Unit", &["unit"], Shape::Text, "its unit"),
    key("Period", &["period"], Shape::Integer, "seconds; for target tracking only"),
];

const QUERY: &[Argument] = &[
    Argument::required("Id", Shape::Text, "its name in expressions").alias(&["id"]),
    key("Expression", &["expression"], Shape::Text, "computes the metric from others"),
    key("MetricStat", &["metric_stat"], Shape::Record(METRIC_STAT), "reads the metric from CloudWatch"),
    key("Label", &["label"], Shape::Text, "a label for people"),
    key("Period", &["period"], Shape::Integer, "seconds; for target tracking only"),
    key("ReturnData", &["return_data"], Shape::Boolean, "whether it is the result; true if left out"),
];

const PREDEFINED: &[Argument] = &[
    Argument::required(
        "PredefinedMetricType",
        Shape::Text,
        "ASGAverageCPUUtilization, ALBRequestCountPerTarget …",
    )
    .alias(&["predefined_metric_type"]),
    key(
        "ResourceLabel",
        &["resource_label"],
        Shape::Text,
        "the balancer and target group that the metric counts",
    ),
];

const CUSTOMIZED: &[Argument] = &[
    key("MetricName", &["metric_name"], Shape::Text, "the metric"),
    key("Namespace", &["namespace"], Shape::Text, "AWS/SQS, or your own"),
    key("Dimensions", &["dimensions"], Shape::Records(DIMENSION), "its dimensions"),
    key("Statistic", &["statistic"], Shape::Text, "Average, Minimum, Maximum, SampleCount or Sum"),
    key("Unit", &["unit"], Shape::Text, "its unit"),
    key("Period", &["period"], Shape::Integer, "seconds"),
    key("Metrics", &["metrics"], Shape::Records(QUERY), "metrics for a computation, instead of one metric"),
];

const TRACKING: &[Argument] = &[
    key(
        "PredefinedMetricSpecification",
        &["predefined_metric_specification"],
        Shape::Record(PREDEFINED),
        "one of AWS's metrics",
    ),
    key(
        "CustomizedMetricSpecification",
        &["customized_metric_specification"],
        Shape::Record(CUSTOMIZED),
        "any other metric",
    ),
    Argument::required("TargetValue", Shape::Number, "the value to keep the metric at")
        .alias(&["target_value"]),
    key("DisableScaleIn", &["disable_scale_in"], Shape::Boolean, "instances are only added, never removed"),
];

const QUERIES: &[Argument] =
    &[Argument::required("MetricDataQueries", Shape::Records(QUERY), "the metrics that it is computed from")
        .alias(&["metric_data_queries"])];

const FORECAST: &[Argument] = &[
    Argument::required("TargetValue", Shape::Number, "the value to keep the metric at")
        .alias(&["target_value"]),
    key(
        "PredefinedMetricPairSpecification",
        &["predefined_metric_pair_specification"],
        Shape::Record(PREDEFINED),
        "load and utilization: ASGCPUUtilization, ALBRequestCount …",
    ),
    key(
        "PredefinedScalingMetricSpecification",
        &["predefined_scaling_metric_specification"],
        Shape::Record(PREDEFINED),
        "the utilization",
    ),
    key(
        "PredefinedLoadMetricSpecification",
        &["predefined_load_metric_specification"],
        Shape::Record(PREDEFINED),
        "the load",
    ),
    key(
        "CustomizedScalingMetricSpecification",
        &["customized_scaling_metric_specification"],
        Shape::Record(QUERIES),
        "the utilization, from any metrics",
    ),
    key(
        "CustomizedLoadMetricSpecification",
        &["customized_load_metric_specification"],
        Shape::Record(QUERIES),
        "the load, from any metrics",
    ),
    key(
        "CustomizedCapacityMetricSpecification",
        &["customized_capacity_metric_specification"],
        Shape::Record(QUERIES),
        "the capacity, from any metrics",
    ),
];

const PREDICTION: &[Argument] = &[
    Argument::required(
        "MetricSpecifications",
        Shape::Records(FORECAST),
        "the metrics to forecast; AWS takes one",
    )
    .alias(&["metric_specifications"]),
    key("Mode", &["mode"], Shape::Word(&["ForecastAndScale", "ForecastOnly"]), "ForecastOnly if left out"),
    key("SchedulingBufferTime", &["scheduling_buffer_time"], Shape::Integer, "seconds to launch ahead"),
    key(
        "MaxCapacityBreachBehavior",
        &["max_capacity_breach_behavior"],
        Shape::Word(&["HonorMaxCapacity", "IncreaseMaxCapacity"]),
        "whether the forecast may exceed max_size",
    ),
    key("MaxCapacityBuffer", &["max_capacity_buffer"], Shape::Integer, "percent above the forecast"),
];

const ADJUSTMENT: &[Argument] = &[
    key(
        "MetricIntervalLowerBound",
        &["metric_interval_lower_bound"],
        Shape::Number,
        "the range begins here, relative to the alarm's threshold",
    ),
    key("MetricIntervalUpperBound", &["metric_interval_upper_bound"], Shape::Number, "the range ends here"),
    Argument::required("ScalingAdjustment", Shape::Integer, "by how much").alias(&["scaling_adjustment"]),
];

/// The arguments of a policy. The content of each type is among them.
pub(crate) const POLICY: &[Argument] = &[
    Argument::required("name", Shape::Text, "the policy's name").alias(&["PolicyName", "policy_name"]),
    key(
        "policy_type",
        &["PolicyType"],
        Shape::Word(&[SIMPLE, STEP, TARGET_TRACKING, PREDICTIVE]),
        "follows from the other arguments if left out",
    ),
    key(
        "adjustment_type",
        &["AdjustmentType"],
        Shape::Word(&["ChangeInCapacity", "ExactCapacity", "PercentChangeInCapacity"]),
        "the unit of the adjustment",
    ),
    key("scaling_adjustment", &["ScalingAdjustment"], Shape::Integer, "by how much"),
    key("cooldown", &["Cooldown"], Shape::Integer, "seconds; the group's own if left out"),
    key(
        "min_adjustment_step",
        &["MinAdjustmentStep", "MinAdjustmentMagnitude", "min_adjustment_magnitude"],
        Shape::Integer,
        "the minimum change, for PercentChangeInCapacity",
    ),
    key(
        "step_adjustments",
        &["StepAdjustments"],
        Shape::Records(ADJUSTMENT),
        "the adjustment for each range of the metric",
    ),
    key("metric_aggregation_type", &["MetricAggregationType"], Shape::Text, "Average, Minimum or Maximum"),
    key(
        "estimated_instance_warmup",
        &["EstimatedInstanceWarmup"],
        Shape::Integer,
        "seconds before a new instance counts in the metric",
    ),
    key(
        "target_tracking_configuration",
        &["TargetTrackingConfiguration"],
        Shape::Record(TRACKING),
        "target tracking: keeps a metric at a value",
    ),
    key(
        "predictive_scaling_configuration",
        &["PredictiveScalingConfiguration"],
        Shape::Record(PREDICTION),
        "predictive scaling: scales before the load comes",
    ),
    key("enabled", &["Enabled"], Shape::Boolean, "whether it acts; true if left out"),
    Argument::optional("as_name", Shape::Text, "the group's name, as boto 2 took it; has no effect"),
];
