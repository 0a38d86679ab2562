use serde_json::{Value as Json, json};

use super::live::{Live, MARK, Stage};
use super::want::Want;
use super::*;
use crate::declaration;
use kind::{Known, Resource, Sight, Source};
use model::{Entry, Fields, Minion, Node, Place, Problems, Value};

/// Knows an account with functions and roles.
struct Account;

impl Known for Account {
    fn sight(&self, reference: &Reference, attribute: &str, _aspects: model::Aspects) -> Sight {
        let text = match (reference.kind, attribute) {
            ("sts.account", "id") => "1".to_owned(),
            ("sts.account", "region") => "eu-west-1".to_owned(),
            ("sts.account", _) => "aws".to_owned(),
            ("iam.role", _) => format!("arn:aws:iam::1:role/{}", reference.name),
            ("lambda.function", _) if reference.name == "live_orders_orders_id_get" => {
                "arn:of:function".to_owned()
            }
            ("local.text_file", _) => include_str!("example.yaml").to_owned(),
            _ => return Sight::Absent,
        };
        Sight::Found(Some(Value::from(text)))
    }

    fn is_promised(&self, _reference: &Reference) -> bool {
        false
    }
}

fn spec(function: usize, arguments: Json) -> (spec::Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().into_iter().flatten().map(|(key, entry)| (key.to_string(), entry.clone()));
    let entries: Vec<(String, Entry)> = entries.collect();
    let function = &RestApi::FUNCTIONS[function];
    let mut problems = Problems::default();
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let spec = RestApi::read(function, &fields, &Minion::default(), &mut problems);
    (spec, problems)
}

fn declared(more: Json) -> Json {
    let mut all = json!({
        "name": "orders", "stage_name": "live", "swagger_file": "/srv/orders.yaml", "lambda_integration_role": "orders-api",
    });
    all.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    all
}

fn want(more: Json) -> Want {
    want_of(0, declared(more)).unwrap_or_else(|error| panic!("{error:?}"))
}

fn want_of(function: usize, arguments: Json) -> Result<Want, Unresolved> {
    let (spec, problems) = spec(function, arguments);
    assert!(problems.is_empty(), "{problems}");
    RestApi::resolve(&spec, &mut Lookup::new(&Account))
}

/// An API as it was made of that, with a stage of the deployment `d1`.
fn live(want: &Want) -> Live {
    let properties = json!({"Name": "orders", "Tags": [{"Key": MARK, "Value": want.digest}]});
    let api = declaration::Live { identifier: "a1".to_owned(), properties, ..declaration::Live::default() };
    let stage = Stage {
        name: "live".to_owned(),
        deployment: "d1".to_owned(),
        description: want.label.clone(),
        ..Stage::default()
    };
    Live { api, stages: vec![stage], deployment: Some("d1".to_owned()), ..Live::default() }
}

fn steps(want: &Want, live: Option<&Live>) -> Vec<String> {
    RestApi::diff(want, live).steps.iter().map(ToString::to_string).collect()
}

#[test]
fn functions_and_roles_are_found_by_name() {
    let want = want(json!({}));
    let get = &want.body["paths"]["/orders/{id}"]["get"]["x-amazon-apigateway-integration"];
    let uri = "arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:of:function/invocations";
    assert_eq!((&get["uri"], &get["credentials"]), (&json!(uri), &json!("arn:aws:iam::1:role/orders-api")));
    let elsewhere = self::want(json!({"lambda_region": "us-east-1", "lambda_funcname_format": "{api}"}));
    let get = &elsewhere.body["paths"]["/orders/{id}"]["get"]["x-amazon-apigateway-integration"];
    let arn = "arn:aws:lambda:us-east-1:1:function:orders";
    assert!(get["uri"].as_str().unwrap().contains(arn), "{get}");
    let missing = want_of(0, declared(json!({"lambda_funcname_format": "{api}"})));
    assert!(matches!(missing, Err(Unresolved::Missing(it)) if it.name == "orders"), "as in Salt");
}

#[test]
fn api_deployment_and_stage_are_made_one_after_the_other() {
    let want = want(json!({"stage_variables": {"table": "orders"}}));
    let whole = live(&want);
    let plan = RestApi::diff(&want, None);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["rest_api", "body", "stage", "deployment", "stage_variables"]);
    assert_eq!(steps(&want, None), ["create the rest api"]);
    let api = Live { stages: vec![], deployment: None, ..whole.clone() };
    assert_eq!(steps(&want, Some(&api)), ["create the deployment"]);
    assert_eq!(steps(&want, Some(&Live { stages: vec![], ..whole.clone() })), ["create the stage"]);
    assert_eq!(steps(&want, Some(&whole)), ["set the stage"], "its variables");
    let without = self::want(json!({}));
    assert!(RestApi::diff(&without, Some(&live(&without))).is_empty(), "left out: not managed");
}

#[test]
fn another_body_is_another_deployment() {
    let old = want(json!({}));
    for more in [
        json!({"api_key_required": true}),
        json!({"response_template": "{}"}),
        json!({"authorization_type": "AWS_IAM"}),
    ] {
        let new = want(more);
        assert_ne!(old.label, new.label);
        let there = Live { deployment: None, ..live(&old) };
        assert_eq!(steps(&new, Some(&there)), ["set the body", "create the deployment"]);
        let deployed = Live { stages: live(&old).stages, deployment: Some("d2".to_owned()), ..live(&new) };
        assert_eq!(steps(&new, Some(&deployed)), ["set the stage"], "a run was cut off");
    }
}

#[test]
fn absent_leaves_what_others_use() {
    let gone = |arguments: Json, others: &[(&str, &str)]| {
        let mut all = json!({"name": "orders", "stage_name": "live"});
        all.as_object_mut().unwrap().extend(arguments.as_object().cloned().unwrap());
        let want = want_of(1, all).unwrap_or_else(|error| panic!("{error:?}"));
        let mut live = live(&want);
        live.stages.extend(others.iter().map(|(name, deployment)| Stage {
            name: (*name).to_owned(),
            deployment: (*deployment).to_owned(),
            ..Stage::default()
        }));
        steps(&want, Some(&live))
    };
    assert_eq!(gone(json!({}), &[]), ["delete a1|live", "delete d1|a1"]);
    assert_eq!(gone(json!({}), &[("test", "d1")]), ["delete a1|live"]);
    assert_eq!(gone(json!({"nuke_api": true}), &[("test", "d2")]), ["delete a1|live", "delete d1|a1"]);
    assert_eq!(gone(json!({"nuke_api": true}), &[]), ["delete a1"]);
}

#[test]
fn a_format_with_other_words_is_refused() {
    let (_, problems) = spec(0, declared(json!({"lambda_funcname_format": "{function}"})));
    assert!(
        problems.to_string().contains("may have only stage, api, resource and method in braces"),
        "{problems}"
    );
}

#[test]
fn a_reference_says_stage_and_deployment() {
    let (spec, _) = spec(0, declared(json!({})));
    let reference =
        RestApi::locate(&spec, &mut Lookup::new(&Account)).unwrap_or_else(|error| panic!("{error:?}"));
    let (stage, label) = want::read(&reference).unwrap();
    assert_eq!((stage.as_str(), label), ("live", Some(want(json!({})).label)));
    assert_eq!(RestApi::attribute(&live(&want(json!({}))), "id"), Some("a1".into()));
}
