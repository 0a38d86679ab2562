//! The calls for egress-only internet gateways.

use aws_sdk_ec2::types::ResourceType;

use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, exactly, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

const OPERATION: &str = "DescribeEgressOnlyInternetGateways";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(
        aws,
        describe_egress_only_internet_gateways.filters,
        "DescribeEgressOnlyInternetGateways",
        255,
        Live::of
    );
    let select = |reference: &model::Reference| ("tag:Name".to_owned(), exactly(&reference.name));
    let found = gather(asks, select, read).await;
    answer(asks, OPERATION, found, |live, reference| live.name.as_deref() == Some(&reference.name))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, vpc, tags } => {
            let once = Once::new(aws, call, name);
            let tags = specification(ResourceType::EgressOnlyInternetGateway, tags);
            let request = ec2.create_egress_only_internet_gateway().vpc_id(vpc.as_str());
            let request = request.client_token(once.token()).set_tag_specifications(tags);
            once.note(request.send().await.map_err(failed(call, name))).map(drop)
        }
        Step::Tag { gateway, tags } => tag(aws, gateway, tags).await,
        Step::Untag { gateway, tags } => untag(aws, gateway, tags).await,
        Step::Delete { gateway } => {
            let request = ec2.delete_egress_only_internet_gateway().egress_only_internet_gateway_id(gateway);
            done_if_not_found(request.send().await.map(drop).map_err(failed(call, gateway)))
        }
    }
}
