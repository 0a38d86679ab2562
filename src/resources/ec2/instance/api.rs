//! The calls for instances.

use aws_sdk_ec2::types::{Filter, Instance, Reservation};
use futures::future::FutureExt;

use super::live::{Live, tag_of};
use crate::aws::{ApiError, Aws, failed};
use crate::model::Reference;
use crate::resources::ec2::api::{answer, exactly, gather, tags};
use crate::resources::{Answers, Ask};

const OPERATION: &str = "DescribeInstances";
/// The states of an instance that is still there.
const THERE: [&str; 4] = ["pending", "running", "stopping", "stopped"];

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    answer(asks, OPERATION, find(aws, asks).await, Live::is)
}

pub(super) async fn describe_all(aws: &Aws, asks: &[Ask]) -> Answers<Vec<Live>> {
    let mut answers = Answers::new();
    match find(aws, asks).await {
        Err(error) => answers.all_failed(asks, &error),
        Ok(mut found) => {
            found.sort_by(|a, b| a.id.cmp(&b.id));
            for Ask { reference, .. } in asks {
                let all: Vec<Live> = found.iter().filter(|live| live.is(reference)).cloned().collect();
                answers.answer(reference, Ok((!all.is_empty()).then_some(all)));
            }
        }
    }
    answers
}

async fn find(aws: &Aws, asks: &[Ask]) -> Result<Vec<Live>, ApiError> {
    gather(asks, select, |filter| page(aws, filter).boxed()).await
}

fn select(reference: &Reference) -> (String, String) {
    if reference.scope.is_none() && reference.name.starts_with("i-") {
        ("instance-id".to_owned(), reference.name.clone())
    } else {
        (format!("tag:{}", tag_of(reference)), exactly(&reference.name))
    }
}

async fn page(aws: &Aws, filter: Filter) -> Result<Vec<Live>, ApiError> {
    let subject = filter.values().join(", ");
    let there = Filter::builder().name("instance-state-name");
    let there = there.set_values(Some(THERE.map(str::to_owned).to_vec())).build();
    let call = aws.ec2().describe_instances().filters(filter).filters(there).max_results(1000);
    let mut pages = call.into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed(OPERATION, &subject))?;
        found.extend(page.reservations().iter().flat_map(Reservation::instances).map(live));
    }
    Ok(found)
}

fn live(instance: &Instance) -> Live {
    let placement = instance.placement();
    let attributes = [
        ("private_ip_address", instance.private_ip_address()),
        ("public_ip_address", instance.public_ip_address()),
        ("private_dns_name", instance.private_dns_name()),
        ("public_dns_name", instance.public_dns_name()),
        ("subnet_id", instance.subnet_id()),
        ("vpc_id", instance.vpc_id()),
        ("availability_zone", placement.and_then(|placement| placement.availability_zone())),
    ];
    let state = instance.state().and_then(|state| state.name());
    Live {
        id: instance.instance_id().unwrap_or_default().to_owned(),
        state: state.map(|name| name.as_str().to_owned()).unwrap_or_default(),
        tags: tags(instance.tags()),
        attributes: attributes
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?.to_owned())))
            .collect(),
    }
}
