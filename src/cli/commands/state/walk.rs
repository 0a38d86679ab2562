//! A walk over the states of a run: what is given to the engine, and who hears what happens.

use std::future::pending;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Zoned};

use super::heard::Heard;
use super::interrupt::{asked_to_end, unless_asked_twice};
use super::options::Terms;
use super::run::ending;
use super::supplies::RunSupplies;
use super::{CliError, Session};
use crate::aws::Calls as AwsCalls;
use crate::aws::calls::beside_the_run;
use crate::cli::answer::Cost;
use crate::cli::commands::aside::Aside;
use crate::cli::commands::aws::ForStates;
use crate::cli::commands::standing;
use crate::cli::error::Ending;
use crate::cli::journal::{self, Recording};
use crate::engine::approval::Approval;
use crate::engine::guards::Guards;
use crate::engine::ownership;
use crate::engine::run_plan::Collected;
use crate::engine::{self, Event, Job, Ran};
use crate::machine::process::give_up_blocking;
use crate::model::{Low, Minion, Problem, Problems};

/// How often a run looks whether it still has its lease. Calls that change something look by themselves.
const LOOK: Duration = Duration::from_millis(250);

/// What is to be called.
pub(super) struct Calls<'a> {
    /// The calls in Salt's order.
    pub lows: Vec<Low>,
    /// All SLS of the run, also those without states.
    pub rendered: &'a [String],
    /// The ID of what alone is to be run, with all it requires.
    pub only: Option<&'a str>,
    /// When the run begins, and what it may do at most.
    pub terms: Terms,
}

/// A run that has ended.
pub(super) struct Run {
    /// How the states ended.
    pub ran: Ran,
    /// What it cost.
    pub cost: Cost,
    /// Its slowest states, where it was long enough for them to matter.
    pub slowest: Vec<(String, Duration)>,
    heard: Arc<Heard>,
    guards: Guards,
}

impl Run {
    /// What was planned, and what the guards refuse of it.
    pub fn collected(&self) -> Collected {
        let mut collected = self.heard.collector.collect(&self.ran);
        collected.plan.refused = self.guards.violations(&collected.plan);
        collected
    }
}

/// Carries the calls out, as far as the approval lets them, or tells what they would do. Whoever calls has the run lock.
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
    let told = standing::of_run(session, &lows, minion);
    let minion = told.as_ref().unwrap_or(minion);
    let reach = session.reach();
    let runtime = reach.runtime()?;
    let heard = Heard::new(session, &lows, test)?;
    let began = OnceLock::new();
    let clock = |after: Duration| time_of_day(began.get_or_init(Zoned::now), after);
    let observe = |event: Event| {
        if matches!(event, Event::RunStarted { .. }) {
            began.get_or_init(Zoned::now);
        }
        heard.note(&event);
    };
    let start = Instant::now();
    let calls = reach.snapshot().sessions().calls();
    calls.listen(Some(heard.listener()));
    let end = to_end(heard.recording.as_deref(), calls);
    let ticking = heard.tick(runtime);
    // The guard ends after the threads of the scope: the commands that these still run are killed.
    let (ran, _given_up) = thread::scope(|scope| {
        let aside = Aside::new(scope);
        let functions =
            ForStates { reach, context: session.functions(minion), aside, remote: session.remote() };
        let supplies = RunSupplies::new(session, minion, aside);
        let job = Job {
            supplies: &supplies,
            lows,
            rendered,
            only,
            minion,
            snapshot: reach.snapshot(),
            functions: &functions,
            test,
            reads_tags: terms.guards.judges_tags(),
            failhard: session.config().failhard,
            at_once: engine::AT_ONCE,
            clock: &clock,
            observe: &observe,
        };
        let run = unless_asked_twice(engine::run_approved(job, approval, end));
        (runtime.block_on(run), give_up_blocking())
    });
    calls.listen(None);
    drop(ticking);
    let result = result(ran.as_ref(), test);
    heard.end(result, calls.total().calls);
    let cost = Cost { calls: calls.total(), waited: calls.waited(), took: start.elapsed() };
    send_record(session, minion, &heard);
    tracing::debug!(calls = ?calls.by_operation());
    let ran = ran.ok_or_else(|| CliError::BrokenOff { under_way: heard.progress.under_way() })?;
    let mut ran = ran.map_err(CliError::Compile)?;
    ran.warnings.extend(reach.wait(beside_the_run(calls.why_not()))?.map(Problem::nowhere));
    let run = Run { ran, cost, slowest: heard.slowest(), heard, guards: terms.guards };
    run.heard.report(session, &run, result)?;
    Ok(run)
}

/// Whose things runs make, from the configuration.
pub(super) fn owner(session: &Session<'_>) -> Result<Option<String>, CliError> {
    ownership::read(session.opts().get(ownership::KEY)).map_err(CliError::Config)
}

/// Ends when somebody asks for the end of the run, or when it may not go on without its record or its lease.
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

/// Sends the record of a real run to the place that hosts share, where there is one.
fn send_record(session: &Session<'_>, minion: &Minion, heard: &Heard) {
    if heard.recording.is_some() {
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
