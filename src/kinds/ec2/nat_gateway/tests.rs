use aws_sdk_ec2::operation::allocate_address::AllocateAddressOutput;
use aws_sdk_ec2::operation::create_nat_gateway::CreateNatGatewayOutput;
use aws_sdk_ec2::operation::describe_addresses::DescribeAddressesOutput;
use aws_sdk_ec2::operation::describe_nat_gateways::DescribeNatGatewaysOutput;
use aws_sdk_ec2::types::{Address, NatGateway as Sdk, NatGatewayAddress, NatGatewayState, Tag};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::{Gateway, Live};
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::which::Which;
use kind::{Ask, Resource, Source};
use model::Aspects;

fn want(present: bool) -> Want {
    let subnet = Which::Name("public".to_owned());
    let spec = Spec { name: "public".to_owned(), present, subnet, allocation: None, tags: None };
    Want { spec, subnet: Some("subnet-1".into()) }
}

fn gateway(state: &str) -> Gateway {
    Gateway {
        id: "nat-1".to_owned(),
        state: state.to_owned(),
        allocations: vec!["eipalloc-1".to_owned()],
        ..Gateway::default()
    }
}

fn live(state: &str) -> Live {
    Live { gateways: vec![gateway(state)], ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = NatGateway::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn an_address_comes_first_and_one_that_a_cut_left_behind_is_used() {
    assert_eq!(steps(&want(true), None), ["allocate an address"]);
    let left = Live { free: vec!["eipalloc-1".to_owned()], ..Live::default() };
    assert_eq!(steps(&want(true), Some(&left)), ["create the NAT gateway with eipalloc-1"]);
    let mut own = want(true);
    own.spec.allocation = Some("eipalloc-9".to_owned());
    assert_eq!(steps(&own, None), ["create the NAT gateway with eipalloc-9"]);
    assert_eq!(NatGateway::creation(&own.spec), ["EC2.CreateNatGateway"]);
}

#[test]
fn a_gateway_is_waited_for_and_keeps_its_address() {
    let pending = NatGateway::diff(&want(true), Some(&live("pending")));
    assert!(pending.steps.is_empty() && pending.busy.is_some());
    assert!(NatGateway::diff(&want(true), Some(&live("available"))).is_empty());
    let mut other = want(true);
    other.spec.allocation = Some("eipalloc-9".to_owned());
    let plan = NatGateway::diff(&other, Some(&live("available")));
    assert!(plan.refusals[0].contains("it is eipalloc-1, and the SLS declares eipalloc-9"), "{plan:?}");
}

#[test]
fn a_deletion_marks_deletes_waits_and_releases() {
    let marked = ["mark eipalloc-1 to be released", "delete nat-1"];
    assert_eq!(steps(&want(false), Some(&live("available"))), marked);
    let deleting = Live { is_deleting: true, ..Live::default() };
    assert!(NatGateway::diff(&want(false), Some(&deleting)).deleting.is_some());
    let free = Live { free: vec!["eipalloc-1".to_owned()], ..Live::default() };
    assert_eq!(steps(&want(false), Some(&free)), ["release eipalloc-1"]);
    assert_eq!(steps(&want(false), None), Vec::<String>::new());
}

#[tokio::test]
async fn gateways_of_all_subnets_are_one_call_and_their_free_addresses_another() {
    let gateways = mock!(aws_sdk_ec2::Client::describe_nat_gateways)
        .match_requests(|request| request.filter()[0].values() == ["subnet-1", "subnet-2", "subnet-3"])
        .then_output(|| {
            let address = NatGatewayAddress::builder().allocation_id("eipalloc-1").build();
            let one =
                Sdk::builder().nat_gateway_id("nat-1").subnet_id("subnet-1").nat_gateway_addresses(address);
            let gone =
                Sdk::builder().nat_gateway_id("nat-0").subnet_id("subnet-2").state(NatGatewayState::Deleted);
            let page = DescribeNatGatewaysOutput::builder();
            page.nat_gateways(one.state(NatGatewayState::Available).build())
                .nat_gateways(gone.build())
                .build()
        });
    let addresses = mock!(aws_sdk_ec2::Client::describe_addresses).then_output(|| {
        let tag = |subnet: &str| Tag::builder().key(MARK).value(subnet).build();
        let used = Address::builder().allocation_id("eipalloc-1").tags(tag("subnet-1"));
        let left = Address::builder().allocation_id("eipalloc-2").tags(tag("subnet-2"));
        DescribeAddressesOutput::builder().addresses(used.build()).addresses(left.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&gateways, &addresses]));
    let ask = |name: &str, subnet: &str| Ask {
        reference: Reference::new(NatGateway::KIND, name).within(subnet),
        aspects: Aspects::NONE,
    };
    let asks = [ask("a", "subnet-1"), ask("b", "subnet-2"), ask("c", "subnet-3")];
    let answers = NatGateway::describe(&aws, &asks).await.0;
    let found = |index: usize| answers[&asks[index].reference].clone().unwrap();
    assert_eq!(NatGateway::attribute(&found(0).unwrap(), "id"), Some("nat-1".into()));
    assert_eq!(found(0).unwrap().free, Vec::<String>::new(), "its address is in use");
    assert_eq!(found(1).unwrap(), Live { free: vec!["eipalloc-2".to_owned()], ..Live::default() });
    assert_eq!(found(2), None);
    assert_eq!((gateways.num_calls(), addresses.num_calls()), (1, 1));
}

#[tokio::test]
async fn a_creation_has_the_mark_and_a_token() {
    let allocated = mock!(aws_sdk_ec2::Client::allocate_address)
        .match_requests(|request| {
            let tag = &request.tag_specifications()[0].tags()[0];
            (tag.key(), tag.value()) == (Some(MARK), Some("subnet-1"))
        })
        .then_output(|| AllocateAddressOutput::builder().build());
    let created = mock!(aws_sdk_ec2::Client::create_nat_gateway)
        .match_requests(|request| request.client_token().is_some_and(|token| token.len() == 32))
        .then_output(|| CreateNatGatewayOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&allocated, &created]));
    let left = Live { free: vec!["eipalloc-1".to_owned()], ..Live::default() };
    for live in [None, Some(&left)] {
        for step in NatGateway::diff(&want(true), live).steps {
            NatGateway::apply(&aws, &step).await.unwrap();
        }
    }
    assert_eq!((allocated.num_calls(), created.num_calls()), (1, 1));
}
