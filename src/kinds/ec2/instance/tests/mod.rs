mod plans;

use aws_sdk_ec2::operation::describe_instances::DescribeInstancesOutput;
use aws_sdk_ec2::types::{Instance as Sdk, Reservation, Tag};
use aws_smithy_mocks::{Rule, RuleMode, mock};

use super::*;
use crate::Ec2;
use model::{Aspects, Reference};

fn two_of_web() -> Rule {
    mock!(aws_sdk_ec2::Client::describe_instances).then_output(|| {
        let tag = |key: &str, value: &str| Tag::builder().key(key).value(value).build();
        let instance =
            |id: &str| Sdk::builder().instance_id(id).tags(tag("Name", "web")).tags(tag("Role", id));
        let second = Reservation::builder().instances(instance("i-2").private_ip_address("10.0.0.2").build());
        let first = Reservation::builder().instances(instance("i-1").public_ip_address("").build());
        DescribeInstancesOutput::builder().reservations(second.build()).reservations(first.build()).build()
    })
}

fn ask(kind: &'static str, name: &str) -> Ask {
    Ask { reference: Reference::new(kind, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn one_instance_is_named_by_id_or_by_a_tag_that_is_its_own() {
    let rule = two_of_web();
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&rule]));
    let tagged =
        Ask { reference: ask(Instance::KIND, "i-1").reference.within("tag:Role"), aspects: Aspects::NONE };
    let asks = [ask(Instance::KIND, "i-2"), ask(Instance::KIND, "web"), tagged.clone()];
    let answers = Instance::describe(&aws, &asks).await.0;
    let live = answers[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(Instance::attribute(&live, "private_ip_address"), Some("10.0.0.2".into()));
    assert!(answers[&asks[1].reference].is_err(), "two instances bear that name");
    let live = answers[&tagged.reference].clone().unwrap().unwrap();
    assert_eq!(Instance::attribute(&live, "id"), Some("i-1".into()));
    assert_eq!(Instance::attribute(&live, "public_ip_address"), None);
}

#[tokio::test]
async fn all_instances_with_a_name_are_listed_by_id() {
    let rule = two_of_web();
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&rule]));
    let asks = [ask(Instances::KIND, "web"), ask(Instances::KIND, "none")];
    let answers = Instances::describe(&aws, &asks).await.0;
    let live = answers[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(Instances::attribute(&live, "ids"), Some(vec!["i-1", "i-2"].into()));
    assert_eq!(answers[&asks[1].reference], Ok(None));
    assert_eq!(rule.num_calls(), 1);
}
