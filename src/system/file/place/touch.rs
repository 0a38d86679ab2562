//! Times of a file, which is created empty if it is missing.

use std::time::{Duration, SystemTime};

use super::Live;
use crate::operation::{Operation, Operations, act, report, with};
use crate::{Call, Intent};
use machine::file::{FileKind, Permissions};
use model::{Map, Outcome, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let changes = |key: &str| -> Map { [(key.into(), Value::from(name))].into_iter().collect() };
    let written = |argument: &str| {
        let seconds = call.fields.number(argument)?;
        Some(SystemTime::UNIX_EPOCH + Duration::try_from_secs_f64(seconds).ok()?)
    };
    let (accessed, modified) = (written("atime"), written("mtime"));
    let times = Operation::SetTimes {
        path: live.path.clone(),
        accessed: Some(accessed.unwrap_or(live.now)),
        modified: Some(modified.unwrap_or(live.now)),
    };
    let Some(stat) = &live.stat else {
        let foreseen = format!("File {name} is set to be created");
        let foreseen = with(Outcome::would_change(foreseen), changes("new"));
        if !live.missing_parents.is_empty() && call.fields.boolean("makedirs") != Some(true) {
            let reason = format!("Directory not present to touch file {name}");
            return report(foreseen, Outcome::failed(reason));
        }
        let permissions = Permissions { mode: Some(0o755), ..Permissions::default() };
        let make = |path: &std::path::PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
        let mut operations: Vec<Operation> = live.missing_parents.iter().map(make).collect();
        operations.extend([Operation::write(&live.path, ""), times]);
        let done = Outcome::succeeded(format!("Created empty file {name}"));
        return act(foreseen, operations, with(done, changes("new")));
    };
    let is_at = |now: std::io::Result<SystemTime>, wanted: Option<SystemTime>| {
        wanted.is_some_and(|wanted| now.is_ok_and(|now| now == wanted))
    };
    // With declared times, there is a wanted state.
    if (accessed.is_some() || modified.is_some())
        && (accessed.is_none() || is_at(stat.metadata.accessed(), accessed))
        && (modified.is_none() || is_at(stat.metadata.modified(), modified))
    {
        return Intent::Settled(Outcome::succeeded(format!("File {name} exists and has the correct times")));
    }
    let what = if stat.kind == FileKind::Directory { "directory" } else { "file" };
    let foreseen = Outcome::would_change(format!("Times of {what} {name} are set to be updated"));
    let done = Outcome::succeeded(format!("Updated times on {what} {name}"));
    act(with(foreseen, changes("touched")), vec![times], with(done, changes("touched")))
}
