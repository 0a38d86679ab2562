mod api;

use super::diff::Step;
use super::live::Live;
use super::*;
use crate::nodes::{Origin, Settings};
use kind::{Ask, Resource, Source};
use model::{Asked, Fields, Function, Minion, Node, Place, Plan, Problems, Value};

fn declared(function: &Function, arguments: serde_json::Value) -> (spec::Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (Cluster::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn spec(arguments: serde_json::Value) -> spec::Spec {
    let (spec, problems) = declared(&spec::FUNCTIONS[0], arguments);
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn sample(more: serde_json::Value) -> serde_json::Value {
    let mut all = serde_json::json!({"name": "Web", "engine": "memcached", "num_cache_nodes": "2"});
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    all
}

fn live() -> Live {
    Live {
        status: "available".to_owned(),
        num_cache_nodes: Some(2),
        nodes: vec!["0001".to_owned(), "0002".to_owned()],
        settings: Settings {
            engine: Some("memcached".to_owned()),
            engine_version: Some("1.6.22".to_owned()),
            node_type: Some("cache.t4g.micro".to_owned()),
            security_groups: Some(vec!["sg-1".into()]),
            maintenance_window: Some("mon:03:00-mon:04:00".to_owned()),
            ..Settings::default()
        },
        ..Live::default()
    }
}

fn plan(more: serde_json::Value, live: Option<&Live>) -> Plan<Step> {
    Cluster::diff(&spec(sample(more)), live)
}

#[test]
fn no_change_if_declared_settings_are_spelled_differently() {
    let more =
        serde_json::json!({"engine_version": "1.6", "preferred_maintenance_window": "Mon:03:00-Mon:04:00"});
    assert_eq!(plan(more, Some(&live())), Plan::nothing());
}

#[test]
fn only_differences_are_changed_and_immediately_by_default() {
    for (more, at_once) in [
        (serde_json::json!({"CacheNodeType": "cache.t4g.small"}), true),
        (serde_json::json!({"cache_node_type": "cache.t4g.small", "apply_immediately": false}), false),
    ] {
        let plan = plan(more, Some(&live()));
        let [Step::Modify { modification, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
        assert_eq!(modification.at_once, at_once);
        assert_eq!(modification.settings.entries().len(), 1);
        assert_eq!(plan.changes[0].path, "cache_node_type");
    }
}

#[test]
fn too_many_nodes_go_from_the_end() {
    let plan = plan(serde_json::json!({"num_cache_nodes": 1}), Some(&live()));
    let [Step::Modify { modification, .. }] = &plan.steps[..] else { panic!() };
    assert_eq!(modification.remove, Some(vec!["0002".to_owned()]));
}

#[test]
fn the_state_waits_for_a_busy_cluster_if_it_has_changes_or_must_wait() {
    let busy = Live { status: "modifying".to_owned(), ..live() };
    assert_eq!(plan(serde_json::json!({}), Some(&busy)).busy, None);
    assert_eq!(plan(serde_json::json!({"wait": true}), Some(&busy)).busy.as_deref(), Some("modifying"));
    let differing = plan(serde_json::json!({"num_cache_nodes": 3}), Some(&busy));
    assert!(differing.steps.is_empty() && differing.busy.is_some() && !differing.changes.is_empty());
}

#[test]
fn tags_of_a_busy_cluster_are_waited_for_and_those_of_a_new_one_are_those_it_was_made_with() {
    for (status, settling) in [("available", None), ("creating", None), ("modifying", Some("modifying"))] {
        let tags = if status == "available" { Asked::empty() } else { Asked::NotAsked };
        let busy = Live { status: status.to_owned(), tags, ..live() };
        let plan = plan(serde_json::json!({"tags": {}}), Some(&busy));
        assert_eq!(plan.busy.as_deref(), settling, "{status}");
        assert!(plan.steps.is_empty() && plan.refusals.is_empty(), "{status}: {plan:?}");
    }
}

#[test]
fn the_newer_functions_wait_by_default() {
    let waits = |function: usize, more: serde_json::Value| {
        declared(&spec::FUNCTIONS[function], sample(more)).0.declared().unwrap().wait
    };
    assert!(!waits(0, serde_json::json!({})) && waits(1, serde_json::json!({})));
    assert!(waits(0, serde_json::json!({"wait": 600})) && !waits(1, serde_json::json!({"wait": 0})));
}

#[test]
fn impossible_changes_are_refused() {
    let there = Live { origin: Origin { port: Some(11211), ..Origin::default() }, ..live() };
    let plan = plan(serde_json::json!({"port": 11212}), Some(&there));
    assert!(plan.refusals[0].contains("port"), "{plan:?}");
}

#[test]
fn a_creation_lists_everything_except_the_password() {
    let plan = plan(serde_json::json!({"auth_token": "s3cret", "tags": {"a": "b"}}), None);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["name", "engine", "num_cache_nodes", "auth_token", "tags"]);
    assert!(!format!("{plan:?}").contains("s3cret"));
    assert!(plan.changes[0].new == Value::from("web"));
}

#[test]
fn to_be_absent_deletes_and_then_waits() {
    let (gone, _) = declared(&spec::FUNCTIONS[2], serde_json::json!({"name": "web"}));
    assert_eq!(Cluster::diff(&gone, Some(&live())).steps.len(), 1);
    let going = Live { status: "deleting".to_owned(), ..live() };
    let plan = Cluster::diff(&gone, Some(&going));
    assert!(plan.steps.is_empty() && plan.deleting.is_some() && plan.changes.is_empty());
    assert_eq!(Cluster::diff(&gone, None), Plan::nothing());
}
