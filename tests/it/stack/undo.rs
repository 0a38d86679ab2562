//! The undo of the stack of `orchestration/`: it says what no declaration takes back before it changes anything.

use serde_json::Value;

use super::{Account, all, changed};
use crate::local_aws::Fault;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_taken_back_is_named_before_anything_is() {
    let account = Account::new().await;
    all(&account.run(&[]).await, &Value::Bool(true));
    account.proxy.set(Fault::None);
    let mut command = account.program();
    command.args(["undo", "last", "--yes"]);
    let refused =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success(), "{said}");
    // The journal does not hold the zone of the balancer's record.
    assert!(said.contains("what was before cannot be declared") && said.contains("--partly"), "{said}");
    // The name of a launch configuration ends with a digest, and has not moved by that.
    assert!(!said.contains("launch_config_name"), "{said}");
    assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "nothing is changed");
    assert!(changed(&account.run(&["test=True"]).await).is_empty(), "the stack is as it was");
}
