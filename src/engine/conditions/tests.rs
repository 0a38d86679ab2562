use std::cell::Cell;

use super::*;
use model::{Entry, Node, Place};

fn place() -> Place {
    Place::new("a.sls", 3, 7)
}

fn with(words: &[(Keyword, serde_json::Value)]) -> Low {
    let mut low = Low::new("test", "nop", "a", place());
    for (keyword, value) in words {
        let node = Node::from_value(Value::from(value.clone()), &place());
        low.keywords.insert(*keyword, Entry { key_place: place(), node });
    }
    low
}

/// Runs `low`; each call answers with the next of `verdicts`, the last one for ever.
async fn run(low: &Low, test: bool, verdicts: &[Verdict]) -> (CallEnd, usize) {
    let functions: &Functions<'_> = &calling(|invocation| {
        Box::pin(std::future::ready(match invocation.function.as_str() {
            "test.true" => Ok(true.into()),
            other => Err(format!("'{other}' is not available")),
        }))
    });
    let setting = Setting { test, shell: "/bin/sh", functions, stop: &Stop::new().1, again: &|| {} };
    let calls = Cell::new(0);
    let answer = guarded(low, setting, || {
        let verdict = verdicts[calls.get().min(verdicts.len() - 1)];
        calls.set(calls.get() + 1);
        std::future::ready(CallEnd::from(Outcome { verdict, ..Outcome::succeeded("done") }))
    })
    .await;
    (answer, calls.get())
}

#[tokio::test]
async fn without_words_the_call_is_made_once() {
    let (answer, calls) = run(&with(&[]), false, &[Verdict::Failed]).await;
    assert_eq!((answer.outcome, calls), (Outcome::failed("done"), 1));
}

/// The run must end while the call is running, and the call succeeds.
async fn interrupted(low: &Low) -> Outcome {
    let functions: &Functions<'_> = &calling(|_| Box::pin(std::future::ready(Ok(true.into()))));
    let (stopper, stop) = Stop::new();
    let stopper = Cell::new(Some(stopper));
    let setting = Setting { test: false, shell: "/bin/sh", functions, stop: &stop, again: &|| {} };
    let answer = guarded(low, setting, || {
        if let Some(stopper) = stopper.take() {
            stopper.stop();
        }
        std::future::ready(CallEnd::from(Outcome::succeeded("done")))
    });
    answer.await.outcome
}

#[tokio::test]
async fn a_state_that_was_complete_when_the_run_had_to_end_has_succeeded() {
    assert_eq!(interrupted(&with(&[])).await, Outcome::succeeded("done"));
    let checked = with(&[(Keyword::CheckCmd, serde_json::json!("true"))]);
    let expected = Outcome::failed("done\ncheck_cmd did not end: the run was interrupted");
    assert_eq!(interrupted(&checked).await, expected);
}

#[tokio::test]
async fn a_condition_that_keeps_a_call_from_running_says_so() {
    let low = with(&[(Keyword::Onlyif, serde_json::json!("exit 3"))]);
    let (answer, calls) = run(&low, false, &[Verdict::Failed]).await;
    assert_eq!(answer, CallEnd::kept_from_running(Outcome::succeeded("onlyif condition is false")));
    assert_eq!(calls, 0);
}

#[tokio::test]
async fn a_function_that_does_not_exist_fails_the_state_with_its_place() {
    let low = with(&[(Keyword::Unless, serde_json::json!([{"fun": "nosuch.fun"}]))]);
    let (answer, calls) = run(&low, false, &[Verdict::Succeeded]).await;
    assert_eq!(
        answer.outcome,
        Outcome::failed("unless at a.sls:3:7 could not be checked: 'nosuch.fun' is not available")
    );
    assert_eq!(calls, 0);
}

#[tokio::test]
async fn an_empty_command_fails_the_state() {
    let low = with(&[(Keyword::Onlyif, serde_json::json!(" "))]);
    let (answer, _) = run(&low, false, &[Verdict::Succeeded]).await;
    assert_eq!(answer.outcome.verdict, Verdict::Failed);
}

#[tokio::test]
async fn a_command_that_misses_its_deadline_has_not_succeeded() {
    let low = with(&[
        (Keyword::Unless, serde_json::json!("sleep 600")),
        (Keyword::Timeout, serde_json::json!(0.01)),
    ]);
    let (_, calls) = run(&low, false, &[Verdict::Succeeded]).await;
    assert_eq!(calls, 1);
}

#[tokio::test]
async fn commands_have_the_environment_and_directory_that_are_written_below() {
    let mut low =
        with(&[(Keyword::Unless, serde_json::json!(["test \"$FOO\" = bar", "test \"$(pwd)\" = /"]))]);
    for (name, value) in [("env", serde_json::json!([{"FOO": "bar"}])), ("cwd", serde_json::json!("/"))] {
        let node = Node::from_value(Value::from(value), &place());
        low.arguments.insert(name.to_owned(), Entry { key_place: place(), node });
    }
    let (_, calls) = run(&low, false, &[Verdict::Succeeded]).await;
    assert_eq!(calls, 0);
}

#[tokio::test]
async fn retry_ends_at_the_wished_result_and_counts_its_calls() {
    let low = with(&[(Keyword::Retry, serde_json::json!({"attempts": 5, "interval": 0}))]);
    let (answer, calls) = run(&low, false, &[Verdict::Failed, Verdict::Failed, Verdict::Succeeded]).await;
    assert_eq!((answer.calls, calls), (3, 3));
    assert_eq!(
        answer.outcome.comment,
        "Attempt 1: Returned a result of \"False\", with the following comment: \"done\"\n\
         Attempt 2: Returned a result of \"False\", with the following comment: \"done\"\ndone"
    );
}

#[tokio::test]
async fn a_test_run_neither_retries_nor_lets_check_cmd_judge() {
    let low =
        with(&[(Keyword::Retry, serde_json::json!(true)), (Keyword::CheckCmd, serde_json::json!("false"))]);
    let (answer, calls) = run(&low, true, &[Verdict::WouldChange]).await;
    assert_eq!((answer.outcome.verdict, calls), (Verdict::WouldChange, 1));
    assert!(answer.outcome.comment.contains("every 30 seconds"), "{}", answer.outcome.comment);
}

#[tokio::test]
async fn check_cmd_has_the_last_word() {
    let low = with(&[(Keyword::CheckCmd, serde_json::json!(["true", {"fun": "test.true"}]))]);
    let (answer, _) = run(&low, false, &[Verdict::Failed]).await;
    assert_eq!(answer.outcome, Outcome::succeeded("check_cmd determined the state succeeded"));
}
