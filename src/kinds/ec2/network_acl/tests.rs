use aws_sdk_ec2::operation::describe_network_acls::DescribeNetworkAclsOutput;
use aws_sdk_ec2::operation::replace_network_acl_association::ReplaceNetworkAclAssociationOutput;
use aws_sdk_ec2::types::{NetworkAcl as Sdk, NetworkAclAssociation, NetworkAclEntry, RuleAction};
use aws_smithy_mocks::{RuleMode, mock};

use super::diff::{Step, diff};
use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Ec2;
use kind::Resource;
use model::{Fields, Ident, Node, Place, Plan, Problems};

fn declared(entries: serde_json::Value) -> (Spec, String) {
    let function = &spec::FUNCTIONS[0];
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(
        serde_json::json!({"name": "acl", "vpc_id": "vpc-1", "entries": entries}).into(),
        &place,
    );
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (spec::read(function, &fields, &mut problems), problems.to_string())
}

fn want(entries: serde_json::Value, subnets: &[&str]) -> Want {
    let (spec, problems) = declared(entries);
    assert_eq!(problems, "");
    let subnets = subnets.iter().map(|id| Ident::from(*id)).collect();
    Want { spec, vpc: Some("vpc-1".into()), subnets: Some(subnets) }
}

fn live(want: &Want) -> Live {
    Live {
        id: "acl-1".to_owned(),
        vpc_id: "vpc-1".to_owned(),
        entries: want.spec.entries.clone().unwrap(),
        subnets: want.subnets.iter().flatten().map(ToString::to_string).collect(),
        ..Live::default()
    }
}

fn entry(number: i32, action: &str, cidr: &str) -> serde_json::Value {
    serde_json::json!({"rule_number": number, "protocol": "all", "rule_action": action, "cidr_block": cidr})
}

