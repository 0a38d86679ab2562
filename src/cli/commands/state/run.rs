//! The functions that apply SLS.

use super::guards::{foreseen, stop};
use super::highstate::recorded;
use super::options::Terms;
use super::walk::{Calls, Run, walk};
use super::{Bound, CliError, CommandAnswer, Session, Subject, named, of_top, options};
use crate::answer::Form;
use crate::commands::acting;
use crate::error::Ending;
use crate::lease::{self, Leases};
use crate::render::Outputter;
use crate::returns;
use crate::run_lock::{self, RunLock, WhenBusy};
use engine::approval::Approval;
use engine::guards::Guarded;
use engine::run_plan::RunPlan;
use engine::{Ran, composed};
use kind::COMPOSITES;
use model::problem::did_you_mean;
use model::{Low, Minion, Problem, StateReturn, Value, Verdict};

pub(super) fn sls(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = named(session, bound)?;
    let test = subject.options.test;
    carry_out(session, subject, test)
}

pub(super) fn highstate(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let is_test = options::test(session, bound)?;
    if let Some(id) = &session.settings().only {
        return by_id(session, given_by_top(session, bound)?, id);
    }
    let compiled = given_by_top(session, bound).and_then(compile);
    // Before anything is recorded: a refused run says nothing about the machine.
    let _lock = match &compiled {
        Ok(compiled) if !is_test => Some(lock(session, compiled)?),
        _ => None,
    };
    recorded(session, is_test, || carry_out_compiled(session, compiled?, is_test))
}

pub(super) fn top(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let subject = given_by_top(session, bound)?;
    let test = subject.options.test;
    carry_out(session, subject, test)
}

pub(super) fn apply(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    if bound.value("mods").is_null() { highstate(session, bound) } else { sls(session, bound) }
}

pub(super) fn test(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let is_named = !bound.value("mods").is_null();
    let subject = if is_named { named(session, bound)? } else { given_by_top(session, bound)? };
    carry_out(session, subject, true)
}

pub(super) fn sls_id(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    by_id(session, named(session, bound)?, &bound.text("id"))
}

/// Runs one declaration, and those that it requires.
fn by_id(session: &Session<'_>, subject: Subject, id: &str) -> Result<CommandAnswer, CliError> {
    let Subject { trees, options, high, asked } = subject;
    let rendered = high.rendered.clone();
    let lows = trees.compiler.low(high).map_err(CliError::Compile)?;
    if !lows.iter().any(|low| low.id == id) {
        let problem = Problem::nowhere(format!("no declaration has the ID '{id}'"));
        let hint = format!("'state.show_sls {}' shows the declarations", asked.join(","));
        let near = did_you_mean(id, lows.iter().map(|low| low.id.as_str()));
        let hint = near.map_or(hint, |near| format!("did you mean '{near}'?"));
        return Err(CliError::Compile(problem.hint(hint).into()));
    }
    let calls = Calls { lows, rendered: &rendered, only: Some(id), terms: options.terms };
    carry_out_calls(session, calls, &trees.minion, options.test)
}

/// Salt treats a top file without SLS for the minion as a failure, because nothing was applied.
pub(super) fn given_by_top(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let subject = of_top(session, bound)?;
    if !subject.asked.is_empty() {
        return Ok(subject);
    }
    let problem = Problem::nowhere("no top file gives this minion any SLS");
    let hint = "'state.show_top' shows the SLS of top files; 'state.sls NAME' needs none";
    Err(CliError::Compile(problem.hint(hint).into()))
}

pub(super) fn carry_out(
    session: &Session<'_>,
    subject: Subject,
    test: bool,
) -> Result<CommandAnswer, CliError> {
    carry_out_compiled(session, compile(subject)?, test)
}

/// The calls of a run, in Salt's order.
#[derive(Clone)]
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

fn carry_out_compiled(
    session: &Session<'_>,
    compiled: Compiled,
    test: bool,
) -> Result<CommandAnswer, CliError> {
    let Compiled { minion, lows, rendered, terms } = compiled;
    carry_out_calls(session, Calls { lows, rendered: &rendered, only: None, terms }, &minion, test)
}

/// Keeps other runs away from what this one changes, as long as it exists.
pub(super) struct Locks<'a> {
    _lock: Option<RunLock>,
    _leases: Option<Leases<'a>>,
}

/// The run lock, if the calls may change this machine or put it into service; the leases of the SLS, if they may change
/// AWS.
pub(super) fn lock<'a>(session: &'a Session<'_>, compiled: &Compiled) -> Result<Locks<'a>, CliError> {
    locks(session, &compiled.minion, &compiled.lows, &compiled.terms)
}

fn locks<'a>(
    session: &'a Session<'_>,
    minion: &Minion,
    lows: &[Low],
    terms: &Terms,
) -> Result<Locks<'a>, CliError> {
    let lock = lock_for(session, lows, terms.when_busy)?;
    let leases = change_aws(lows).then(|| lease::take(session, minion, &terms.services, terms.when_busy));
    Ok(Locks { _lock: lock, _leases: leases.transpose()? })
}

