use aws_sdk_elasticloadbalancingv2::types;
use serde_json::{Value as Json, json};

use super::*;
use kind::{AllPromised, Lookup};
use model::{Argument, Entry, Fields, Node, Place, Problems, Shape, Value};

const TABLE: &[Argument] = &[Argument::required("actions", Shape::Records(ACTIONS), "what is done")];

fn written(actions: &Json) -> (Vec<RuleAction>, Problems) {
    let place = Place::file("a.sls");
    let node = Node::from_value(Value::from(actions.clone()), &place);
    let entries = [("actions".to_owned(), Entry { key_place: place.clone(), node })];
    let mut problems = Problems::default();
    let fields = Fields::check(TABLE, entries, &place, "a test", &mut problems);
    let read = read(&fields, "actions", &mut problems).unwrap_or_default();
    (read, problems)
}

fn actions(list: &Json) -> Vec<RuleAction> {
    let (read, problems) = written(list);
    assert!(problems.is_empty(), "{problems}");
    read
}

/// Every sort, as an author writes it; the ARNs let nothing be looked up.
fn every_sort() -> Json {
    json!([
        {"authenticate_oidc_config": {
            "issuer": "https://id", "authorization_endpoint": "https://id/a", "token_endpoint": "https://id/t",
            "UserInfoEndpoint": "https://id/u", "client_id": "c", "client_secret": "s3cret", "session_timeout": 60,
            "authentication_request_extra_params": {"prompt": "login"}}},
        {"type": "authenticate-cognito", "AuthenticateCognitoConfig": {
            "UserPoolArn": "arn:pool", "UserPoolClientId": "c", "UserPoolDomain": "d", "on_unauthenticated_request": "deny"}},
        {"forward_config": {
            "target_groups": [{"target_group": "arn:b", "weight": 3}, {"TargetGroupArn": "arn:a"}],
            "target_group_stickiness_config": {"enabled": true, "duration_seconds": 60}}},
        {"redirect_config": {"protocol": "HTTPS", "port": 443, "status_code": 301}},
        {"Type": "fixed-response", "fixed_response_config": {"status_code": 404}},
    ])
}

#[test]
fn sent_settings_are_read_back_equal() {
    let written = actions(&every_sort());
    let echoed = of(&sent(&written));
    assert!(are_alike(&written, &echoed), "{:#?}\n{:#?}", canonical(&written), canonical(&echoed));
    assert_eq!(canonical(&canonical(&written)), canonical(&written), "a canonical form is its own");
    let orders: Vec<_> = sent(&written).iter().map(types::Action::order).collect();
    assert_eq!(orders, [Some(1), Some(2), Some(3), Some(4), Some(5)]);
}

#[test]
fn aws_fills_in_settings_that_are_left_out() {
    let filled = types::RedirectActionConfig::builder()
        .protocol("HTTPS")
        .port("443")
        .host("#{host}")
        .path("/#{path}")
        .query("#{query}")
        .status_code(types::RedirectActionStatusCodeEnum::Http301)
        .build();
    let there = [types::Action::builder()
        .r#type(types::ActionTypeEnum::Redirect)
        .redirect_config(filled)
        .order(1)
        .build()];
    let redirect =
        json!([{"redirect_config": {"protocol": "HTTPS", "port": 443, "status_code": "HTTP_301"}}]);
    assert!(are_alike(&actions(&redirect), &of(&there)));
    let tuple = types::TargetGroupTuple::builder().target_group_arn("arn:a").weight(1).build();
    let loose = types::TargetGroupStickinessConfig::builder().enabled(false).build();
    let config = types::ForwardActionConfig::builder()
        .target_groups(tuple)
        .target_group_stickiness_config(loose)
        .build();
    let there = types::Action::builder().r#type(types::ActionTypeEnum::Forward).target_group_arn("arn:a");
    let there = [there.forward_config(config).build()];
    assert!(are_alike(&actions(&json!([{"target_group": "arn:a"}])), &of(&there)));
    assert!(!are_alike(&actions(&json!([{"target_group": "arn:b"}])), &of(&there)));
}

#[test]
fn an_unknown_action_equals_no_declared_action() {
    let unknown =
        types::Action::builder().r#type(types::ActionTypeEnum::from("jwt-validation")).order(1).build();
    let forward = types::Action::builder()
        .r#type(types::ActionTypeEnum::Forward)
        .target_group_arn("arn:a")
        .order(2)
        .build();
    assert!(!are_alike(&actions(&json!([{"target_group": "arn:a"}])), &of(&[unknown, forward])));
}

#[test]
fn a_secret_is_sent_and_never_compared_or_shown() {
    let with = actions(&every_sort());
    assert_eq!(sent(&with)[0].authenticate_oidc_config().unwrap().client_secret(), Some("s3cret"));
    assert!(!format!("{with:?}{}", shown(&with).to_json()).contains("s3cret"));
    let mut list = every_sort();
    let config = list[0]["authenticate_oidc_config"].as_object_mut().unwrap();
    config.remove("client_secret");
    assert!(written(&list).1.to_string().contains("'client_secret' is missing"));
    list[0]["authenticate_oidc_config"]["use_existing_client_secret"] = true.into();
    let without = actions(&list);
    assert!(are_alike(&with, &without));
    assert_eq!(
        sent(&without)[0].authenticate_oidc_config().unwrap().use_existing_client_secret(),
        Some(true)
    );
}

#[test]
fn an_action_has_one_meaning() {
    for (wrong, message) in [
        (json!([{"type": "forward"}]), "does exactly one thing"),
        (json!([{"target_group": "a", "redirect_config": {}}]), "does exactly one thing"),
        (json!([{"type": "redirect", "target_group": "a"}]), "type 'redirect' has no 'target_group'"),
    ] {
        let problems = written(&wrong).1.to_string();
        assert!(problems.contains(message), "{problems}");
    }
}

#[test]
fn groups_are_named_and_left_open_until_they_are_made() {
    let named = actions(
        &json!([{"forward_config": {"target_groups": [{"target_group": "web"}, {"target_group": "arn:a"}]}}]),
    );
    let used: Vec<String> = uses(&named).map(|it| it.name).collect();
    assert_eq!(used, ["web"]);
    let resolved = resolve(&named, &mut Lookup::new(&AllPromised)).unwrap();
    let shown = shown(&resolved).to_json().to_string();
    assert!(shown.contains("(known after apply)") && shown.contains("arn:a"), "{shown}");
}
