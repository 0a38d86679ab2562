//! `undo`: undoes the changes of a recorded run, by ordinary declarations, against the present.

use std::io::{IsTerminal, stdin};

use super::confirm::confirm;
use super::plan::{PLANNED, compiled};
use super::run::{Compiled, answer_of, lock, plan_answer, run_calls, run_calls_approved};
use super::walk::Calls;
use super::{Bound, CliError, CommandAnswer, Overrides, Session, guards, options};
use crate::cli::answer::Form;
use crate::cli::commands::is_on;
use crate::cli::commands::runs::{RunNeighbours, around};
use crate::cli::render::{self, Outputter, print_error};
use crate::engine::guards::Guarded;
use crate::engine::journal::{Loaded, Status};
use crate::engine::run_plan::{Approved, Collected};
use crate::engine::undo::{Inverse, Inverses, Judged, force, invert, judge, strip};
use crate::engine::{Declared, declare};
use crate::exec::{Arguments, takes};
use crate::model::{Key, Low, Map, Minion, Problem, Problems, Value};

/// How often attributes that the run did not change are removed from declarations.
const ROUNDS: usize = 3;

/// `undo RUN`.
pub(super) fn undo(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let RunNeighbours { earlier, run, later } = around(session, &bound.text("run"))?;
    if run.status() == Status::UnderWay {
        let problem = Problem::nowhere(format!("the run {} is running", run.run));
        return Err(CliError::Plan(problem.hint("wait until it has ended, or end it").into()));
    }
    let is_given = is_on(bound, "yes")?;
    let is_real = is_given || (stdin().is_terminal() && session.settings().output.stderr_is_terminal);
    if is_given && options::test(session, bound)? {
        let problem = Problem::nowhere("the configuration says 'test: True': nothing may be changed");
        return Err(CliError::Plan(problem.into()));
    }
    session.forbid_changes();
    let compiled = declared(session, &run, bound)?;
    let _locks = if is_real { Some(lock(session, &compiled)?) } else { None };
    let profile = Some(bound.text("profile")).filter(|name| !name.is_empty());
    let found = invert(&run, (&earlier, &later), &compiled.lows, profile.as_deref());
    let mut found = declarable(found, &compiled.minion);
    if is_on(bound, "force")? {
        found.inverses.iter_mut().for_each(|inverse| force(&mut inverse.before));
    }
    let judged = compare(session, &compiled, found)?;
    let mut warnings = judged.notes;
    if !judged.impossible.is_empty() {
        if !is_on(bound, "partly")? {
            return Err(refused(judged.impossible, "--partly undoes all else"));
        }
        warnings.extend(judged.impossible);
    }
    if judged.lows.is_empty() {
        let data = format!("Nothing to undo in the run {}.", run.run);
        return Ok(CommandAnswer { form: Form::Verbatim, warnings, ..CommandAnswer::data(data) });
    }
    let Compiled { minion, terms, .. } = compiled;
    let calls = || Calls { lows: judged.lows.clone(), rendered: &[], only: None, terms: terms.clone() };
    let planned = run_calls(session, calls(), &minion, true)?;
    let collected = planned.collected();
    if !is_real {
        return Ok(plan_answer(planned, collected.plan, warnings));
    }
    guards::stop(&collected.plan.refused)?;
    if !is_given {
        let layout = session.settings().layout(session.opts(), Outputter::Highstate);
        print_error(&format!("{}\n", render::plan::render(&collected.plan, layout)));
    }
    if confirm(session, is_given, collected.plan.summary)? {
        // The confirmation may have taken long: earlier reads are old.
        session.reach().snapshot().forget_all();
    }
    session.permit_changes();
    let approved = Approved::new(&collected.plan, &judged.lows);
    let guarded = Guarded::new(&terms.guards, Some(&approved));
    let run = run_calls_approved(session, calls(), &minion, Some(&guarded))?;
    Ok(answer_of(run, warnings))
}

/// The current declarations of the run's SLS. SLS that are gone, or do not compile any more, declare nothing.
fn declared(session: &Session<'_>, run: &Loaded, bound: &Bound) -> Result<Compiled, CliError> {
    let mut mods: Vec<&str> = run
        .lines
        .iter()
        .filter_map(|line| line.entry.state())
        .map(|state| state.sls.as_str())
        .filter(|sls| !sls.is_empty())
        .collect();
    mods.sort_unstable();
    mods.dedup();
    let given = [("pillar", bound.value("pillar")), ("guards", bound.value("guards"))];
    let given = given.into_iter().filter(|(_, value)| !value.is_null());
    let mut named: Map = given.map(|(key, value)| (Key::from(key), value.clone())).collect();
    if !mods.is_empty() {
        named.insert(Key::from("mods"), Value::from(mods.join(",")));
    }
    let arguments = Arguments { positional: vec![], named };
    let asked = takes(PLANNED).bind("undo", &arguments).map_err(CliError::Call)?;
    let compiled = if mods.is_empty() { None } else { Some(compiled(session, &asked)) };
    match compiled {
        Some(Ok(compiled)) => return Ok(compiled),
        Some(Err(CliError::Compile(problems))) => {
            let first = problems.0.first().map(ToString::to_string).unwrap_or_default();
            tracing::warn!("the SLS of the run do not compile any more: {first}");
        }
        Some(Err(error)) => return Err(error),
        None => {}
    }
    let minion = session.trees(&Overrides::default())?.minion;
    let mut terms = options::Terms::read(session, Some(&asked))?;
    terms.asks_accounts = true;
    Ok(Compiled { minion, lows: vec![], rendered: vec![], terms })
}

