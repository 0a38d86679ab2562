//! The calls for parameter groups.

use std::collections::BTreeMap;

use aws_sdk_rds::types::{self, ApplyMethod};
use futures::future::{BoxFuture, FutureExt};

use super::diff::{Setting, Step};
use super::live::{Live, Parameter, described, parameter};
use super::{PARAMETERS, TAGS};
use crate::Rds;
use crate::api;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, PAGE, listed};
use kind::{Answers, Ask};
use model::Asked;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    listed!(
        aws.client::<Rds>().describe_db_parameter_groups(),
        set_db_parameter_group_name(name),
        "DescribeDBParameterGroups",
        described
    )
    .boxed()
}

async fn complete(aws: &Aws, ask: &Ask, live: Live) -> Result<Live, ApiError> {
    let tags = api::tags(aws, &live.arn, ask.aspects.has(TAGS));
    let (tags, parameters) = futures::try_join!(tags, async {
        if ask.aspects.has(PARAMETERS) {
            return not_yet_if_not_found(parameters(aws, &live.name).await);
        }
        Ok(Asked::NotAsked)
    })?;
    Ok(Live { tags, parameters, ..live })
}

async fn parameters(aws: &Aws, name: &str) -> Result<BTreeMap<String, Parameter>, ApiError> {
    let request =
        aws.client::<Rds>().describe_db_parameters().db_parameter_group_name(name).max_records(PAGE);
    let mut items = request.into_paginator().items().send();
    let mut all = BTreeMap::new();
    while let Some(item) = items.next().await {
        let (name, found) = parameter(item.map_err(failed("DescribeDBParameters", name))?);
        all.insert(name, found);
    }
    Ok(all)
}

fn sent(settings: &[Setting]) -> Vec<types::Parameter> {
    let of = |setting: &Setting| {
        let method = if setting.at_once { ApplyMethod::Immediate } else { ApplyMethod::PendingReboot };
        let parameter = types::Parameter::builder().parameter_name(&setting.name);
        parameter.parameter_value(&setting.value).apply_method(method).build()
    };
    settings.iter().map(of).collect()
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (rds, call) = (aws.client::<Rds>(), step.call());
    match step {
        Step::Create { name, fixed, tags } => {
            let request = rds.create_db_parameter_group().db_parameter_group_name(name);
            let request = request
                .set_db_parameter_group_family(fixed.family.clone())
                .set_description(fixed.description.clone())
                .set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Set { name, parameters } => {
            let request = rds.modify_db_parameter_group().db_parameter_group_name(name);
            let request = request.set_parameters(Some(sent(parameters)));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name } => {
            let answer = rds.delete_db_parameter_group().db_parameter_group_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}
