//! Scaling policies from and to the SDK.

use aws_sdk_autoscaling::operation::put_scaling_policy::builders::PutScalingPolicyFluentBuilder;
use aws_sdk_autoscaling::types as asg;
use serde_json::{Map, Value as Json};

use super::arguments::SIMPLE;
use super::content::Policy;
use crate::AutoScaling;
use aws::sdk_document::{Documented, document};
use kind::document;

document! { AutoScaling: words
    asg::MetricStatistic, asg::MetricType, asg::PredefinedLoadMetricType, asg::PredefinedMetricPairType,
    asg::PredefinedScalingMetricType, asg::PredictiveScalingMaxCapacityBreachBehavior, asg::PredictiveScalingMode,
}

document! {
AutoScaling:     asg::MetricDimension { "Name" name set_name, "Value" value set_value }
    asg::Metric {
        "Namespace" namespace set_namespace, "MetricName" metric_name set_metric_name,
        "Dimensions" dimensions set_dimensions,
    }
    asg::MetricStat { "Metric" metric set_metric, "Stat" stat set_stat, "Unit" unit set_unit }
    asg::MetricDataQuery {
        "Id" id set_id, "Expression" expression set_expression, "MetricStat" metric_stat set_metric_stat,
        "Label" label set_label, "ReturnData" return_data set_return_data,
    }
    asg::TargetTrackingMetricStat {
        "Metric" metric set_metric, "Stat" stat set_stat, "Unit" unit set_unit, "Period" period set_period,
    }
    asg::TargetTrackingMetricDataQuery {
        "Id" id set_id, "Expression" expression set_expression, "MetricStat" metric_stat set_metric_stat,
        "Label" label set_label, "Period" period set_period, "ReturnData" return_data set_return_data,
    }
    asg::PredefinedMetricSpecification {
        "PredefinedMetricType" predefined_metric_type set_predefined_metric_type,
        "ResourceLabel" resource_label set_resource_label,
    }
    asg::CustomizedMetricSpecification {
        "MetricName" metric_name set_metric_name, "Namespace" namespace set_namespace,
        "Dimensions" dimensions set_dimensions, "Statistic" statistic set_statistic, "Unit" unit set_unit,
        "Period" period set_period, "Metrics" metrics set_metrics,
    }
    asg::TargetTrackingConfiguration {
        "PredefinedMetricSpecification" predefined_metric_specification set_predefined_metric_specification,
        "CustomizedMetricSpecification" customized_metric_specification set_customized_metric_specification,
        "TargetValue" target_value set_target_value, "DisableScaleIn" disable_scale_in set_disable_scale_in,
    }
    asg::StepAdjustment {
        "MetricIntervalLowerBound" metric_interval_lower_bound set_metric_interval_lower_bound,
        "MetricIntervalUpperBound" metric_interval_upper_bound set_metric_interval_upper_bound,
        "ScalingAdjustment" scaling_adjustment set_scaling_adjustment,
    }
}

