//! The calls for NAT gateways.

use std::collections::BTreeMap;

use aws_sdk_ec2::types::{DomainType, Filter, ResourceType};
use futures::future::{BoxFuture, FutureExt};

use super::MARK;
use super::diff::Step;
use super::live::{Gateway, Live, free};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{filtered, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::sdk_tags;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

/// Reads the gateways of all subnets in one call, and the addresses reserved for gateways in another.
pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut subnets: Vec<String> = asks.iter().filter_map(|ask| ask.reference.scope.clone()).collect();
    subnets.sort();
    subnets.dedup();
    let mut answers = Answers::new();
    let found = match futures::try_join!(gateways(aws, &subnets), addresses(aws, &subnets)) {
        Ok((gateways, addresses)) => lives(gateways, addresses),
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    for Ask { reference, .. } in asks {
        let live = reference.scope.as_ref().and_then(|subnet| found.get(subnet)).cloned();
        answers.answer(reference, Ok(live));
    }
    answers
}

async fn gateways(aws: &Aws, subnets: &[String]) -> Result<Vec<Gateway>, ApiError> {
    let read = pages!(aws, describe_nat_gateways.filter, "DescribeNatGateways", 1000, Gateway::of);
    filtered("subnet-id", subnets, read).await
}

async fn addresses(aws: &Aws, subnets: &[String]) -> Result<Vec<(String, String)>, ApiError> {
    filtered(&format!("tag:{MARK}"), subnets, |filter| free_addresses(aws, filter)).await
}

/// Subnet and id of the addresses that match a filter and that no gateway uses.
fn free_addresses(aws: &Aws, filter: Filter) -> BoxFuture<'_, Result<Vec<(String, String)>, ApiError>> {
    async move {
        let answer = aws.client::<Ec2>().describe_addresses().filters(filter).send().await;
        let found = answer.map_err(failed("DescribeAddresses", MARK))?;
        Ok(found.addresses().iter().filter_map(free).collect())
    }
    .boxed()
}

/// By subnet.
fn lives(gateways: Vec<Gateway>, addresses: Vec<(String, String)>) -> BTreeMap<String, Live> {
    let mut found: BTreeMap<String, Live> = BTreeMap::new();
    let in_use: Vec<String> = gateways.iter().flat_map(|gateway| gateway.allocations.clone()).collect();
    for gateway in gateways {
        let live = found.entry(gateway.subnet.clone()).or_default();
        if gateway.state == "deleting" {
            live.is_deleting = true;
        } else {
            live.gateways.push(gateway);
        }
    }
    for (subnet, allocation) in addresses.into_iter().filter(|(_, id)| !in_use.contains(id)) {
        found.entry(subnet).or_default().free.push(allocation);
    }
    found
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Allocate { subnet } => {
            let once = Once::new(aws, call, subnet);
            let tags = specification(ResourceType::ElasticIp, &once.tags(&mark(subnet.as_str())));
            let make = async || {
                let request = ec2.allocate_address().domain(DomainType::Vpc);
                let request = request.set_tag_specifications(tags.clone());
                let request = request.customize().config_override(Once::sent_once());
                request.send().await.map(drop).map_err(failed(call, subnet))
            };
            once.make(make, || once.seen(|filter| free_addresses(aws, filter))).await
        }
        Step::Create { subnet, allocation, tags } => {
            // A token of this run: with the same token in a later run, AWS would return a gateway that was deleted since.
            let once = Once::new(aws, call, (subnet, allocation));
            let request = ec2.create_nat_gateway().subnet_id(subnet.as_str()).allocation_id(allocation);
            let request = request.set_tag_specifications(specification(ResourceType::Natgateway, tags));
            let answer = request.client_token(once.token()).send().await;
            once.note(answer.map(drop).map_err(failed(call, subnet)))
        }
        Step::Mark { subnet, allocations } => {
            let request = ec2.create_tags().set_resources(Some(allocations.clone()));
            let request = request.set_tags(sdk_tags::some(&mark(subnet)));
            request.send().await.map(drop).map_err(failed(call, allocations.join(", ")))
        }
        Step::Delete { gateway } => {
            let answer = ec2.delete_nat_gateway().nat_gateway_id(gateway).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, gateway)))
        }
        Step::Release { allocation } => {
            let answer = ec2.release_address().allocation_id(allocation).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, allocation)))
        }
        Step::Tag { gateway, tags } => tag(aws, gateway, tags).await,
        Step::Untag { gateway, tags } => untag(aws, gateway, tags).await,
    }
}

fn mark(subnet: &str) -> Tags {
    [(MARK.to_owned(), subnet.to_owned())].into_iter().collect()
}
