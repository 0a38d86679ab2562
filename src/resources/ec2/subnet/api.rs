//! The calls for subnets.

use aws_sdk_ec2::types::{Filter, Subnet};
use futures::future::FutureExt;

use super::live::Live;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::ec2::api::{answer, by_id_or_name_tag, gather, tags};
use crate::resources::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let select = by_id_or_name_tag("subnet-", "subnet-id");
    let found = gather(asks, select, |filter| page(aws, filter).boxed()).await;
    answer(asks, "DescribeSubnets", found, |live, reference| {
        let in_scope = reference.scope.as_ref().is_none_or(|vpc| *vpc == live.vpc_id);
        in_scope && (live.id == reference.name || live.name.as_deref() == Some(&reference.name))
    })
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let pages =
        aws.ec2().describe_subnets().filters(filter).max_results(1000).into_paginator().items().send();
    let found: Result<Vec<Subnet>, _> = pages.collect().await;
    Ok(found.map_err(failed("DescribeSubnets", subject))?.iter().map(live).collect())
}

fn live(subnet: &Subnet) -> Live {
    Live {
        id: subnet.subnet_id().unwrap_or_default().to_owned(),
        name: tags(subnet.tags()).swap_remove("Name"),
        vpc_id: subnet.vpc_id().unwrap_or_default().to_owned(),
        availability_zone: subnet.availability_zone().unwrap_or_default().to_owned(),
        cidr: subnet.cidr_block().unwrap_or_default().to_owned(),
    }
}
