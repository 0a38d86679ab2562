//! The whole stack goes in one run of one SLS, though AWS holds what was in use a moment ago.

use serde_json::{Value, json};

use super::{Account, all, changed};

/// Dependencies are held for seconds, long enough that each is refused at least once.
const SLOW: u32 = 20;
/// Where `gone.sls` is.
const ROOT: &str = "--file-root=tests/it/stack/states";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_stack_goes_in_one_run_while_aws_holds_its_dependencies() {
    let account = Account::new().await;
    let empty = account.show(&[]);
    all(&account.run(&[]).await, &Value::Bool(true));
    account.moto.set(&json!({"speed": SLOW}));
    let foreseen = account.apply("gone", &[ROOT, "test=True"]).await;
    all(&foreseen, &Value::Null);
    let gone = account.apply("gone", &[ROOT]).await;
    all(&gone, &Value::Bool(true));
    assert_eq!(changed(&gone).len(), gone.len(), "every state removes something");
    let deletions = account.proxy.mutating();
    let of = |name: &str| deletions.iter().filter(|call| *call == name).count();
    assert!(of("DeleteSecurityGroup") > 2, "the groups were held for a while: {deletions:?}");
    // Time is no part of this test; what is still shutting down may do so at once.
    account.moto.set(&json!({"speed": 100_000}));
    let again = account.apply("gone", &[ROOT]).await;
    all(&again, &Value::Bool(true));
    assert_eq!(changed(&again), Vec::<&str>::new());
    assert_eq!(account.show(&[]), empty);
    // Names of queues are taken for a minute, and the run waits for them.
    account.moto.set(&json!({"speed": 1000}));
    all(&account.run(&[]).await, &Value::Bool(true));
}
