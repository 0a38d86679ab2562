//! `file.append`, `prepend`, `replace`, `comment`, `uncomment`, `line`, `blockreplace`, `keyvalue`: a file's text changed in
//! parts.
//!
//! Each is a pure function from the text that is there to the text that will be; the file is then written whole.
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html>.

mod add;
mod block;
mod comment;
mod keyvalue;
mod line;
mod replace;
mod spec;

use std::path::{Path, PathBuf};

use super::managed::{Now, shown_difference};
use crate::machine::file::Permissions;
use crate::model::{Function, Map, Outcome, Value};
use crate::system::operation::{Operation, Operations, act, refused, report, with};
use crate::system::source;
use crate::system::{Call, Intent, LocalState};

pub use spec::FUNCTIONS;

/// The functions that edit a text.
pub struct Edit;

/// The text that is there, and what the edit takes from elsewhere.
#[derive(Clone, Debug)]
pub struct Live {
    now: Now,
    /// The text of the file; empty where there is none.
    text: String,
    /// The rendered texts of `source` or `sources`.
    sources: Vec<String>,
    /// What was accumulated for the file.
    accumulated: Map,
    /// Where a link leads, so that a backup stands beside the file itself.
    real: PathBuf,
    when: std::time::SystemTime,
}

impl LocalState for Edit {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        if !call.name.starts_with('/') {
            let reason = format!("Specified file {} is not an absolute path", call.name);
            return Err(Outcome::failed(reason));
        }
        let path = Path::new(call.name);
        let now = Now::of(path).map_err(Outcome::failed)?;
        if now.is_directory() {
            return Err(Outcome::failed(format!("{} is a directory", call.name)));
        }
        let text = String::from_utf8(now.contents.clone().unwrap_or_default());
        let text = text.map_err(|_| Outcome::failed(format!("{} is not UTF-8 text", call.name)))?;
        Ok(Live {
            text,
            sources: sources(&call).await.map_err(Outcome::failed)?,
            accumulated: call.around.memory.accumulated(call.name),
            real: std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            when: call.around.supplies.now(),
            now,
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "append" | "prepend" => add::diff(&call, &live),
            "replace" => replace::diff(&call, &live),
            "comment" => comment::comment(&call, &live),
            "uncomment" => comment::uncomment(&call, &live),
            "line" => line::diff(&call, &live),
            "blockreplace" => block::diff(&call, &live),
            _ => keyvalue::diff(&call, &live),
        }
    }
}

/// The rendered texts of `source` or `sources`, where the function takes them.
async fn sources(call: &Call<'_>) -> Result<Vec<String>, String> {
    if !matches!(call.function.verb, "append" | "prepend" | "blockreplace") {
        return Ok(vec![]);
    }
    if let Some(reason) = source::bad_variables(call.fields) {
        return Err(reason.to_owned());
    }
    if call.fields.has("source") && call.fields.has("sources") {
        return Err("source and sources are mutually exclusive".to_owned());
    }
    let name = if call.fields.has("sources") { "sources" } else { "source" };
    let mut texts = vec![];
    for (written, _) in source::written(call.fields, name).unwrap_or_default() {
        let found = source::find(call, &written).await;
        let found = found.map_err(|_| format!("Failed to load template file {written}"))?;
        let text =
            String::from_utf8(found.load()?.contents).map_err(|_| format!("{written} is not UTF-8 text"))?;
        texts.push(source::render(call, &text, Some(&found), Map::new()).await?);
    }
    Ok(texts)
}

/// How an edit is told.
struct Words<'a> {
    would: &'a str,
    did: &'a str,
    same: &'a str,
}

const PLAIN: Words<'_> =
    Words { would: "Changes would be made", did: "Changes were made", same: "No changes needed to be made" };

/// Where the arguments ask for a copy of what was there: its extension; nothing for `False`.
fn extension(call: &Call<'_>) -> Option<String> {
    let written = call.fields.text("backup").unwrap_or_else(|| ".bak".to_owned());
    Some(written).filter(|extension| !matches!(extension.as_str(), "" | "false" | "False"))
}

/// The difference as these functions show it: `True` where it is hidden.
fn shown(call: &Call<'_>, old: &str, new: &str) -> Value {
    if call.fields.boolean("show_changes") == Some(false) {
        return Value::Bool(true);
    }
    shown_difference(old.as_bytes(), new.as_bytes(), true).into()
}

fn changes_of(difference: Value) -> Map {
    [("diff".into(), difference)].into_iter().collect()
}

/// The usual end: what was there is copied aside, and the file is written.
fn finish(call: &Call<'_>, live: &Live, new: String, words: &Words<'_>) -> Intent<Operations> {
    if new == live.text && live.now.stat.is_some() {
        return Intent::Settled(Outcome::succeeded(words.same));
    }
    let changes = changes_of(shown(call, &live.text, &new));
    let foreseen = with(Outcome::would_change(words.would), changes.clone());
    let done = with(Outcome::succeeded(words.did), changes);
    act(foreseen, operations(call, live, new), done)
}

/// A copy aside where one is asked for, and the file.
fn operations(call: &Call<'_>, live: &Live, new: String) -> Vec<Operation> {
    let mut operations = vec![];
    if let (Some(extension), true) = (extension(call), live.now.stat.is_some()) {
        let to = format!("{}{extension}", live.real.display());
        operations.push(Operation::Copy { from: live.real.clone(), to: to.into(), preserves: true });
    }
    operations.push(Operation::write(call.name, new));
    operations
}

/// The file is not there, and that is an error.
fn not_found(call: &Call<'_>) -> Intent<Operations> {
    refused(format!("{}: file not found", call.name))
}

/// The directories that `makedirs` asks for; nothing where they are missing and it does not.
fn parents(call: &Call<'_>, live: &Live) -> Option<Vec<Operation>> {
    if !live.now.has_parent && call.fields.boolean("makedirs") != Some(true) {
        return None;
    }
    let permissions = Permissions { mode: Some(0o755), ..Permissions::default() };
    let make = |path: &PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
    Some(live.now.missing_parents.iter().map(make).collect())
}

/// Text that ends its last line.
fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Told apart: what a test run says and what a real one does when there is nothing to write.
fn only_reports(foreseen: Outcome, reason: String) -> Intent<Operations> {
    report(foreseen, Outcome::failed(reason))
}
