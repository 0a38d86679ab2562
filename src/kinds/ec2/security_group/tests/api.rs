use aws_sdk_ec2::Client;
use aws_sdk_ec2::operation::authorize_security_group_ingress::AuthorizeSecurityGroupIngressError;
use aws_sdk_ec2::operation::describe_security_groups::{
    DescribeSecurityGroupsError, DescribeSecurityGroupsOutput,
};
use aws_sdk_ec2::operation::describe_vpcs::DescribeVpcsOutput;
use aws_sdk_ec2::types::{IpPermission, IpRange, SecurityGroup as Group, UserIdGroupPair, Vpc};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::json;

use super::super::diff::{Direction, Step};
use super::super::rule::{Party, Protocol};
use super::*;
use crate::Ec2;
use aws::Fault;

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(SecurityGroup::KIND, name), aspects: Aspects::NONE }
}

fn group(name: &str, id: &str, vpc: &str) -> Group {
    Group::builder()
        .group_name(name)
        .group_id(id)
        .vpc_id(vpc)
        .owner_id("123456789012")
        .description("d")
        .build()
}

#[tokio::test]
async fn names_and_ids_take_one_call_each_and_all_pages_are_read() {
    let first = mock!(Client::describe_security_groups)
        .match_requests(|request| {
            request.filters()[0].name() == Some("group-name") && request.next_token().is_none()
        })
        .then_output(|| {
            let page = DescribeSecurityGroupsOutput::builder().security_groups(group("a", "sg-a", "vpc-1"));
            page.next_token("more").build()
        });
    let second = mock!(Client::describe_security_groups)
        .match_requests(|request| request.next_token() == Some("more"))
        .then_output(|| {
            DescribeSecurityGroupsOutput::builder().security_groups(group("b", "sg-b", "vpc-1")).build()
        });
    let ids = mock!(Client::describe_security_groups)
        .match_requests(|request| request.filters()[0].name() == Some("group-id"))
        .then_output(|| DescribeSecurityGroupsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&first, &second, &ids]));
    let asks = [ask("a"), ask("b"), ask("c"), ask("sg-9")];
    let answers = SecurityGroup::describe(&aws, &asks).await.0;
    let id = |name: &str| answers[&ask(name).reference].clone().unwrap().map(|live| live.id);
    assert_eq!(
        (id("a"), id("b"), id("c"), id("sg-9")),
        (Some("sg-a".to_owned()), Some("sg-b".to_owned()), None, None)
    );
    assert_eq!((first.num_calls(), second.num_calls(), ids.num_calls()), (1, 1, 1));
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(Client::describe_security_groups).then_error(|| {
        DescribeSecurityGroupsError::generic(ErrorMetadata::builder().code("UnauthorizedOperation").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&denied]));
    let answers = SecurityGroup::describe(&aws, &[ask("a")]).await.0;
    assert_eq!(answers[&ask("a").reference].clone().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn of_several_matches_the_one_in_the_default_vpc_is_used() {
    let groups = mock!(Client::describe_security_groups).then_output(|| {
        let page = DescribeSecurityGroupsOutput::builder();
        let page =
            page.security_groups(group("a", "sg-1", "vpc-1")).security_groups(group("a", "sg-2", "vpc-2"));
        page.security_groups(group("b", "sg-3", "vpc-1")).security_groups(group("b", "sg-4", "vpc-3")).build()
    });
    let vpcs = mock!(Client::describe_vpcs)
        .then_output(|| DescribeVpcsOutput::builder().vpcs(Vpc::builder().vpc_id("vpc-2").build()).build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&groups, &vpcs]));
    let scoped = Ask { reference: ask("a").reference.within("vpc-1"), aspects: Aspects::NONE };
    let answers = SecurityGroup::describe(&aws, &[ask("a"), ask("b"), scoped.clone()]).await.0;
    assert_eq!(answers[&ask("a").reference].clone().unwrap().unwrap().id, "sg-2");
    assert_eq!(answers[&scoped.reference].clone().unwrap().unwrap().id, "sg-1");
    let error = answers[&ask("b").reference].clone().unwrap_err();
    assert_eq!(error.fault, Fault::Ambiguous);
    assert!(error.message.contains("write vpc_id or vpc_name"), "{error}");
    assert_eq!(vpcs.num_calls(), 1);
}

