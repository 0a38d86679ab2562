//! `prune`: deletes things with the owner's tag that are not declared any more.

use super::comparison::refused;
use super::plan::compiled;
use super::run::{Compiled, answer_of, plan_answer, run_calls};
use super::walk::{Calls, Run, owner};
use super::{Bound, CliError, CommandAnswer, Session};
use crate::answer::Form;
use crate::commands::is_on;
use engine::ownership::{self, Owned, list_owned};
use engine::{Declared, declare};
use model::{Low, Problem, Problems, Reference, Verdict};

/// `prune MODS`.
pub(super) fn prune(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let Some(owner) = owner(session)? else {
        let problem = Problem::nowhere("nothing is owned: the configuration has no 'ownership'");
        return Err(CliError::Usage(problem.hint("ownership: NAME tags what runs make and change")));
    };
    session.forbid_changes();
    let compiled = compiled(session, bound)?;
    let declared = planned(session, &compiled)?;
    let (lows, left) = gone(session, &compiled, &owner, &declared)?;
    let mut warnings: Vec<Problem> = left.iter().map(kept).collect();
    let is_real = is_on(bound, "yes")?;
    let used = in_use(&lows, &compiled);
    if !used.is_empty() && !is_on(bound, "in_use")? {
        if is_real {
            return Err(refused(used, "--in-use deletes it in spite of that"));
        }
        warnings.extend(used);
    }
    if is_real {
        session.permit_changes();
        // The reads of the plan may be minutes old.
        session.reach().snapshot().forget_all();
    }
    if lows.is_empty() {
        return Ok(nothing(warnings));
    }
    let Compiled { minion, terms, .. } = compiled;
    let calls = Calls { lows, rendered: &[], only: None, terms };
    let run = run_calls(session, calls, &minion, !is_real)?;
    if is_real {
        return Ok(answer_of(run, warnings));
    }
    let plan = run.collected().plan;
    Ok(plan_answer(run, plan, warnings))
}

/// The declared things, compared with AWS. An unreadable one could be any thing with the tag.
fn planned(session: &Session<'_>, compiled: &Compiled) -> Result<Run, CliError> {
    let Compiled { minion, lows, rendered, terms } = compiled;
    let calls = Calls { lows: lows.clone(), rendered, only: None, terms: terms.clone() };
    let run = run_calls(session, calls, minion, true)?;
    let failed = run.ran.walked.returns.iter().filter(|it| it.outcome.verdict == Verdict::Failed);
    let mut problems: Vec<Problem> = failed
        .map(|it| {
            Problem::nowhere(format!("{}.{} '{}': {}", it.state, it.function, it.id, it.outcome.comment))
        })
        .collect();
    if let Some(last) = problems.last_mut() {
        *last = last.clone().hint("nothing is deleted while a declared state cannot be planned");
        return Err(CliError::Plan(Problems(problems)));
    }
    Ok(run)
}

/// The states that delete things which are not declared any more, in their order, and the things left to their owner.
fn gone(
    session: &Session<'_>,
    compiled: &Compiled,
    owner: &str,
    declared: &Run,
) -> Result<(Vec<Low>, Vec<Owned>), CliError> {
    let reach = session.reach();
    let (mut lows, mut left): (Vec<(u32, Low)>, Vec<Owned>) = (vec![], vec![]);
    for (connection, like) in ownership::connections(&compiled.lows, &compiled.minion) {
        let listed = reach.wait(async {
            let session = reach.snapshot().open(&connection).await;
            match reach.snapshot().aws(session) {
                Some(aws) => list_owned(&aws, owner).await,
                None => Ok(vec![]),
            }
        })?;
        let listed = listed.map_err(|error| CliError::Plan(Problem::nowhere(error.to_string()).into()))?;
        let plan = declared.collected().plan;
        let undeclared = listed.into_iter().filter(|owned| !owned.is_declared(&plan));
        for owned in undeclared {
            let is_known = lows.iter().any(|(_, low)| low.id == owned.arn) || left.contains(&owned);
            match owned.absent(like) {
                _ if is_known => {}
                Some(low) => lows.push(low),
                None => left.push(owned),
            }
        }
    }
    lows.sort_by_key(|(order, low)| (*order, low.id.clone()));
    Ok((lows.into_iter().map(|(_, low)| low).collect(), left))
}

/// The things to delete that declared states name: a queue for the dead letters of another one.
fn in_use(lows: &[Low], compiled: &Compiled) -> Vec<Problem> {
    let minion = &compiled.minion;
    let declare = |low: &Low| declare(low, minion, &mut Problems::default());
    let users: Vec<(&Low, Declared)> =
        compiled.lows.iter().filter_map(|low| Some((low, declare(low)?))).collect();
    let mut problems = vec![];
    for low in lows {
        let Some(deleted) = declare(low) else { continue };
        let provided: Vec<Reference> =
            deleted.parts().iter().flat_map(|part| part.kind.provides(&part.spec)).collect();
        let is_user = |declared: &Declared| {
            declared.uses().iter().any(|used| provided.iter().any(|it| used.is_provided_by(it)))
        };
        let names: Vec<String> = users
            .iter()
            .filter(|(_, declared)| is_user(declared))
            .map(|(user, _)| format!("{} '{}'", user.full_function(), user.id))
            .collect();
        if !names.is_empty() {
            problems.push(Problem::nowhere(format!("! {}: it is used by {}", low.id, names.join(", "))));
        }
    }
    problems
}

fn kept(owned: &Owned) -> Problem {
    let message =
        format!("{} has the owner's tag and is not declared any more; 'prune' does not delete it", owned.arn);
    Problem::nowhere(message).hint("declare it absent, or remove the tag")
}

fn nothing(warnings: Vec<Problem>) -> CommandAnswer {
    let form = Form::Verbatim;
    CommandAnswer {
        form,
        warnings,
        ..CommandAnswer::data("Nothing to delete: all things with the owner's tag are declared.")
    }
}
