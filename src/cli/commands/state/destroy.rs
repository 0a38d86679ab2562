//! `destroy`: deletes what some SLS declare, in reverse order.

use super::confirmed::{Confirmation, after_confirmation};
use super::plan::{EXCLUDE, PILLAR, compiled};
use super::run::{Compiled, lock};
use super::{Bound, CliError, CommandAnswer, Session, guards};
use crate::answer::Form;
use crate::commands::is_on;
use engine::graph_of;
use engine::undo::removal;
use exec::{flag, maybe, required};
use model::{Argument, Problem, Shape};

/// The arguments of `destroy`.
pub(super) const DESTROYED: &[Argument] = &[
    required("mods", Shape::Text, "the SLS, with commas between them"),
    flag("yes", false, "do not ask for confirmation"),
    flag(
        "force",
        false,
        "also delete things that are not empty: a group with instances, a bucket with objects, a database without a last snapshot",
    ),
    EXCLUDE,
    PILLAR,
    maybe("guards", Shape::Text, guards::DOC),
];

/// `destroy MODS`.
pub(super) fn destroy(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let confirmation = Confirmation::of(session, bound)?;
    session.forbid_changes();
    let Compiled { minion, lows, rendered, terms } = compiled(session, bound)?;
    let graph = graph_of(&lows, &rendered, &minion).map_err(CliError::Compile)?;
    let removal = removal(&graph, &minion, is_on(bound, "force")?);
    let warnings: Vec<Problem> = removal.left.into_iter().map(Problem::nowhere).collect();
    if removal.lows.is_empty() {
        let answer = CommandAnswer::data("Nothing to delete: these SLS declare nothing in AWS.");
        return Ok(CommandAnswer { form: Form::Verbatim, warnings, ..answer });
    }
    let declared = Compiled { minion, lows: removal.lows, rendered, terms };
    let _locks = if confirmation.is_real { Some(lock(session, &declared)?) } else { None };
    after_confirmation(session, &declared, confirmation, warnings)
}
