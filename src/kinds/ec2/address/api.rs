//! The calls for Elastic IP addresses.

use std::net::IpAddr;

use aws_sdk_ec2::types::Filter;
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::{answer, by_id_or_name_tag, gather, tag, untag};
use crate::elastic;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

const OPERATION: &str = "DescribeAddresses";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let named = by_id_or_name_tag("eipalloc-", "allocation-id");
    let select = |reference: &Reference| match reference.name.parse::<IpAddr>() {
        Ok(_) => ("public-ip".to_owned(), reference.name.clone()),
        Err(_) => named(reference),
    };
    let found = gather(asks, select, |filter| page(aws, filter).boxed()).await;
    answer(asks, OPERATION, found, |live, reference| {
        let names = [Some(&live.id), Some(&live.public_ip), live.name.as_ref()];
        names.contains(&Some(&reference.name))
    })
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let answer = aws.client::<Ec2>().describe_addresses().filters(filter).send().await;
    let found = answer.map_err(failed(OPERATION, subject))?.addresses.unwrap_or_default();
    Ok(found.into_iter().filter_map(Live::of).collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Allocate { name, tags } => elastic::allocate_tagged(aws, name, tags).await,
        Step::Disassociate { association } => elastic::disassociate(aws, association).await,
        Step::Associate { allocation, owner } => elastic::associate(aws, owner.as_str(), allocation).await,
        Step::Tag { allocation, tags } => tag(aws, allocation, tags).await,
        Step::Untag { allocation, tags } => untag(aws, allocation, tags).await,
        Step::Release { allocation } => elastic::release(aws, allocation).await,
    }
}
