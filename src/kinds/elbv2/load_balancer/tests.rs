use aws_sdk_elasticloadbalancingv2::Client;
use aws_sdk_elasticloadbalancingv2::operation::create_load_balancer::CreateLoadBalancerOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_load_balancer_attributes::DescribeLoadBalancerAttributesOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_load_balancers::{
    DescribeLoadBalancersError, DescribeLoadBalancersOutput,
};
use aws_sdk_elasticloadbalancingv2::operation::set_subnets::SetSubnetsOutput;
use aws_sdk_elasticloadbalancingv2::types;
use aws_smithy_mocks::{RuleMode, mock};
use aws_smithy_types::error::ErrorMetadata;
use serde_json::{Value as Json, json};

use super::live::{Live, described};
use super::want::Want;
use super::*;
use crate::Elbv2;
use crate::extras::{Extras, TAGS};
use aws::Fault;
use aws::tags::Tags;
use kind::{AllPromised, Ask, Lookup, Resource};
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
    (LoadBalancer::read(function, &fields, &Minion::default(), &mut problems), problems)
}

/// A declaration in two subnets with one group, and `more`.
fn want(more: Json) -> Want {
    let mut all = json!({"name": "web", "subnets": ["subnet-1", "subnet-2"], "security_groups": "front"});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (spec, problems) = declared(0, &all);
    assert!(problems.is_empty(), "{problems}");
    let subnets = spec.subnets.iter().flatten().map(|(name, it)| (Ident::from(name.as_str()), it.clone()));
    Want { subnets: Some(subnets.collect()), security_groups: Some(vec!["sg-1".into()]), spec }
}

fn balancer(name: &str) -> types::LoadBalancer {
    let zone = |subnet: &str, address: &str| {
        let address = types::LoadBalancerAddress::builder().allocation_id(address).build();
        types::AvailabilityZone::builder().subnet_id(subnet).load_balancer_addresses(address).build()
    };
    types::LoadBalancer::builder()
        .load_balancer_arn(format!("arn:aws:elasticloadbalancing:us-east-1:1:loadbalancer/app/{name}/50dc"))
        .load_balancer_name(name)
        .dns_name(format!("{name}.elb.amazonaws.com"))
        .canonical_hosted_zone_id("Z1")
        .vpc_id("vpc-1")
        .r#type(types::LoadBalancerTypeEnum::Application)
        .scheme(types::LoadBalancerSchemeEnum::InternetFacing)
        .ip_address_type(types::IpAddressType::Ipv4)
        .availability_zones(zone("subnet-1", "eipalloc-1"))
        .availability_zones(zone("subnet-2", "eipalloc-2"))
        .security_groups("sg-1")
        .state(types::LoadBalancerState::builder().code(types::LoadBalancerStateEnum::Active).build())
        .build()
}

fn live(attributes: &[(&str, &str)]) -> Live {
    let pairs = |pairs: &[(&str, &str)]| -> Tags {
        pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    };
    let extras = Extras { attributes: pairs(attributes).into(), tags: pairs(&[("team", "a")]).into() };
    Live { extras, ..described(balancer("web")) }
}

fn planned(want: &Want, live: Option<&Live>) -> (Vec<String>, Json) {
    let plan = LoadBalancer::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    (plan.steps.iter().map(ToString::to_string).collect(), changes_to_value(&plan.changes).to_json())
}

#[test]
fn a_new_balancer_is_created_as_declared_and_its_attributes_follow() {
    let want =
        want(json!({"type": "application", "attributes": {"routing.http2.enabled": false}, "tags": {}}));
    let (steps, changes) = planned(&want, None);
    assert_eq!(steps, ["create the load balancer"]);
    assert_eq!(
        changes["new"],
        json!({
            "load_balancer": "web", "type": "application", "subnets": ["subnet-1", "subnet-2"],
            "security_groups": ["sg-1"], "attributes": {"routing.http2.enabled": "false"},
        })
    );
    let made = Live { extras: Extras { tags: Tags::new().into(), ..live(&[]).extras }, ..live(&[]) };
    assert_eq!(planned(&want, Some(&made)).0, ["set routing.http2.enabled"]);
}

