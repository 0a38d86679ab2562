use aws_sdk_elasticloadbalancingv2::Client;
use aws_sdk_elasticloadbalancingv2::operation::create_rule::CreateRuleOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_listeners::DescribeListenersOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_load_balancers::DescribeLoadBalancersOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_rules::DescribeRulesOutput;
use aws_sdk_elasticloadbalancingv2::operation::modify_rule::ModifyRuleOutput;
use aws_sdk_elasticloadbalancingv2::types;
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::live::{Live, described};
use super::want::Want;
use super::*;
use crate::Elbv2;
use kind::{AllPromised, Ask, Lookup, Resource};
use model::plan::changes_to_value;
use model::{Entry, Fields, Minion, Node, Place, Problems, Value};

fn declared(function: usize, arguments: &Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[function], Place::file("a.sls"));
    let entry = |value: &Json| Entry {
        key_place: place.clone(),
        node: Node::from_value(Value::from(value.clone()), &place),
    };
    let entries = arguments.as_object().unwrap().iter().map(|(key, value)| (key.clone(), entry(value)));
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (Rule::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn with_conditions(conditions: Json) -> (spec::Spec, Problems) {
    let actions = json!([{"target_group": "arn:tg"}]);
    declared(
        0,
        &json!({"load_balancer": "web", "port": 443, "priority": 10, "conditions": conditions, "actions": actions}),
    )
}

fn want(conditions: Json) -> Want {
    let (spec, problems) = with_conditions(conditions);
    assert!(problems.is_empty(), "{problems}");
    Want { listener: Some("arn:listener".into()), actions: spec.actions.clone(), spec }
}

/// Every sort of condition, as an author writes it.
fn every_sort() -> Json {
    json!([
        {"host_header": ["API.example.com", "*.example.org"]},
        {"path_pattern": "/v1/*"},
        {"http_header": {"name": "X-Shop", "values": ["a*"]}},
        {"HttpRequestMethodConfig": {"Values": ["GET", "HEAD"]}},
        {"query_string": {"version": "1"}},
        {"query_string": [{"value": "beta*"}]},
        {"Field": "source-ip", "SourceIpConfig": {"Values": ["10.0.0.0/8"]}},
    ])
}

/// The rule as AWS has it after it was made from `want`.
fn made(want: &Want) -> types::Rule {
    let plan = Rule::diff(want, None);
    let [diff::Step::Create { conditions, actions, .. }] = plan.steps.as_slice() else { panic!("{plan:?}") };
    let rule = types::Rule::builder().rule_arn("arn:rule").priority("10");
    let rule = rule.set_conditions(Some(conditions.iter().map(api::sent).collect()));
    rule.set_actions(Some(actions::sent(actions))).build()
}

fn planned(want: &Want, live: Option<&Live>) -> (Vec<String>, Json) {
    let plan = Rule::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    (plan.steps.iter().map(ToString::to_string).collect(), changes_to_value(&plan.changes).to_json())
}

#[test]
fn a_rule_of_every_sort_of_condition_is_made_and_then_as_declared() {
    let want = want(every_sort());
    let (steps, changes) = planned(&want, None);
    assert_eq!(steps, ["create the rule 10"]);
    assert_eq!(changes["new"]["rule"], json!("web:443:10"));
    assert_eq!(changes["new"]["conditions"].as_array().unwrap().len(), 7);
    assert_eq!(planned(&want, Some(&described(made(&want)))).0, Vec::<String>::new());
}

#[test]
fn order_and_small_letters_do_not_differ_and_values_do() {
    let live = described(made(&want(every_sort())));
    let mut list = every_sort();
    list[0] = json!({"Field": "host-header", "Values": ["*.EXAMPLE.org", "api.example.com"]});
    list.as_array_mut().unwrap().reverse();
    assert_eq!(planned(&want(list), Some(&live)).0, Vec::<String>::new());
    let (steps, changes) = planned(&want(json!([{"path_pattern": ["/v2/*"]}])), Some(&live));
    assert_eq!(steps, ["change the rule"]);
    assert_eq!(changes["new"]["conditions"], json!([{"field": "path-pattern", "values": ["/v2/*"]}]));
    assert!(changes["new"].get("actions").is_none());
}

#[test]
fn an_older_rule_shows_values_without_a_configuration() {
    let condition = types::RuleCondition::builder().field("path-pattern").values("/v1/*").build();
    let live = described(types::Rule::builder().conditions(condition).build());
    assert!(condition::are_alike(
        &live.conditions,
        &want(json!([{"path_pattern": ["/v1/*"]}])).spec.conditions.unwrap()
    ));
}

#[test]
fn a_condition_is_about_one_thing_and_has_values() {
    for (wrong, message) in [
        (json!([{"values": ["a"]}]), "compares exactly one field"),
        (json!([{"host_header": ["a"], "path_pattern": ["/"]}]), "compares exactly one field"),
        (json!([{"Field": "path-pattern", "host_header": ["a"]}]), "compares exactly one field"),
        (json!([{"host_header": []}]), "has no values"),
    ] {
        let problems = with_conditions(wrong).1.to_string();
        assert!(problems.contains(message), "{problems}");
    }
}

#[test]
fn a_rule_follows_its_listener_and_is_deleted_by_its_arn() {
    let (spec, _) = declared(
        0,
        &json!({
            "load_balancer": "web", "port": 80, "priority": 1, "conditions": [{"path_pattern": ["/"]}], "actions": [{"target_group": "api"}],
        }),
    );
    let uses: Vec<String> = Rule::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    assert_eq!(uses, ["elbv2.listener web:80", "elbv2.target_group api"]);
    assert!(
        Rule::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap().listener.unwrap().known().is_none()
    );
    let (spec, _) = declared(1, &json!({"load_balancer": "web", "port": 80, "priority": 1}));
    let gone = Rule::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    let live = described(made(&want(every_sort())));
    assert_eq!(planned(&gone, Some(&live)).0, ["delete the rule"]);
    assert!(Rule::diff(&gone, None).is_empty());
    let bare = Want { actions: None, ..want(every_sort()) };
    assert!(Rule::diff(&bare, None).refusals[0].contains("needs 'conditions' and 'actions'"));
}

#[tokio::test]
async fn a_hundred_rules_are_read_in_three_calls() {
    let balancers = mock!(Client::describe_load_balancers).then_output(|| {
        let web =
            types::LoadBalancer::builder().load_balancer_arn("arn:lb").load_balancer_name("web").build();
        DescribeLoadBalancersOutput::builder().load_balancers(web).build()
    });
    let listeners = mock!(Client::describe_listeners).then_output(|| {
        let of =
            |port: i32| types::Listener::builder().listener_arn(format!("arn:{port}")).port(port).build();
        DescribeListenersOutput::builder().listeners(of(443)).listeners(of(80)).build()
    });
    let rules = mock!(Client::describe_rules)
        .match_requests(|it| it.listener_arn() == Some("arn:443") && it.page_size() == Some(400))
        .then_output(|| {
            let rule = |number: i32| {
                types::Rule::builder().rule_arn(format!("arn:{number}")).priority(number.to_string())
            };
            let all = (1..=100).map(|number| rule(number).build()).collect();
            DescribeRulesOutput::builder().set_rules(Some(all)).build()
        });
    let aws =
        canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&balancers, &listeners, &rules]));
    let ask = |number| Ask {
        reference: Reference::new(Rule::KIND, format!("web:443:{number}")),
        aspects: Aspects::NONE,
    };
    let asks: Vec<Ask> = (1..=101).map(ask).collect();
    let answers = Rule::describe(&aws, &asks).await.0;
    let found = asks.iter().filter(|ask| matches!(answers[&ask.reference], Ok(Some(_)))).count();
    assert_eq!((found, &answers[&asks[100].reference]), (100, &Ok(None)));
    assert_eq!((balancers.num_calls(), listeners.num_calls(), rules.num_calls()), (1, 1, 1));
}

#[tokio::test]
async fn only_differences_are_sent() {
    let created = mock!(Client::create_rule)
        .match_requests(|it| it.priority() == Some(10) && it.conditions().len() == 7 && it.tags.is_none())
        .then_output(|| CreateRuleOutput::builder().build());
    let modified = mock!(Client::modify_rule)
        .match_requests(|it| it.actions.is_none() && it.conditions().len() == 1)
        .then_output(|| ModifyRuleOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&created, &modified]));
    let live = described(made(&want(every_sort())));
    let plans = [
        Rule::diff(&want(every_sort()), None),
        Rule::diff(&want(json!([{"source_ip": ["::/0"]}])), Some(&live)),
    ];
    for step in plans.iter().flat_map(|plan| &plan.steps) {
        Rule::apply(&aws, step).await.unwrap();
    }
    assert_eq!((created.num_calls(), modified.num_calls()), (1, 1));
}
