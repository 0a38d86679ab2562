//! Functions that change something: what they answer, that it is done, and that reads after them know.

use std::sync::Arc;

use orchestrate::aws::Sessions;
use orchestrate::engine::Snapshot;
use orchestrate::engine::functions::AwsFunctions;
use serde_json::{Value as Json, json};

use super::Account;

/// Calls in the order in which they are made, each with its answer.
async fn answers(calls: &[(&str, Json, Json)]) {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: true };
    for (function, args, expected) in calls {
        let answer = account.call(&functions, &json!({"fun": function, "args": args, "kwargs": {}})).await;
        assert_eq!(answer, Some(json!({"return": expected})), "{function} {args}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queues_are_made_set_and_deleted() {
    answers(&[
        ("boto_sqs.exists", json!(["new"]), json!({"result": false})),
        ("boto_sqs.list", json!(["new"]), json!({"result": []})),
        ("boto_sqs.create", json!(["new", {"VisibilityTimeout": 60}]), json!({"result": true})),
        ("boto_sqs.exists", json!(["new"]), json!({"result": true})),
        ("boto_sqs.list", json!(["new"]), json!({"result": ["new"]})),
        ("boto_sqs.set_attributes", json!(["new", {"DelaySeconds": 5}]), json!({"result": true})),
        ("boto_sqs.delete", json!(["new"]), json!({"result": true})),
        ("boto_sqs.exists", json!(["new"]), json!({"result": false})),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instances_leave_balancers_and_come_back() {
    let one = json!([{"description": "N/A", "instance_id": "${instance}", "reason_code": "N/A", "state": "InService"}]);
    answers(&[
        ("boto_elb.get_instance_health", json!(["front"]), one.clone()),
        ("boto_elb.deregister_instances", json!(["front", "${instance}"]), json!(true)),
        ("boto_elb.get_instance_health", json!(["front"]), json!([])),
        ("boto_elb.register_instances", json!(["front", ["${instance}"]]), json!(true)),
        ("boto_elb.get_instance_health", json!(["front"]), one),
        ("boto_elb.set_instances", json!(["front", ["${crew_member}"], true]), json!(true)),
        ("boto_elb.set_instances", json!(["front", ["${crew_member}"]]), json!(true)),
        ("boto_elb.set_instances", json!(["front", ["${crew_member}"], true]), json!(false)),
        ("boto_elb.register_instances", json!(["nope", ["${instance}"]]), json!(false)),
        ("boto_elb.deregister_instances", json!(["nope", ["${instance}"]]), json!(false)),
        ("boto_elb.delete", json!(["front"]), json!(true)),
        ("boto_elb.exists", json!(["front"]), json!(false)),
        ("boto_elb.delete", json!(["front"]), json!(true)),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_come_and_go() {
    // By place: name, source group's name and owner, protocol, ports, addresses.
    let rule = json!(["elb", null, null, "tcp", 443, 443, "10.0.0.0/8"]);
    answers(&[
        ("boto_secgroup.authorize", rule.clone(), json!(true)),
        ("boto_secgroup.authorize", rule.clone(), json!(true)),
        ("boto_secgroup.revoke", rule.clone(), json!(true)),
        ("boto_secgroup.revoke", rule, json!(true)),
        ("boto_secgroup.delete", json!(["nope"]), json!(false)),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_may_be_changed_nothing_is() {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: false };
    for (function, args) in [
        ("boto_sqs.create", json!(["new"])),
        ("boto_elb.register_instances", json!(["front", ["${instance}"]])),
        ("boto_secgroup.delete", json!(["web"])),
    ] {
        let answer = account.call(&functions, &json!({"fun": function, "args": args, "kwargs": {}})).await;
        assert_eq!(answer, Some(json!({"error": "it would change something"})), "{function}");
    }
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
}
