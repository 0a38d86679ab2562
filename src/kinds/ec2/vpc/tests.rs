use aws_sdk_ec2::operation::describe_vpcs::{DescribeVpcsError, DescribeVpcsOutput};
use aws_sdk_ec2::types::{Tag, Vpc as Sdk};
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::live::{Live, Range};
use super::spec::{Dns, Fixed, Spec};
use super::*;
use crate::Ec2;
use aws::Fault;
use aws::cidr::Cidr;
use aws::tags::Tags;
use kind::Resource;
use model::plan::changes_to_value;
use model::{Aspects, Reference};

fn ask(name: &str) -> Ask {
    Ask { reference: Reference::new(Vpc::KIND, name), aspects: Aspects::NONE }
}

fn vpc(id: &str, name: &str) -> Sdk {
    let tag = Tag::builder().key("Name").value(name).build();
    Sdk::builder().vpc_id(id).cidr_block("10.0.0.0/16").tags(tag).build()
}

#[tokio::test]
async fn a_name_of_two_vpcs_is_not_a_name() {
    let named = mock!(aws_sdk_ec2::Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].values() == ["main", "twice", "none"])
        .then_output(|| {
            let page = DescribeVpcsOutput::builder().vpcs(vpc("vpc-1", "main"));
            page.vpcs(vpc("vpc-2", "twice")).vpcs(vpc("vpc-3", "twice")).build()
        });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&named]));
    let answers = Vpc::describe(&aws, &[ask("main"), ask("twice"), ask("none")]).await.0;
    let live = answers[&ask("main").reference].clone().unwrap().unwrap();
    assert_eq!(Vpc::attribute(&live, "id"), Some("vpc-1".into()));
    assert_eq!(Vpc::attribute(&live, "cidr"), Some("10.0.0.0/16".into()));
    let error = answers[&ask("twice").reference].clone().unwrap_err();
    assert_eq!(error.fault, Fault::Ambiguous);
    assert!(error.message.contains("vpc-2, vpc-3"), "{error}");
    assert_eq!(answers[&ask("none").reference], Ok(None));
    assert_eq!(named.num_calls(), 1);
}

#[tokio::test]
async fn signs_with_a_meaning_in_filters_are_taken_literally() {
    let named = mock!(aws_sdk_ec2::Client::describe_vpcs)
        .match_requests(|request| request.filters()[0].values() == ["a\\*b\\?"])
        .then_output(|| DescribeVpcsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&named]));
    assert_eq!(Vpc::describe(&aws, &[ask("a*b?")]).await.0[&ask("a*b?").reference], Ok(None));
}

#[tokio::test]
async fn two_hundred_names_are_one_call_and_one_more_is_two() {
    let any = mock!(aws_sdk_ec2::Client::describe_vpcs).then_output(|| DescribeVpcsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&any]));
    let asks: Vec<Ask> = (0..201).map(|number| ask(&format!("vpc {number}"))).collect();
    assert_eq!(Vpc::describe(&aws, &asks).await.0.len(), 201);
    assert_eq!(any.num_calls(), 2);
}

#[tokio::test]
async fn a_denied_read_fails_every_ask() {
    let denied = mock!(aws_sdk_ec2::Client::describe_vpcs).then_error(|| {
        DescribeVpcsError::generic(ErrorMetadata::builder().code("UnauthorizedOperation").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&denied]));
    let default = Ask { reference: Reference::new(DefaultVpc::KIND, ""), aspects: Aspects::NONE };
    for answer in [
        Vpc::describe(&aws, &[ask("vpc-00000001")]).await.0.swap_remove_index(0),
        DefaultVpc::describe(&aws, &[default]).await.0.swap_remove_index(0),
    ] {
        assert_eq!(answer.unwrap().1.unwrap_err().fault, Fault::Denied);
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Tags {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn range(text: &str) -> Cidr {
    Cidr::parse(text).unwrap()
}

fn declared() -> Spec {
    let fixed = Fixed { cidr_block: Some(range("10.0.0.9/16")), instance_tenancy: None };
    Spec { name: "main".to_owned(), present: true, fixed, ..Spec::default() }
}

fn there() -> Live {
    let fixed =
        Fixed { cidr_block: Some(range("10.0.0.0/16")), instance_tenancy: Some("default".to_owned()) };
    Live {
        id: "vpc-1".to_owned(),
        fixed,
        dns: Dns { support: Some(true), hostnames: Some(false) }.into(),
        ranges: vec![Range { association: "a-1".to_owned(), cidr: range("10.1.0.0/16") }],
        tags: pairs(&[("Name", "main"), ("team", "a")]),
        ..Live::default()
    }
}

fn steps(spec: &Spec, live: Option<&Live>) -> Vec<String> {
    let plan = Vpc::diff(spec, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn a_new_vpc_is_made_with_its_name_and_the_rest_follows() {
    let dns = Dns { hostnames: Some(true), ..Dns::default() };
    let plan = Vpc::diff(&Spec { dns, ..declared() }, None);
    assert_eq!(plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["create the VPC"]);
    let shown = changes_to_value(&plan.changes).to_json();
    let expected = serde_json::json!({"vpc": "main", "cidr_block": "10.0.0.9/16", "dns_hostnames": true});
    assert_eq!(shown["new"], expected);
    assert_eq!(Vpc::creation(&declared()), ["EC2.CreateVpc"]);
}

#[test]
fn settings_left_out_stay_and_ranges_are_compared_in_aws_form() {
    assert_eq!(steps(&declared(), Some(&there())), Vec::<String>::new());
}

#[test]
fn differences_are_changed_and_names_need_a_resolver_first() {
    let want = Spec {
        dns: Dns { support: Some(true), hostnames: Some(true) },
        ranges: Some(vec![range("10.2.0.0/16")]),
        ipv6: Some(true),
        tags: Some(pairs(&[("Name", "main"), ("owner", "b")])),
        ..declared()
    };
    let off = Live { dns: Dns { support: Some(false), hostnames: Some(false) }.into(), ..there() };
    let expected = [
        "set dns_support to true",
        "set dns_hostnames to true",
        "add 10.2.0.0/16",
        "remove 10.1.0.0/16",
        "add an IPv6 range",
        "tag with owner",
        "remove the tags team",
    ];
    assert_eq!(steps(&want, Some(&off)), expected);
}

#[test]
fn impossible_changes_are_refused() {
    let fixed = Fixed { instance_tenancy: Some("dedicated".to_owned()), ..declared().fixed };
    let plan = Vpc::diff(&Spec { fixed, ..declared() }, Some(&there()));
    let expected = "instance_tenancy of a VPC cannot change: it is default, and the SLS declares dedicated. Declare a new VPC with another name";
    assert_eq!(plan.refusals, [expected]);
}

#[test]
fn absent_with_tags_means_a_vpc_that_has_them() {
    let gone = |tags| Spec { present: false, tags, ..declared() };
    assert_eq!(steps(&gone(None), Some(&there())), ["delete the VPC"]);
    assert_eq!(steps(&gone(Some(pairs(&[("team", "b")]))), Some(&there())), Vec::<String>::new());
    assert_eq!(steps(&gone(None), None), Vec::<String>::new());
}

#[test]
fn a_vpc_that_is_being_made_is_waited_for() {
    let plan = Vpc::diff(&declared(), Some(&Live { is_pending: true, ..there() }));
    assert!(plan.busy.is_some() && plan.steps.is_empty());
}
