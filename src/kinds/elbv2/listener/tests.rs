use aws_sdk_elasticloadbalancingv2::Client;
use aws_sdk_elasticloadbalancingv2::operation::create_listener::CreateListenerOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_listener_certificates::DescribeListenerCertificatesOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_listeners::DescribeListenersOutput;
use aws_sdk_elasticloadbalancingv2::operation::describe_load_balancers::DescribeLoadBalancersOutput;
use aws_sdk_elasticloadbalancingv2::operation::modify_listener::ModifyListenerOutput;
use aws_sdk_elasticloadbalancingv2::types;
use aws_smithy_mocks::{RuleMode, mock};
use serde_json::{Value as Json, json};

use super::live::{Live, described};
use super::want::Want;
use super::*;
use crate::Elbv2;
use kind::{AllPromised, Ask, Lookup, Resource};
use model::plan::changes_to_value;
use model::{Asked, Entry, Fields, Ident, Minion, Node, Place, Problems, Value};

fn declared(function: usize, arguments: &Json) -> (spec::Spec, Problems) {
    let (function, place) = (&spec::FUNCTIONS[function], Place::file("a.sls"));
    let entry = |value: &Json| Entry {
        key_place: place.clone(),
        node: Node::from_value(Value::from(value.clone()), &place),
    };
    let entries = arguments.as_object().unwrap().iter().map(|(key, value)| (key.clone(), entry(value)));
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (Listener::read(function, &fields, &Minion::default(), &mut problems), problems)
}

/// A listener that forwards to a group, and `more`.
fn want(more: Json) -> Want {
    let mut all = json!({
        "load_balancer": "web", "port": 443, "protocol": "HTTPS", "default_actions": [{"target_group": "arn:tg"}],
    });
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (spec, problems) = declared(0, &all);
    assert!(problems.is_empty(), "{problems}");
    let idents = |all: &Vec<String>| all.iter().map(|name| Ident::from(name.as_str())).collect();
    Want {
        balancer: Some("arn:lb".into()),
        certificates: spec.certificates.as_ref().map(idents),
        actions: spec.actions.clone(),
        spec,
    }
}

fn listener(port: i32) -> types::Listener {
    let forward =
        types::Action::builder().r#type(types::ActionTypeEnum::Forward).target_group_arn("arn:tg").build();
    types::Listener::builder()
        .listener_arn(format!("arn:aws:elasticloadbalancing:us-east-1:1:listener/app/web/50dc/{port}"))
        .port(port)
        .protocol(types::ProtocolEnum::Https)
        .ssl_policy("ELBSecurityPolicy-2016-08")
        .certificates(types::Certificate::builder().certificate_arn("arn:one").build())
        .default_actions(forward)
        .build()
}

/// The live listener, with certificates in addition to the default one.
fn live(others: &[&str]) -> Live {
    let others = others.iter().map(|arn| (*arn).to_owned()).collect();
    Live { others: Asked::Answer(others), ..described(listener(443)) }
}

fn planned(want: &Want, live: Option<&Live>) -> (Vec<String>, Json) {
    let plan = Listener::diff(want, live);
    assert!(plan.refusals.is_empty(), "{:?}", plan.refusals);
    (plan.steps.iter().map(ToString::to_string).collect(), changes_to_value(&plan.changes).to_json())
}

#[test]
fn a_new_listener_is_made_with_its_default_certificate_and_others_follow() {
    let want = want(json!({"certificates": ["arn:one", "arn:two"], "tags": {"team": "a"}}));
    let (steps, changes) = planned(&want, None);
    assert_eq!(steps, ["listen on port 443"]);
    assert_eq!(
        changes["new"],
        json!({
            "listener": "web:443", "protocol": "HTTPS", "certificates": ["arn:one", "arn:two"], "tags": {"team": "a"},
            "default_actions": [{"type": "forward", "target_group": "arn:tg"}],
        })
    );
    let mut made = live(&[]);
    made.extras.tags = [("team".to_owned(), "a".to_owned())].into_iter().collect::<Tags>().into();
    assert_eq!(planned(&want, Some(&made)).0, ["add arn:two"]);
    let (spec, _) = declared(0, &json!({"load_balancer": "web", "port": 80}));
    let bare = Want { actions: None, spec, ..want };
    assert!(Listener::diff(&bare, None).refusals[0].contains("needs 'default_actions'"));
}

#[test]
fn settings_left_out_are_not_managed_and_one_call_changes_the_rest() {
    assert_eq!(planned(&want(json!({})), Some(&live(&[]))).0, Vec::<String>::new());
    let other = want(json!({
        "ssl_policy": "ELBSecurityPolicy-TLS13-1-2-2021-06", "alpn_policy": [],
        "default_actions": [{"fixed_response_config": {"status_code": 503}}],
        "mutual_authentication": {"mode": "passthrough"},
    }));
    let (steps, changes) = planned(&other, Some(&live(&[])));
    assert_eq!(steps, ["change ssl_policy, default_actions, mutual_authentication"]);
    assert_eq!(changes["old"]["mutual_authentication"], json!({"mode": "off"}));
    assert_eq!(changes["new"]["default_actions"][0]["status_code"], json!("503"));
}