#[tokio::test]
async fn a_reply_becomes_rules_of_one_peer_in_canonical_form() {
    let groups = mock!(Client::describe_security_groups).then_output(|| {
        let tcp = IpPermission::builder().ip_protocol("6").from_port(80).to_port(80);
        let tcp = tcp.ip_ranges(IpRange::builder().cidr_ip("10.0.0.0/8").description("x").build());
        let own = UserIdGroupPair::builder().group_id("sg-2").user_id("123456789012").build();
        let other = UserIdGroupPair::builder().group_id("sg-3").user_id("999999999999").build();
        let all =
            IpPermission::builder().ip_protocol("-1").user_id_group_pairs(own).user_id_group_pairs(other);
        let mut live = group("a", "sg-1", "vpc-1");
        live.ip_permissions = Some(vec![tcp.build(), all.build()]);
        DescribeSecurityGroupsOutput::builder().security_groups(live).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&groups]));
    let answers = SecurityGroup::describe(&aws, &[ask("a")]).await.0;
    let live = answers[&ask("a").reference].clone().unwrap().unwrap();
    let shown: Vec<_> = live.ingress.iter().map(|rule| rule.to_value().to_json()).collect();
    assert_eq!(
        shown,
        [
            json!({"ip_protocol": "tcp", "from_port": 80, "to_port": 80, "cidr_ip": "10.0.0.0/8", "description": "x"}),
            json!({"ip_protocol": "-1", "from_port": -1, "to_port": -1, "source_group_group_id": "sg-2"}),
            json!({"ip_protocol": "-1", "from_port": -1, "to_port": -1,
                "source_group_owner_id": "999999999999", "source_group_group_id": "sg-3"}),
        ]
    );
}

fn authorize(peer: Party) -> Step {
    let rule = Rule { protocol: Protocol::All, ports: None, peer, description: None };
    Step::Authorize { group: "sg-1".to_owned(), direction: Direction::Ingress, rules: vec![rule] }
}

async fn refused_with(code: &'static str, peer: Party) -> Result<(), ApiError> {
    let refused = mock!(Client::authorize_security_group_ingress).then_error(move || {
        AuthorizeSecurityGroupIngressError::generic(ErrorMetadata::builder().code(code).build())
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&refused]));
    SecurityGroup::apply(&aws, &authorize(peer)).await
}

#[tokio::test]
async fn an_existing_rule_is_reported_to_the_driver_which_reads_again() {
    let peer = Party::PrefixList("pl-1".to_owned());
    let error = refused_with("InvalidPermission.Duplicate", peer).await.unwrap_err();
    assert_eq!(error.fault, Fault::AlreadyExists);
}

#[tokio::test]
async fn a_refused_rule_of_ec2_classic_suggests_what_to_write_today() {
    let peer = Party::Classic { owner: "amazon-elb".to_owned(), name: "amazon-elb-sg".to_owned() };
    let error = refused_with("InvalidGroup.NotFound", peer).await.unwrap_err();
    assert!(error.subject.contains("amazon-elb/amazon-elb-sg"), "{error}");
    let advice = SecurityGroup::advice(&error).unwrap();
    assert!(advice.contains("source_group_name") && advice.contains("security_groups"), "{advice}");
    assert!(!SecurityGroup::is_not_yet(&error), "waiting does not bring EC2-Classic back");
}

#[tokio::test]
async fn a_new_group_may_not_be_known_yet() {
    let peer = Party::Group { id: "sg-2".into(), owner: None, name: None };
    let error = refused_with("InvalidGroup.NotFound", peer).await.unwrap_err();
    assert!(SecurityGroup::is_not_yet(&error) && SecurityGroup::advice(&error).is_none());
}