fn steps(plan: &Plan<Step>) -> Vec<String> {
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn denying_entries_are_added_first_and_removed_last() {
    let old =
        want(serde_json::json!([entry(10, "deny", "10.1.0.0/16"), entry(20, "allow", "10.0.0.0/8")]), &[]);
    let new = serde_json::json!([
        entry(30, "allow", "10.0.0.0/8"),
        entry(40, "deny", "10.2.0.0/16"),
        entry(10, "deny", "10.3.0.0/16"),
    ]);
    let plan = diff(&want(new, &[]), Some(&live(&old)));
    let expected = [
        "change the ingress entry 10",
        "add the ingress entry 40",
        "add the ingress entry 30",
        "remove the ingress entry 20",
    ];
    assert_eq!(steps(&plan), expected);
    assert_eq!(diff(&old, Some(&live(&old))), Plan::nothing());
}

#[test]
fn the_same_range_and_protocol_in_another_notation_are_not_a_difference() {
    let written = serde_json::json!([{"rule_number": "5", "protocol": "-1", "rule_action": "allow", "cidr_block": "10.0.0.7/8"}]);
    let there = want(serde_json::json!([entry(5, "allow", "10.0.0.0/8")]), &[]);
    assert_eq!(diff(&want(written, &[]), Some(&live(&there))), Plan::nothing());
}

#[test]
fn all_problems_are_reported() {
    for (entry, expected) in [
        (serde_json::json!({"protocol": "tcp"}), "tcp and udp need"),
        (serde_json::json!({"protocol": "ftp"}), "'ftp' is not a protocol"),
        (serde_json::json!({"rule_number": 32767}), "AWS takes 1 to 32766"),
        (serde_json::json!({"ipv6_cidr_block": "::/0"}), "exactly one of 'cidr_block' and 'ipv6_cidr_block'"),
        (serde_json::json!({"cidr_block": "everywhere"}), "is not an address range"),
    ] {
        let mut whole = tests::entry(10, "allow", "10.0.0.0/8");
        for (key, value) in entry.as_object().unwrap() {
            whole[key] = value.clone();
        }
        let (_, problems) = declared(serde_json::json!([whole]));
        assert!(problems.contains(expected), "{expected}: {problems}");
    }
    let twice = serde_json::json!([entry(1, "allow", "10.0.0.0/8"), entry(1, "deny", "10.0.0.0/8")]);
    assert!(declared(twice).1.contains("the ingress entry 1 is declared twice"));
}

#[test]
fn subnets_move_in_parallel_and_the_default_acl_is_kept() {
    let there = live(&want(serde_json::json!([]), &["subnet-1", "subnet-2"]));
    let plan = diff(&want(serde_json::json!([]), &["subnet-2", "subnet-3"]), Some(&there));
    assert_eq!(
        steps(&plan),
        ["associate it with subnet-3", "associate subnet-1 with the default network ACL"]
    );
    assert!(!NetworkAcl::follows(&plan.steps[1], &plan.steps[0]));
    let gone = Want { spec: Spec { name: "acl".to_owned(), ..Spec::default() }, ..Want::default() };
    let expected = [
        "associate subnet-1 with the default network ACL",
        "associate subnet-2 with the default network ACL",
        "delete the network ACL",
    ];
    assert_eq!(steps(&diff(&gone, Some(&there))), expected);
    let default = Live { is_default: true, ..there };
    assert!(diff(&gone, Some(&default)).refusals[0].contains("does not change that one"));
}

#[tokio::test]
async fn a_subnet_that_has_it_is_left_as_it_is_and_awss_last_entry_is_not_ours() {
    let acl = |id: &str, subnet: &str| {
        let association = NetworkAclAssociation::builder().network_acl_association_id("aclassoc-1");
        let association = association.network_acl_id(id).subnet_id(subnet).build();
        let last = NetworkAclEntry::builder().rule_number(32767).protocol("-1").cidr_block("0.0.0.0/0");
        let last = last.rule_action(RuleAction::Deny).egress(false).build();
        Sdk::builder().network_acl_id(id).vpc_id("vpc-1").associations(association).entries(last).build()
    };
    assert_eq!(Live::of(acl("acl-1", "subnet-1")).unwrap().entries, []);
    let find = mock!(aws_sdk_ec2::Client::describe_network_acls).then_output(move || {
        DescribeNetworkAclsOutput::builder().network_acls(acl("acl-1", "subnet-1")).build()
    });
    let replace = mock!(aws_sdk_ec2::Client::replace_network_acl_association)
        .match_requests(|it| {
            it.association_id() == Some("aclassoc-1") && it.network_acl_id() == Some("acl-2")
        })
        .then_output(|| ReplaceNetworkAclAssociationOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&find, &replace]));
    let give = |acl: &str| Step::Associate { acl: acl.to_owned(), subnet: "subnet-1".into() };
    api::apply(&aws, &give("acl-1")).await.unwrap();
    assert_eq!(replace.num_calls(), 0);
    api::apply(&aws, &give("acl-2")).await.unwrap();
    assert_eq!(replace.num_calls(), 1);
    let release =
        Step::Release { acl: "acl-9".to_owned(), vpc: "vpc-1".to_owned(), subnet: "subnet-1".to_owned() };
    api::apply(&aws, &release).await.unwrap_err();
    assert_eq!(replace.num_calls(), 1, "without a default ACL nothing is moved");
}

#[tokio::test]
async fn a_subnet_that_another_state_has_given_an_acl_keeps_it() {
    let acls = mock!(aws_sdk_ec2::Client::describe_network_acls).then_output(|| {
        let association = NetworkAclAssociation::builder().network_acl_association_id("aclassoc-1");
        let association = association.network_acl_id("acl-2").subnet_id("subnet-1").build();
        let other = Sdk::builder().network_acl_id("acl-2").vpc_id("vpc-1").associations(association).build();
        let default = Sdk::builder().network_acl_id("acl-0").vpc_id("vpc-1").is_default(true).build();
        DescribeNetworkAclsOutput::builder().network_acls(other).network_acls(default).build()
    });
    let replace = mock!(aws_sdk_ec2::Client::replace_network_acl_association)
        .then_output(|| ReplaceNetworkAclAssociationOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&acls, &replace]));
    let release = |acl: &str| Step::Release {
        acl: acl.to_owned(),
        vpc: "vpc-1".to_owned(),
        subnet: "subnet-1".to_owned(),
    };
    api::apply(&aws, &release("acl-1")).await.unwrap();
    assert_eq!(replace.num_calls(), 0);
    api::apply(&aws, &release("acl-2")).await.unwrap();
    assert_eq!(replace.num_calls(), 1);
}
