use aws_sdk_ec2::operation::describe_addresses::DescribeAddressesOutput;
use aws_sdk_ec2::types::{Address as Sdk, Tag};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::{Ask, Resource, Source};
use model::{Aspects, Ident};

fn want(present: bool, owner: Option<&str>) -> Want {
    let spec = Spec { name: "front".to_owned(), present, ..Spec::default() };
    Want { spec, owner: owner.map(Ident::from) }
}

fn live(owners: &[&str]) -> Live {
    Live {
        id: "eipalloc-1".to_owned(),
        public_ip: "1.2.3.4".to_owned(),
        association: (!owners.is_empty()).then(|| "eipassoc-1".to_owned()),
        owners: owners.iter().map(|owner| (*owner).to_owned()).collect(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    Address::diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_allocated_then_associated_and_moved_from_another_holder() {
    let cases = [
        (want(true, Some("i-1")), None, vec!["allocate the address"]),
        (want(true, Some("i-1")), Some(live(&[])), vec!["associate it with i-1"]),
        (want(true, Some("i-1")), Some(live(&["i-1", "eni-1"])), vec![]),
        (want(true, Some("eni-1")), Some(live(&["i-1", "eni-1"])), vec![]),
        (want(true, Some("i-2")), Some(live(&["i-1"])), vec!["disassociate it", "associate it with i-2"]),
        (want(true, None), Some(live(&["i-1"])), vec![]),
        (want(false, None), Some(live(&["i-1"])), vec!["disassociate it", "release the address"]),
        (want(false, None), Some(live(&[])), vec!["release the address"]),
        (want(false, None), None, vec![]),
    ];
    for (want, live, expected) in cases {
        assert_eq!(steps(&want, live.as_ref()), expected, "{want:?} {live:?}");
    }
}

#[tokio::test]
async fn it_is_known_by_name_allocation_and_address() {
    let all = mock!(aws_sdk_ec2::Client::describe_addresses).then_output(|| {
        let name = Tag::builder().key("Name").value("front").build();
        let address = Sdk::builder().allocation_id("eipalloc-00000001").public_ip("1.2.3.4").instance_id("");
        DescribeAddressesOutput::builder().addresses(address.tags(name).build()).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&all]));
    let ask = |name: &str| Ask { reference: Reference::new(Address::KIND, name), aspects: Aspects::NONE };
    let asks = ["front", "eipalloc-00000001", "1.2.3.4", "other"].map(ask);
    let answers = Address::describe(&aws, &asks).await.0;
    for known in &asks[..3] {
        let live = answers[&known.reference].clone().unwrap().unwrap();
        assert_eq!((live.id.as_str(), live.owners.len()), ("eipalloc-00000001", 0));
    }
    assert_eq!(answers[&asks[3].reference], Ok(None));
}
