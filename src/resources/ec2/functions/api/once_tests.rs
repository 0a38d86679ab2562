use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_ec2::Client;
use aws_sdk_ec2::operation::create_vpc::CreateVpcError;
use aws_sdk_ec2::operation::describe_vpcs::DescribeVpcsOutput;
use aws_sdk_ec2::types::Vpc;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::resources::ec2::functions::api::create_vpc;

fn lost() -> ApiError {
    ApiError::found("CreateThing", "a", Fault::NoAnswer, "the connection was cut")
}

#[tokio::test]
async fn a_thing_whose_answer_was_lost_is_found_by_the_tag_it_was_made_with() {
    let lost = mock!(Client::create_vpc)
        .match_requests(|request| {
            request.tag_specifications()[0].tags().iter().any(|tag| tag.key() == Some(CREATION_TAG))
        })
        .then_error(|| CreateVpcError::generic(ErrorMetadata::builder().code("InternalError").build()));
    let found = mock!(Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].name() == Some("tag:orchestrate:creation"))
        .then_output(|| DescribeVpcsOutput::builder().vpcs(Vpc::builder().vpc_id("vpc-1").build()).build());
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&lost, &found]));
    let made = create_vpc(&aws, "10.0.0.0/16", None, &Tags::new()).await;
    assert_eq!(made.as_deref(), Ok("vpc-1"));
    assert_eq!((lost.num_calls(), found.num_calls()), (1, 1), "it is not made again");
}

#[tokio::test(start_paused = true)]
async fn what_is_not_found_is_made_again_and_not_for_ever() {
    let aws = Aws::canned(|_| {});
    let calls = AtomicUsize::new(0);
    let once = Once::new(&aws, "CreateThing", "a");
    let make = || async {
        calls.fetch_add(1, Ordering::SeqCst);
        Err(lost())
    };
    assert_eq!(once.make(make, || async { Ok(None::<u8>) }).await, Err(lost()));
    assert_eq!(calls.load(Ordering::SeqCst), ATTEMPTS);
}

#[tokio::test]
async fn a_refusal_is_the_outcome() {
    let aws = Aws::canned(|_| {});
    let refused = ApiError::found("CreateThing", "a", Fault::Quota, "no more");
    let once = Once::new(&aws, "CreateThing", "a");
    let find = || async { panic!("nothing was made") };
    assert_eq!(once.make(|| async { Err::<u8, _>(refused.clone()) }, find).await, Err(refused));
}

#[test]
fn a_token_stays_until_the_outcome_is_known() {
    let aws = Aws::canned(|_| {});
    let token = |arguments: &str| Once::new(&aws, "CreateThing", arguments).token().to_owned();
    let first = token("a");
    assert_eq!(first, token("a"));
    assert_ne!(first, token("b"));
    drop(Once::new(&aws, "CreateThing", "a").note::<()>(Err(lost())));
    assert_eq!(first, token("a"), "who asks again means the same thing");
    drop(Once::new(&aws, "CreateThing", "a").note(Ok(())));
    assert_ne!(first, token("a"), "who asks for another one gets another one");
    assert!(first.len() <= 64 && first.is_ascii());
    assert_ne!(first, Once::new(&Aws::canned(|_| {}), "CreateThing", "a").token(), "another run");
}
