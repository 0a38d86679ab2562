//! Instances are replaced after a change of what is launched, also by the run after one that was killed.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Account, all, changed};

/// Where `rolling.sls` is.
const ROOT: &str = "--file-root=tests/it/stack/states";
/// Replacing instances takes seconds.
const SLOW: u32 = 40;
/// How long a run may take to reach the call that it is killed at.
const REACHED: Duration = Duration::from_secs(120);

fn pillar(values: &Value) -> String {
    format!("pillar={values}")
}

/// How often a call was made since the last run began.
fn count(account: &Account, call: &str) -> usize {
    account.proxy.traffic().calls.iter().filter(|it| it.name == call).count()
}

/// One more run changes nothing.
async fn is_silent(account: &Account, pillar: &str) {
    let again = account.apply("rolling", &[ROOT, pillar]).await;
    all(&again, &Value::Bool(true));
    assert_eq!((changed(&again), account.proxy.mutating()), (vec![], vec![]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refresh_that_a_killed_run_began_is_awaited_and_none_is_begun_beside_it() {
    let account = Account::new().await;
    all(&account.apply("rolling", &[ROOT]).await, &Value::Bool(true));
    let larger = pillar(&json!({"size": "t3.large"}));
    let rule = json!({"do": "kill", "call": "StartInstanceRefresh", "nth": 1});
    // Instances are replaced while the two runs after the killed one look.
    account.moto.set(&json!({"rules": [rule], "speed": SLOW}));
    let mut child = account.command(&["rolling", ROOT, &larger]).spawn().expect("it runs");
    let reached = tokio::time::timeout(REACHED, async {
        while account.proxy.traffic().cut == 0 {
            assert!(child.try_wait().expect("a child").is_none(), "the refresh is begun");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    reached.await.expect("the call is reached");
    child.kill().expect("it can be killed");
    assert!(!child.wait().expect("it ends").success(), "it was killed");
    account.moto.set(&json!({"rules": []}));

    let foreseen = account.apply("rolling", &[ROOT, &larger, "test=True"]).await;
    all(&foreseen, &Value::Null);
    let finished = account.apply("rolling", &[ROOT, &larger]).await;
    all(&finished, &Value::Bool(true));
    assert_eq!(foreseen[0].1["changes"], finished[0].1["changes"]);
    assert!(finished[0].1["changes"].to_string().contains("instance_refresh"), "{:#}", finished[0].1);
    assert_eq!(count(&account, "StartInstanceRefresh"), 0);
    assert!(count(&account, "DescribeInstanceRefreshes") > 1, "it was awaited");
    is_silent(&account, &larger).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_moves_from_a_launch_configuration_to_a_template_in_one_run() {
    let account = Account::new().await;
    all(&account.apply("rolling", &[ROOT]).await, &Value::Bool(true));
    assert!(account.show(&["launch_configurations"]).contains("myapp"), "it begins with one");
    let migrate = pillar(&json!({"migrate": true}));
    let foreseen = account.apply("rolling", &[ROOT, &migrate, "test=True"]).await;
    all(&foreseen, &Value::Null);
    assert_eq!(account.proxy.mutating(), Vec::<String>::new());
    let moved = account.apply("rolling", &[ROOT, &migrate]).await;
    all(&moved, &Value::Bool(true));
    let calls = ["CreateLaunchTemplate", "StartInstanceRefresh", "DeleteLaunchConfiguration"];
    assert_eq!(calls.map(|call| count(&account, call)), [1, 1, 1]);
    assert!(!account.show(&["launch_configurations"]).contains("myapp"), "none is left");
    is_silent(&account, &migrate).await;
    // What is launched changes as before: a new version, and new instances.
    let larger = pillar(&json!({"migrate": true, "size": "t3.large"}));
    all(&account.apply("rolling", &[ROOT, &larger]).await, &Value::Bool(true));
    let calls = ["CreateLaunchTemplate", "CreateLaunchTemplateVersion", "StartInstanceRefresh"];
    assert_eq!(calls.map(|call| count(&account, call)), [0, 1, 1]);
    is_silent(&account, &larger).await;
}
