//! The calls for subnet groups.

use aws_sdk_elasticache::types::CacheSubnetGroup;
use futures::future::FutureExt;

use super::diff::Step;
use super::{Live, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::model::Ident;
use crate::resources::elasticache::api;
use crate::resources::{Answers, Ask};

/// ElastiCache describes one by name or all, so they are read side by side.
const AT_ONCE: usize = 4;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let answer = aws.elasticache().describe_cache_subnet_groups().cache_subnet_group_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("DescribeCacheSubnetGroups", name)))?;
    let found = answer.and_then(|answer| answer.cache_subnet_groups.unwrap_or_default().into_iter().next());
    let Some(mut live) = found.map(canonical) else { return Ok(None) };
    live.tags = api::tags(aws, &live.arn, ask.aspects.has(TAGS)).await?;
    Ok(Some(live))
}

fn canonical(group: CacheSubnetGroup) -> Live {
    let subnets = group.subnets.unwrap_or_default();
    let mut subnets: Vec<Ident> =
        subnets.into_iter().filter_map(|subnet| subnet.subnet_identifier).map(Ident::from).collect();
    subnets.sort();
    Live {
        arn: group.arn.unwrap_or_default(),
        vpc_id: group.vpc_id.unwrap_or_default(),
        description: group.cache_subnet_group_description.unwrap_or_default(),
        subnets,
        ..Live::default()
    }
}

fn ids(subnets: &[Ident]) -> Vec<String> {
    subnets.iter().map(ToString::to_string).collect()
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create { name, description, subnets, tags } => {
            let call = aws.elasticache().create_cache_subnet_group().cache_subnet_group_name(name);
            let call = call.cache_subnet_group_description(description).set_subnet_ids(Some(ids(subnets)));
            let done = call.set_tags(api::list(tags)).send().await;
            done.map(|_| ()).map_err(failed("CreateCacheSubnetGroup", name))
        }
        Step::Modify { name, description, subnets } => {
            let call = aws.elasticache().modify_cache_subnet_group().cache_subnet_group_name(name);
            let call = call.set_cache_subnet_group_description(description.clone());
            let done = call.set_subnet_ids(subnets.as_deref().map(ids)).send().await;
            done.map(|_| ()).map_err(failed("ModifyCacheSubnetGroup", name))
        }
        Step::Tags(step) => api::apply_tags(aws, step).await,
        Step::Delete { name } => {
            let done =
                aws.elasticache().delete_cache_subnet_group().cache_subnet_group_name(name).send().await;
            done_if_not_found(done.map(|_| ()).map_err(failed("DeleteCacheSubnetGroup", name)))
        }
    }
}
