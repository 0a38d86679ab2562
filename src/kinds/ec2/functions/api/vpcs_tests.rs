use aws_sdk_ec2::Client;
use aws_sdk_ec2::operation::create_vpc::CreateVpcError;
use aws_sdk_ec2::operation::describe_vpcs::DescribeVpcsOutput;
use aws_sdk_ec2::types::Vpc;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::Ec2;
use crate::api::CREATION_TAG;

#[tokio::test]
async fn after_a_lost_answer_the_thing_is_found_by_its_creation_tag() {
    let lost = mock!(Client::create_vpc)
        .match_requests(|request| {
            request.tag_specifications()[0].tags().iter().any(|tag| tag.key() == Some(CREATION_TAG))
        })
        .then_error(|| CreateVpcError::generic(ErrorMetadata::builder().code("InternalError").build()));
    let found = mock!(Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].name() == Some("tag:orchestrate:creation"))
        .then_output(|| DescribeVpcsOutput::builder().vpcs(Vpc::builder().vpc_id("vpc-1").build()).build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&lost, &found]));
    let made = create_vpc(&aws, "10.0.0.0/16", None, &Tags::new()).await;
    assert_eq!(made.as_deref(), Ok("vpc-1"));
    assert_eq!((lost.num_calls(), found.num_calls()), (1, 1), "it is not made again");
}
