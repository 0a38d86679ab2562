//! The calls for subnet groups.

use futures::future::{BoxFuture, FutureExt};

use super::TAGS;
use super::diff::Step;
use super::live::{Live, described};
use crate::Rds;
use crate::api;
use aws::error::done_if_not_found;
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};
use model::Ident;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    listed!(
        aws.client::<Rds>().describe_db_subnet_groups(),
        set_db_subnet_group_name(name),
        "DescribeDBSubnetGroups",
        described
    )
    .boxed()
}

async fn complete(aws: &Aws, ask: &Ask, live: Live) -> Result<Live, ApiError> {
    Ok(Live { tags: api::tags(aws, &live.arn, ask.aspects.has(TAGS)).await?, ..live })
}

fn ids(subnets: &[Ident]) -> Option<Vec<String>> {
    Some(subnets.iter().map(ToString::to_string).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (rds, call) = (aws.client::<Rds>(), step.call());
    match step {
        Step::Create { name, description, subnets, tags } => {
            let request =
                rds.create_db_subnet_group().db_subnet_group_name(name).set_subnet_ids(ids(subnets));
            let request = request.db_subnet_group_description(description).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Modify { name, description, subnets } => {
            let request =
                rds.modify_db_subnet_group().db_subnet_group_name(name).set_subnet_ids(ids(subnets));
            let request = request.set_db_subnet_group_description(description.clone());
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name } => {
            let answer = rds.delete_db_subnet_group().db_subnet_group_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}
