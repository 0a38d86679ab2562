//! Several runs of the stack at the same time: every state of each succeeds, and nothing is made twice.

use futures::future::join_all;
use serde_json::{Value, json};

use super::{Account, all, changed, identifiers};

/// So many runs of one SLS begin at once on an empty account where reads lag.
async fn at_once(runs: usize, lag: usize) {
    let account = Account::new().await;
    let alone = account.copy().await;
    all(&alone.run(&[]).await, &Value::Bool(true));
    account.moto.set(&json!({"lag": lag}));
    let done = join_all((0..runs).map(|_| account.run(&[]))).await;
    for states in &done {
        all(states, &Value::Bool(true));
    }
    // Each thing was made by one run, and that one says so; whoever came later found it.
    for (number, (id, _)) in done[0].iter().enumerate() {
        let makers = done.iter().filter(|states| is_creation(&states[number].1)).count();
        assert_eq!(makers, 1, "{id} was created by {makers} of {runs} runs, as they say");
    }
    account.moto.set(&json!({"lag": 0}));
    assert_eq!(
        redacted(&account.show(&[])),
        redacted(&alone.show(&[])),
        "{runs} runs made what one does not"
    );
    assert_eq!(changed(&account.run(&[]).await), Vec::<&str>::new());
}

/// The first sentence tells what was done.
fn is_creation(state: &Value) -> bool {
    state["comment"].as_str().is_some_and(|comment| comment.contains(" was created"))
}

/// What AWS makes up is another in each account.
fn redacted(shown: &str) -> String {
    identifiers().into_iter().fold(shown.to_owned(), |text, (pattern, with)| {
        regex::Regex::new(pattern).expect("a pattern").replace_all(&text, with).into_owned()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the driver cannot do this yet, see tests/it/conformance/known.txt"]
async fn two_runs_at_once_make_one_stack() {
    at_once(2, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the driver cannot do this yet, see tests/it/conformance/known.txt"]
async fn two_runs_at_once_make_one_stack_where_reads_lag() {
    at_once(2, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the driver cannot do this yet, see tests/it/conformance/known.txt"]
async fn ten_runs_at_once_make_one_stack() {
    at_once(10, 0).await;
}
