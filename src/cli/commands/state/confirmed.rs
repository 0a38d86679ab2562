//! Declarations that a command makes itself (`undo`, `destroy`): their plan is shown, and carried out once it is confirmed.

use super::comparison::refused;
use super::confirm::{can_ask, confirm};
use super::run::{Compiled, answer_of, plan_answer, run_calls, run_calls_approved};
use super::walk::Calls;
use super::{Bound, CliError, CommandAnswer, Session, guards, options};
use crate::commands::is_on;
use crate::render::{self, Outputter, print_error};
use engine::guards::Guarded;
use engine::run_plan::{Approved, RunPlan};
use model::Problem;

/// Whether the declarations may be carried out.
#[derive(Clone, Copy)]
pub(super) struct Confirmation {
    /// True after `--yes`.
    pub is_given: bool,
    /// True if they are carried out: after `--yes`, or when a person can be asked. Else the plan is the answer.
    pub is_real: bool,
}

impl Confirmation {
    /// What `--yes`, the terminal and the configuration say.
    ///
    /// # Errors
    ///
    /// `--yes`, although the configuration allows test runs only.
    pub fn of(session: &Session<'_>, bound: &Bound) -> Result<Self, CliError> {
        let is_given = is_on(bound, "yes")?;
        if is_given {
            options::refuse_if_test(session, bound)?;
        }
        Ok(Self { is_given, is_real: is_given || can_ask(session) })
    }
}

/// Plans the declarations and, once that is confirmed, carries them out. The caller has the locks of the run.
///
/// # Errors
/// The guards refuse the plan, a part of it failed, or it was not confirmed.
pub(super) fn after_confirmation(
    session: &Session<'_>,
    declared: &Compiled,
    confirmation: Confirmation,
    warnings: Vec<Problem>,
) -> Result<CommandAnswer, CliError> {
    let Compiled { minion, lows, terms, .. } = declared;
    let calls = || Calls { lows: lows.clone(), rendered: &[], only: None, terms: terms.clone() };
    let planned = run_calls(session, calls(), minion, true)?;
    let collected = planned.collected();
    if !confirmation.is_real {
        return Ok(plan_answer(planned, collected.plan, warnings));
    }
    guards::stop(&collected.plan.refused)?;
    stop_if_failed(&collected.plan)?;
    if !confirmation.is_given {
        let layout = session.settings().layout(session.opts(), Outputter::Highstate);
        print_error(&format!("{}\n", render::plan::render(&collected.plan, layout)));
    }
    if confirm(session, confirmation.is_given, collected.plan.summary)? {
        // The confirmation may have taken long: earlier reads are old.
        session.reach().snapshot().forget_all();
    }
    session.permit_changes();
    let approved = Approved::new(&collected.plan, lows);
    let guarded = Guarded::new(&terms.guards, Some(&approved));
    let run = run_calls_approved(session, calls(), minion, Some(&guarded))?;
    Ok(answer_of(run, warnings))
}

/// Stops before the first change if a part cannot be planned.
fn stop_if_failed(plan: &RunPlan) -> Result<(), CliError> {
    let mut problems = vec![];
    for state in plan.states.iter().filter(|state| state.failed) {
        let first = state.comment.lines().next().unwrap_or_default();
        problems.push(Problem::nowhere(format!("{}: {first}", state.title())));
    }
    if problems.is_empty() { Ok(()) } else { Err(refused(problems, "correct this first")) }
}
