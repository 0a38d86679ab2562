use aws_sdk_elasticloadbalancing::Client;
use aws_sdk_elasticloadbalancing::operation::describe_load_balancer_attributes::{
    DescribeLoadBalancerAttributesError, DescribeLoadBalancerAttributesOutput,
};
use aws_sdk_elasticloadbalancing::operation::describe_load_balancers::{
    DescribeLoadBalancersError, DescribeLoadBalancersInput, DescribeLoadBalancersOutput,
};
use aws_sdk_elasticloadbalancing::operation::describe_tags::DescribeTagsOutput;
use aws_sdk_elasticloadbalancing::types::{
    Listener, ListenerDescription, LoadBalancerDescription, Tag, TagDescription,
};
use aws_smithy_mocks::{Rule, RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;

use super::*;
use crate::Elb;
use aws::Fault;

fn ask(name: &str, aspects: Aspects) -> Ask {
    Ask { reference: Reference::new(LoadBalancer::KIND, name), aspects }
}

fn described(name: &str) -> LoadBalancerDescription {
    let listener =
        Listener::builder().protocol("HTTP").load_balancer_port(80).instance_port(8080).build().unwrap();
    let listener = ListenerDescription::builder().listener(listener).policy_names("p").build();
    LoadBalancerDescription::builder()
        .load_balancer_name(name)
        .dns_name(format!("{name}.elb.example"))
        .canonical_hosted_zone_name_id("Z1")
        .listener_descriptions(listener)
        .build()
}

fn refused(code: &'static str) -> DescribeLoadBalancersError {
    DescribeLoadBalancersError::generic(ErrorMetadata::builder().code(code).build())
}

/// Refuses every list of names but `b` alone, as AWS does when one is unknown; all balancers are `a`, on page one, and
/// `b`.
fn one_is_unknown() -> [Rule; 3] {
    let named = mock!(Client::describe_load_balancers)
        .match_requests(|request| !matches!(request.load_balancer_names(), [] | [_]) || is_c(request))
        .then_error(|| refused("LoadBalancerNotFound"));
    let first = mock!(Client::describe_load_balancers)
        .match_requests(|request| request.load_balancer_names().is_empty() && request.marker().is_none())
        .then_output(|| {
            let page = DescribeLoadBalancersOutput::builder().load_balancer_descriptions(described("a"));
            page.next_marker("more").build()
        });
    let second = mock!(Client::describe_load_balancers)
        .match_requests(|request| request.marker() == Some("more") || request.load_balancer_names() == ["b"])
        .then_output(|| {
            DescribeLoadBalancersOutput::builder().load_balancer_descriptions(described("b")).build()
        });
    [named, first, second]
}

fn is_c(request: &DescribeLoadBalancersInput) -> bool {
    request.load_balancer_names() == ["c"]
}

#[tokio::test]
async fn an_unknown_name_does_not_hide_the_others() {
    let [named, first, second] = one_is_unknown();
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&named, &first, &second]));
    let asks = ["a", "b", "c"].map(|name| ask(name, Aspects::NONE));
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    let dns = |index: usize| {
        let live = answers[&asks[index].reference].clone().unwrap();
        live.and_then(|live| LoadBalancer::attribute(&live, "dns_name"))
    };
    assert_eq!([dns(0), dns(1), dns(2)], [Some("a.elb.example".into()), Some("b.elb.example".into()), None]);
    // A second page is not worth it for two names, which are asked for instead.
    assert_eq!((named.num_calls(), first.num_calls(), second.num_calls()), (2, 1, 1));
}

#[tokio::test]
async fn one_unknown_name_needs_one_call() {
    let [named, first, second] = one_is_unknown();
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&named, &first, &second]));
    let answers = LoadBalancer::describe(&aws, &[ask("c", Aspects::NONE)]).await.0;
    assert_eq!(answers[0], Ok(None));
    assert_eq!((named.num_calls(), first.num_calls()), (1, 0));
}

#[tokio::test]
async fn more_than_twenty_names_are_read_by_the_page() {
    let [named, first, second] = one_is_unknown();
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&named, &first, &second]));
    let asks: Vec<Ask> = (0..21).map(|number| ask(&format!("x{number}"), Aspects::NONE)).collect();
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    assert!(answers.values().all(|answer| *answer == Ok(None)));
    assert_eq!((named.num_calls(), first.num_calls(), second.num_calls()), (0, 1, 1));
}

#[tokio::test]
async fn a_denied_read_is_never_absence() {
    let denied = mock!(Client::describe_load_balancers).then_error(|| refused("AccessDenied"));
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&denied]));
    let answers = LoadBalancer::describe(&aws, &[ask("a", Aspects::NONE), ask("b", Aspects::NONE)]).await.0;
    assert!(answers.values().all(|answer| answer.clone().unwrap_err().fault == Fault::Denied));
}

#[tokio::test]
async fn tags_and_attributes_are_read_only_on_request() {
    let both = mock!(Client::describe_load_balancers).then_output(|| {
        let page = DescribeLoadBalancersOutput::builder().load_balancer_descriptions(described("a"));
        page.load_balancer_descriptions(described("b")).build()
    });
    let tags = mock!(Client::describe_tags)
        .match_requests(|request| request.load_balancer_names() == ["a"])
        .then_output(|| {
            let tag = Tag::builder().key("k").value("v").build().unwrap();
            let tags = TagDescription::builder().load_balancer_name("a").tags(tag).build();
            DescribeTagsOutput::builder().tag_descriptions(tags).build()
        });
    let attributes = mock!(Client::describe_load_balancer_attributes)
        .match_requests(|request| request.load_balancer_name() == Some("b"))
        .then_output(|| DescribeLoadBalancerAttributesOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&both, &tags, &attributes]));
    let asks = [ask("a", TAGS), ask("b", ATTRIBUTES)];
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    let live = answers[&asks[0].reference].clone().unwrap().unwrap();
    assert_eq!(live.tags.answer().unwrap().get("k").map(String::as_str), Some("v"));
    let listener = &live.listeners[&80];
    assert_eq!((listener.instance_port, listener.instance_protocol.as_str()), (8080, "HTTP"));
    assert!(answers[&asks[1].reference].is_ok());
    assert_eq!((both.num_calls(), tags.num_calls(), attributes.num_calls()), (1, 1, 1));
}

#[tokio::test]
async fn attributes_that_cannot_be_read_fail_only_their_balancer() {
    let both = mock!(Client::describe_load_balancers).then_output(|| {
        let page = DescribeLoadBalancersOutput::builder().load_balancer_descriptions(described("a"));
        page.load_balancer_descriptions(described("b")).build()
    });
    let attributes = mock!(Client::describe_load_balancer_attributes).then_error(|| {
        DescribeLoadBalancerAttributesError::generic(ErrorMetadata::builder().code("AccessDenied").build())
    });
    let aws = canned::aws(|clients| clients.answer::<Elb>(RuleMode::MatchAny, &[&both, &attributes]));
    let asks = [ask("a", ATTRIBUTES), ask("b", Aspects::NONE)];
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    assert_eq!(answers[&asks[0].reference].clone().unwrap_err().fault, Fault::Denied);
    assert!(answers[&asks[1].reference].is_ok());
}
