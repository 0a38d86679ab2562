//! `watch` on the local AWS: who changed what, and what is healed.

use std::collections::BTreeSet;

use serde_json::Value;

use super::aws::{Account, sls};

/// An account whose queue and group somebody else has changed since the SLS was run.
async fn drifted() -> Account {
    let declared = sls(0, &[22, 80], "10.0.0.0/8");
    let account = Account::with(&declared).await;
    let _ = account.succeeds("state.sls app");
    account.write(&sls(5, &[80], "10.0.0.0/8").replace("keyid: test", "keyid: EVE"));
    let _ = account.succeeds("state.sls app");
    account.write(&declared);
    account
}

fn lines(stdout: &str) -> Vec<Value> {
    stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn of<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == event).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_made_a_difference_is_said_and_what_is_named_is_healed() {
    let account = drifted().await;
    let watched = account.succeeds("watch app --rounds 1 --heal sqs.queue:jo*");
    let seen = lines(&watched.stdout);
    assert_eq!(of(&seen, "drift").len(), 2, "{}", watched.whole());
    let by: BTreeSet<(&str, &str)> = of(&seen, "last_change")
        .into_iter()
        .filter_map(|line| Some((line["thing"]["kind"].as_str()?, line["by"].as_str()?.rsplit('/').next()?)))
        .collect();
    assert_eq!(by, [("ec2.security_group", "EVE"), ("sqs.queue", "EVE")].into(), "{}", watched.whole());
    let call = of(&seen, "last_change").into_iter().find(|line| line["thing"]["kind"] == "sqs.queue");
    assert_eq!(call.expect("a line")["call"], "SetQueueAttributes");
    let healed = of(&seen, "healed");
    assert_eq!(healed.len(), 1, "{}", watched.whole());
    assert_eq!(healed[0]["state"]["id"], "jobs");
    assert_eq!(account.proxy.mutating(), ["SetQueueAttributes"]);
    let left = account.succeeds("plan app");
    assert!(left.stdout.ends_with("0 to create, 1 to change, 0 to delete\n"), "{}", left.whole());
    let undone = account.succeeds("undo last");
    assert!(undone.stdout.contains("DelaySeconds"), "healing is recorded as any run: {}", undone.whole());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guards_hold_and_without_a_list_nothing_is_changed() {
    let account = drifted().await;
    let guarded = account.succeeds(r#"watch app --rounds 1 --heal *.*:* --guards={"regions":["eu-west-1"]}"#);
    let seen = lines(&guarded.stdout);
    assert!(of(&seen, "healed").is_empty(), "{}", guarded.whole());
    let why = of(&seen, "not_healed")[0]["why"].as_str().expect("a reason");
    assert!(why.contains("guard regions"), "{why}");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let _ = account.succeeds("watch app --rounds 1");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    assert_eq!(account.run("watch app --rounds 1 --heal jobs").code, Some(64));
}
