use aws_sdk_ec2::operation::describe_internet_gateways::DescribeInternetGatewaysOutput;
use aws_sdk_ec2::types::{AttachmentStatus, InternetGateway as Sdk, InternetGatewayAttachment, Tag};
use aws_smithy_mocks::{RuleMode, mock};

use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use super::*;
use crate::Ec2;
use aws::Fault;
use aws::tags::Tags;
use kind::{Ask, Resource, Source};
use model::{Aspects, Ident};

fn want(vpc: Option<&str>) -> Want {
    let spec = Spec { name: "gate".to_owned(), present: true, ..Spec::default() };
    Want { spec, vpc: vpc.map(Ident::from) }
}

fn live(vpc: Option<&str>) -> Live {
    let tags: Tags = [("Name".to_owned(), "gate".to_owned())].into_iter().collect();
    Live { id: "igw-1".to_owned(), vpc: vpc.map(str::to_owned), tags, ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    let plan = InternetGateway::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    plan.steps.iter().map(ToString::to_string).collect()
}

#[test]
fn it_is_made_then_attached_and_moved_only_where_a_vpc_is_declared() {
    assert_eq!(steps(&want(Some("vpc-1")), None), ["create the internet gateway"]);
    assert_eq!(steps(&want(Some("vpc-1")), Some(&live(None))), ["attach it to vpc-1"]);
    let moved = ["detach it from vpc-2", "attach it to vpc-1"];
    assert_eq!(steps(&want(Some("vpc-1")), Some(&live(Some("vpc-2")))), moved);
    assert_eq!(steps(&want(Some("vpc-1")), Some(&live(Some("vpc-1")))), Vec::<String>::new());
    assert_eq!(steps(&want(None), Some(&live(Some("vpc-2")))), Vec::<String>::new());
}

#[test]
fn an_attached_one_is_deleted_only_with_detach() {
    let gone = |detach| Want { spec: Spec { present: false, detach, ..want(None).spec }, vpc: None };
    let refused = InternetGateway::diff(&gone(false), Some(&live(Some("vpc-1"))));
    assert!(refused.steps.is_empty() && refused.refusals[0].contains("detach: True"), "{refused:?}");
    let both = ["detach it from vpc-1", "delete the internet gateway"];
    assert_eq!(steps(&gone(true), Some(&live(Some("vpc-1")))), both);
    assert_eq!(steps(&gone(false), Some(&live(None))), ["delete the internet gateway"]);
    assert_eq!(steps(&gone(true), None), Vec::<String>::new());
}

#[tokio::test]
async fn two_with_one_name_are_an_error_and_an_attachment_is_read() {
    let gateway = |id: &str, name: &str| {
        let attached = InternetGatewayAttachment::builder().vpc_id("vpc-1").state(AttachmentStatus::Attached);
        let tag = Tag::builder().key("Name").value(name).build();
        Sdk::builder().internet_gateway_id(id).attachments(attached.build()).tags(tag).build()
    };
    let all = mock!(aws_sdk_ec2::Client::describe_internet_gateways).then_output(move || {
        let page = DescribeInternetGatewaysOutput::builder().internet_gateways(gateway("igw-1", "one"));
        page.internet_gateways(gateway("igw-2", "two")).internet_gateways(gateway("igw-3", "two")).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Ec2>(RuleMode::MatchAny, &[&all]));
    let ask =
        |name: &str| Ask { reference: Reference::new(InternetGateway::KIND, name), aspects: Aspects::NONE };
    let answers = InternetGateway::describe(&aws, &[ask("one"), ask("two"), ask("none")]).await.0;
    let one = answers[&ask("one").reference].clone().unwrap().unwrap();
    assert_eq!(InternetGateway::attribute(&one, "vpc_id"), Some("vpc-1".into()));
    assert_eq!(answers[&ask("two").reference].clone().unwrap_err().fault, Fault::Ambiguous);
    assert_eq!(answers[&ask("none").reference], Ok(None));
    assert_eq!(all.num_calls(), 1);
}