/// Removes declarations that the engine would refuse: those without a required argument.
fn declarable(found: Inverses, minion: &Minion) -> Inverses {
    let check = |low: &Low| {
        let mut problems = Problems::default();
        match declare(low, minion, &mut problems) {
            Some(Declared::Aws(_) | Declared::Composed(..)) if problems.0.is_empty() => Ok(()),
            _ => Err(problems.0.iter().map(|it| it.message.clone()).collect::<Vec<_>>().join("; ")),
        }
    };
    let mut kept = Inverses { impossible: found.impossible, ..Inverses::default() };
    for mut inverse in found.inverses {
        inverse.left = inverse.left.filter(|left| check(left).is_ok());
        match check(&inverse.before) {
            Ok(()) => kept.inverses.push(inverse),
            Err(why) => kept.impossible.push(crate::engine::undo::Impossible {
                state: inverse.state.title(),
                why: format!("the earlier state cannot be declared: {why}"),
            }),
        }
    }
    kept
}

/// The result of the comparison with AWS.
struct Compared {
    /// The declarations that undo the run.
    lows: Vec<Low>,
    /// What cannot be undone.
    impossible: Vec<Problem>,
    /// What needs no change, and notes for the reader.
    notes: Vec<Problem>,
}

/// Compares AWS with what the run left, and with what was before.
fn compare(session: &Session<'_>, compiled: &Compiled, found: Inverses) -> Result<Compared, CliError> {
    let Inverses { mut inverses, impossible } = found;
    let mut judged = vec![];
    for round in 1..=ROUNDS {
        let left = plan(session, compiled, inverses.iter().filter_map(|it| it.left.clone()).collect())?;
        let before = plan(session, compiled, inverses.iter().map(|it| it.before.clone()).collect())?;
        judged = inverses.iter().map(|inverse| judge_one(inverse, left.as_ref(), before.as_ref())).collect();
        let mut is_stripped = false;
        for (inverse, judged) in inverses.iter_mut().zip(&judged) {
            let Judged::Extra(paths) = judged else { continue };
            for path in paths {
                is_stripped |= strip(&mut inverse.before, path);
                if let Some(left) = &mut inverse.left {
                    strip(left, path);
                }
            }
        }
        if !is_stripped || round == ROUNDS {
            break;
        }
    }
    let problem = |state: String, why: &str| Problem::nowhere(format!("{state}: {why}"));
    let mut compared = Compared { lows: vec![], impossible: vec![], notes: vec![] };
    compared.impossible.extend(impossible.into_iter().map(|it| problem(it.state, &it.why)));
    let mut moved = vec![];
    for (inverse, judged) in inverses.into_iter().zip(judged) {
        let title = format!("{}, {} '{}'", inverse.state.title(), inverse.thing.noun, inverse.thing.name);
        match judged {
            Judged::Undo => compared.lows.push(inverse.before),
            Judged::Already => {
                compared.notes.push(problem(title, "AWS already shows what was before the run"));
            }
            Judged::Moved(why) => moved.push(problem(title, &why)),
            Judged::Extra(paths) => {
                let why = format!("no declaration undoes it without changing {}", paths.join(", "));
                compared.impossible.push(problem(title, &why));
            }
            Judged::Impossible(why) => compared.impossible.push(problem(title, &why)),
        }
    }
    if moved.is_empty() {
        Ok(compared)
    } else {
        Err(refused(moved, "it was changed after the run: undo that first"))
    }
}

fn judge_one(inverse: &Inverse, left: Option<&Collected>, before: Option<&Collected>) -> Judged {
    let of = |low: &Low, collected: Option<&Collected>| {
        collected.and_then(|it| inverse.of_plan(low, &it.plan).cloned())
    };
    let left = inverse.left.as_ref().and_then(|low| of(low, left));
    judge(inverse, left.as_ref(), of(&inverse.before, before).as_ref())
}

fn plan(session: &Session<'_>, compiled: &Compiled, lows: Vec<Low>) -> Result<Option<Collected>, CliError> {
    if lows.is_empty() {
        return Ok(None);
    }
    let calls = Calls { lows, rendered: &[], only: None, terms: compiled.terms.clone() };
    Ok(Some(run_calls(session, calls, &compiled.minion, true)?.collected()))
}

fn refused(mut problems: Vec<Problem>, hint: &str) -> CliError {
    if let Some(last) = problems.last_mut() {
        *last = last.clone().hint(format!("nothing was changed; {hint}"));
    }
    CliError::Plan(Problems(problems))
}