#[test]
fn settings_left_out_are_not_managed_and_differences_are_changed() {
    assert_eq!(planned(&want(json!({})), Some(&live(&[]))).0, Vec::<String>::new());
    let mut want = want(json!({
        "subnets": ["subnet-2", "subnet-3"], "IpAddressType": "dualstack", "tags": {"owner": "b"},
        "attributes": {"idle_timeout.timeout_seconds": 120, "deletion_protection.enabled": "True"},
    }));
    want.security_groups = Some(vec!["sg-1".into(), "sg-2".into()]);
    let attributes = [("idle_timeout.timeout_seconds", "60"), ("deletion_protection.enabled", "true")];
    let (steps, changes) = planned(&want, Some(&live(&attributes)));
    let expected = [
        "set ip_address_type to dualstack",
        "set the subnets",
        "set the security groups",
        "set idle_timeout.timeout_seconds",
        "tag with owner",
        "remove the tags team",
    ];
    assert_eq!(steps, expected);
    assert_eq!(changes["old"]["attributes"], json!({"idle_timeout.timeout_seconds": "60"}));
    assert_eq!(changes["new"]["subnets"], json!(["subnet-2", "subnet-3"]));
}

#[test]
fn impossible_changes_are_refused_with_the_present_value() {
    let mapping = json!([{"subnet": "subnet-1", "allocation_id": "eipalloc-9"}, {"subnet": "subnet-2"}]);
    let (spec, problems) =
        declared(0, &json!({"name": "web", "scheme": "internal", "subnet_mappings": mapping}));
    assert!(problems.is_empty(), "{problems}");
    let subnets = spec.subnets.iter().flatten().map(|(name, it)| (Ident::from(name.as_str()), it.clone()));
    let want = Want { subnets: Some(subnets.collect()), security_groups: None, spec };
    let refusals = LoadBalancer::diff(&want, Some(&live(&[]))).refusals;
    assert_eq!(refusals.len(), 2, "{refusals:?}");
    assert!(
        refusals[0].contains("scheme of a load balancer cannot change: it is internet-facing"),
        "{refusals:?}"
    );
    assert!(
        refusals[1].contains("allocation_id in subnet-1") && refusals[1].contains("eipalloc-1"),
        "{refusals:?}"
    );
    let (spec, _) = declared(0, &json!({"name": "web"}));
    let nowhere = Want { spec, subnets: None, security_groups: None };
    assert!(LoadBalancer::diff(&nowhere, None).refusals[0].contains("needs 'subnets'"));
}

#[test]
fn a_balancer_that_aws_still_sets_up_is_waited_for_and_one_that_failed_is_not() {
    let in_state = |state: &str| Live { state: state.to_owned(), ..live(&[]) };
    let plan = LoadBalancer::diff(&want(json!({})), Some(&in_state("provisioning")));
    assert!(plan.steps.is_empty() && plan.busy.is_some(), "{plan:?}");
    let plan = LoadBalancer::diff(&want(json!({})), Some(&in_state("failed")));
    assert!(plan.refusals[0].contains("could not set up"), "{plan:?}");
}

#[test]
fn a_protected_balancer_stays() {
    let (spec, _) = declared(1, &json!({"name": "web"}));
    assert_eq!(LoadBalancer::aspects(&spec), ATTRIBUTES);
    let want = Want { spec, subnets: None, security_groups: None };
    assert_eq!(planned(&want, Some(&live(&[]))).0, ["delete the load balancer"]);
    let plan = LoadBalancer::diff(&want, Some(&live(&[("deletion_protection.enabled", "true")])));
    assert!(plan.steps.is_empty() && plan.refusals[0].contains("protected"), "{plan:?}");
    let unread = Live { extras: Extras::default(), ..live(&[]) };
    assert!(!LoadBalancer::diff(&want, Some(&unread)).refusals.is_empty());
}

#[test]
fn referenced_things_are_created_first_and_unknown_until_then() {
    let arguments = json!({
        "name": "web", "vpc_name": "main", "security_groups": ["front"],
        "subnet_mappings": [{"subnet": "a", "allocation_id": "web-a"}, {"SubnetId": "subnet-1", "AllocationId": "eipalloc-1"}],
    });
    let (spec, problems) = declared(0, &arguments);
    assert!(problems.is_empty(), "{problems}");
    let uses: Vec<String> =
        LoadBalancer::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    let expected = [
        "ec2.vpc main",
        "ec2.subnet a",
        "ec2.address web-a",
        "ec2.subnet subnet-1",
        "ec2.way_out any",
        "ec2.security_group front",
    ];
    assert_eq!(uses, expected);
    let want = LoadBalancer::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    assert!(want.subnets.unwrap().keys().all(|subnet| subnet.known().is_none()));
    let both = json!({"name": "web", "subnets": ["a"], "subnet_names": ["b"]});
    assert!(declared(0, &both).1.to_string().contains("exclude each other"));
}

