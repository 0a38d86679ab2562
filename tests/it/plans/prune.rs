//! Ownership and `prune` on the local AWS.

use serde_json::Value;

use super::aws::Account;

const MINION: &str = "id: sample\nfile_roots:\n  base: [states]\npillar_roots:\n  base: [pillar]\ncachedir: cache\nownership: app\n";
const CONNECTION: &str = "    - region: us-east-1\n    - keyid: test\n    - key: test\n";

/// A VPC with a group, two queues and a topic; `parts` chooses.
fn sls(parts: &[&str]) -> String {
    let all = [
        ("net", "net:\n  boto_vpc.present:\n    - cidr_block: 10.9.0.0/16\n".to_owned()),
        ("web", "web:\n  boto_secgroup.present:\n    - description: web\n    - vpc_name: net\n".to_owned()),
        ("jobs", "jobs:\n  boto_sqs.present:\n    - tags: {team: x}\n".to_owned()),
        ("mail", "mail:\n  boto_sqs.present: []\n".to_owned().replace("present: []", "present:")),
        ("news", "news:\n  boto_sns.present:\n".to_owned()),
    ];
    all.iter()
        .filter(|(name, _)| parts.contains(name))
        .map(|(_, text)| format!("{text}{CONNECTION}"))
        .collect()
}

async fn account(parts: &[&str]) -> Account {
    let account = Account::with(&sls(parts)).await;
    std::fs::write(account.path("orchestration/minion"), MINION).expect("a file");
    account
}

const ALL: &[&str] = &["net", "web", "jobs", "mail", "news"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_declared_no_longer_is_deleted_in_order_and_only_if_asked_for() {
    let account = account(ALL).await;
    let _ = account.succeeds("state.sls app");
    let again = account.succeeds("plan app");
    assert!(again.stdout.ends_with("0 to create, 0 to change, 0 to delete\n"), "{}", again.whole());
    assert!(account.succeeds("prune app").stdout.starts_with("Nothing to delete"));
    account.write(&sls(&["jobs"]));
    let dry = account.succeeds("prune app");
    assert!(dry.stdout.ends_with("0 to create, 0 to change, 4 to delete\n"), "{}", dry.whole());
    for name in ["'mail'", "'news'", "'web'", "'net'"] {
        assert!(dry.stdout.contains(name), "{name}: {}", dry.whole());
    }
    assert!(!dry.stdout.contains("'jobs'"), "{}", dry.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let real = account.succeeds("prune app --yes --out json");
    let calls = account.proxy.mutating();
    let place = |name: &str| {
        calls.iter().position(|call| call == name).unwrap_or_else(|| panic!("{name}: {calls:?}"))
    };
    assert!(place("DeleteSecurityGroup") < place("DeleteVpc"), "{calls:?}");
    let data: Value = serde_json::from_str(&real.stdout).expect("JSON");
    assert_eq!(data["local"].as_object().map(serde_json::Map::len), Some(4), "{data:#}");
    assert!(account.succeeds("prune app").stdout.starts_with("Nothing to delete"));
    assert!(
        account.succeeds("plan app").stdout.contains("0 to create, 0 to change"),
        "the queue is as it was"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_owners_and_what_carries_no_tag_are_left_alone_and_guards_hold() {
    let account = account(&["jobs", "mail"]).await;
    let minion = MINION.replace("ownership: app", "ownership: other");
    std::fs::write(account.path("orchestration/minion"), &minion).expect("a file");
    account.write(&sls(&["news"]));
    let _ = account.succeeds("state.sls app");
    std::fs::write(account.path("orchestration/minion"), MINION.replace("ownership: app\n", ""))
        .expect("a file");
    account.write(&sls(&["web", "net"]));
    let _ = account.succeeds("state.sls app");
    assert_eq!(account.run("prune app").code, Some(64), "without ownership there is nothing to prune");
    std::fs::write(account.path("orchestration/minion"), MINION).expect("a file");
    account.write(&sls(&["jobs", "mail"]));
    let _ = account.succeeds("state.sls app");
    account.write(&sls(&["jobs"]));
    let refused = account.run("prune app --yes --guards={\"max_deletes\":0}");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(
        refused.stderr.contains("the run deletes 1 thing, but at most 0 are allowed"),
        "{}",
        refused.stderr
    );
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("prune app --yes");
    assert_eq!(account.proxy.mutating(), ["DeleteQueue"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tags_that_nobody_declared_stay_when_the_owners_tag_comes() {
    let account = account(&[]).await;
    std::fs::write(account.path("orchestration/minion"), MINION.replace("ownership: app\n", ""))
        .expect("a file");
    account.write(&sls(&["jobs"]));
    let _ = account.succeeds("state.sls app");
    std::fs::write(account.path("orchestration/minion"), MINION).expect("a file");
    let undeclared = sls(&["jobs"]).replace("    - tags: {team: x}\n", "");
    account.write(&undeclared);
    let plan = account.succeeds("plan app").stdout;
    assert!(plan.contains("orchestrate:owner") && !plan.contains("team"), "{plan}");
    let _ = account.succeeds("state.sls app");
    assert_eq!(account.proxy.mutating(), ["TagQueue"]);
    assert!(account.succeeds("plan app").stdout.ends_with("0 to create, 0 to change, 0 to delete\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_declared_state_uses_is_deleted_only_with_consent() {
    let account = account(&["mail"]).await;
    let _ = account.succeeds("state.sls app");
    let letters = "arn:aws:sqs:us-east-1:123456789012:mail";
    let jobs = format!(
        "jobs:\n  boto_sqs.present:\n    - attributes:\n        RedrivePolicy: {{deadLetterTargetArn: '{letters}', \
         maxReceiveCount: 3}}\n{CONNECTION}"
    );
    account.write(&jobs);
    let _ = account.succeeds("state.sls app");
    let shown = account.succeeds("prune app");
    assert!(shown.stderr.contains("it is used by boto_sqs.present 'jobs'"), "{}", shown.whole());
    let refused = account.run("prune app --yes");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("--in-use deletes it"), "{}", refused.whole());
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("prune app --yes --in-use");
    assert_eq!(account.proxy.mutating(), ["DeleteQueue"]);
}
