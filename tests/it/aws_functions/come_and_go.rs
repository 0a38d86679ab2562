//! Functions that change something, one after the other in one account, and what is read after each.

use std::sync::Arc;
use std::time::Duration;

use orchestrate::aws::Sessions;
use orchestrate::engine::Snapshot;
use orchestrate::engine::functions::AwsFunctions;
use serde_json::{Value as Json, json};

use super::Account;

/// Calls each function and compares its answer.
async fn answers(steps: &[(&str, Json, Json)]) {
    let account = Account::new().await;
    let minion = account.minion();
    let snapshot = Snapshot::new(Arc::new(Sessions::new().with_first_backoff(Duration::from_millis(5))));
    let functions = AwsFunctions { snapshot: &snapshot, minion: &minion, may_change: true };
    for (number, (function, args, expected)) in steps.iter().enumerate() {
        let case = json!({"fun": function, "args": args, "kwargs": {}});
        let answer = account.call(&functions, &case).await.expect("a function");
        assert_eq!(answer, json!({"return": expected}), "step {number}: {function}({args})");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn zones_records_and_alarms_come_and_go() {
    let (name, zone) = ("api.example.org.", "example.org.");
    let read = |value: &str, ttl: &str| json!({"name": name, "value": value, "record_type": "A", "ttl": ttl});
    answers(&[
        ("boto_route53.update_record", json!([name, "10.0.0.3", zone, "A"]), json!(false)),
        ("boto_route53.delete_record", json!([name, zone, "A"]), json!(false)),
        ("boto_route53.add_record", json!([name, "10.0.0.3", "nope.org.", "A"]), json!(false)),
        ("boto_route53.add_record", json!([name, "10.0.0.3,10.0.0.4", zone, "A", null, 30]), json!(true)),
        ("boto_route53.get_record", json!([name, zone, "A"]), read("10.0.0.3", "30")),
        ("boto_route53.update_record", json!([name, "10.0.0.5", zone, "A"]), json!(true)),
        ("boto_route53.get_record", json!([name, zone, "A"]), read("10.0.0.5", "60")),
        ("boto_route53.delete_record", json!([name, zone, "A"]), json!(true)),
        ("boto_route53.get_record", json!([name, zone, "A"]), json!({})),
        ("boto_route53.create_zone", json!([zone]), json!(false)),
        ("boto_route53.create_zone", json!(["example.net"]), json!(true)),
        ("boto_route53.zone_exists", json!(["example.net"]), json!(true)),
        ("boto_route53.delete_zone", json!(["example.net"]), json!(true)),
        ("boto_route53.delete_zone", json!(["example.net"]), json!(false)),
        ("boto_route53.zone_exists", json!(["example.net"]), json!(false)),
        ("boto_cloudwatch.delete_alarm", json!(["busy"]), json!(true)),
        ("boto_cloudwatch.get_alarm", json!(["busy"]), json!(null)),
        ("boto_cloudwatch.delete_alarm", json!(["busy"]), json!(true)),
    ])
    .await;
}
