use aws_sdk_ec2::operation::describe_addresses::DescribeAddressesOutput;
use aws_sdk_ec2::operation::describe_network_interfaces::DescribeNetworkInterfacesOutput;
use aws_sdk_ec2::types::{Address, NetworkInterface as Sdk, Tag};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::{Attachment, Live};
use super::spec::{Changeable, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use crate::elastic::{Elastic, Held};
use kind::{Ask, Resource, Source};
use model::Asked;

fn want(more: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "eth1".to_owned(), present: true, ..Spec::default() };
    let mut want = Want { spec, subnet: Some("subnet-1".into()), groups: None };
    more(&mut want);
    want
}

fn live() -> Live {
    Live {
        id: "eni-1".to_owned(),
        subnet: "subnet-1".to_owned(),
        private_ip: "10.0.1.4".to_owned(),
        groups: vec!["sg-1".to_owned()],
        changeable: Changeable { description: Some(String::new()), source_dest_check: Some(true) },
        elastic: Asked::empty(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = NetworkInterface::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

fn held() -> Elastic {
    let held = Held {
        allocation: "eipalloc-1".to_owned(),
        association: "eipassoc-1".to_owned(),
        public_ip: "1.2.3.4".to_owned(),
        is_own: true,
    };
    Elastic { held: Some(held), free: vec![] }
}

#[test]
fn it_is_made_in_one_call_and_the_rest_follows() {
    let all = |want: &mut Want| {
        want.spec.changeable =
            Changeable { description: Some("router".to_owned()), source_dest_check: Some(false) };
        want.spec.allocate_eip = true;
        want.groups = Some(vec!["sg-2".into()]);
    };
    assert_eq!(steps(&want(all), None), ["create the network interface"]);
    let expected = [
        "set the description to 'router'",
        "set source_dest_check to false",
        "set 1 security groups",
        "allocate an address",
    ];
    assert_eq!(steps(&want(all), Some(&live())), expected);
    assert_eq!(steps(&want(|_| ()), Some(&live())), Vec::<String>::new());
}

#[test]
fn an_address_that_a_cut_run_left_is_used_and_one_that_it_has_is_enough() {
    let own = want(|want| want.spec.allocate_eip = true);
    let left = Live { elastic: Elastic { held: None, free: vec!["eipalloc-7".to_owned()] }.into(), ..live() };
    assert_eq!(steps(&own, Some(&left)), ["associate eipalloc-7"]);
    assert_eq!(steps(&own, Some(&Live { elastic: held().into(), ..live() })), Vec::<String>::new());
    let unread = NetworkInterface::diff(&own, Some(&Live { elastic: Asked::NotAsked, ..live() }));
    assert!(unread.steps.is_empty() && !unread.refusals.is_empty());
}

#[test]
fn an_attached_one_is_detached_first_and_its_address_is_released_only_if_declared() {
    let gone = |release| want(|want| (want.spec.present, want.spec.release_eip) = (false, release));
    let attachment = |is_detaching| Attachment {
        id: "eni-attach-1".to_owned(),
        instance: Some("i-1".to_owned()),
        is_detaching,
    };
    let attached = Live { attachment: Some(attachment(false)), elastic: held().into(), ..live() };
    assert_eq!(steps(&gone(false), Some(&attached)), ["detach it from i-1"]);
    let expected = ["mark eipalloc-1 to be released", "disassociate its address", "release eipalloc-1"];
    assert_eq!(steps(&gone(true), Some(&attached))[..3], expected);
    let going = Live { attachment: Some(attachment(true)), ..live() };
    let plan = NetworkInterface::diff(&gone(false), Some(&going));
    assert!(plan.steps.is_empty() && plan.deleting.is_some(), "{plan:?}");
    assert_eq!(steps(&gone(false), Some(&live())), ["delete the network interface"]);
    assert_eq!(steps(&gone(true), None), Vec::<String>::new());
}

#[test]
fn subnet_and_first_address_cannot_change() {
    let other = want(|want| {
        want.subnet = Some("subnet-2".into());
        want.spec.private_ip = Some("10.0.1.5".to_owned());
    });
    let plan = NetworkInterface::diff(&other, Some(&live()));
    assert_eq!(plan.refusals.len(), 2, "{plan:?}");
}

#[tokio::test]
async fn fifty_interfaces_with_their_addresses_are_three_calls() {
    let interfaces = mock!(aws_sdk_ec2::Client::describe_network_interfaces).then_output(|| {
        let tag = |number: i32| Tag::builder().key("Name").value(format!("eth{number}")).build();
        let one = |number: i32| {
            Sdk::builder().network_interface_id(format!("eni-{number}")).tag_set(tag(number)).build()
        };
        DescribeNetworkInterfacesOutput::builder()
            .set_network_interfaces(Some((0..50).map(one).collect()))
            .build()
    });
    let addresses = mock!(aws_sdk_ec2::Client::describe_addresses).then_output(|| {
        let mark = Tag::builder().key("orchestrate:address-of").value("eni-3").build();
        let address = Address::builder().allocation_id("eipalloc-3").tags(mark);
        DescribeAddressesOutput::builder().addresses(address.build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&interfaces, &addresses]));
    let ask = |number: i32| Ask {
        reference: Reference::new(NetworkInterface::KIND, format!("eth{number}")),
        aspects: ADDRESS,
    };
    let asks: Vec<Ask> = (0..50).map(ask).collect();
    let answers = NetworkInterface::describe(&aws, &asks).await.0;
    assert_eq!((interfaces.num_calls(), addresses.num_calls()), (1, 2));
    let free = |number: i32| {
        let live = answers[&ask(number).reference].clone().unwrap().unwrap();
        live.elastic.answer().unwrap().free.clone()
    };
    assert_eq!((free(3), free(4)), (vec!["eipalloc-3".to_owned()], vec![]));
}
