//! `undo`: undoes the changes of a recorded run, by ordinary declarations, against the present.

use super::comparison::{compare, refused};
use super::confirmed::{Confirmation, after_confirmation};
use super::plan::{PLANNED, compiled};
use super::run::{Compiled, lock};
use super::{Bound, CliError, CommandAnswer, Overrides, Session, options};
use crate::answer::Form;
use crate::commands::is_on;
use crate::commands::runs::{RunNeighbours, to_undo};
use engine::journal::{Loaded, Status, VERSION};
use engine::undo::{Around, Inverse, Inverses, force, invert};
use engine::{Declared, declare};
use exec::{Arguments, takes};
use model::{Key, Low, Map, Minion, Problem, Problems, Value};

/// `undo RUN`.
pub(super) fn undo(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let RunNeighbours { earlier, run, later, restored } = to_undo(session, &bound.text("run"))?;
    check_readable(&run)?;
    let confirmation = Confirmation::of(session, bound)?;
    session.forbid_changes();
    let mut compiled = declared(session, &run, bound)?;
    compiled.terms.undoes = Some(run.run.clone());
    let _locks = if confirmation.is_real { Some(lock(session, &compiled)?) } else { None };
    let profile = Some(bound.text("profile")).filter(|name| !name.is_empty());
    let around = Around { earlier: &earlier, later: &later, restored: &restored };
    let mut found = invert(&run, around, &compiled.lows, profile.as_deref());
    if is_on(bound, "force")? {
        found.inverses.iter_mut().for_each(|inverse| force(&mut inverse.before));
    }
    let found = declarable(found, &compiled.minion);
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
    let Compiled { minion, rendered, terms, .. } = compiled;
    let of_undo = Compiled { minion, rendered, terms, lows: judged.lows };
    after_confirmation(session, &of_undo, confirmation, warnings)
}

/// Refuses a run that is not over, that has no beginning, or that a newer version recorded.
fn check_readable(run: &Loaded) -> Result<(), CliError> {
    if run.status() == Status::UnderWay {
        let problem = Problem::nowhere(format!("the run {} is running", run.run));
        return Err(CliError::Plan(problem.hint("wait until it has ended, or end it").into()));
    }
    if run.begun().is_none() {
        let why = run.cut.as_ref().map_or("the first line of its journal cannot be read", |cut| &cut.what);
        let problem = Problem::nowhere(format!("the run {} cannot be undone: {why}", run.run));
        return Err(CliError::Plan(problem.hint("'runs list' shows the others").into()));
    }
    if let Some(begun) = run.begun().filter(|begun| begun.format_version > VERSION) {
        let (program, format) = (&begun.program, begun.format_version);
        let problem = Problem::nowhere(format!(
            "the run {} cannot be undone: {program} wrote format {format} of the journal, and this is format {VERSION}",
            run.run
        ));
        return Err(CliError::Plan(
            problem.hint("undo it with the version that made it, or a newer one").into(),
        ));
    }
    Ok(())
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
        // An argument of the SLS may exclude a value of the journal.
        let without_conflict = |inverse: &Inverse, low: &Low| {
            if check(low).is_ok() {
                return Some(low.clone());
            }
            inverse.without_one(low).into_iter().find(|low| check(low).is_ok())
        };
        inverse.left = inverse.left.as_ref().and_then(|left| without_conflict(&inverse, left));
        if let Some(before) = without_conflict(&inverse, &inverse.before) {
            inverse.before = before;
        }
        let mut checked = check(&inverse.before);
        if checked.is_err() {
            // An attribute that the SLS leaves to other arguments cannot always be declared beside them.
            for attribute in inverse.thing.attributes.clone() {
                inverse.correct(&attribute.path);
                checked = check(&inverse.before);
                if checked.is_ok() {
                    break;
                }
            }
        }
        if checked.is_err() && inverse.declare_plainly() {
            checked = check(&inverse.before);
        }
        match checked {
            Ok(()) => kept.inverses.push(inverse),
            Err(why) => kept.impossible.push(engine::undo::Impossible {
                state: inverse.state.title(),
                why: format!("the earlier state cannot be declared: {why}"),
            }),
        }
    }
    kept
}
