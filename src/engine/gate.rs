//! Conditions for a state that puts something into service: successful runs, and checks on this machine.
//!
//! The driver checks them between comparing and its first step. Laws: a test run and a run without changes check
//! nothing. A condition that does not hold fails the state before anything is changed. Every attempt and the whole have
//! a deadline.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::Instant;

use super::approval::Approval;
use super::conditions::Stop;
use super::leaving::{self, Leaving};
use super::progress::Progress;
use super::reconcile::Task;
use super::record::{self, HighstateRecord};
use super::report;
use aws::wait::{self, Patience};
use kind::in_service::TARGET;
use machine::http::{Request, Trust};
use machine::process::{Command, End, Finished};
use model::fitness::{ENDS, Facts, Fitness, RELEASE, Release};
use model::gate::{After, Check};
use model::{Gate, Low, Minion, Outcome, Value, secret};

/// More than any health page: 1 MiB.
const BODY: u64 = 1 << 20;

/// The maximum length of a command's output in a message.
const SHOWN: usize = 200;

/// Reads from before a gate that took this long are made again, even if the gate opened at its first attempt.
const OLD: Duration = Duration::from_secs(10);

/// The states of this run that have failed so far.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<Vec<String>>);

impl Failures {
    /// Notes one failed state.
    pub fn note(&self, low: &Low) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(format!("{}: {}", low.state, low.id));
    }

    /// Why no state may follow them.
    fn objection(&self) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = all.first()?;
        let states = if all.len() == 1 { "a state".to_owned() } else { format!("{} states", all.len()) };
        Some(format!("{states} of this run failed before it, the first: {first}"))
    }
}

/// What a gate looks at besides its checks.
#[derive(Clone, Copy)]
pub(super) struct RunContext<'a> {
    /// Configuration and grains.
    pub minion: &'a Minion,
    /// The failures so far.
    pub failures: &'a Failures,
    /// Is notified when the run must end.
    pub stop: &'a Stop,
    /// The limits of a run.
    pub approval: Option<&'a dyn Approval>,
}

impl Task<'_> {
    /// Passes if all conditions hold, at once or before the deadline. True if that took more than one attempt, or so
    /// long that earlier reads may be old.
    pub(super) async fn pass_gate(&self, progress: &Progress) -> Result<bool, Outcome> {
        let Some(gate) = self.part.kind.gate(&self.part.spec) else { return Ok(false) };
        let began = Instant::now();
        self.judged(&facts(&gate, self.context), progress)?;
        let held = self.context.stop.or(checked(&gate, self.context.minion)).await;
        let ends =
            || Err("the run must end, and the conditions that it waited for did not hold yet".to_owned());
        let held = held.unwrap_or_else(ends);
        // Until its gate opened, the end of the instance may have been announced, or a state may have failed.
        let facts = Facts { gate: held.as_ref().err().cloned(), ..facts(&gate, self.context) };
        self.judged(&facts, progress)?;
        Ok(held.is_ok_and(|attempts| attempts > 1) || began.elapsed() >= OLD)
    }

    /// An error is the outcome that ends the state; it is no failure if the state only waits for something.
    fn judged(&self, facts: &Facts, progress: &Progress) -> Result<(), Outcome> {
        match facts.judge() {
            Fitness::Fit => Ok(()),
            Fitness::Later(why) => Err(report::later(self.part, &why)),
            Fitness::Unfit(why) => Err(self.refused(why, progress)),
        }
    }
}

/// The facts that decide whether something may come into service now; the gate counts as open.
fn facts(gate: &Gate, context: RunContext<'_>) -> Facts {
    let Minion { opts, grains, .. } = context.minion;
    let noted = |name: &str| opts.get(name).and_then(Value::as_str).map(str::to_owned);
    let leaving = Leaving::find(&leaving::place(opts), grains).map(|leaving| leaving.why);
    let release: Option<Release> =
        opts.get(RELEASE).and_then(|noted| serde_json::from_value(noted.to_json()).ok());
    Facts {
        after: gate.after,
        enters: gate.enters,
        leaving: leaving.or_else(|| noted(ENDS)),
        wanted: noted(TARGET),
        release,
        run: context.failures.objection(),
        highstate: if gate.after == After::Highstate { highstate(context) } else { None },
        gate: None,
    }
}

