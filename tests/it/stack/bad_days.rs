//! The stack on days when answers are lost and others run the same SLS; `gone` is about AWS taking its time.

use futures::future::join_all;
use serde_json::{Value, json};

use super::{Account, all, changed};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_lost_after_the_call_was_carried_out_is_made_good_in_the_same_run() {
    for name in [
        "CreateRole",
        "CreateInstanceProfile",
        "AddRoleToInstanceProfile",
        "CreateSecurityGroup",
        "CreateAutoScalingGroup",
    ] {
        let account = Account::new().await;
        account.moto.set(&json!({"rules": [{"do": "lose", "call": name, "nth": 1}]}));
        let built = account.run(&[]).await;
        all(&built, &Value::Bool(true));
        assert_eq!(changed(&built).len(), built.len(), "{name}: all of it was this run's doing");
        let calls = account.proxy.mutating();
        assert!(calls.iter().filter(|call| *call == name).count() >= 2, "{name} was sent again: {calls:?}");
        all(&account.run(&[]).await, &Value::Bool(true));
        assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "{name}: the second run is silent");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_runs_that_no_lease_keeps_apart_all_succeed_and_make_one_of_each() {
    for runs in [2, 10] {
        let account = Account::new().await;
        let answers = join_all((0..runs).map(|_| account.run(&["concurrent=True"]))).await;
        for states in &answers {
            all(states, &Value::Bool(true));
        }
        let makers = |id: &str| {
            let made = |states: &&Vec<(String, Value)>| {
                let comment =
                    states.iter().find(|(it, _)| it == id).and_then(|(_, state)| state["comment"].as_str());
                comment.is_some_and(|comment| comment.contains("was created"))
            };
            answers.iter().filter(made).count()
        };
        // AWS refuses the second creation of these, so exactly one run made them and says so.
        for id in ["role", "balancer group", "instance group", "instances"] {
            assert_eq!(makers(&format!("myapp-testing-useast1 {id}")), 1, "{runs} runs, {id}");
        }
        all(&account.run(&[]).await, &Value::Bool(true));
        assert_eq!(account.proxy.mutating(), Vec::<String>::new(), "{runs} runs: the next is silent");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_that_wait_for_each_other_find_what_the_first_has_made() {
    let account = Account::new().await;
    let answers = join_all((0..3).map(|_| account.run(&["queue=True"]))).await;
    for states in &answers {
        all(states, &Value::Bool(true));
    }
    let makers = answers.iter().filter(|states| !changed(states).is_empty()).count();
    assert_eq!(makers, 1, "one run makes all, the others find it");
}
