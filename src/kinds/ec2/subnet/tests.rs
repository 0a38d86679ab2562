use aws_sdk_ec2::operation::describe_route_tables::DescribeRouteTablesOutput;
use aws_sdk_ec2::operation::describe_subnets::DescribeSubnetsOutput;
use aws_sdk_ec2::types::{
    RouteTable, RouteTableAssociation, Subnet as Sdk, SubnetCidrBlockState, SubnetCidrBlockStateCode,
    SubnetIpv6CidrBlockAssociation, Tag,
};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::{Association, Live};
use super::spec::{Addresses, Fixed, Spec};
use super::want::Want;
use super::*;
use crate::Ec2;
use aws::cidr::Cidr;
use kind::{Ask, Resource, Source};
use model::{Asked, Ident, Value};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Subnet::KIND, name), aspects: Aspects::NONE }
}

#[tokio::test]
async fn a_scope_distinguishes_subnets_with_the_same_name() {
    let subnets = mock!(aws_sdk_ec2::Client::describe_subnets).then_output(|| {
        let tag = || Tag::builder().key("Name").value("a").build();
        let subnet = |id: &str, vpc: &str| {
            Sdk::builder().subnet_id(id).vpc_id(vpc).availability_zone("us-east-1a").tags(tag()).build()
        };
        let page = DescribeSubnetsOutput::builder();
        page.subnets(subnet("subnet-00000001", "vpc-1")).subnets(subnet("subnet-2", "vpc-2")).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&subnets]));
    let scoped = Ask { reference: ask("a").reference.within("vpc-2"), aspects: Aspects::NONE };
    let answers = Subnet::describe(&aws, &[ask("a"), scoped.clone(), ask("subnet-00000001")]).await.0;
    let live = answers[&scoped.reference].clone().unwrap().unwrap();
    assert_eq!(Subnet::attribute(&live, "id"), Some("subnet-2".into()));
    assert_eq!(Subnet::attribute(&live, "availability_zone"), Some("us-east-1a".into()));
    let live = answers[&ask("subnet-00000001").reference].clone().unwrap().unwrap();
    assert_eq!(Subnet::attribute(&live, "vpc_id"), Some("vpc-1".into()));
    assert!(answers[&ask("a").reference].is_err());
    assert_eq!(subnets.num_calls(), 2, "one call for names, one for ids");
}

fn want(more: impl FnOnce(&mut Want)) -> Want {
    let spec = Spec { name: "a".to_owned(), present: true, ..Spec::default() };
    let mut want = Want { spec, vpc: Some("vpc-1".into()), ipv6: None, table: None };
    more(&mut want);
    want
}

