use aws_sdk_ec2::operation::describe_subnets::DescribeSubnetsOutput;
use aws_sdk_ec2::types::{Subnet as Sdk, Tag};
use aws_smithy_mocks::{RuleMode, mock};

use super::*;
use crate::model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Subnet::KIND, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn a_scope_tells_subnets_of_one_name_apart() {
    let subnets = mock!(aws_sdk_ec2::Client::describe_subnets).then_output(|| {
        let tag = || Tag::builder().key("Name").value("a").build();
        let subnet = |id: &str, vpc: &str| {
            Sdk::builder().subnet_id(id).vpc_id(vpc).availability_zone("us-east-1a").tags(tag()).build()
        };
        let page = DescribeSubnetsOutput::builder();
        page.subnets(subnet("subnet-1", "vpc-1")).subnets(subnet("subnet-2", "vpc-2")).build()
    });
    let aws = Aws::canned(|clients| clients.ec2(RuleMode::MatchAny, &[&subnets]));
    let scoped = Ask { reference: ask("a").reference.within("vpc-2"), aspects: Aspects::NONE };
    let answers = Subnet::describe(&aws, &[ask("a"), scoped.clone(), ask("subnet-1")]).await.0;
    let live = answers[&scoped.reference].clone().unwrap().unwrap();
    assert_eq!(Subnet::attribute(&live, "id"), Some("subnet-2".into()));
    assert_eq!(Subnet::attribute(&live, "availability_zone"), Some("us-east-1a".into()));
    let live = answers[&ask("subnet-1").reference].clone().unwrap().unwrap();
    assert_eq!(Subnet::attribute(&live, "vpc_id"), Some("vpc-1".into()));
    assert!(answers[&ask("a").reference].is_err());
    assert_eq!(subnets.num_calls(), 2, "one call for names, one for ids");
}
