//! `test.*`: states with a declared result, to try out requisites and conditions.
//!
//! ```yaml
//! first:
//!   test.succeed_with_changes: []
//! second:
//!   test.configurable_test_state:
//!     - changes: True
//!     - result: False
//!     - comment: the second one fails
//!     - require: [{test: first}]
//! ```
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.test.html>.

mod pillar;
mod spec;

use rand::random;

use super::{Call, Intent, LocalState};
use model::{Function, Map, Outcome, Value, Verdict};

pub use spec::FUNCTIONS;

/// The state module `test`.
pub struct Test;

/// The values of arguments that are `Random`.
#[derive(Clone, Copy, Debug)]
pub struct RandomOutcome {
    changes: bool,
    result: bool,
}

impl LocalState for Test {
    type Live = RandomOutcome;
    type Step = Outcome;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = true;

    async fn describe(_call: Call<'_>) -> Result<RandomOutcome, Outcome> {
        Ok(RandomOutcome { changes: random(), result: random() })
    }

    fn diff(call: Call<'_>, random_outcome: RandomOutcome) -> Intent<Outcome> {
        if let Some(changed) = call.reacts_to {
            return Intent::Settled(fired(changed));
        }
        let comment = |otherwise: &str| call.fields.text("comment").unwrap_or_else(|| otherwise.to_owned());
        match call.function.verb {
            "nop" => Intent::Settled(Outcome::succeeded("Success!")),
            "succeed_without_changes" => Intent::Settled(Outcome::succeeded(comment("Success!"))),
            "succeed_with_changes" => Intent::Act {
                foreseen: pretended(Outcome::would_change(
                    "If we weren't testing, this would be successful with changes",
                )),
                step: pretended(Outcome::succeeded(comment("Success!"))),
            },
            "fail_without_changes" => Intent::Act {
                foreseen: Outcome::failed("If we weren't testing, this would be a failure!"),
                step: Outcome::failed(comment("Failure!")),
            },
            "fail_with_changes" => Intent::Act {
                foreseen: pretended(Outcome::would_change(
                    "If we weren't testing, this would be failed with changes",
                )),
                step: pretended(Outcome::failed(comment("Failure!"))),
            },
            "configurable_test_state" => configurable(call, random_outcome),
            "show_notification" => Intent::Settled(Outcome::succeeded(call.fields.required_text("text"))),
            "check_pillar" => Intent::Settled(pillar::check(call.fields, call.minion)),
            _ => Intent::Settled(fired(&[])),
        }
    }
}

fn configurable(call: Call<'_>, random_outcome: RandomOutcome) -> Intent<Outcome> {
    let fields = call.fields;
    let changes = fields.boolean("changes").unwrap_or(!fields.has("changes") || random_outcome.changes);
    let result = fields.boolean("result").unwrap_or(!fields.has("result") || random_outcome.result);
    let comment = fields.text("comment").unwrap_or_default();
    let may_fail = fields.boolean("allow_test_mode_failure").unwrap_or(false);
    let verdict = if result { Verdict::Succeeded } else { Verdict::Failed };
    let foreseen = match (changes, result || !may_fail) {
        (_, false) => Verdict::Failed,
        (true, true) => Verdict::WouldChange,
        (false, true) => Verdict::Succeeded,
    };
    let testing = if comment.is_empty() { "This is a test" } else { &comment };
    let end = |verdict: Verdict, comment: &str| {
        let warnings = fields.texts("warnings").unwrap_or_default();
        let outcome = Outcome { verdict, warnings, ..Outcome::succeeded(comment) };
        if changes { pretended(outcome) } else { outcome }
    };
    Intent::Act { foreseen: end(foreseen, testing), step: end(verdict, &comment) }
}

/// Adds the change that these states pretend to make.
fn pretended(mut outcome: Outcome) -> Outcome {
    let change = [("old", "Unchanged"), ("new", "Something pretended to change")];
    outcome.changes =
        Map::from_iter([("testing".into(), change.into_iter().map(|(k, v)| (k, Value::from(v))).collect())]);
    outcome
}

/// The answer of `mod_watch`.
fn fired(changed: &[String]) -> Outcome {
    let changed: Vec<Value> = changed.iter().map(|it| it.as_str().into()).collect();
    let mut outcome = Outcome::succeeded("Watch statement fired.");
    outcome.changes = Map::from_iter([("Requisites with changes".into(), Value::List(changed))]);
    outcome
}
