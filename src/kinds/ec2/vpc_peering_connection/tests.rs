use aws_sdk_ec2::operation::describe_vpc_peering_connections::DescribeVpcPeeringConnectionsOutput;
use aws_sdk_ec2::types::{
    Tag, VpcPeeringConnection as Sdk, VpcPeeringConnectionStateReason, VpcPeeringConnectionStateReasonCode,
};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::Live;
use super::spec::{Goal, Request, Requester, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::which::Which;
use kind::{Ask, Resource, Source};
use model::Aspects;

fn requested() -> Want {
    let vpc = |name: &str| Which::Name(name.to_owned());
    let request =
        Request { requester: vpc("main"), peer: vpc("other"), owner: None, region: None, tags: None };
    let spec = Spec { name: "pair".to_owned(), goal: Goal::Requested(Box::new(request)) };
    Want { spec, vpcs: Some(("vpc-1".into(), "vpc-2".into())), is_promised: false }
}

fn accepted(is_promised: bool) -> Want {
    let spec = Spec { name: "pair".to_owned(), goal: Goal::Accepted };
    Want { spec, vpcs: None, is_promised }
}

#[test]
fn a_connection_from_another_account_is_waited_for_and_accepted() {
    let requester = Requester { owner: "1".to_owned(), vpc: None, peer: Which::Id("vpc-2".to_owned()) };
    let spec = Spec { name: "pair".to_owned(), goal: Goal::AcceptedFrom(requester) };
    let want = Want { spec, vpcs: None, is_promised: false };
    let plan = VpcPeeringConnection::diff(&want, None);
    assert_eq!(plan.busy.as_deref(), Some("account 1 to request the connection"));
    assert_eq!((plan.changes.len(), plan.steps.len()), (1, 0), "{plan:?}");
    assert_eq!(steps(&want, Some(&live("pending-acceptance"))), ["accept the peering connection"]);
    assert_eq!(steps(&want, Some(&live("active"))), Vec::<String>::new());
}

fn live(status: &str) -> Live {
    Live {
        id: "pcx-1".to_owned(),
        status: status.to_owned(),
        requester: "vpc-1".to_owned(),
        peer: "vpc-2".to_owned(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = VpcPeeringConnection::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_requested_once_and_its_vpcs_cannot_change() {
    assert_eq!(steps(&requested(), None), ["request the peering connection"]);
    for status in ["pending-acceptance", "active"] {
        assert_eq!(steps(&requested(), Some(&live(status))), Vec::<String>::new());
    }
    let other = Live { peer: "vpc-3".to_owned(), ..live("active") };
    let plan = VpcPeeringConnection::diff(&requested(), Some(&other));
    assert!(plan.refusals[0].starts_with("peer_vpc_id of a peering connection cannot change"), "{plan:?}");
}

#[test]
fn waiting_connections_are_accepted_also_those_that_the_run_will_request() {
    assert_eq!(steps(&accepted(false), Some(&live("pending-acceptance"))), ["accept the peering connection"]);
    assert_eq!(steps(&accepted(true), None), ["accept the peering connection"]);
    assert_eq!(steps(&accepted(false), Some(&live("active"))), Vec::<String>::new());
    let busy = VpcPeeringConnection::diff(&accepted(false), Some(&live("provisioning")));
    assert!(busy.busy.is_some() && busy.steps.is_empty());
    assert!(VpcPeeringConnection::diff(&accepted(false), None).refusals[0].contains("to accept"));
}

#[test]
fn absent_deletes_it() {
    let gone = Want { spec: Spec { name: "pair".to_owned(), goal: Goal::Gone }, ..accepted(false) };
    assert_eq!(steps(&gone, Some(&live("active"))), ["delete the peering connection"]);
    assert_eq!(steps(&gone, None), Vec::<String>::new());
}

#[test]
fn only_the_requester_of_a_connection_provides_it() {
    assert_eq!(VpcPeeringConnection::provides(&requested().spec).len(), 1);
    assert_eq!(VpcPeeringConnection::provides(&accepted(false).spec), []);
    assert_eq!(VpcPeeringConnection::uses(&accepted(false).spec).len(), 1);
}

#[tokio::test]
async fn a_deleted_connection_does_not_count_for_its_name() {
    let connection = |id: &str, code: VpcPeeringConnectionStateReasonCode| {
        let status = VpcPeeringConnectionStateReason::builder().code(code).build();
        let tag = Tag::builder().key("Name").value("pair").build();
        Sdk::builder().vpc_peering_connection_id(id).status(status).tags(tag).build()
    };
    let all = mock!(aws_sdk_ec2::Client::describe_vpc_peering_connections).then_output(move || {
        let page = DescribeVpcPeeringConnectionsOutput::builder();
        let page =
            page.vpc_peering_connections(connection("pcx-0", VpcPeeringConnectionStateReasonCode::Deleted));
        let there = connection("pcx-1", VpcPeeringConnectionStateReasonCode::PendingAcceptance);
        page.vpc_peering_connections(there).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&all]));
    let ask = Ask { reference: Reference::new(VpcPeeringConnection::KIND, "pair"), aspects: Aspects::NONE };
    let answers = VpcPeeringConnection::describe(&aws, std::slice::from_ref(&ask)).await.0;
    let found = answers[&ask.reference].clone().unwrap().unwrap();
    assert_eq!(VpcPeeringConnection::attribute(&found, "id"), Some("pcx-1".into()));
}
