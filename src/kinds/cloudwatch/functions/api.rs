//! The names of all alarms.

use aws_sdk_cloudwatch::types::MetricAlarm;

use crate::CloudWatch;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The names of the metric alarms of the region.
pub(super) async fn names(aws: &Aws) -> Result<Value, ApiError> {
    let mut pages = aws.client::<CloudWatch>().describe_alarms().into_paginator().send();
    let mut names = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("DescribeAlarms", "all alarms"))?;
        names.extend(page.metric_alarms().iter().filter_map(MetricAlarm::alarm_name).map(Value::from));
    }
    Ok(Value::List(names))
}
