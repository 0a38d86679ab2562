//! `http.query` and `http.wait_for_successful_query`: a server gives the expected answer.
//!
//! ```yaml
//! http://127.0.0.1:8080/health:
//!   http.wait_for_successful_query:
//!     - status: 200
//!     - match: ok
//!     - wait_for: 60
//!     - request_interval: 2
//! ```
//!
//! A test run sends no request: an earlier state may start the server. `wait_for` is in seconds, five minutes if left out. A
//! query fails if nobody listens.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.http.html>.

mod judge;
mod request;
mod spec;
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::{Call, Intent, LocalState};
use judge::Expected;
use machine::http::Request;
use model::{Function, Outcome, Verdict, chain};

/// The limit of an answer.
const LIMIT: u64 = 64 << 20;

/// The default time to wait: Salt's own.
const WAIT: Duration = Duration::from_secs(300);

/// The default pause between two tries: requests must not slow down a server that is starting.
const PAUSE: Duration = Duration::from_millis(500);

/// The state module `http`.
pub struct Http;

/// The request, the expected answer, the deadline, and the pause between tries.
#[derive(Clone, Debug)]
pub struct Step {
    request: Request,
    expected: Expected,
    wait: Option<(Duration, Duration)>,
}

impl super::Step for Step {
    async fn carry_out(self) -> Outcome {
        let Some((whole, pause)) = self.wait else { return ask(&self).await };
        let mut last = None;
        let tries = async {
            loop {
                let outcome = ask(&self).await;
                if outcome.verdict == Verdict::Succeeded {
                    return outcome;
                }
                last = Some(outcome);
                tokio::time::sleep(pause).await;
            }
        };
        let ended = tokio::time::timeout(whole, tries).await;
        let waited = format!("waited {} s", whole.as_secs());
        match (ended, last) {
            (Ok(outcome), _) => outcome,
            (Err(_), Some(last)) => Outcome::failed(format!("{} ({waited})", last.comment)),
            (Err(_), None) => {
                Outcome::failed(format!("no answer of {} ({waited})", self.request.shown_url()))
            }
        }
    }
}

impl LocalState for Http {
    type Live = Step;
    type Step = Step;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Step, Outcome> {
        let request = request::of(&call).map_err(Outcome::failed)?;
        let expected = Expected::of(call.fields).map_err(Outcome::failed)?;
        Ok(Step { request, expected, wait: wait(&call) })
    }

    fn diff(_call: Call<'_>, step: Step) -> Intent<Step> {
        let asked = format!("{} {} would be requested", step.request.method, step.request.shown_url());
        Intent::Act { foreseen: Outcome::succeeded(asked), step }
    }
}

/// The seconds of an argument.
fn seconds(call: &Call<'_>, argument: &str) -> Option<Duration> {
    call.fields.number(argument).and_then(|number| Duration::try_from_secs_f64(number).ok())
}

fn wait(call: &Call<'_>) -> Option<(Duration, Duration)> {
    let asked = seconds(call, "wait_for").filter(|wait| !wait.is_zero());
    let always = call.function.verb == "wait_for_successful_query";
    let whole = asked.or(always.then_some(WAIT))?;
    Some((whole, seconds(call, "request_interval").filter(|pause| !pause.is_zero()).unwrap_or(PAUSE)))
}

async fn ask(step: &Step) -> Outcome {
    match step.request.fetch(LIMIT).await {
        Ok(page) => step.expected.judge(page.status, &page.text()),
        Err(error) => Outcome::failed(chain(&error)),
    }
}
