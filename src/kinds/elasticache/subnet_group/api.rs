//! The calls for subnet groups.

use futures::future::{BoxFuture, FutureExt};

use super::TAGS;
use super::diff::Step;
use super::live::{Live, described};
use crate::ElastiCache;
use crate::api::{self, ids};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    let request = aws.client::<ElastiCache>().describe_cache_subnet_groups();
    listed!(request, set_cache_subnet_group_name(name), "DescribeCacheSubnetGroups", described).boxed()
}

async fn complete(aws: &Aws, ask: &Ask, live: Live) -> Result<Live, ApiError> {
    let tags = api::tags(aws, &live.arn, ask.aspects.has(TAGS)).await?;
    Ok(Live { tags, ..live })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (cache, call) = (aws.client::<ElastiCache>(), step.call());
    match step {
        Step::Create { name, description, subnets, tags } => {
            let request = cache.create_cache_subnet_group().cache_subnet_group_name(name);
            let request = request.cache_subnet_group_description(description);
            let done = request.set_subnet_ids(ids(Some(subnets))).set_tags(api::list(tags)).send().await;
            done.map(drop).map_err(failed(call, name))
        }
        Step::Modify { name, description, subnets } => {
            let request = cache.modify_cache_subnet_group().cache_subnet_group_name(name);
            let request = request.set_cache_subnet_group_description(description.clone());
            let done = request.set_subnet_ids(ids(subnets.as_ref())).send().await;
            done.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name } => {
            let done = cache.delete_cache_subnet_group().cache_subnet_group_name(name).send().await;
            done_if_not_found(done.map(drop).map_err(failed(call, name)))
        }
    }
}
