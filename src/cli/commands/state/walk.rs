//! A walk over the states of a run: the input of the engine, and the listeners of events.

use std::future::pending;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Zoned};

use super::interrupt::{asked_to_end, unless_asked_twice};
use super::listeners::Listeners;
use super::options::Terms;
use super::run::ending;
use super::services::SessionServices;
use super::{CliError, Session};
use crate::answer::Cost;
use crate::commands::aside::Aside;
use crate::commands::aws::ForStates;
use crate::commands::standing;
use crate::error::Ending;
use crate::journal::{self, Recording};
use aws::Calls as AwsCalls;
use aws::calls::beside_the_run;
use engine::approval::Approval;
use engine::guards::Guards;
use engine::ownership;
use engine::run_plan::Collected;
use engine::{self, Event, Job, Ran};
use machine::process::stop_blocking_commands;
use model::{Low, Minion, Problem, Problems};

/// How often a run checks whether it still has its lease. Calls that change something check by themselves.
const LOOK: Duration = Duration::from_millis(250);

/// The calls of a walk.
pub(super) struct Calls<'a> {
    /// The calls in Salt's order.
    pub lows: Vec<Low>,
    /// All SLS of the run, also those without states.
    pub rendered: &'a [String],
    /// The ID of the only state to run, with all that it requires.
    pub only: Option<&'a str>,
    /// The lock and the guards of the run.
    pub terms: Terms,
}

/// A run that has ended.
pub(super) struct Run {
    /// How the states ended.
    pub ran: Ran,
    /// Its calls and times.
    pub cost: Cost,
    /// Its slowest states, if it was long enough for them to matter.
    pub slowest: Vec<(String, Duration)>,
    listeners: Arc<Listeners>,
    guards: Guards,
}

impl Run {
    /// The plan, and what the guards refuse of it.
    pub fn collected(&self) -> Collected {
        let mut collected = self.listeners.collector.collect(&self.ran);
        let plan = &mut collected.plan;
        plan.refused = self.guards.violations(plan);
        let lows = self.ran.graph.nodes.iter().map(|node| &node.low);
        plan.refused.extend(self.guards.refused_calls(plan, lows));
        collected
    }
}

/// Runs the calls within the limits of the approval, or shows what they would do. The caller has the run lock.
pub(super) fn walk(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    (test, approval): (bool, Option<&dyn Approval>),
) -> Result<Run, CliError> {
    let Calls { mut lows, rendered, only, terms } = calls;
    if let Some(owner) = owner(session)? {
        ownership::mark(&mut lows, &owner);
    }
    let overridden = standing::of_run(session, &lows, minion);
    let minion = overridden.as_ref().unwrap_or(minion);
    let reach = session.reach();
    let runtime = reach.runtime()?;
    let listeners = Listeners::new(session, &lows, test, terms.undoes.clone())?;
    let began = OnceLock::new();
    let clock = |after: Duration| time_of_day(began.get_or_init(Zoned::now), after);
    let observe = |event: Event| {
        if matches!(event, Event::RunStarted { .. }) {
            began.get_or_init(Zoned::now);
        }
        listeners.note(&event);
    };
    let start = Instant::now();
    let calls = reach.snapshot().sessions().calls();
    calls.listen(Some(listeners.listener()));
    let end = to_end(listeners.recording.as_deref(), calls);
    let ticking = listeners.tick(runtime);
    // The guard ends after the threads of the scope: the commands that these still run are killed.
    let (ran, _given_up) = thread::scope(|scope| {
        let aside = Aside::new(scope);
        let functions =
            ForStates { reach, context: session.functions(minion), aside, remote: session.remote() };
        let services = SessionServices::new(session, minion, aside);
        let job = Job {
            services: &services,
            lows,
            rendered,
            only,
            minion,
            snapshot: reach.snapshot(),
            functions: &functions,
            test,
            reads_tags: terms.guards.judges_tags(),
            asks_accounts: terms.asks_accounts || terms.guards.judges_accounts(),
            failhard: session.config().failhard,
            at_once: engine::AT_ONCE,
            clock: &clock,
            observe: &observe,
        };
        let run = unless_asked_twice(engine::run_approved(job, approval, end));
        (runtime.block_on(run), stop_blocking_commands())
    });
    calls.listen(None);
    drop(ticking);
    let result = result(ran.as_ref(), test);
    listeners.end(result, calls.total().calls);
    let cost = Cost { calls: calls.total(), waited: calls.waited(), took: start.elapsed() };
    send_record(session, minion, &listeners);
    tracing::debug!(calls = ?calls.by_operation());
    let ran = ran.ok_or_else(|| CliError::BrokenOff { under_way: listeners.progress.under_way() })?;
    let mut ran = ran.map_err(CliError::Compile)?;
    ran.warnings.extend(reach.wait(beside_the_run(calls.why_not()))?.map(Problem::nowhere));
    let run = Run { ran, cost, slowest: listeners.slowest(), listeners, guards: terms.guards };
    run.listeners.report(session, &run, result)?;
    Ok(run)
}

/// The owner of the things that runs make, from the configuration.
pub(super) fn owner(session: &Session<'_>) -> Result<Option<String>, CliError> {
    ownership::read(session.opts().get(ownership::KEY)).map_err(CliError::Config)
}

/// Ends when the end of the run is requested, or when it may not continue without its record or its lease.
async fn to_end(recording: Option<&Recording>, calls: &AwsCalls) {
    let broken = async {
        match recording {
            Some(recording) => recording.broken().await,
            None => pending().await,
        }
    };
    let fallen = async {
        if !calls.is_fenced() {
            return pending().await;
        }
        while calls.permitted().is_ok() {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::select! {
        () = asked_to_end() => {}
        () = broken => {}
        () = fallen => {}
    }
}

/// Sends the record of a real run to the place that hosts share, if there is one.
fn send_record(session: &Session<'_>, minion: &Minion, listeners: &Listeners) {
    if listeners.recording.is_some() {
        journal::send(session, minion);
    }
}

/// How a run ended, in one word.
fn result(ran: Option<&Result<Ran, Problems>>, test: bool) -> &'static str {
    match ran {
        Some(Ok(ran)) if !ran.walked.stopped => match ending(&ran.walked.returns) {
            Ending::StateFailed => "failed",
            _ if test => "planned",
            _ => "succeeded",
        },
        Some(Err(_)) => "failed",
        Some(Ok(_)) | None => "interrupted",
    }
}

fn time_of_day(began: &Zoned, after: Duration) -> String {
    let after = SignedDuration::try_from(after).unwrap_or(SignedDuration::ZERO);
    let then = began.checked_add(after).unwrap_or_else(|_| began.clone());
    then.strftime("%H:%M:%S.%6f").to_string()
}