fn lock_for(session: &Session<'_>, lows: &[Low], when: WhenBusy) -> Result<Option<RunLock>, CliError> {
    match () {
        () if change_machine(lows) => run_lock::take(session, when).map(Some),
        () if lows.iter().any(acting::registers) => run_lock::take_within(session, when).map(Some),
        () => Ok(None),
    }
}

/// True when a real run may change this machine.
fn change_machine(lows: &[Low]) -> bool {
    // Jobs of the fleet change other machines, which have their own locks.
    let changes = |low: &Low| {
        !["event", "test", "salt"].contains(&low.state.as_str())
            && system::find(&low.full_function()).is_some()
    };
    lows.iter().any(changes)
}

/// True when a real run may change AWS, apart from putting this instance into service.
fn change_aws(lows: &[Low]) -> bool {
    lows.iter().any(|low| {
        let is_composite = || COMPOSITES.iter().any(|composite| composed::is_meant_by(low, composite));
        system::find(&low.full_function()).is_none() && !is_composite()
    })
}

/// Runs calls that are in Salt's order and returns Salt's return.
pub(super) fn carry_out_calls(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    test: bool,
) -> Result<CommandAnswer, CliError> {
    let run = run_calls(session, calls, minion, test)?;
    let plan = test.then(|| run.collected().plan);
    let mut answer = answer_of(run, vec![]);
    if let Some(plan) = plan {
        answer.tally = Some(plan.summary);
        answer.warnings.extend(foreseen(&plan.refused));
    }
    Ok(answer)
}

/// Runs calls that are in Salt's order.
pub(super) fn run_calls(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    test: bool,
) -> Result<Run, CliError> {
    // Meanwhile nobody else may change the machine, or what the SLS declare.
    let _locks = if test { None } else { Some(locks(session, minion, &calls.lows, &calls.terms)?) };
    let guards = calls.terms.guards.clone();
    if test || guards.is_empty() {
        return walk(session, calls, minion, (test, None));
    }
    // The whole plan is checked before the first change. The run uses the reads of the plan, too.
    let planned = Calls { lows: calls.lows.clone(), terms: calls.terms.clone(), ..calls };
    stop(&walk(session, planned, minion, (true, None))?.collected().plan.refused)?;
    walk(session, calls, minion, (false, Some(&Guarded::new(&guards, None))))
}

/// Runs calls within the limits of an approval; the caller has the run lock.
pub(super) fn run_calls_approved(
    session: &Session<'_>,
    calls: Calls<'_>,
    minion: &Minion,
    approval: Option<&dyn Approval>,
) -> Result<Run, CliError> {
    walk(session, calls, minion, (false, approval))
}

pub(super) fn answer(ran: Ran) -> CommandAnswer {
    let returns = &ran.walked.returns;
    let mut warnings = ran.warnings;
    if ran.walked.stopped {
        let count = ran.walked.unstarted.len();
        let states = if count == 1 { "1 state".to_owned() } else { format!("{count} states") };
        let problem = Problem::nowhere(format!("the run was interrupted: {states} did not start"));
        warnings.push(problem.hint("run it again: finished states are left as they are"));
    }
    if returns.is_empty() {
        warnings.push(Problem::nowhere("there are no states to run"));
    }
    let ending = if ran.walked.stopped { Ending::StateFailed } else { ending(returns) };
    let data: Value = returns::to_value(returns);
    CommandAnswer { outputter: Outputter::Highstate, ending, warnings, ..CommandAnswer::data(data) }
}

/// The plan of a test run as an answer, with warnings of the command beside its own.
///
/// A plan that the guards refuse ends like a plan with a state that cannot be planned: 'apply' would do none of it.
pub(super) fn plan_answer(run: Run, plan: RunPlan, warnings: Vec<Problem>) -> CommandAnswer {
    let refused = (!plan.refused.is_empty()).then_some(Ending::StateFailed);
    let done = answer_of(run, warnings);
    CommandAnswer { ending: refused.unwrap_or(done.ending), form: Form::Plan(Box::new(plan)), ..done }
}

/// The answer of a run, with warnings of the command beside its own.
pub(super) fn answer_of(run: Run, warnings: Vec<Problem>) -> CommandAnswer {
    let Run { ran, cost, slowest, .. } = run;
    let mut done = answer(ran);
    done.warnings.extend(warnings);
    CommandAnswer { cost, slowest, ..done }
}

/// Salt treats a run without states as a failure.
pub(super) fn ending(returns: &[StateReturn]) -> Ending {
    let has = |verdict| returns.iter().any(|state| state.outcome.verdict == verdict);
    if returns.is_empty() || has(Verdict::Failed) {
        Ending::StateFailed
    } else if has(Verdict::WouldChange) {
        Ending::WouldChange
    } else {
        Ending::Succeeded
    }
}