#[test]
fn certificates_come_before_others_go_and_the_default_is_exchanged_in_place() {
    let exchanged = want(json!({"certificates": ["arn:new", "arn:two", "arn:three"]}));
    let (steps, changes) = planned(&exchanged, Some(&live(&["arn:two", "arn:old"])));
    assert_eq!(steps, ["add arn:three", "change the default certificate", "remove arn:old"]);
    assert_eq!(changes["old"]["certificates"], json!(["arn:one", "arn:old", "arn:two"]));
    let same = want(json!({"certificates": ["arn:one", "arn:two"]}));
    assert_eq!(planned(&same, Some(&live(&["arn:two"]))).0, Vec::<String>::new());
    let unread = Live { others: Asked::NotAsked, ..live(&[]) };
    assert!(Listener::diff(&same, Some(&unread)).refusals[0].contains("were not read"));
    let early = Listener::diff(&same, Some(&Live { others: Asked::NotYet, ..live(&[]) }));
    assert!(early.steps.is_empty() && early.refusals.is_empty() && early.busy.is_some(), "{early:?}");
}

#[test]
fn balancer_and_port_identify_a_listener_and_its_deletion_is_one_step() {
    let (spec, problems) = declared(
        0,
        &json!({
            "LoadBalancerArn": "arn:lb", "port": 443, "certificates": ["example-com", "arn:c"], "default_actions": [{"target_group": "web"}],
        }),
    );
    assert!(problems.is_empty(), "{problems}");
    let uses: Vec<String> =
        Listener::uses(&spec).iter().map(|it| format!("{} {}", it.kind, it.name)).collect();
    assert_eq!(uses, ["iam.server_certificate example-com", "elbv2.target_group web"]);
    let provided = [Reference::new(Listener::KIND, "arn:lb:443"), Reference::new("elbv2.forwarding", "web")];
    assert_eq!(Listener::provides(&spec), provided);
    let open = Listener::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    assert!(open.certificates.unwrap()[0].known().is_none());
    let (spec, _) = declared(1, &json!({"load_balancer": "web", "port": 443}));
    let gone = Listener::resolve(&spec, &mut Lookup::new(&AllPromised)).unwrap();
    assert_eq!(planned(&gone, Some(&live(&[]))).0, ["stop listening on port 443"]);
    assert!(Listener::diff(&gone, None).is_empty());
}

#[tokio::test]
async fn the_listeners_of_a_balancer_are_read_together_and_certificates_on_request() {
    let balancers =
        mock!(Client::describe_load_balancers).match_requests(|it| it.names() == ["web"]).then_output(|| {
            let web =
                types::LoadBalancer::builder().load_balancer_arn("arn:lb").load_balancer_name("web").build();
            DescribeLoadBalancersOutput::builder().load_balancers(web).build()
        });
    let listeners = mock!(Client::describe_listeners)
        .match_requests(|it| it.load_balancer_arn() == Some("arn:lb"))
        .then_output(|| {
            DescribeListenersOutput::builder().listeners(listener(443)).listeners(listener(8443)).build()
        });
    let certificates = mock!(Client::describe_listener_certificates).then_output(|| {
        let one = |arn: &str, is_default| {
            types::Certificate::builder().certificate_arn(arn).is_default(is_default).build()
        };
        let both = DescribeListenerCertificatesOutput::builder().certificates(one("arn:one", true));
        both.certificates(one("arn:two", false)).build()
    });
    let aws = canned::aws(|clients| {
        clients.answer::<Elbv2>(RuleMode::MatchAny, &[&balancers, &listeners, &certificates]);
    });
    let ask = |name: &str, aspects| Ask { reference: Reference::new(Listener::KIND, name), aspects };
    let asks = [ask("web:443", CERTIFICATES), ask("web:8443", Aspects::NONE), ask("web:80", Aspects::NONE)];
    let answers = Listener::describe(&aws, &asks).await.0;
    let found = |at: usize| answers[&asks[at].reference].clone().unwrap();
    assert_eq!(found(0).unwrap().others, Asked::Answer(["arn:two".to_owned()].into()));
    assert_eq!((found(1).unwrap().port, found(2)), (8443, None));
    assert_eq!((balancers.num_calls(), listeners.num_calls(), certificates.num_calls()), (1, 1, 1));
}

#[tokio::test]
async fn only_declared_settings_are_sent() {
    let created = mock!(Client::create_listener)
        .match_requests(|it| {
            it.certificates()[0].certificate_arn() == Some("arn:one")
                && it.default_actions()[0].target_group_arn() == Some("arn:tg")
                && it.default_actions()[0].order().is_none()
                && it.ssl_policy().is_none()
                && it.mutual_authentication().is_none()
        })
        .then_output(|| CreateListenerOutput::builder().build());
    let modified = mock!(Client::modify_listener)
        .match_requests(|it| {
            it.ssl_policy() == Some("new") && it.default_actions.is_none() && it.protocol().is_none()
        })
        .then_output(|| ModifyListenerOutput::builder().build());
    let aws = canned::aws(|clients| clients.answer::<Elbv2>(RuleMode::MatchAny, &[&created, &modified]));
    let plans = [
        Listener::diff(&want(json!({"certificates": ["arn:one", "arn:two"]})), None),
        Listener::diff(&want(json!({"ssl_policy": "new"})), Some(&live(&[]))),
    ];
    for step in plans.iter().flat_map(|plan| &plan.steps) {
        Listener::apply(&aws, step).await.unwrap();
    }
    assert_eq!((created.num_calls(), modified.num_calls()), (1, 1));
}
