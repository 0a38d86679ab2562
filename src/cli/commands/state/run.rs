//! The functions that carry SLS out.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Zoned};

use super::guards::stop;
use super::highstate::recorded;
use super::interrupt::{asked_to_end, unless_asked_twice};
use super::options::Terms;
use super::supplies::RunSupplies;
use super::{Answer, Bound, CliError, Session, Subject, named, of_top, options};
use crate::cli::answer::Cost;
use crate::cli::commands::aws::ForStates;
use crate::cli::commands::standing;
use crate::cli::error::Ending;
use crate::cli::render::{Outputter, Progress};
use crate::cli::returns;
use crate::cli::run_lock::{self, RunLock};
use crate::cli::settings::Level;
use crate::engine::approval::Approval;
use crate::engine::guards::Guarded;
use crate::engine::run_plan::{Collected, Collector};
use crate::engine::{self, Event, Job, Ran};
use crate::model::problem::did_you_mean;
use crate::model::{Low, Minion, Problem, StateReturn, Value, Verdict};
use crate::system;

pub(super) fn sls(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let subject = named(session, bound)?;
    let test = subject.options.test;
    carry_out(session, subject, test)
}

pub(super) fn highstate(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let is_test = options::test(session, bound)?;
    let compiled = given_by_top(session, bound).and_then(compile);
    // Before anything is noted: a run that is refused says nothing about the machine.
    let _lock = match &compiled {
        Ok(compiled) if !is_test => lock(session, compiled)?,
        _ => None,
    };
    recorded(session, is_test, || carry_out_compiled(session, compiled?, is_test))
}

pub(super) fn top(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let subject = given_by_top(session, bound)?;
    let test = subject.options.test;
    carry_out(session, subject, test)
}

pub(super) fn apply(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    if bound.value("mods").is_null() { highstate(session, bound) } else { sls(session, bound) }
}

pub(super) fn test(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let is_named = !bound.value("mods").is_null();
    let subject = if is_named { named(session, bound)? } else { given_by_top(session, bound)? };
    carry_out(session, subject, true)
}

pub(super) fn sls_id(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let Subject { trees, options, high, asked } = named(session, bound)?;
    let id = bound.text("id");
    let rendered = high.rendered.clone();
    let lows = trees.compiler.low(high).map_err(CliError::Compile)?;
    if !lows.iter().any(|low| low.id == id) {
        let problem = Problem::nowhere(format!("no declaration has the ID '{id}'"));
        let hint = format!("'state.show_sls {}' shows what is declared", asked.join(","));
        let near = did_you_mean(&id, lows.iter().map(|low| low.id.as_str()));
        let hint = near.map_or(hint, |near| format!("did you mean '{near}'?"));
        return Err(CliError::Compile(problem.hint(hint).into()));
    }
    let calls = Calls { lows, rendered: &rendered, only: Some(&id), terms: options.terms };
    carry_out_calls(session, calls, &trees.minion, options.test)
}

/// Salt takes a top file that gives nothing for a failure, and so it is: nothing was brought about.
pub(super) fn given_by_top(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let subject = of_top(session, bound)?;
    if !subject.asked.is_empty() {
        return Ok(subject);
    }
    let problem = Problem::nowhere("no top file gives this minion any SLS");
    let hint = "'state.show_top' shows what top files give; 'state.sls NAME' needs none";
    Err(CliError::Compile(problem.hint(hint).into()))
}

pub(super) fn carry_out(session: &Session<'_>, subject: Subject, test: bool) -> Result<Answer, CliError> {
    carry_out_compiled(session, compile(subject)?, test)
}

/// What a run calls, in Salt's order.
pub(super) struct Compiled {
    pub minion: Minion,
    pub lows: Vec<Low>,
    pub rendered: Vec<String>,
    pub terms: Terms,
}

pub(super) fn compile(subject: Subject) -> Result<Compiled, CliError> {
    let Subject { trees, high, options, .. } = subject;
    let rendered = high.rendered.clone();
    let lows = trees.compiler.low(high).map_err(CliError::Compile)?;
    Ok(Compiled { minion: trees.minion, lows, rendered, terms: options.terms })
}

fn carry_out_compiled(session: &Session<'_>, compiled: Compiled, test: bool) -> Result<Answer, CliError> {
    let Compiled { minion, lows, rendered, terms } = compiled;
    carry_out_calls(session, Calls { lows, rendered: &rendered, only: None, terms }, &minion, test)
}

/// The run lock, where the calls may change this machine.
pub(super) fn lock(session: &Session<'_>, compiled: &Compiled) -> Result<Option<RunLock>, CliError> {
    change_machine(&compiled.lows).then(|| run_lock::take(session, compiled.terms.when_busy)).transpose()
}

/// True when a real run may change this machine.
fn change_machine(lows: &[Low]) -> bool {
    // Jobs of the fleet change other machines, which have locks of their own.
    let changes = |low: &Low| {
        !["event", "test", "salt"].contains(&low.state.as_str())
            && system::find(&format!("{}.{}", low.state, low.function)).is_some()
    };
    lows.iter().any(changes)
}

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

