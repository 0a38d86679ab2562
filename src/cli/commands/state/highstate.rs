//! Records how the last highstate ended, for states that put the machine into service.

use std::path::Path;

use super::{CliError, CommandAnswer, Session};
use crate::error::Ending;
use crate::returns;
use engine::record::{self, HighstateRecord};
use model::Value;

/// Runs a highstate and records its end; a test run leaves no record. A killed one has no recorded end.
pub(super) fn recorded(
    session: &Session<'_>,
    is_test: bool,
    run: impl FnOnce() -> Result<CommandAnswer, CliError>,
) -> Result<CommandAnswer, CliError> {
    if is_test {
        return run();
    }
    let path = record::place(session.opts());
    let began = jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S").to_string();
    let record = HighstateRecord::begin(std::process::id(), began, record::machine(session.grains()));
    note(&record, &path);
    let answer = run();
    let failed = answer.as_ref().map(|answer| failed(&answer.data)).unwrap_or_default();
    note(&record.end(answer.as_ref().is_ok_and(|answer| answer.ending == Ending::Succeeded), failed), &path);
    answer
}

/// A user who cannot write the record does not run for the instance; a user who could before gets a warning.
fn note(record: &HighstateRecord, path: &Path) {
    let Err(error) = record.save(path) else { return };
    if path.exists() {
        let source = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        tracing::warn!(
            "{error}, so the result of an earlier highstate still counts for 'elb.register': {source}"
        );
    } else {
        tracing::debug!(%error);
    }
}

/// The states that failed, as `module: ID`.
fn failed(data: &Value) -> Vec<String> {
    returns::failed(data).map(|it| format!("{}: {}", it.module, it.id)).collect()
}
