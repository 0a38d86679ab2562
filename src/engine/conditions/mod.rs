//! The keywords around a call: `onlyif`, `unless`, `creates`, `check_cmd` and `retry`.
//!
//! `engine` wraps every call of a state function in [`guarded`]. Laws: conditions are checked before each attempt, in a
//! test run too. A state that a condition prevents has succeeded. Each attempt reads anew. A test run neither waits nor
//! runs `check_cmd`, because nothing was done that it could check. When the run must end, it waits neither for a
//! condition nor for the next attempt.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/requisites.html#global-state-arguments>.

mod before;
mod command;
mod misspelt;
mod retry;

use futures::future::{FutureExt, LocalBoxFuture, TryFutureExt};

use graph::CallEnd;
pub use model::Invocation;
use model::{Keyword, Low, Outcome, Problem, Unanswered, Value, Verdict};

pub use aws::wait::{Stop, Stopper};
use before::Before;
use command::Commands;
use retry::Retry;

/// Calls execution functions.
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

/// Lets a closure call execution functions.
pub fn calling<F>(functions: F) -> F
where
    F: Fn(Invocation) -> LocalBoxFuture<'static, Result<Value, String>>,
{
    functions
}

/// The caller of execution functions in a run.
pub type Functions<'a> = dyn Invoker + 'a;

/// What conditions need to know about the run.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// True for a test run.
    pub test: bool,
    /// The shell for commands that name none: the grain `shell`, or `/bin/sh`.
    pub shell: &'a str,
    /// Calls the functions of the module form.
    pub functions: &'a Functions<'a>,
    /// Shows whether the run must end.
    pub stop: &'a Stop,
    /// Is called before each attempt after the first: reads of the previous attempt must not be used.
    pub again: &'a dyn Fn(),
}

/// Invalid conditions of an author.
pub fn passed_over(low: &Low) -> impl Iterator<Item = Problem> {
    before::passed_over(low).chain(misspelt::arguments(low))
}

/// Makes the call if, and as often as, the keywords of the declaration say.
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

/// The run had to end after this many attempts.
fn given_up(before: String, calls: usize) -> CallEnd {
    let outcome = Outcome::failed(format!("{before}No further attempt: the run was interrupted."));
    CallEnd { calls, ..outcome.into() }
}

/// One attempt: conditions, the call, and the result of `check_cmd`.
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
    // For states of files `check_cmd` is an argument: it checks the new file before it replaces the old one.
    if setting.test || low.state == "file" || !low.keywords.contains_key(&Keyword::CheckCmd) {
        return answer;
    }
    let check = before::holds(low, Keyword::CheckCmd, setting, &commands);
    let held = setting.stop.or(check).await;
    let Some(held) = held else {
        answer.outcome.verdict = Verdict::Failed;
        answer.outcome.comment.push_str("\ncheck_cmd did not end: the run was interrupted");
        return answer;
    };
    match held {
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