fn live() -> Live {
    Live {
        id: "subnet-1".to_owned(),
        vpc_id: "vpc-1".to_owned(),
        fixed: Fixed { cidr_block: Some(Cidr::of_aws("10.0.1.0/24")), ..Fixed::default() },
        addresses: Addresses { public: Some(false), ipv6: None, auto_ipv6: Some(false) },
        association: Asked::empty(),
        ..Live::default()
    }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = Subnet::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn a_new_subnet_needs_a_vpc_and_the_rest_follows() {
    let all = |want: &mut Want| {
        want.spec.addresses.public = Some(true);
        want.table = Some("rtb-1".into());
    };
    assert_eq!(steps(&want(all), None), ["create the subnet"]);
    let expected = ["set auto_assign_public_ipv4 to true", "associate it with rtb-1"];
    assert_eq!(steps(&want(all), Some(&live())), expected);
    let homeless = Subnet::diff(&want(|want| want.vpc = None), None);
    assert!(homeless.refusals[0].contains("needs vpc_id or vpc_name"), "{homeless:?}");
}

#[test]
fn a_subnet_is_moved_between_tables_in_one_call_and_stays_if_not_declared() {
    let association = Some(Association { id: "assoc-1".to_owned(), table: "rtb-1".to_owned() });
    let there = Live { association: association.into(), ..live() };
    assert_eq!(steps(&want(|_| ()), Some(&there)), Vec::<String>::new());
    assert_eq!(steps(&want(|want| want.table = Some("rtb-1".into())), Some(&there)), Vec::<String>::new());
    let moved = ["associate it with rtb-2 instead"];
    assert_eq!(steps(&want(|want| want.table = Some("rtb-2".into())), Some(&there)), moved);
}

#[test]
fn an_existing_subnet_gets_an_ipv6_range_in_the_place_of_its_old_one() {
    let range = |text: &str| Some(Cidr::of_aws(text));
    let wanted = want(|want| want.spec.addresses.ipv6 = range("2001:db8:0:2::/64"));
    assert_eq!(steps(&wanted, Some(&live())), ["add 2001:db8:0:2::/64"]);
    let with = |text: &str| Live {
        addresses: Addresses { public: None, ipv6: range(text), auto_ipv6: Some(true) },
        ipv6_association: Some("assoc-6".to_owned()),
        ..live()
    };
    assert_eq!(steps(&wanted, Some(&with("2001:db8:0:2:0::/64"))), Vec::<String>::new());
    let moved = ["remove the IPv6 range", "add 2001:db8:0:2::/64"];
    assert_eq!(steps(&wanted, Some(&with("2001:db8:0:1::/64"))), moved);
    assert_eq!(steps(&want(|_| ()), Some(&with("2001:db8:0:1::/64"))), Vec::<String>::new());
}

#[test]
fn a_range_of_a_number_is_cut_from_that_of_the_vpc_and_addresses_follow_it() {
    let numbered = |part: Ident| {
        want(|want| {
            want.ipv6 = Some(part.clone());
            want.spec.addresses.auto_ipv6 = Some(true);
        })
    };
    let known = numbered("2001:db8:0:2::/64".into());
    assert_eq!(steps(&known, Some(&live())), ["add 2001:db8:0:2::/64", "set auto_assign_ipv6 to true"]);
    let later = numbered(Ident::AfterApply(Reference::new("ec2.vpc", "main")));
    let plan = Subnet::diff(&later, None);
    let shown = plan.changes.iter().find(|change| change.path == "ipv6_cidr_block").expect("it is shown");
    assert_eq!(shown.new, Value::from(Ident::AFTER_APPLY));
    let mut off = known;
    off.spec.addresses.auto_ipv6 = Some(false);
    let on = Live { addresses: Addresses { auto_ipv6: Some(true), ..live().addresses }, ..live() };
    assert_eq!(steps(&off, Some(&on)), ["set auto_assign_ipv6 to false", "add 2001:db8:0:2::/64"]);
}

#[test]
fn a_range_that_is_being_removed_does_not_count() {
    let association = |state: SubnetCidrBlockStateCode| {
        let state = SubnetCidrBlockState::builder().state(state).build();
        let it = SubnetIpv6CidrBlockAssociation::builder().association_id("assoc-6");
        it.ipv6_cidr_block("2001:db8::/64").ipv6_cidr_block_state(state).build()
    };
    let of = |state| {
        let subnet = Sdk::builder().subnet_id("subnet-1").ipv6_cidr_block_association_set(association(state));
        Live::of(subnet.build()).expect("it has an id").addresses.ipv6
    };
    assert_eq!(of(SubnetCidrBlockStateCode::Associated), Some(Cidr::of_aws("2001:db8::/64")));
    assert_eq!(of(SubnetCidrBlockStateCode::Disassociating), None);
}

#[test]
fn a_table_is_not_associated_if_the_present_one_was_not_read() {
    let unread = Live { association: Asked::NotAsked, ..live() };
    let plan = Subnet::diff(&want(|want| want.table = Some("rtb-1".into())), Some(&unread));
    assert_eq!((plan.steps.len(), plan.refusals.len()), (0, 1));
    assert_eq!(steps(&want(|_| ()), Some(&unread)), Vec::<String>::new());
}

#[test]
fn range_and_vpc_cannot_change_and_a_range_is_compared_as_aws_keeps_it() {
    let other = want(|want| {
        want.spec.fixed.cidr_block = Some(Cidr::of_aws("10.0.2.0/24"));
        want.vpc = Some("vpc-2".into());
    });
    assert_eq!(Subnet::diff(&other, Some(&live())).refusals.len(), 2);
    let same = want(|want| want.spec.fixed.cidr_block = Some(Cidr::of_aws("10.0.1.9/24")));
    assert_eq!(steps(&same, Some(&live())), Vec::<String>::new());
}

#[tokio::test]
async fn a_hundred_subnets_with_their_tables_are_two_calls() {
    let tag = |name: &str| Tag::builder().key("Name").value(name).build();
    let subnets = mock!(aws_sdk_ec2::Client::describe_subnets).then_output(move || {
        let subnet = |number: i32| {
            Sdk::builder().subnet_id(format!("subnet-{number}")).tags(tag(&format!("s{number}")))
        };
        let all = (0..100).map(|number| subnet(number).build()).collect();
        DescribeSubnetsOutput::builder().set_subnets(Some(all)).build()
    });
    let tables = mock!(aws_sdk_ec2::Client::describe_route_tables).then_output(|| {
        let association = RouteTableAssociation::builder().route_table_association_id("assoc-7");
        let association = association.route_table_id("rtb-1").subnet_id("subnet-7").build();
        let table = RouteTable::builder().route_table_id("rtb-1").associations(association).build();
        DescribeRouteTablesOutput::builder().route_tables(table).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&subnets, &tables]));
    let asks: Vec<Ask> =
        (0..100).map(|number| Ask { aspects: ASSOCIATION, ..ask(&format!("s{number}")) }).collect();
    let answers = Subnet::describe(&aws, &asks).await.0;
    assert_eq!((subnets.num_calls(), tables.num_calls()), (1, 1));
    let table = |index: usize| {
        let live = answers[&asks[index].reference].clone().unwrap().unwrap();
        live.association.answer().cloned().expect("it was read")
    };
    assert_eq!(table(7).map(|it| it.table), Some("rtb-1".to_owned()));
    assert_eq!(table(8), None);
}
