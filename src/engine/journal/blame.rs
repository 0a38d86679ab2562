//! Who changed a thing, and when.

use jiff::Timestamp;
use serde::Serialize;

use super::entry::{Called, Entry, StateName};
use super::read::Loaded;
use crate::run_plan::Thing;

/// The change of one run to one state or thing.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The run.
    pub run: String,
    /// When it was planned.
    pub at: Timestamp,
    /// The user.
    pub user: String,
    /// The host.
    pub host: String,
    /// The command.
    pub function: String,
    /// The state.
    pub state: StateName,
    /// The thing, as it was planned.
    pub thing: Thing,
    /// The calls of the state that changed something.
    pub calls: Vec<Called>,
    /// The result of the state: `succeeded`, `failed`, or nothing if the run was aborted before.
    pub result: Option<String>,
}

/// The changes of runs to everything with this name: a state's ID or name, or a thing's name, id or ARN. Newest first.
/// With an account, only those of its things: two accounts may have things of one name.
pub fn blame<'a>(
    runs: impl IntoIterator<Item = &'a Loaded>,
    name: &str,
    account: Option<&str>,
) -> Vec<Change> {
    let mut all: Vec<Change> = runs.into_iter().flat_map(|run| of_run(run, name)).collect();
    all.retain(|change| account.is_none_or(|account| change.thing.account.as_deref() == Some(account)));
    all.sort_by(|one, other| (&other.run, other.at).cmp(&(&one.run, one.at)));
    all
}

fn of_run(run: &Loaded, name: &str) -> Vec<Change> {
    let Some(begun) = run.begun() else { return vec![] };
    let mut changes: Vec<Change> = vec![];
    for line in &run.lines {
        let Entry::Planned { state, thing } = &line.entry else { continue };
        if !is_named(state, thing, name, run) {
            continue;
        }
        let of_state = |entry: &Entry| entry.state() == Some(state);
        let calls = run.lines.iter().filter(|line| of_state(&line.entry));
        let calls = calls.filter_map(|line| match &line.entry {
            Entry::Called(called) => Some(Called { state: None, ..called.clone() }),
            _ => None,
        });
        let result = run.lines.iter().find_map(|line| match &line.entry {
            Entry::Ended { state: ended, result, .. } if ended == state => Some(result.clone()),
            _ => None,
        });
        changes.push(Change {
            run: run.run.clone(),
            at: line.at,
            user: begun.user.clone(),
            host: begun.host.clone(),
            function: begun.function.clone(),
            state: state.clone(),
            thing: thing.as_ref().clone(),
            calls: calls.collect(),
            result,
        });
    }
    changes
}

/// The id of a thing that the run made is only in what was found after it.
fn is_named(state: &StateName, thing: &Thing, name: &str, run: &Loaded) -> bool {
    let is_id = |id: Option<&str>| id.is_some_and(|id| id == name || id.ends_with(&format!("/{name}")));
    let found = run.lines.iter().filter_map(|line| match &line.entry {
        Entry::Found { state: of, thing: found } if of == state && found.kind == thing.kind => Some(found),
        _ => None,
    });
    [&state.id, &state.name, &thing.name].iter().any(|it| *it == name)
        || is_id(thing.id.as_deref())
        || found.filter(|found| found.name == thing.name).any(|found| is_id(found.id.as_deref()))
}
