//! Functions that change something: what they answer, that it is done, and that reads after them know.

use std::sync::Arc;

use aws::Sessions;
use engine::Snapshot;
use engine::functions::AwsFunctions;
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
async fn what_a_key_encrypts_it_decrypts() {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new()));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: true };
    let call = async |fun: &str, args: Json, kwargs: Json| {
        let answer = account.call(&functions, &json!({"fun": fun, "args": args, "kwargs": kwargs})).await;
        answer.expect("a function that is here")
    };
    let made = call("boto_kms.create_key", json!([]), json!({})).await;
    let key = made["return"]["key_metadata"]["KeyId"].clone();
    let context = json!({"encryption_context": {"service": "lab"}});

    let sealed = call("boto_kms.encrypt", json!([key, "tea at five"]), context.clone()).await;
    let sealed = &sealed["return"]["ciphertext"];
    let opened = call("boto_kms.decrypt", json!([sealed]), context.clone()).await;
    assert_eq!(opened, json!({"return": {"plaintext": "tea at five"}}));
    let without = call("boto_kms.decrypt", json!([sealed]), json!({})).await;
    assert!(without["error"].to_string().contains("Decrypt of the ciphertext failed"), "{without}");
    let again = json!({"source_encryption_context": {"service": "lab"}});
    let again = call("boto_kms.re_encrypt", json!([sealed, key]), again).await;
    let opened =
        call("boto_kms.decrypt", json!([again["return"]["ciphertext"]["CiphertextBlob"]]), json!({}));
    assert_eq!(opened.await, json!({"return": {"plaintext": "tea at five"}}));

    let data_key = call("boto_kms.generate_data_key", json!([key]), json!({"number_of_bytes": 15})).await;
    let data_key = &data_key["return"]["data_key"];
    assert_eq!(data_key["Plaintext"].as_str().map(str::len), Some(20), "15 bytes in Base64");
    let sealed =
        call("boto_kms.generate_data_key_without_plaintext", json!([key]), json!({"key_spec": "AES_128"}));
    let sealed = sealed.await;
    let keys: Vec<_> = sealed["return"]["data_key"].as_object().expect("a mapping").keys().collect();
    assert_eq!(keys, ["CiphertextBlob", "KeyId"]);
    let random = call("boto_kms.generate_random", json!([30]), json!({})).await;
    assert_eq!(random["return"]["random"].as_str().map(str::len), Some(40), "30 bytes in Base64");
    // No output shows their secrets.
    let secret = data_key["Plaintext"].to_string();
    let shown = model::secret::masked(&secret);
    assert!(!shown.contains(data_key["Plaintext"].as_str().expect("a text")), "{shown}");
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
