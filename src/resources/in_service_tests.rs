use serde_json::json;

use super::*;
use crate::model::{Entry, Map};

fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().unwrap_or_default()
}

fn minion(pillar: serde_json::Value) -> Minion {
    let grains =
        json!({"cluster_name": "myapp-testing-useast1", "ec2_instance_id": "i-1", "ec2_region": "us-east-1"});
    Minion { grains: map(grains), pillar: map(pillar), ..Minion::default() }
}

/// The parts as `function name {other arguments}`, or what is wrong.
fn parts(composite: &Composite, minion: &Minion, said: serde_json::Value) -> Vec<String> {
    let place = Place::new("a.sls", 2, 1);
    let entries = Entry::all_of(&map(said), &place);
    let mut problems = Problems::default();
    let function = &composite.function;
    let fields = Fields::check(function.arguments, entries, &place, function.name(), &mut problems);
    let parts = (composite.parts)(function, &fields, minion, &mut problems);
    if !problems.is_empty() {
        return problems.0.into_iter().map(|problem| problem.message).collect();
    }
    let shown = |part: Companion| {
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
fn settings_fill_in_what_a_state_leaves_out() {
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
    let said = json!({"balancers": ["a", "b"], "instance": "i-2", "after": "anything"});
    let both = parts(&REGISTER, &minion(pillar), said);
    assert_eq!(both.len(), 3);
    assert!(both[1].starts_with(r#"boto_elb.register_instances b {"instances":["i-2"],"wait":"healthy""#));
}

#[test]
fn its_group_is_told_last_where_that_is_asked_for() {
    let told = parts(&REGISTER, &minion(json!({"registration": {"lifecycle": true}})), json!({}));
    assert_eq!(told.len(), 2);
    assert_eq!(told[1], "boto_asg.lifecycle_completed i-1 {}");
}

#[test]
fn what_an_instance_serves_is_told_for_its_policy_too() {
    let told = |pillar| serves(&minion(pillar), "myapp-testing-useast1", &mut Problems::default());
    assert_eq!(told(json!({})).balancers, ["myapp-testing-useast1"]);
    let groups = told(json!({"registration": {"target_groups": "web"}}));
    assert_eq!((groups.balancers.len(), groups.target_groups), (0, vec!["web".to_owned()]));
}

#[test]
fn who_knows_neither_instance_nor_cluster_is_told_what_to_write() {
    let told = parts(&REGISTER, &Minion::default(), json!({}));
    assert!(told[0].contains("no grain 'cluster_name'") && told[1].contains("no grain 'ec2_instance_id'"));
    let told = parts(&REGISTER, &minion(json!({"registration": ["web"]})), json!({}));
    assert_eq!(told, ["'registration' must be a mapping, not a list"]);
    let told = parts(&REGISTER, &minion(json!({"registration": {"balancer": "web"}})), json!({}));
    assert!(told[0].contains("balancer"), "{told:?}");
    let told = parts(&REGISTER, &minion(json!({})), json!({"balancers": []}));
    assert_eq!(told, ["neither 'balancers' nor 'target_groups' names any"]);
}

#[test]
fn an_instance_that_its_group_wants_elsewhere_is_left_out_and_its_group_hears_of_it() {
    let mut minion = minion(json!({"registration": {"lifecycle": true}}));
    minion.opts = map(json!({"__target_lifecycle_state__": "Warmed:Stopped"}));
    assert_eq!(parts(&REGISTER, &minion, json!({})), ["boto_asg.lifecycle_completed i-1 {}"]);
    let fields = |said| {
        let (place, function) = (Place::new("a.sls", 2, 1), &REGISTER.function);
        let entries = Entry::all_of(&map(said), &place);
        Fields::check(function.arguments, entries, &place, "elb.register", &mut Problems::default())
    };
    let remark = (REGISTER.remark)(&fields(json!({})), &minion).unwrap();
    assert_eq!(remark, "i-1 is left out of service for now: its group wants it to be Warmed:Stopped.");
    assert_eq!((REGISTER.remark)(&fields(json!({"instance": "i-2"})), &minion), None, "another instance");
    assert_eq!((DEREGISTER.remark)(&fields(json!({})), &minion), None);
    let leaves = parts(&DEREGISTER, &minion, json!({}));
    assert!(leaves[0].starts_with("boto_elb.deregister_instances"), "{leaves:?}");
}
