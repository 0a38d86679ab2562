//! Reads many alarms, a hundred in one call.

use std::collections::HashMap;

use aws_sdk_cloudwatch::types::{
    AlarmType, ComparisonOperator, Dimension as SdkDimension, MetricAlarm, MetricDataQuery,
    MetricStat as SdkStat, StandardUnit, Statistic,
};
use futures::future::FutureExt;

use crate::CloudWatch;
use crate::alarm::TAGS;
use crate::alarm::dimensions::Dimension;
use crate::alarm::live::Live;
use crate::alarm::queries::{MetricStat, Query};
use crate::alarm::settings::Settings;
use aws::crowd::read_each;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Ident;

/// The maximum number of names in one call.
const NAMES: usize = 100;
const AT_ONCE: usize = 4;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let chunks: Vec<&[Ask]> = asks.chunks(NAMES).collect();
    for (chunk, alarms) in read_each(&chunks, AT_ONCE, |chunk| list(aws, chunk).boxed()).await {
        let mut alarms = match alarms {
            Ok(alarms) => alarms,
            Err(error) => {
                answers.all_failed(*chunk, &error);
                continue;
            }
        };
        let found: Vec<_> = chunk.iter().map(|ask| (ask, alarms.remove(&ask.reference.name))).collect();
        for ((ask, _), answer) in
            read_each(&found, AT_ONCE, |(ask, live)| with_tags(aws, ask, live).boxed()).await
        {
            answers.answer(&ask.reference, answer);
        }
    }
    answers
}

async fn list(aws: &Aws, asks: &[Ask]) -> Result<HashMap<String, Live>, ApiError> {
    let names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    let subject = names.join(", ");
    let call = aws.client::<CloudWatch>().describe_alarms().set_alarm_names(Some(names));
    let call = call.alarm_types(AlarmType::MetricAlarm).alarm_types(AlarmType::CompositeAlarm);
    let mut pages = call.into_paginator().send();
    let mut alarms = HashMap::new();
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("DescribeAlarms", &subject))?;
        for alarm in page.metric_alarms.unwrap_or_default() {
            aws.note_owner(alarm.alarm_arn().unwrap_or_default());
            alarms.insert(alarm.alarm_name.clone().unwrap_or_default(), live(alarm));
        }
        for alarm in page.composite_alarms.unwrap_or_default() {
            let arn = alarm.alarm_arn.unwrap_or_default();
            let live = Live { arn, is_composite: true, ..Live::default() };
            alarms.insert(alarm.alarm_name.unwrap_or_default(), live);
        }
    }
    Ok(alarms)
}

async fn with_tags(aws: &Aws, ask: &Ask, live: &Option<Live>) -> Result<Option<Live>, ApiError> {
    match live {
        Some(live) if ask.aspects.has(TAGS) => {
            let answer =
                aws.client::<CloudWatch>().list_tags_for_resource().resource_arn(&live.arn).send().await;
            let answer = answer.map_err(failed("ListTagsForResource", &ask.reference.name))?;
            let tags = answer.tags.unwrap_or_default().into_iter();
            let tags: Tags = tags.filter_map(|tag| Some((tag.key?, tag.value?))).collect();
            Ok(Some(Live { tags: tags.into(), ..live.clone() }))
        }
        other => Ok(other.clone()),
    }
}

fn live(alarm: MetricAlarm) -> Live {
    let unknown = [
        ("EvaluationWindow", alarm.evaluation_window.is_some()),
        ("WarmUpConfiguration", alarm.warm_up_configuration.is_some()),
        ("EvaluationCriteria", alarm.evaluation_criteria.is_some()),
        ("EvaluationInterval", alarm.evaluation_interval.is_some()),
        ("ActionConfiguration", alarm.action_configuration.is_some()),
    ];
    Live {
        arn: alarm.alarm_arn.clone().unwrap_or_default(),
        settings: settings(alarm),
        unknown: unknown.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| *name).collect(),
        ..Live::default()
    }
}

fn settings(alarm: MetricAlarm) -> Settings {
    Settings {
        metric: alarm.metric_name,
        namespace: alarm.namespace,
        statistic: alarm.statistic.as_ref().map(Statistic::as_str).map(str::to_owned),
        extended_statistic: alarm.extended_statistic,
        comparison: alarm.comparison_operator.as_ref().map(ComparisonOperator::as_str).map(str::to_owned),
        threshold: alarm.threshold,
        period: alarm.period,
        evaluation_periods: alarm.evaluation_periods,
        datapoints_to_alarm: alarm.datapoints_to_alarm,
        treat_missing_data: alarm.treat_missing_data,
        low_sample_percentile: alarm.evaluate_low_sample_count_percentile,
        unit: unit(alarm.unit.as_ref()),
        description: alarm.alarm_description,
        dimensions: alarm.dimensions.map(dimensions),
        metrics: alarm.metrics.map(|queries| queries.into_iter().map(query).collect()),
        threshold_metric_id: alarm.threshold_metric_id,
        actions_enabled: alarm.actions_enabled,
        alarm_actions: alarm.alarm_actions.map(actions),
        ok_actions: alarm.ok_actions.map(actions),
        insufficient_data_actions: alarm.insufficient_data_actions.map(actions),
    }
}

fn unit(unit: Option<&StandardUnit>) -> Option<String> {
    unit.map(StandardUnit::as_str).map(str::to_owned)
}

fn actions(arns: Vec<String>) -> Vec<Ident> {
    arns.into_iter().map(Ident::Known).collect()
}

fn dimensions(dimensions: Vec<SdkDimension>) -> Vec<Dimension> {
    let of = |dimension: SdkDimension| Dimension {
        name: dimension.name.unwrap_or_default(),
        value: dimension.value.unwrap_or_default(),
    };
    dimensions.into_iter().map(of).collect()
}

fn query(query: MetricDataQuery) -> Query {
    Query {
        id: query.id.unwrap_or_default(),
        expression: query.expression,
        label: query.label,
        return_data: query.return_data.unwrap_or(true),
        period: query.period,
        account_id: query.account_id,
        stat: query.metric_stat.map(stat),
    }
}

fn stat(stat: SdkStat) -> MetricStat {
    let metric = stat.metric.as_ref();
    MetricStat {
        namespace: metric.and_then(|metric| metric.namespace.clone()),
        metric: metric.and_then(|metric| metric.metric_name.clone()),
        dimensions: dimensions(metric.and_then(|metric| metric.dimensions.clone()).unwrap_or_default()),
        period: stat.period.unwrap_or_default(),
        stat: stat.stat.unwrap_or_default(),
        unit: unit(stat.unit.as_ref()),
    }
}
