//! The words around a call: `onlyif`, `unless`, `creates`, `check_cmd` and `retry`.
//!
//! `engine` wraps every call of a state function in [`guarded`]. Laws: conditions are looked at before each attempt, in
//! a test run too; what a condition keeps from running has succeeded; each attempt reads anew; a test run neither waits nor runs `check_cmd`,
//! which would judge what was not done; when the run is to end, nobody waits for a condition or for the next attempt.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/requisites.html#global-state-arguments>.

mod before;
mod command;
mod retry;

use futures::future::{FutureExt, LocalBoxFuture, TryFutureExt};

use crate::graph::CallEnd;
pub use crate::model::Invocation;
use crate::model::{Keyword, Low, Outcome, Problem, Unanswered, Value, Verdict};

pub use crate::aws::wait::{Stop, Stopper};
use before::Before;
use command::Commands;
use retry::Retry;

/// Carries out execution functions.
pub trait Invoker {
    /// Carries one out, or says why that cannot be done.
    fn invoke(&self, invocation: Invocation) -> LocalBoxFuture<'_, Result<Value, Unanswered>>;
}

impl<F> Invoker for F
where
    F: Fn(Invocation) -> LocalBoxFuture<'static, Result<Value, String>>,
{
    fn invoke(&self, invocation: Invocation) -> LocalBoxFuture<'_, Result<Value, Unanswered>> {
        self(invocation).map_err(Unanswered::Unreached).boxed_local()
    }
}

/// Lets a closure stand for whoever carries out execution functions.
pub fn calling<F>(functions: F) -> F
where
    F: Fn(Invocation) -> LocalBoxFuture<'static, Result<Value, String>>,
{
    functions
}

/// Whoever carries out execution functions in a run.
pub type Functions<'a> = dyn Invoker + 'a;

/// What conditions need to know about the run.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// True for a test run.
    pub test: bool,
    /// The shell for commands that name none: the grain `shell`, or `/bin/sh`.
    pub shell: &'a str,
    /// Carries out the module form.
    pub functions: &'a Functions<'a>,
    /// Tells whether the run is to end.
    pub stop: &'a Stop,
    /// Told before each attempt after the first: what was read for the one before it is no answer to this one.
    pub again: &'a dyn Fn(),
}

/// What an author wrote as a condition that is none.
pub fn passed_over(low: &Low) -> impl Iterator<Item = Problem> {
    before::passed_over(low)
}

/// Makes the call as often, and only if, the words under the declaration say.
pub async fn guarded<C, F>(low: &Low, setting: Setting<'_>, call: C) -> CallEnd
where
    C: Fn() -> F,
    F: Future<Output = CallEnd>,
{
    let Some(retry) = Retry::of(low) else { return attempt(low, setting, &call).await };
    if setting.test {
        let mut answer = attempt(low, setting, &call).await;
        answer.outcome.comment.push_str(&retry.announcement());
        return answer;
    }
    let mut before = String::new();
    for number in 1.. {
        let mut answer = attempt(low, setting, &call).await;
        if retry.is_enough(&answer.outcome, number) {
            answer.outcome.comment.insert_str(0, &before);
            answer.calls += number - 1;
            return answer;
        }
        if answer.calls == 0 {
            return if number == 1 { answer } else { given_up(before, number - 1) };
        }
        before.push_str(&retry::report(&answer.outcome, number));
        if setting.stop.or(retry.pause()).await.is_none() {
            return given_up(before, number);
        }
        (setting.again)();
    }
    Outcome::failed(before).into()
}

/// After so many attempts the run was to end.
fn given_up(before: String, calls: usize) -> CallEnd {
    let outcome = Outcome::failed(format!("{before}No further attempt: the run was interrupted."));
    CallEnd { calls, ..outcome.into() }
}

/// One attempt: conditions, the call, and what `check_cmd` says of it.
async fn attempt<C, F>(low: &Low, setting: Setting<'_>, call: &C) -> CallEnd
where
    C: Fn() -> F,
    F: Future<Output = CallEnd>,
{
    let commands = Commands::of(low, setting.shell);
    let Some(before) = setting.stop.or(before::look(low, setting, &commands)).await else {
        return CallEnd::not_started();
    };
    match before {
        Before::Go => {}
        Before::Skip(comment) => return CallEnd::kept_from_running(Outcome::succeeded(comment)),
        Before::Broken(comment) => return CallEnd::kept_from_running(Outcome::failed(comment)),
    }
    let mut answer = call().await;
    // To states of files `check_cmd` is an argument: it judges the new file before it takes its place.
    if setting.test || low.state == "file" {
        return answer;
    }
    let check = before::holds(low, Keyword::CheckCmd, setting, &commands);
    let held = setting.stop.or(check).await;
    match held.unwrap_or_else(|| Some(Err("check_cmd was given up: the run was interrupted".to_owned()))) {
        None => {}
        Some(Ok(true)) => {
            answer.outcome.verdict = Verdict::Succeeded;
            "check_cmd determined the state succeeded".clone_into(&mut answer.outcome.comment);
        }
        Some(Ok(false)) => {
            answer.outcome.verdict = Verdict::Failed;
            "check_cmd determined the state failed".clone_into(&mut answer.outcome.comment);
        }
        Some(Err(why)) => {
            answer.outcome.verdict = Verdict::Failed;
            answer.outcome.comment = why;
        }
    }
    answer
}

#[cfg(test)]
mod tests;
