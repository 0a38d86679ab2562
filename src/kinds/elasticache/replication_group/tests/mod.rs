mod api;

use super::diff::Step;
use super::live::Live;
use super::*;
use kind::{Ask, Resource, Source};
use model::{Fields, Function, Minion, Node, Place, Plan, Problems};

fn declared(function: &Function, arguments: serde_json::Value) -> (spec::Spec, Problems) {
    let place = Place::new("a.sls", 1, 1);
    let mut problems = Problems::default();
    let node = Node::from_value(arguments.into(), &place);
    let entries = node.as_map().unwrap().clone().into_iter().map(|(key, entry)| (key.to_string(), entry));
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    (ReplicationGroup::read(function, &fields, &Minion::default(), &mut problems), problems)
}

fn spec(arguments: serde_json::Value) -> spec::Spec {
    let (spec, problems) = declared(&arguments::FUNCTIONS[0], arguments);
    assert!(problems.is_empty(), "{problems}");
    spec
}

fn want(more: serde_json::Value) -> spec::Spec {
    let mut all = serde_json::json!({"name": "Jobs", "replication_group_description": "jobs"});
    for (key, value) in more.as_object().unwrap() {
        all[key] = value.clone();
    }
    spec(all)
}

fn live() -> Live {
    Live {
        status: "available".to_owned(),
        group: spec::GroupSettings {
            description: Some("jobs".to_owned()),
            primary: Some("jobs-001".to_owned()),
            failover: Some(true),
            multi_az: Some(false),
            snapshotting: None,
        },
        members: vec!["jobs-001".to_owned(), "jobs-002".to_owned()],
        ..Live::default()
    }
}

#[test]
fn declared_settings_without_differences_are_not_sent_again() {
    let more = serde_json::json!({"primary_cluster_id": "Jobs-001", "AutomaticFailoverEnabled": true});
    assert_eq!(ReplicationGroup::diff(&want(more), Some(&live())), Plan::nothing());
}

#[test]
fn only_differences_are_changed() {
    let plan = ReplicationGroup::diff(&want(serde_json::json!({"multi_az_enabled": true})), Some(&live()));
    let [Step::Modify { group, at_once: true, .. }] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!(group.entries().len(), 1);
}

#[test]
fn members_are_read_only_for_settings_that_only_they_show() {
    assert!(!ReplicationGroup::aspects(&want(serde_json::json!({}))).has(MEMBERS));
    assert!(ReplicationGroup::aspects(&want(serde_json::json!({"engine_version": "7.1"}))).has(MEMBERS));
}

#[test]
fn another_number_of_members_is_reported() {
    let plan = ReplicationGroup::diff(&want(serde_json::json!({"num_cache_clusters": 3})), Some(&live()));
    assert!(plan.steps.is_empty() && plan.warnings[0].contains("the SLS declares 3"), "{plan:?}");
}

#[test]
fn a_creation_lists_everything_and_the_state_waits_for_a_busy_group() {
    let plan =
        ReplicationGroup::diff(&want(serde_json::json!({"num_cache_clusters": 2, "tags": {"a": "b"}})), None);
    let paths: Vec<&str> = plan.changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["name", "replication_group_description", "num_cache_clusters", "tags"]);
    let busy = Live { status: "creating".to_owned(), ..live() };
    let plan = ReplicationGroup::diff(&want(serde_json::json!({"multi_az_enabled": true})), Some(&busy));
    assert!(plan.steps.is_empty() && plan.busy.is_some());
}