/// Why the last highstate keeps this instance out.
fn highstate(context: RunContext<'_>) -> Option<String> {
    let path = record::place(&context.minion.opts);
    let (own, machine) = (std::process::id(), record::machine(&context.minion.grains));
    match HighstateRecord::load(&path) {
        Ok(found) => record::objection(found.as_ref(), own, machine.as_deref()),
        Err(error) => Some(format!(
            "it is not known whether the last highstate succeeded: {} cannot be read ({error})",
            path.display()
        )),
    }
}

/// Tries all checks, one after the other, each until it holds or the deadline has passed. Returns the number of
/// attempts.
async fn checked(gate: &Gate, minion: &Minion) -> Result<usize, String> {
    let patience = Patience { first: gate.interval, longest: gate.interval, deadline: gate.deadline };
    let shell = minion.grains.get("shell").and_then(Value::as_str).unwrap_or("/bin/sh");
    let last = Mutex::new(String::new());
    let attempts = AtomicUsize::new(0);
    let held = wait::until(patience, || async {
        attempts.fetch_add(1, Ordering::Relaxed);
        for check in &gate.checks {
            let tried = tokio::time::timeout(gate.timeout, attempt(check, gate, shell)).await;
            let tried = tried.unwrap_or_else(|_| Err(format!("no answer within {:?}", gate.timeout)));
            if let Err(why) = tried {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = format!("{}: {why}", shown(check));
                return Ok::<_, String>(None);
            }
        }
        Ok(Some(()))
    });
    if held.await?.is_ok() {
        return Ok(attempts.into_inner());
    }
    let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
    Err(format!("its gate did not open within {:?}; the last attempt at {last}", gate.deadline))
}

fn shown(check: &Check) -> String {
    match check {
        Check::Http { url, .. } => Request::get(url).shown_url(),
        Check::Tcp { host, port } => format!("port {port} of {host}"),
        Check::Command(text) => format!("the command '{text}'"),
    }
}

async fn attempt(check: &Check, gate: &Gate, shell: &str) -> Result<(), String> {
    match check {
        Check::Http { url, status, body, verify } => {
            let trust = if *verify { Trust::System } else { Trust::Anyone };
            let request = Request { timeout: Some(gate.timeout), trust, ..Request::get(url) };
            let page = request.fetch(BODY).await.map_err(|error| error.to_string())?;
            if !status.map_or_else(|| page.is_success(), |status| page.status == status) {
                return Err(format!("it answers with status {}", page.status));
            }
            match body {
                Some(body) if !page.text().contains(body) => {
                    Err(format!("its answer does not hold '{body}'"))
                }
                _ => Ok(()),
            }
        }
        Check::Tcp { host, port } => TcpStream::connect((host.as_str(), *port))
            .await
            .map(drop)
            .map_err(|error| format!("it accepts no connection ({error})")),
        Check::Command(text) => {
            let command = Command { timeout: Some(gate.timeout), ..Command::shell(shell, text) };
            let finished = command.run().await.map_err(|error| error.to_string())?;
            if finished.is_success() { Ok(()) } else { Err(ended(&finished)) }
        }
    }
}

fn ended(finished: &Finished) -> String {
    let how = match finished.end {
        End::Code(code) => format!("it ended with code {code}"),
        End::Signal(signal) => format!("signal {signal} ended it"),
        End::TimedOut => "it took too long".to_owned(),
    };
    let said = if finished.stderr.is_empty() { &finished.stdout } else { &finished.stderr };
    let said = String::from_utf8_lossy(said);
    // A secret that is cut in two would not be found.
    let said = secret::masked(&said);
    let line: String = said.trim().lines().last().unwrap_or_default().chars().take(SHOWN).collect();
    if line.is_empty() { how } else { format!("{how} and said '{line}'") }
}
