use aws_sdk_ec2::operation::describe_vpcs::{DescribeVpcsError, DescribeVpcsOutput};
use aws_sdk_ec2::types::{Tag, Vpc as Sdk};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::aws::Fault;
use crate::model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Vpc::KIND, name), aspects: Aspects::NONE }
}

fn vpc(id: &str, name: &str) -> Sdk {
    let tag = Tag::builder().key("Name").value(name).build();
    Sdk::builder().vpc_id(id).cidr_block("10.0.0.0/16").tags(tag).build()
}

#[tokio::test]
async fn a_name_that_two_vpcs_bear_is_no_name() {
    let named = mock!(aws_sdk_ec2::Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].values() == ["main", "twice", "none"])
        .then_output(|| {
            let page = DescribeVpcsOutput::builder().vpcs(vpc("vpc-1", "main"));
            page.vpcs(vpc("vpc-2", "twice")).vpcs(vpc("vpc-3", "twice")).build()
        });
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&named]));
    let answers = Vpc::describe(&aws, &[ask("main"), ask("twice"), ask("none")]).await.0;
    let live = answers[&ask("main").reference].clone().unwrap().unwrap();
    assert_eq!(Vpc::attribute(&live, "id"), Some("vpc-1".into()));
    assert_eq!(Vpc::attribute(&live, "cidr"), Some("10.0.0.0/16".into()));
    let error = answers[&ask("twice").reference].clone().unwrap_err();
    assert_eq!(error.fault, Fault::Ambiguous);
    assert!(error.message.contains("vpc-2, vpc-3"), "{error}");
    assert_eq!(answers[&ask("none").reference], Ok(None));
    assert_eq!(named.num_calls(), 1);
}

#[tokio::test]
async fn signs_with_a_meaning_in_filters_are_taken_literally() {
    let named = mock!(aws_sdk_ec2::Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].values() == ["a\\*b\\?"])
        .then_output(|| DescribeVpcsOutput::builder().build());
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&named]));
    assert_eq!(Vpc::describe(&aws, &[ask("a*b?")]).await.0[&ask("a*b?").reference], Ok(None));
}

#[tokio::test]
async fn two_hundred_names_are_one_call_and_one_more_is_two() {
    let any = mock!(aws_sdk_ec2::Client::describe_vpcs).then_output(|| DescribeVpcsOutput::builder().build());
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&any]));
    let asks: Vec<Ask> = (0..201).map(|number| ask(&format!("vpc {number}"))).collect();
    assert_eq!(Vpc::describe(&aws, &asks).await.0.len(), 201);
    assert_eq!(any.num_calls(), 2);
}

#[tokio::test]
async fn a_denied_read_fails_every_ask() {
    let denied = mock!(aws_sdk_ec2::Client::describe_vpcs).then_error(|| {
        DescribeVpcsError::generic(ErrorMetadata::builder().code("UnauthorizedOperation").build())
    });
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&denied]));
    let default = Ask { reference: Reference::new(DefaultVpc::KIND, ""), aspects: Aspects::NONE };
    for answer in [
        Vpc::describe(&aws, &[ask("vpc-1")]).await.0.swap_remove_index(0),
        DefaultVpc::describe(&aws, &[default]).await.0.swap_remove_index(0),
    ] {
        assert_eq!(answer.unwrap().1.unwrap_err().fault, Fault::Denied);
    }
}
