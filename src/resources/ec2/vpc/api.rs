//! The calls for VPCs.

use aws_sdk_ec2::types::{Filter, Vpc, VpcCidrBlockStateCode};
use futures::future::FutureExt;

use super::live::Live;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::ec2::api::{answer, by_id_or_name_tag, gather, tags};
use crate::resources::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = gather(asks, by_id_or_name_tag("vpc-", "vpc-id"), |filter| page(aws, filter).boxed()).await;
    answer(asks, "DescribeVpcs", found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    })
}

/// The default VPC of account and region, if there is one.
pub(in crate::resources::ec2) async fn default(aws: &Aws) -> Result<Option<Live>, ApiError> {
    let filter = Filter::builder().name("is-default").values("true").build();
    Ok(page(aws, filter).await?.into_iter().next())
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let pages = aws.ec2().describe_vpcs().filters(filter).max_results(1000).into_paginator().items().send();
    let found: Result<Vec<Vpc>, _> = pages.collect().await;
    Ok(found.map_err(failed("DescribeVpcs", subject))?.iter().map(live).collect())
}

fn live(vpc: &Vpc) -> Live {
    let is_associated =
        |state: Option<&VpcCidrBlockStateCode>| state == Some(&VpcCidrBlockStateCode::Associated);
    let mut ranges = vpc.ipv6_cidr_block_association_set().iter();
    Live {
        id: vpc.vpc_id().unwrap_or_default().to_owned(),
        name: tags(vpc.tags()).swap_remove("Name"),
        cidr: vpc.cidr_block().unwrap_or_default().to_owned(),
        has_ipv6: ranges.any(|it| is_associated(it.ipv6_cidr_block_state().and_then(|it| it.state()))),
    }
}
