//! The stack outlives a lost answer, a kill and a denial at each of its calls.
//!
//! Most of it runs in this process, on copies of one account, as for a single kind; a few calls are struck by a real kill -9.

use std::time::Duration;

use model::Low;
use serde_json::{Map, Value, json};

use super::{Account, all, changed};
use crate::conformance::{faults, report};
use crate::world::{self, World};

/// How long a run may take to reach the call that it is killed at.
const REACHED: Duration = Duration::from_secs(120);
/// Calls from the beginning, the middle and the end of the run, and which of them of that name.
const KILLED_AT: &[(&str, usize)] = &[
    ("CreateSecurityGroup", 1),
    ("AddRoleToInstanceProfile", 1),
    ("CreateLoadBalancer", 1),
    ("PutScalingPolicy", 2),
];

/// The states of the stack as the program compiles them.
fn stack(account: &Account) -> Vec<Low> {
    let mut command = account.program();
    let shown = command.args(["state.show_low_sls", "myapp"]).output().expect("it runs");
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    let mut sls = Map::new();
    for chunk in shown["local"].as_array().expect("chunks") {
        let word = |key: &str| chunk[key].as_str().expect("a text").to_owned();
        let own =
            |key: &&String| !key.starts_with("__") && !["state", "fun", "order"].contains(&key.as_str());
        let chunk_map = chunk.as_object().expect("a mapping");
        let arguments: Vec<Value> =
            chunk_map.keys().filter(own).map(|key| json!({key: chunk[key]})).collect();
        let function = format!("{}.{}", word("state"), word("fun"));
        assert_eq!(sls.insert(word("__id__"), json!({function: arguments})), None, "an ID of its own");
    }
    world::states(&Value::Object(sls).to_string(), "myapp.sls")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fault_at_any_call_leaves_nothing_that_a_run_does_not_finish() {
    let account = Account::new().await;
    let states = stack(&account);
    let world = World::new().await;
    let mut rows = faults::Rows::new();
    let most = faults::strike_all("stack", &world, "create", &states, &mut rows).await;
    assert!(most <= 2, "each call is struck, as none is made more than twice");
    report::matches("stack", &format!("## The stack of `orchestration/`\n\n{}", report::calls(&rows)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_is_killed_is_finished_by_the_next_run() {
    futures::future::join_all(KILLED_AT.iter().map(|(call, nth)| killed(call, *nth))).await;
}

/// The program is killed while the call's answer is on its way.
async fn killed(call: &str, nth: usize) {
    let account = Account::new().await;
    account.moto.set(&json!({"rules": [{"do": "kill", "call": call, "nth": nth}]}));
    let mut child = account.command(&["myapp"]).spawn().expect("it runs");
    let reached = tokio::time::timeout(REACHED, async {
        while account.proxy.traffic().cut == 0 {
            assert!(child.try_wait().expect("a child").is_none(), "{call} is reached");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    reached.await.expect("the call is reached");
    child.kill().expect("it can be killed");
    assert!(!child.wait().expect("it ends").success(), "{call}: it was killed");
    account.moto.set(&json!({"rules": []}));
    all(&account.run(&[]).await, &Value::Bool(true));
    let silent = account.run(&[]).await;
    all(&silent, &Value::Bool(true));
    assert_eq!(changed(&silent), Vec::<&str>::new(), "{call}");
}