/// Carries out calls that are in Salt's order and gives Salt's return.
pub(super) fn carry_out_calls(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    test: bool,
) -> Result<Answer, CliError> {
    let run = run_calls(session, calls, minion, test)?;
    let tally = test.then_some(run.collected.plan.summary);
    Ok(Answer { cost: run.cost, tally, ..answer(run.ran) })
}

/// A run that has ended.
pub(super) struct Run {
    /// How the states ended.
    pub ran: Ran,
    /// What was planned.
    pub collected: Collected,
    /// What it cost.
    pub cost: Cost,
}

/// Carries out calls that are in Salt's order.
pub(super) fn run_calls(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    test: bool,
) -> Result<Run, CliError> {
    // The lock is for the machine's own states: nobody else may change the machine meanwhile.
    let takes_lock = !test && change_machine(&calls.lows);
    let _lock = takes_lock.then(|| run_lock::take(session, calls.terms.when_busy)).transpose()?;
    let guards = calls.terms.guards.clone();
    if test || guards.is_empty() {
        return walk(session, calls, minion, (test, None));
    }
    // All of it is judged before the first change. What the plan read serves the run, too.
    let planned = Calls { lows: calls.lows.clone(), terms: calls.terms.clone(), ..calls };
    stop(&walk(session, planned, minion, (true, None))?.collected.plan.refused)?;
    walk(session, calls, minion, (false, Some(&Guarded::new(&guards, None))))
}

/// Carries out calls as far as an approval lets them; whoever calls has the run lock.
pub(super) fn run_calls_approved(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    approval: Option<&dyn Approval>,
) -> Result<Run, CliError> {
    walk(session, calls, minion, (false, approval))
}

fn walk(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    (test, approval): (bool, Option<&dyn Approval>),
) -> Result<Run, CliError> {
    let Calls { lows, rendered, only, terms } = calls;
    let told = standing::of_run(session, &lows, minion);
    let minion = told.as_ref().unwrap_or(minion);
    let reach = session.reach();
    let runtime = reach.runtime()?;
    let settings = session.settings();
    let is_quiet = settings.levels(session.opts()).0 == Level::Quiet;
    let progress = Progress::new(settings.output.stderr_is_terminal, is_quiet, &lows);
    let collector = Collector::default();
    let began = OnceLock::new();
    let clock = |after: Duration| time_of_day(began.get_or_init(Zoned::now), after);
    let observe = |event: Event| {
        if matches!(event, Event::RunStarted { .. }) {
            began.get_or_init(Zoned::now);
        }
        tracing::debug!(?event);
        collector.note(&event);
        progress.tell(&event);
    };
    let functions = ForStates { reach, context: session.functions(minion), remote: session.remote() };
    let supplies = RunSupplies::new(session, minion);
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
    let start = Instant::now();
    let ran = runtime.block_on(unless_asked_twice(engine::run_approved(job, approval, asked_to_end())));
    progress.end();
    let calls = reach.snapshot().sessions().calls();
    let cost = Cost { calls: calls.total(), waited: calls.waited(), took: start.elapsed() };
    tracing::debug!(calls = ?calls.by_operation());
    let ran = ran.ok_or_else(|| CliError::BrokenOff { under_way: progress.under_way() })?;
    let ran = ran.map_err(CliError::Compile)?;
    let mut collected = collector.collect(&ran);
    collected.plan.refused = terms.guards.violations(&collected.plan);
    Ok(Run { ran, collected, cost })
}

fn time_of_day(began: &Zoned, after: Duration) -> String {
    let after = SignedDuration::try_from(after).unwrap_or(SignedDuration::ZERO);
    let then = began.checked_add(after).unwrap_or_else(|_| began.clone());
    then.strftime("%H:%M:%S.%6f").to_string()
}

pub(super) fn answer(ran: Ran) -> Answer {
    let returns = &ran.walked.returns;
    let mut warnings = ran.warnings;
    if ran.walked.stopped {
        let count = ran.walked.unstarted.len();
        let states = if count == 1 { "1 state".to_owned() } else { format!("{count} states") };
        let problem = Problem::nowhere(format!("the run was interrupted: {states} did not start"));
        warnings.push(problem.hint("run it again: what is done already is left alone"));
    }
    if returns.is_empty() {
        warnings.push(Problem::nowhere("there are no states to run"));
    }
    let ending = if ran.walked.stopped { Ending::StateFailed } else { ending(returns) };
    let data: Value = returns::to_value(returns);
    Answer { outputter: Outputter::Highstate, ending, warnings, ..Answer::data(data) }
}

/// Salt takes a run without states for a failure.
fn ending(returns: &[StateReturn]) -> Ending {
    let has = |verdict| returns.iter().any(|state| state.outcome.verdict == verdict);
    if returns.is_empty() || has(Verdict::Failed) {
        Ending::StateFailed
    } else if has(Verdict::WouldChange) {
        Ending::WouldChange
    } else {
        Ending::Succeeded
    }
}
