//! Guards of a run: from the configuration and the command line, and their refusals.

use super::{Bound, CliError, Session};
use engine::guards::{Guards, KEY, Violation};
use model::{Place, Problem, Problems, Value};
use sls::yaml;

/// The argument for guards of one run.
pub(super) const DOC: &str =
    "guards of this run, as in '{max_deletes: 5}'; they replace the configured ones, key by key";

/// The guards of a run. Our own commands get text, functions a mapping.
pub(super) fn of_run(session: &Session<'_>, bound: Option<&Bound>) -> Result<Guards, CliError> {
    let given = match bound.map(|bound| bound.value(KEY)) {
        Some(Value::Str(text)) => {
            yaml::parse_file(text, "the command line").map_err(CliError::Config)?.to_value()
        }
        Some(other) => other.clone(),
        None => Value::Null,
    };
    Guards::read(session.opts().get(KEY), Some(&given), &Place::file("guards")).map_err(CliError::Config)
}

/// Stops before the first change if something is refused.
///
/// # Errors
/// All refusals.
pub(super) fn stop(refused: &[Violation]) -> Result<(), CliError> {
    if refused.is_empty() {
        return Ok(());
    }
    let problems = Problems(refused.iter().map(|it| Problem::nowhere(it.to_string())).collect());
    let hint = "nothing was changed; if the changes are intended, give this run other guards: \
                guards='{max_deletes: 5}'";
    Err(CliError::Guarded(problems.cut(hint)))
}

/// The warning of a test run that a real run would be refused.
pub(super) fn foreseen(refused: &[Violation]) -> Vec<Problem> {
    let warning = |violation: &Violation| {
        Problem::nowhere(format!("a run without test=True would stop before its first change: {violation}"))
    };
    refused.iter().map(warning).collect()
}
