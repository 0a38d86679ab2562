//! The calls for tags of volumes.

use aws_sdk_ec2::types::Filter;
use futures::future::{FutureExt, try_join_all};

use super::diff::Step;
use super::live::{Live, Tagged};
use super::want::Filters;
use crate::Ec2;
use crate::api::{tag, untag};
use aws::crowd::read_each;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

/// States that are read in parallel.
const AT_ONCE: usize = 4;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, found) in read_each(asks, AT_ONCE, |ask| read_one(aws, ask).boxed()).await {
        answers.answer(&ask.reference, found.map(Some));
    }
    answers
}

async fn read_one(aws: &Aws, ask: &Ask) -> Result<Live, ApiError> {
    let scope = ask.reference.scope.as_deref().unwrap_or_default();
    let maps: Vec<Filters> = serde_json::from_str(scope).unwrap_or_default();
    Ok(Live(try_join_all(maps.into_iter().map(|filters| volumes(aws, filters))).await?))
}

async fn volumes(aws: &Aws, filters: Filters) -> Result<Vec<Tagged>, ApiError> {
    let Some(filters) = filters else { return Ok(vec![]) };
    let built =
        |(name, values): (String, Vec<String>)| Filter::builder().name(name).set_values(Some(values)).build();
    let built: Vec<Filter> = filters.into_iter().map(built).collect();
    let subject = built.iter().filter_map(Filter::name).collect::<Vec<_>>().join(", ");
    let request = aws.client::<Ec2>().describe_volumes().set_filters(Some(built)).max_results(500);
    let found: Result<Vec<_>, _> = request.into_paginator().items().send().collect().await;
    Ok(found.map_err(failed("DescribeVolumes", subject))?.into_iter().filter_map(Tagged::of).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Tag { volume, tags } => tag(aws, volume, tags).await,
        Step::Untag { volume, tags } => untag(aws, volume, tags).await,
    }
}
