//! The stack outlives a lost answer, and a kill -9, at each of its calls.

use std::collections::BTreeMap;
use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};

use super::{Account, changed};
use crate::conformance::{faults::Rows, known, report};

/// How many accounts are struck at once.
const AT_ONCE: usize = 3;
/// How long a run may take to reach the call that it is killed at.
const REACHED: Duration = Duration::from_secs(120);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it takes minutes, and its section of docs/conformance.md is not written yet"]
async fn a_lost_answer_or_a_kill_at_any_call_leaves_nothing_that_a_run_does_not_finish() {
    let account = Account::new().await;
    let rehearsal = account.copy().await;
    super::all(&rehearsal.run(&[]).await, &Value::Bool(true));
    let mut rows = Rows::new();
    let mut strikes = vec![];
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for call in rehearsal.proxy.mutating() {
        let nth = times.entry(call.clone()).or_default();
        *nth += 1;
        for fault in ["lose", "kill"] {
            match known::reason("stack", &format!("create {call} {fault}")) {
                None => strikes.push((call.clone(), *nth, fault)),
                Some(reason) => {
                    let cells: &mut BTreeMap<_, _> = rows.entry(("create", call.clone())).or_default();
                    cells.insert(fault, format!("not yet: {reason}"));
                }
            }
        }
    }
    let account = &account;
    let ended = futures::stream::iter(strikes.into_iter().map(move |(call, nth, fault)| async move {
        let account = account.copy().await;
        account.moto.set(&json!({"rules": [{"do": fault, "call": call, "nth": nth}]}));
        let outcome = if fault == "kill" { killed(&account).await } else { lost(&account).await };
        (call, fault, outcome)
    }));
    let mut ended = std::pin::pin!(ended.buffer_unordered(AT_ONCE));
    while let Some((call, fault, outcome)) = ended.next().await {
        let cell = rows.entry(("create", call)).or_default().entry(fault).or_default();
        if cell.is_empty() || outcome.contains("fails") {
            *cell = outcome;
        }
    }
    report::matches("stack", &format!("## The stack of `orchestration/`\n\n{}", report::calls(&rows)));
}

/// The run itself makes up for a lost answer.
async fn lost(account: &Account) -> String {
    let struck = account.run(&[]).await;
    account.moto.set(&json!({"rules": []}));
    let so_far = failure(&struck).map_or("converges".to_owned(), |comment| format!("fails: {comment}"));
    finished(account, so_far).await
}

/// The program is killed while the call's answer is on its way; the next run finishes.
async fn killed(account: &Account) -> String {
    let mut child = account.command(&["myapp"]).spawn().expect("it runs");
    let reached = tokio::time::timeout(REACHED, async {
        while account.proxy.traffic().cut == 0 && child.try_wait().expect("a child").is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    reached.await.expect("the call is reached");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    account.moto.set(&json!({"rules": []}));
    let next = account.run(&[]).await;
    let so_far = failure(&next)
        .map_or("the next run finishes".to_owned(), |comment| format!("fails: the next run: {comment}"));
    finished(account, so_far).await
}

/// Nothing is left to do.
async fn finished(account: &Account, so_far: String) -> String {
    let silent = account.run(&[]).await;
    match (failure(&silent), changed(&silent).as_slice()) {
        (None, []) => so_far,
        (Some(comment), _) => format!("{so_far}; fails later: {comment}"),
        (None, ids) => format!("{so_far}; fails: {} changed later", ids.join(", ")),
    }
}

/// The first failed state's comment, on one line.
fn failure(states: &[(String, Value)]) -> Option<String> {
    let (id, state) = states.iter().find(|(_, state)| state["result"] != true)?;
    let comment = state["comment"].as_str().unwrap_or_default();
    Some(format!("{id}: {}", comment.lines().collect::<Vec<_>>().join(" ").replace('|', "/")))
}
