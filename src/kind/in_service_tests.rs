use serde_json::json;

use super::*;
use model::{Entry, Map};

fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().unwrap_or_default()
}

fn minion(pillar: serde_json::Value) -> Minion {
    let grains =
        json!({"cluster_name": "myapp-testing-useast1", "ec2_instance_id": "i-1", "ec2_region": "us-east-1"});
    Minion { grains: map(grains), pillar: map(pillar), ..Minion::default() }
}

/// The parts as `function name {other arguments}`, or the problems.
fn parts(composite: &Composite, minion: &Minion, declared: serde_json::Value) -> Vec<String> {
    let place = Place::new("a.sls", 2, 1);
    let entries = Entry::all_of(&map(declared), &place);
    let mut problems = Problems::default();
    let function = &composite.function;
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let parts = (composite.parts)(function, &fields, minion, &mut problems);
    if !problems.is_empty() {
        return problems.0.into_iter().map(|problem| problem.message).collect();
    }
    let shown = |part: ImpliedState| {
        let mut arguments = part.arguments;
        let name = arguments.shift_remove("name").unwrap_or_default();
        let rest: Value = arguments.into_iter().collect();
        format!("{} {} {}", part.function, name.as_str().unwrap_or_default(), rest.to_json())
    };
    parts.into_iter().map(shown).collect()
}

#[test]
fn an_instance_serves_the_balancer_of_its_cluster_once_its_highstate_has_succeeded() {
    assert_eq!(
        parts(&REGISTER, &minion(json!({})), json!({})),
        [r#"boto_elb.register_instances myapp-testing-useast1 {"instances":["i-1"],"after":"highstate"}"#]
    );
    assert_eq!(
        parts(&DEREGISTER, &minion(json!({})), json!({"wait": true})),
        [r#"boto_elb.deregister_instances myapp-testing-useast1 {"instances":["i-1"],"wait":true}"#]
    );
}

#[test]
fn settings_fill_in_arguments_that_a_state_leaves_out() {
    let pillar = json!({"registration": {
        "target_groups": ["web"], "port": 8080, "wait": "healthy", "gate": {"tcp": 8080}, "after": "run",
    }});
    assert_eq!(
        parts(&REGISTER, &minion(pillar.clone()), json!({})),
        [
            r#"boto_elbv2.targets_registered web {"targets":["i-1"],"port":8080,"wait":"healthy","gate":{"tcp":8080},"after":"run"}"#
        ]
    );
    assert_eq!(
        parts(&DEREGISTER, &minion(pillar.clone()), json!({})),
        [r#"boto_elbv2.targets_deregistered web {"targets":["i-1"],"port":8080}"#],
        "how entering is waited for says nothing about leaving"
    );
    let declared = json!({"balancers": ["a", "b"], "instance": "i-2", "after": "anything"});
    let both = parts(&REGISTER, &minion(pillar), declared);
    assert_eq!(both.len(), 3);
    assert!(both[1].starts_with(r#"boto_elb.register_instances b {"instances":["i-2"],"wait":"healthy""#));
}

#[test]
fn the_lifecycle_action_is_completed_last_if_declared() {
    let found = parts(&REGISTER, &minion(json!({"registration": {"lifecycle": true}})), json!({}));
    assert_eq!(found.len(), 2);
    assert_eq!(found[1], "boto_asg.lifecycle_completed i-1 {\"after\":\"highstate\"}");
}

#[test]
fn the_registrations_of_an_instance_are_known_for_its_policy_too() {
    let serving = |pillar| serves(&minion(pillar), "myapp-testing-useast1", &mut Problems::default());
    assert_eq!(serving(json!({})).balancers, ["myapp-testing-useast1"]);
    let groups = serving(json!({"registration": {"target_groups": "web"}}));
    assert_eq!((groups.balancers.len(), groups.target_groups), (0, vec!["web".to_owned()]));
}

#[test]
fn a_declaration_without_instance_and_cluster_gets_advice() {
    let found = parts(&REGISTER, &Minion::default(), json!({}));
    assert!(found[0].contains("no grain 'cluster_name'") && found[1].contains("no grain 'ec2_instance_id'"));
    let found = parts(&REGISTER, &minion(json!({"registration": ["web"]})), json!({}));
    assert_eq!(found, ["'registration' must be a mapping, not a list"]);
    let found = parts(&REGISTER, &minion(json!({"registration": {"balancer": "web"}})), json!({}));
    assert!(found[0].contains("balancer"), "{found:?}");
    let found = parts(&REGISTER, &minion(json!({})), json!({"balancers": []}));
    assert_eq!(found, ["neither 'balancers' nor 'target_groups' has a name"]);
}

#[test]
fn an_instance_in_another_target_state_is_skipped_and_its_action_is_completed() {
    let mut minion = minion(json!({"registration": {"lifecycle": true}}));
    minion.opts = map(json!({"__target_lifecycle_state__": "Warmed:Stopped"}));
    assert_eq!(
        parts(&REGISTER, &minion, json!({})),
        [r#"boto_asg.lifecycle_completed i-1 {"after":"highstate"}"#]
    );
    let fields = |declared| {
        let (place, function) = (Place::new("a.sls", 2, 1), &REGISTER.function);
        let entries = Entry::all_of(&map(declared), &place);
        Fields::check(function.arguments, entries, &place, "elb.register", &mut Problems::default())
    };
    let remark = (REGISTER.remark)(&fields(json!({})), &minion).unwrap();
    assert_eq!(remark, "i-1 stays out of service for now: its group wants it to be Warmed:Stopped.");
    assert_eq!((REGISTER.remark)(&fields(json!({"instance": "i-2"})), &minion), None, "another instance");
    assert_eq!((DEREGISTER.remark)(&fields(json!({})), &minion), None);
    let leaves = parts(&DEREGISTER, &minion, json!({}));
    assert!(leaves[0].starts_with("boto_elb.deregister_instances"), "{leaves:?}");
}