document! {
AutoScaling:     asg::PredictiveScalingPredefinedMetricPair {
        "PredefinedMetricType" predefined_metric_type set_predefined_metric_type,
        "ResourceLabel" resource_label set_resource_label,
    }
    asg::PredictiveScalingPredefinedScalingMetric {
        "PredefinedMetricType" predefined_metric_type set_predefined_metric_type,
        "ResourceLabel" resource_label set_resource_label,
    }
    asg::PredictiveScalingPredefinedLoadMetric {
        "PredefinedMetricType" predefined_metric_type set_predefined_metric_type,
        "ResourceLabel" resource_label set_resource_label,
    }
    asg::PredictiveScalingCustomizedScalingMetric {
        "MetricDataQueries" metric_data_queries set_metric_data_queries,
    }
    asg::PredictiveScalingCustomizedLoadMetric {
        "MetricDataQueries" metric_data_queries set_metric_data_queries,
    }
    asg::PredictiveScalingCustomizedCapacityMetric {
        "MetricDataQueries" metric_data_queries set_metric_data_queries,
    }
    asg::PredictiveScalingMetricSpecification {
        "TargetValue" target_value set_target_value,
        "PredefinedMetricPairSpecification"
            predefined_metric_pair_specification set_predefined_metric_pair_specification,
        "PredefinedScalingMetricSpecification"
            predefined_scaling_metric_specification set_predefined_scaling_metric_specification,
        "PredefinedLoadMetricSpecification"
            predefined_load_metric_specification set_predefined_load_metric_specification,
        "CustomizedScalingMetricSpecification"
            customized_scaling_metric_specification set_customized_scaling_metric_specification,
        "CustomizedLoadMetricSpecification"
            customized_load_metric_specification set_customized_load_metric_specification,
        "CustomizedCapacityMetricSpecification"
            customized_capacity_metric_specification set_customized_capacity_metric_specification,
    }
    asg::PredictiveScalingConfiguration {
        "MetricSpecifications" metric_specifications set_metric_specifications, "Mode" mode set_mode,
        "SchedulingBufferTime" scheduling_buffer_time set_scheduling_buffer_time,
        "MaxCapacityBreachBehavior" max_capacity_breach_behavior set_max_capacity_breach_behavior,
        "MaxCapacityBuffer" max_capacity_buffer set_max_capacity_buffer,
    }
}

/// The prefix of policies that ECS makes and manages for its capacity providers.
///
/// See <https://docs.aws.amazon.com/AmazonECS/latest/developerguide/cluster-auto-scaling.html>.
const OF_ECS: &str = "ECSManagedAutoScalingPolicy-";

/// One as AWS describes it, in canonical form; none for one that another service manages.
pub(crate) fn policy(found: asg::ScalingPolicy) -> Option<Policy> {
    fn json(part: &impl Documented<AutoScaling>) -> Option<Json> {
        part.to_json()
    }
    let content = [
        ("adjustment_type", json(&found.adjustment_type)),
        ("scaling_adjustment", json(&found.scaling_adjustment)),
        ("cooldown", json(&found.cooldown)),
        ("min_adjustment_step", json(&found.min_adjustment_magnitude.or(found.min_adjustment_step))),
        ("step_adjustments", json(&found.step_adjustments)),
        ("metric_aggregation_type", json(&found.metric_aggregation_type)),
        ("estimated_instance_warmup", json(&found.estimated_instance_warmup)),
        ("target_tracking_configuration", json(&found.target_tracking_configuration)),
        ("predictive_scaling_configuration", json(&found.predictive_scaling_configuration)),
        ("enabled", json(&found.enabled.unwrap_or(true))),
    ];
    let given = content.into_iter().filter_map(|(name, value)| {
        Some((name.to_owned(), value.filter(|value| !document::is_nothing(value))?))
    });
    Some(Policy {
        name: found.policy_name.filter(|name| !name.starts_with(OF_ECS))?,
        kind: found.policy_type.unwrap_or_else(|| SIMPLE.to_owned()),
        content: Json::Object(given.collect::<Map<_, _>>()),
    })
}

/// The call with the policy's settings.
pub(super) fn with_policy(
    call: PutScalingPolicyFluentBuilder,
    policy: &Policy,
) -> PutScalingPolicyFluentBuilder {
    fn of<T: Documented<AutoScaling>>(content: &Json, name: &str) -> Option<T> {
        content.get(name).and_then(T::of)
    }
    let content = &policy.sent();
    call.policy_name(&policy.name)
        .policy_type(&policy.kind)
        .set_adjustment_type(of(content, "adjustment_type"))
        .set_scaling_adjustment(of(content, "scaling_adjustment"))
        .set_cooldown(of(content, "cooldown"))
        .set_min_adjustment_magnitude(of(content, "min_adjustment_step"))
        .set_step_adjustments(of(content, "step_adjustments"))
        .set_metric_aggregation_type(of(content, "metric_aggregation_type"))
        .set_estimated_instance_warmup(of(content, "estimated_instance_warmup"))
        .set_target_tracking_configuration(of(content, "target_tracking_configuration"))
        .set_predictive_scaling_configuration(of(content, "predictive_scaling_configuration"))
        .set_enabled(of(content, "enabled"))
}