#[test]
fn records_and_alarms_name_it_as_route_53_and_cloudwatch_do() {
    let (spec, _) = declared(
        0,
        &json!({
            "name": "web", "subnets": ["subnet-1"], "cnames": [{"name": "www.example.com.", "zone": "example.com."}],
            "alarms": {"slow": {"attributes": {"metric": "TargetResponseTime", "dimensions": {"TargetGroup": "elbv2:web"}}}},
        }),
    );
    let [record, alarm] = spec.implied_states.as_slice() else { panic!("{:?}", spec.implied_states) };
    assert_eq!(record.arguments["value"], Value::from("elbv2:web"));
    let dimensions = alarm.arguments["attributes"].to_json()["dimensions"].clone();
    assert_eq!(dimensions, json!({"LoadBalancer": ["elbv2:web"], "TargetGroup": "elbv2:web"}));
}

#[tokio::test]
async fn a_few_balancers_take_one_call_and_a_denied_read_is_not_absence() {
    let two = mock!(Client::describe_load_balancers)
        .match_requests(|it| it.names() == ["a", "b"])
        .then_output(|| {
            let both = DescribeLoadBalancersOutput::builder();
            both.load_balancers(balancer("a")).load_balancers(balancer("b")).build()
        });
    let denied =
        mock!(Client::describe_load_balancers).match_requests(|it| it.names() == ["secret"]).then_error(
            || DescribeLoadBalancersError::generic(ErrorMetadata::builder().code("AccessDenied").build()),
        );
    let attributes = mock!(Client::describe_load_balancer_attributes).then_output(|| {
        let one = types::LoadBalancerAttribute::builder().key("routing.http2.enabled").value("true").build();
        DescribeLoadBalancerAttributesOutput::builder().attributes(one).build()
    });
    let aws =
        canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&two, &denied, &attributes]));
    let ask = |name: &str, aspects| Ask { reference: Reference::new(LoadBalancer::KIND, name), aspects };
    let asks = [ask("b", Aspects::NONE), ask("a", ATTRIBUTES)];
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    let found = asks.iter().map(|ask| answers[&ask.reference].clone().unwrap().unwrap());
    let found: Vec<Live> = found.collect();
    assert_eq!(found.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(found[1].extras.attributes.answer().unwrap()["routing.http2.enabled"], "true");
    assert_eq!(found[0].attribute("full_name"), Some("app/b/50dc".into()));
    assert_eq!((two.num_calls(), attributes.num_calls()), (1, 1));
    let asks = [ask("secret", TAGS)];
    let answers = LoadBalancer::describe(&aws, &asks).await.0;
    assert_eq!(answers[&asks[0].reference].clone().unwrap_err().fault, Fault::Denied);
}

#[tokio::test]
async fn only_declared_settings_are_sent() {
    let created = mock!(Client::create_load_balancer)
        .match_requests(|it| {
            it.subnets() == ["subnet-1", "subnet-2"]
                && it.scheme().is_none()
                && it.subnet_mappings.is_none()
                && it.tags.is_none()
        })
        .then_output(|| CreateLoadBalancerOutput::builder().build());
    let placed = mock!(Client::set_subnets)
        .match_requests(|it| {
            it.subnets.is_none() && it.subnet_mappings()[0].private_ipv4_address() == Some("10.0.0.9")
        })
        .then_output(|| SetSubnetsOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&created, &placed]));
    let mut moved = want(json!({}));
    let address =
        spec::Addresses { private_ipv4_address: Some("10.0.0.9".to_owned()), ..spec::Addresses::default() };
    moved.subnets = Some([("subnet-0".into(), address)].into());
    let plans = [LoadBalancer::diff(&want(json!({})), None), LoadBalancer::diff(&moved, Some(&live(&[])))];
    for step in plans.iter().flat_map(|plan| &plan.steps) {
        LoadBalancer::apply(&aws, step).await.unwrap();
    }
    assert_eq!((created.num_calls(), placed.num_calls()), (1, 1));
}
