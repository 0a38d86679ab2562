//! Functions that change something, one after the other in one account, and what is read after each.

use std::sync::Arc;
use std::time::Duration;

use aws::Sessions;
use engine::Snapshot;
use engine::functions::AwsFunctions;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn databases_and_their_groups_come_and_go() {
    let said = |key: &str, message: &str| json!({key: true, "message": message});
    let wanted = json!({"max_connections": 100, "slow_query_log": true});
    answers(&[
        ("boto_rds.exists", json!(["db"]), json!({"exists": false})),
        ("boto_rds.get_endpoint", json!(["db"]), json!(false)),
        ("boto_rds.describe_db_instances", json!(["db"]), json!([])),
        (
            "boto_rds.create_parameter_group",
            json!(["settings", "mysql8.0", "x"]),
            said("exists", "Created RDS parameter group settings"),
        ),
        ("boto_rds.parameter_group_exists", json!(["settings"]), json!({"exists": true})),
        ("boto_rds.update_parameter_group", json!(["settings", wanted]), json!({"results": true})),
        ("boto_rds.option_group_exists", json!(["options"]), json!({"exists": false})),
        ("boto_rds.create_option_group", json!(["options", "mysql", "8.0", "x"]), json!({"exists": true})),
        ("boto_rds.create_option_group", json!(["options", "mysql", "8.0", "x"]), json!({"exists": true})),
        ("boto_rds.option_group_exists", json!(["Options"]), json!({"exists": true})),
        (
            "boto_rds.create",
            json!(["db", 20, "db.t4g.small", "mysql", "admin", "correct-horse"]),
            said("created", "RDS instance db created."),
        ),
        ("boto_rds.exists", json!(["db"]), json!({"exists": true})),
        ("boto_rds.get_endpoint", json!(["db"]), json!("db.aaaaaaaaaa.us-east-1.rds.amazonaws.com")),
        (
            "boto_rds.describe_db_instances",
            json!([null, null, "DBInstances[*].[DBInstanceIdentifier, AllocatedStorage]"]),
            json!([["db", 20]]),
        ),
        (
            "boto_rds.modify_db_instance",
            json!(["db", "db.t4g.large"]),
            said("modified", "Modified RDS db instance db."),
        ),
        ("boto_rds.create_read_replica", json!(["copy", "db"]), json!({"exists": true})),
        ("boto_rds.delete", json!(["copy", true]), said("deleted", "Deleted RDS instance copy completely.")),
        (
            "boto_rds.delete",
            json!(["db", null, "last"]),
            said("deleted", "Deleted RDS instance db completely."),
        ),
        ("boto_rds.get_endpoint", json!(["db"]), json!(false)),
        (
            "boto_rds.delete_parameter_group",
            json!(["settings"]),
            said("deleted", "Deleted RDS parameter group settings."),
        ),
        ("boto_rds.parameter_group_exists", json!(["settings"]), json!({"exists": false})),
        (
            "boto_rds.delete_option_group",
            json!(["options"]),
            said("deleted", "Deleted RDS option group options."),
        ),
        ("boto_rds.option_group_exists", json!(["options"]), json!({"exists": false})),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parameters_come_and_go() {
    let overwritten = json!(["/app/url", "https://b", null, null, null, true]);
    answers(&[
        ("boto_ssm.get_parameter", json!(["/app/url"]), json!(false)),
        ("boto_ssm.put_parameter", json!(["/app/url", "https://a"]), json!(1)),
        ("boto_ssm.put_parameter", json!(["/app/url", "https://b"]), json!(false)),
        ("boto_ssm.get_parameter", json!(["/app/url"]), json!("https://a")),
        ("boto_ssm.put_parameter", overwritten, json!(2)),
        ("boto_ssm.get_parameter", json!(["/app/url"]), json!("https://b")),
        ("boto_ssm.put_parameter", json!(["/app/list", "{\"a\": [1]}"]), json!(1)),
        ("boto_ssm.get_parameter", json!(["/app/list", false, true]), json!({"a": [1]})),
        ("boto_ssm.put_parameter", json!(["/app/key", "shown-nowhere", null, "SecureString"]), json!(1)),
        ("boto_ssm.get_parameter", json!(["/app/key", true]), json!("shown-nowhere")),
        ("boto_ssm.delete_parameter", json!(["/app/url"]), json!(true)),
        ("boto_ssm.delete_parameter", json!(["/app/url"]), json!(false)),
        ("boto_ssm.get_parameter", json!(["/app/url"]), json!(false)),
    ])
    .await;
    assert_eq!(model::secret::masked("it is shown-nowhere"), "it is (hidden)");
}
