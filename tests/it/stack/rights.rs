//! The stack of `orchestration/`, run by somebody who may do nothing but what `iam run-policy` says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::undo::undo;
use super::{Account, all, changed};
use crate::conformance::rights::matters;

/// Rights that matter and that no run here uses, with the reasons. It may only become shorter.
const UNUSED: &[(&str, &str)] = &[
    ("autoscaling:DeleteLifecycleHook", "the group has no hooks"),
    ("autoscaling:DeleteNotificationConfiguration", "the group has no notifications"),
    ("autoscaling:DeletePolicy", "no policy of the group is too much"),
    ("autoscaling:DeleteScheduledAction", "the group has no scheduled actions"),
    ("autoscaling:DeleteTags", "no tag of the group is too much"),
    ("autoscaling:DeleteWarmPool", "the group has no warm pool"),
    ("ec2:DeleteTags", "no tag of a security group is too much"),
    ("elasticloadbalancing:CreateLoadBalancerPolicy", "the balancer has no policies"),
    ("elasticloadbalancing:DeleteLoadBalancerListeners", "no listener is too much"),
    ("elasticloadbalancing:DeleteLoadBalancerPolicy", "the balancer has no policies"),
    ("elasticloadbalancing:DeregisterInstancesFromLoadBalancer", "instances register themselves"),
    ("iam:AttachRolePolicy", "the role has no managed policy"),
    ("iam:DeleteRolePermissionsBoundary", "the role has no boundary"),
    ("iam:DetachRolePolicy", "the role has no managed policy"),
    ("iam:PutRolePermissionsBoundary", "the role has no boundary"),
    ("iam:UpdateAssumeRolePolicy", "the trust of the role never differs here"),
];

/// The statements of all documents that the program prints.
async fn statements(account: &Account, words: &[&str]) -> Vec<Value> {
    let mut command = account.program();
    command.args(["iam", "run-policy", "myapp", "--account", "123456789012"]).args(words);
    let out =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let printed: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let documents = if printed["Statement"].is_array() { vec![printed] } else { values(&printed) };
    documents
        .iter()
        .flat_map(|document| document["Statement"].as_array().cloned().expect("statements"))
        .collect()
}

fn values(map: &Value) -> Vec<Value> {
    map.as_object().expect("a mapping").values().cloned().collect()
}

fn actions(statements: &[Value]) -> BTreeSet<String> {
    let all = statements.iter().flat_map(|it| it["Action"].as_array().expect("actions"));
    all.map(|action| action.as_str().expect("a name").to_owned()).collect()
}

/// From now on all that these statements do not allow is denied.
fn enforce(account: &Account, statements: &[Value]) {
    account.moto.set(&json!({"policy": {"Version": "2012-10-17", "Statement": statements}}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_shipped_stack_needs_no_more_than_its_policy_and_little_less() {
    let account = Account::new().await;
    let planning = statements(&account, &["--plan-only"]).await;
    let running = statements(&account, &[]).await;
    let with_undo = statements(&account, &["--with-undo"]).await;
    enforce(&account, &planning);
    let planned = account.run(&["test=True"]).await;
    enforce(&account, &running);
    let made = account.run(&[]).await;
    all(&made, &Value::Bool(true));
    assert_eq!(changed(&planned), changed(&made));
    assert_eq!(changed(&account.run(&[]).await), Vec::<&str>::new());
    enforce(&account, &with_undo);
    let undone = undo(&account, &["last", "--force"]).await;
    assert!(undone.status.success(), "{}", String::from_utf8_lossy(&undone.stderr));
    enforce(&account, &running);
    assert_eq!(changed(&account.run(&[]).await), changed(&made), "all is made again");
    account.drifted_under(|| enforce(&account, &running));
    let mended = account.run(&[]).await;
    all(&mended, &Value::Bool(true));
    assert!(changed(&mended).len() >= 4, "{:?}", changed(&mended));
    enforce(&account, &planning);
    assert_eq!(changed(&account.run(&["test=True"]).await), Vec::<&str>::new());
    let strict = account.moto.shown();
    assert_eq!(strict["refused"], json!({}), "denied");
    let allowed = [planning, running, with_undo].concat();
    let used: BTreeSet<&str> =
        strict["used"].as_object().expect("a mapping").keys().map(String::as_str).collect();
    let unused: BTreeSet<String> =
        actions(&allowed).into_iter().filter(|it| matters(it) && !used.contains(it.as_str())).collect();
    let known: BTreeSet<String> = UNUSED.iter().map(|(action, _)| (*action).to_owned()).collect();
    assert_eq!(unused, known);
    let passes = allowed
        .iter()
        .filter(|it| it["Action"].as_array().expect("actions").contains(&json!("iam:PassRole")));
    for statement in passes {
        assert_ne!(statement["Resource"], json!("*"), "the stack's role is known by name");
    }
    let records = "route53:ChangeResourceRecordSetsNormalizedRecordNames";
    assert!(
        json!(allowed)
            .to_string()
            .contains(&format!("\"{records}\":[\"myapp-testing-useast1.example.com\"]")),
        "a record is allowed by its name"
    );
}
