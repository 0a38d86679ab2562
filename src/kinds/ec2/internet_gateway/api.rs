//! The calls for internet gateways.

use aws_sdk_ec2::types::ResourceType;

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_internet_gateways.filters, "DescribeInternetGateways", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("igw-", "internet-gateway-id"), read).await;
    answer(asks, "DescribeInternetGateways", found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, tags } => {
            let once = Once::new(aws, call, name);
            let tags = specification(ResourceType::InternetGateway, &once.tags(tags));
            let make = async || {
                let request = ec2.create_internet_gateway().set_tag_specifications(tags.clone());
                let request = request.customize().config_override(Once::sent_once());
                request.send().await.map(drop).map_err(failed(call, name))
            };
            let page =
                pages!(aws, describe_internet_gateways.filters, "DescribeInternetGateways", 1000, Some);
            once.make(make, || once.seen(&page)).await
        }
        Step::Attach { gateway, vpc } => {
            let request = ec2.attach_internet_gateway().internet_gateway_id(gateway).vpc_id(vpc.as_str());
            request.send().await.map(drop).map_err(failed(call, gateway))
        }
        Step::Detach { gateway, vpc } => {
            let answer = ec2.detach_internet_gateway().internet_gateway_id(gateway).vpc_id(vpc).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, gateway)))
        }
        Step::Tag { gateway, tags } => tag(aws, gateway, tags).await,
        Step::Untag { gateway, tags } => untag(aws, gateway, tags).await,
        Step::Delete { gateway } => {
            let answer = ec2.delete_internet_gateway().internet_gateway_id(gateway).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, gateway)))
        }
    }
}
