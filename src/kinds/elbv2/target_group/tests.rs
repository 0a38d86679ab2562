use aws_sdk_elasticloadbalancingv2::Client;
use aws_sdk_elasticloadbalancingv2::operation::create_target_group::CreateTargetGroupOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_tags::DescribeTagsOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_target_group_attributes::DescribeTargetGroupAttributesOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_target_groups::{
    DescribeTargetGroupsError, DescribeTargetGroupsOutput,
};
use aws_sdk_elasticloadbalancingv2::operation::modify_target_group::ModifyTargetGroupOutput;
use aws_sdk_elasticloadbalancingv2::types;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use indexmap::IndexMap;
use serde_json::{Value as Json, json};

use super::live::{Live, described};
use super::want::Want;
use super::*;
use crate::Elbv2;
use crate::extras::{ATTRIBUTES, Extras, TAGS};
use aws::Fault;
use kind::{Ask, Resource};
use model::plan::changes_to_value;
use model::{Entry, Fields, Ident, Minion, Node, Place, Problems, Value};

fn declared(function: usize, arguments: &Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[function], Place::file("a.sls"));
    let entry = |value: &Json| Entry {
        key_place: place.clone(),
        node: Node::from_value(Value::from(value.clone()), &place),
    };
    let entries = arguments.as_object().unwrap().iter().map(|(key, value)| (key.clone(), entry(value)));
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (TargetGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

/// A declaration with `more`.
fn want(more: Json) -> Want {
    let mut all = json!({"name": "web", "protocol": "HTTP", "port": 8080, "vpc_id": "vpc-1"});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (spec, problems) = declared(0, &all);
    assert!(problems.is_empty(), "{problems}");
    Want { vpc: Some(Ident::from("vpc-1")), spec }
}

fn group(name: &str) -> types::TargetGroup {
    types::TargetGroup::builder()
        .target_group_arn(format!("arn:{name}"))
        .target_group_name(name)
        .protocol(types::ProtocolEnum::Http)
        .port(8080)
        .vpc_id("vpc-1")
        .health_check_enabled(true)
        .health_check_protocol(types::ProtocolEnum::Http)
        .health_check_port("traffic-port")
        .health_check_path("/")
        .health_check_interval_seconds(30)
        .health_check_timeout_seconds(5)
        .healthy_threshold_count(5)
        .unhealthy_threshold_count(2)
        .matcher(types::Matcher::builder().http_code("200").build())
        .build()
}

fn live() -> Live {
    let pairs = |pairs: &[(&str, &str)]| -> IndexMap<String, String> {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    Live {
        extras: Extras {
            attributes: pairs(&[
                ("deregistration_delay.timeout_seconds", "300"),
                ("stickiness.enabled", "false"),
            ])
            .into(),
            tags: pairs(&[("team", "a"), ("aws:x", "1")]).into(),
        },
        ..described(group("web"))
    }
}

fn planned(want: &Want, live: Option<&Live>) -> (Vec<String>, Json) {
    let plan = TargetGroup::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    (plan.steps.iter().map(ToString::to_string).collect(), changes_to_value(&plan.changes).to_json())
}

#[test]
fn a_new_group_is_created_as_declared_and_its_attributes_follow() {
    let want = want(
        json!({"health_check_path": "/health", "tags": {"team": "a"}, "attributes": {"stickiness.enabled": true}}),
    );
    let (steps, changes) = planned(&want, None);
    assert_eq!(steps, ["create the target group"]);
    assert_eq!(
        changes["new"],
        json!({
            "target_group": "web", "protocol": "HTTP", "port": 8080, "vpc_id": "vpc-1", "health_check_path": "/health",
            "attributes": {"stickiness.enabled": "true"}, "tags": {"team": "a"},
        })
    );
    let made = Live { check: spec::Check { path: Some("/health".to_owned()), ..live().check }, ..live() };
    let (steps, _) = planned(&want, Some(&made));
    assert_eq!(steps, ["set stickiness.enabled"]);
}

#[test]
fn settings_left_out_are_not_managed_and_differences_are_changed() {
    assert_eq!(planned(&want(json!({})), Some(&live())).0, Vec::<String>::new());
    let want = want(json!({
        "HealthCheckIntervalSeconds": "10", "Matcher": {"HttpCode": "200-299"}, "health_check_protocol": "HTTP",
        "attributes": [{"Key": "deregistration_delay.timeout_seconds", "Value": 60}, {"Key": "stickiness.enabled", "Value": "False"}],
        "tags": {"owner": "b"},
    }));
    let (steps, changes) = planned(&want, Some(&live()));
    assert_eq!(
        steps,
        [
            "change the health check",
            "set deregistration_delay.timeout_seconds",
            "tag with owner",
            "remove the tags team",
        ]
    );
    assert_eq!(
        changes,
        json!({
            "old": {"health_check_interval_seconds": 30, "matcher": "200",
                    "attributes": {"deregistration_delay.timeout_seconds": "300"}, "tags": {"team": "a"}},
            "new": {"health_check_interval_seconds": 10, "matcher": "200-299",
                    "attributes": {"deregistration_delay.timeout_seconds": "60"}, "tags": {"owner": "b"}},
        })
    );
}

#[test]
fn impossible_changes_are_refused_with_the_present_value() {
    let differing = want(json!({"port": 80, "target_type": "ip", "protocol_version": "HTTP1"}));
    let plan = TargetGroup::diff(&Want { vpc: Some("vpc-2".into()), ..differing }, Some(&live()));
    let expected = [
        "port of a target group cannot change: it is 8080, and the SLS declares 80",
        "target_type",
        "vpc_id",
    ];
    assert_eq!(plan.refusals.len(), expected.len(), "{:?}", plan.refusals);
    assert!(plan.refusals.iter().zip(expected).all(|(refusal, expected)| refusal.starts_with(expected)));
    let by_arn = want(json!({"name": "arn:aws:x"}));
    assert!(TargetGroup::diff(&by_arn, None).refusals[0].contains("write a name"));
}

#[test]
fn an_incomplete_declaration_is_refused_with_what_is_missing() {
    let (_, problems) = declared(0, &json!({"name": "web", "protocol": "HTTP"}));
    let text = problems.to_string();
    assert!(text.contains("'port' is missing") && text.contains("or write 'vpc_name'"), "{text}");
    assert!(declared(0, &json!({"name": "call", "target_type": "lambda"})).1.is_empty());
    let both = json!({"name": "web", "protocol": "TCP", "port": 1, "vpc_id": "vpc-1", "vpc_name": "main"});
    assert!(declared(0, &both).1.to_string().contains("exclude each other"));
}

#[test]
fn a_deletion_uses_the_arn() {
    let (spec, _) = declared(1, &json!({"name": "web"}));
    let want = Want { spec, vpc: None };
    assert_eq!(planned(&want, Some(&live())).0, ["delete the target group"]);
    assert!(TargetGroup::diff(&want, None).is_empty());
}

#[tokio::test]
async fn many_groups_are_read_in_few_calls_and_only_an_unknown_one_is_absent() {
    let names: Vec<String> = (0..45).map(|number| format!("g{number:02}")).collect();
    let page =
        mock!(Client::describe_target_groups).match_requests(|it| it.names().is_empty()).then_output(|| {
            let groups = (0..45).map(|number| group(&format!("g{number:02}"))).collect();
            DescribeTargetGroupsOutput::builder().set_target_groups(Some(groups)).build()
        });
    let tags = mock!(Client::describe_tags).then_output(|| {
        let tag = types::Tag::builder().key("team").value("a").build();
        let described = types::TagDescription::builder().resource_arn("arn:g44").tags(tag).build();
        DescribeTagsOutput::builder().tag_descriptions(described).build()
    });
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&page, &tags]));
    let ask = |name: &str, aspects| Ask { reference: Reference::new(TargetGroup::KIND, name), aspects };
    let mut asks: Vec<Ask> = names.iter().map(|name| ask(name, TAGS)).collect();
    asks.push(ask("none", Aspects::NONE));
    let answers = TargetGroup::describe(&aws, &asks).await.0;
    assert_eq!((page.num_calls(), tags.num_calls()), (1, 3), "one page; tags of twenty at once");
    let last = answers[&asks[44].reference].clone().unwrap().unwrap();
    assert_eq!((last.arn.as_str(), last.extras.tags.answer().unwrap()["team"].as_str()), ("arn:g44", "a"));
    assert_eq!(answers[&asks[45].reference], Ok(None));
}

