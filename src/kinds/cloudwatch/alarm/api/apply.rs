//! Does one step.

use aws_sdk_cloudwatch::operation::put_metric_alarm::builders::PutMetricAlarmFluentBuilder;
use aws_sdk_cloudwatch::types::{
    Dimension as SdkDimension, Metric, MetricDataQuery, MetricStat as SdkStat, Tag,
};

use crate::CloudWatch;
use crate::alarm::diff::Step;
use crate::alarm::dimensions::Dimension;
use crate::alarm::queries::{MetricStat, Query};
use crate::alarm::settings::Settings;
use aws::error::done_if_not_found;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use model::Ident;

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let cloudwatch = aws.client::<CloudWatch>();
    match step {
        Step::Put { name, settings, tags } => {
            let call = cloudwatch.put_metric_alarm().alarm_name(name).set_tags(sdk_tags(tags));
            let call = what_is_watched(call, settings);
            let call = what_it_does(call, settings);
            call.send().await.map(drop).map_err(failed("PutMetricAlarm", name))
        }
        Step::Tag { arn, tags } => {
            let call = cloudwatch.tag_resource().resource_arn(arn).set_tags(sdk_tags(tags));
            call.send().await.map(drop).map_err(failed("TagResource", arn))
        }
        Step::Untag { arn, keys } => {
            let call = cloudwatch.untag_resource().resource_arn(arn).set_tag_keys(Some(keys.clone()));
            call.send().await.map(drop).map_err(failed("UntagResource", arn))
        }
        Step::Delete { name } => {
            let answer = cloudwatch.delete_alarms().alarm_names(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteAlarms", name)))
        }
    }
}

/// Empty text and empty lists are not sent: CloudWatch refuses some of them.
fn what_is_watched(call: PutMetricAlarmFluentBuilder, settings: &Settings) -> PutMetricAlarmFluentBuilder {
    let metrics = settings.metrics.as_ref().filter(|queries| !queries.is_empty());
    let dimensions = settings.dimensions.as_ref().filter(|dimensions| !dimensions.is_empty());
    call.set_metric_name(text(&settings.metric))
        .set_namespace(text(&settings.namespace))
        .set_statistic(text(&settings.statistic).map(|word| word.as_str().into()))
        .set_extended_statistic(text(&settings.extended_statistic))
        .set_comparison_operator(text(&settings.comparison).map(|word| word.as_str().into()))
        .set_threshold(settings.threshold)
        .set_threshold_metric_id(text(&settings.threshold_metric_id))
        .set_period(settings.period)
        .set_evaluation_periods(settings.evaluation_periods)
        .set_datapoints_to_alarm(settings.datapoints_to_alarm)
        .set_treat_missing_data(text(&settings.treat_missing_data))
        .set_evaluate_low_sample_count_percentile(text(&settings.low_sample_percentile))
        .set_unit(text(&settings.unit).map(|word| word.as_str().into()))
        .set_dimensions(dimensions.map(|dimensions| sdk_dimensions(dimensions)))
        .set_metrics(metrics.map(|queries| queries.iter().map(query).collect()))
}

fn what_it_does(call: PutMetricAlarmFluentBuilder, settings: &Settings) -> PutMetricAlarmFluentBuilder {
    let arns = |actions: &Option<Vec<Ident>>| {
        let actions = actions.as_ref().filter(|actions| !actions.is_empty())?;
        Some(actions.iter().map(|action| action.as_str().to_owned()).collect())
    };
    call.set_alarm_description(text(&settings.description))
        .set_actions_enabled(settings.actions_enabled)
        .set_alarm_actions(arns(&settings.alarm_actions))
        .set_ok_actions(arns(&settings.ok_actions))
        .set_insufficient_data_actions(arns(&settings.insufficient_data_actions))
}

fn text(text: &Option<String>) -> Option<String> {
    text.clone().filter(|text| !text.is_empty())
}

fn query(query: &Query) -> MetricDataQuery {
    MetricDataQuery::builder()
        .id(&query.id)
        .set_expression(query.expression.clone())
        .set_label(query.label.clone())
        .return_data(query.return_data)
        .set_period(query.period)
        .set_account_id(query.account_id.clone())
        .set_metric_stat(query.stat.as_ref().map(stat))
        .build()
}

fn stat(stat: &MetricStat) -> SdkStat {
    let metric = Metric::builder()
        .set_namespace(stat.namespace.clone())
        .set_metric_name(stat.metric.clone())
        .set_dimensions(Some(sdk_dimensions(&stat.dimensions)))
        .build();
    SdkStat::builder()
        .metric(metric)
        .period(stat.period)
        .stat(&stat.stat)
        .set_unit(stat.unit.as_deref().map(Into::into))
        .build()
}

fn sdk_dimensions(dimensions: &[Dimension]) -> Vec<SdkDimension> {
    let of =
        |dimension: &Dimension| SdkDimension::builder().name(&dimension.name).value(&dimension.value).build();
    dimensions.iter().map(of).collect()
}

fn sdk_tags(tags: &Tags) -> Option<Vec<Tag>> {
    let tags: Vec<Tag> =
        tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build()).collect();
    (!tags.is_empty()).then_some(tags)
}
