//! The undo of the stack of `orchestration/`: all that a run made goes, and nothing of what was there before.

use serde_json::Value;

use super::{Account, all, changed, states};
use crate::local_aws::Fault;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_a_run_made_is_taken_back_and_made_again() {
    let account = Account::new().await;
    let made = account.run(&[]).await;
    all(&made, &Value::Bool(true));
    account.proxy.set(Fault::None);
    let mut command = account.program();
    command.args(["undo", "last", "--yes", "--force"]);
    let undone =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it runs");
    let said = String::from_utf8_lossy(&undone.stderr).into_owned();
    assert!(undone.status.success(), "{said}");
    all(&states(&undone), &Value::Bool(true));
    assert_eq!(changed(&account.run(&["test=True"]).await), changed(&made), "all is to be made again");
    all(&account.run(&[]).await, &Value::Bool(true));
}