#[tokio::test]
async fn a_few_groups_take_one_call_and_a_denied_read_is_not_absence() {
    let two = mock!(Client::describe_target_groups)
        .match_requests(|it| it.names() == ["a", "b"])
        .then_output(|| {
            DescribeTargetGroupsOutput::builder().target_groups(group("a")).target_groups(group("b")).build()
        });
    let by_arn = mock!(Client::describe_target_groups)
        .match_requests(|it| it.target_group_arns() == ["arn:c"])
        .then_output(|| DescribeTargetGroupsOutput::builder().target_groups(group("c")).build());
    let denied =
        mock!(Client::describe_target_groups).match_requests(|it| it.names() == ["secret"]).then_error(
            || DescribeTargetGroupsError::generic(ErrorMetadata::builder().code("AccessDenied").build()),
        );
    let attributes = mock!(Client::describe_target_group_attributes).then_output(|| {
        let delay = types::TargetGroupAttribute::builder().key("stickiness.enabled").value("true").build();
        DescribeTargetGroupAttributesOutput::builder().attributes(delay).build()
    });
    let rules = [&two, &by_arn, &denied, &attributes];
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &rules));
    let ask = |name: &str, aspects| Ask { reference: Reference::new(TargetGroup::KIND, name), aspects };
    let asks = [ask("b", Aspects::NONE), ask("a", ATTRIBUTES), ask("arn:c", Aspects::NONE)];
    let answers = TargetGroup::describe(&aws, &asks).await.0;
    let names = asks.iter().map(|ask| answers[&ask.reference].clone().unwrap().unwrap().name);
    assert_eq!(names.collect::<Vec<_>>(), ["b", "a", "c"]);
    assert_eq!((two.num_calls(), by_arn.num_calls(), attributes.num_calls()), (1, 1, 1));
    let asks = [ask("secret", Aspects::NONE)];
    let answers = TargetGroup::describe(&aws, &asks).await.0;
    assert_eq!(answers[&asks[0].reference].clone().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn only_declared_settings_are_sent() {
    let created = mock!(Client::create_target_group)
        .match_requests(|it| {
            it.vpc_id() == Some("vpc-1")
                && it.health_check_path().is_none()
                && it.tags.is_none()
                && it.target_type().is_none()
        })
        .then_output(|| CreateTargetGroupOutput::builder().build());
    let checked = mock!(Client::modify_target_group)
        .match_requests(|it| {
            it.matcher().and_then(types::Matcher::grpc_code) == Some("0-5")
                && it.health_check_port().is_none()
        })
        .then_output(|| ModifyTargetGroupOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&created, &checked]));
    let mut grpc = live();
    grpc.fixed.protocol_version = Some("GRPC".to_owned());
    let plans = [
        TargetGroup::diff(&want(json!({})), None),
        TargetGroup::diff(&want(json!({"matcher": "0-5"})), Some(&grpc)),
    ];
    for step in plans.iter().flat_map(|plan| &plan.steps) {
        TargetGroup::apply(&aws, step).await.unwrap();
    }
    assert_eq!((created.num_calls(), checked.num_calls()), (1, 1));
}
