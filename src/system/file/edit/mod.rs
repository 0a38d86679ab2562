//! `file.append`, `prepend`, `replace`, `comment`, `uncomment`, `line`, `blockreplace`, `keyvalue`: changes of parts of a file's
//! text.
//!
//! Each is a pure function from the present text to the new text; then the whole file is written. See
//! <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html>.

mod add;
mod block;
mod comment;
mod keyvalue;
mod line;
mod replace;
mod spec;

use std::path::{Path, PathBuf};

use super::managed::{Now, shown_difference};
use crate::operation::{Operation, Operations, act, refused, report, with};
use crate::source;
use crate::{Call, Intent, LocalState};
use machine::file::Permissions;
use model::{Function, Map, Outcome, Value};

pub use spec::FUNCTIONS;

/// The functions that edit a text.
pub struct Edit;

/// The present text, and the data that the edit takes from elsewhere.
#[derive(Clone, Debug)]
pub struct Live {
    now: Now,
    /// The text of the file; empty if there is none.
    text: String,
    /// The rendered texts of `source` or `sources`.
    sources: Vec<String>,
    /// The accumulated lines of the file.
    accumulated: Map,
    /// The target of a link, so that a backup is in the directory of the file itself.
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
            accumulated: call.context.memory.accumulated(call.name),
            real: std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
            when: call.context.services.now(),
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

/// The rendered texts of `source` or `sources`, if the function takes them.
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

/// The report of an edit.
struct Words<'a> {
    would: &'a str,
    did: &'a str,
    same: &'a str,
}

const PLAIN: Words<'_> =
    Words { would: "Changes would be made", did: "Changes were made", same: "No changes needed to be made" };

/// The extension of the copy that the arguments ask for; nothing for `False`.
fn extension(call: &Call<'_>) -> Option<String> {
    let written = call.fields.text("backup").unwrap_or_else(|| ".bak".to_owned());
    Some(written).filter(|extension| !matches!(extension.as_str(), "" | "false" | "False"))
}

/// The difference as these functions show it: `True` if it is hidden.
fn shown(call: &Call<'_>, old: &str, new: &str) -> Value {
    if call.fields.boolean("show_changes") == Some(false) {
        return Value::Bool(true);
    }
    shown_difference(old.as_bytes(), new.as_bytes(), true).into()
}

fn changes_of(difference: Value) -> Map {
    [("diff".into(), difference)].into_iter().collect()
}

/// The usual end: the old file is copied aside, and the new one is written.
fn finish(call: &Call<'_>, live: &Live, new: String, words: &Words<'_>) -> Intent<Operations> {
    if new == live.text && live.now.stat.is_some() {
        return Intent::Settled(Outcome::succeeded(words.same));
    }
    let changes = changes_of(shown(call, &live.text, &new));
    let foreseen = with(Outcome::would_change(words.would), changes.clone());
    let done = with(Outcome::succeeded(words.did), changes);
    act(foreseen, operations(call, live, new), done)
}

/// A copy of the old file if one is wanted, and the new file.
fn operations(call: &Call<'_>, live: &Live, new: String) -> Vec<Operation> {
    let mut operations = vec![];
    if let (Some(extension), true) = (extension(call), live.now.stat.is_some()) {
        let to = format!("{}{extension}", live.real.display());
        operations.push(Operation::Copy {
            from: live.real.clone(),
            to: to.into(),
            preserves: true,
            replaces: false,
        });
    }
    operations.push(Operation::write(call.name, new));
    operations
}

/// The file is missing, and that is an error.
fn not_found(call: &Call<'_>) -> Intent<Operations> {
    refused(format!("{}: file not found", call.name))
}

/// The directories that `makedirs` creates; nothing if they are missing and must not be created.
fn parents(call: &Call<'_>, live: &Live) -> Option<Vec<Operation>> {
    if !live.now.has_parent && call.fields.boolean("makedirs") != Some(true) {
        return None;
    }
    let permissions = Permissions { mode: Some(0o755), ..Permissions::default() };
    let make = |path: &PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
    Some(live.now.missing_parents.iter().map(make).collect())
}

/// Text with an end of its last line.
fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The reports of a test run and of a real run if there is nothing to write.
fn only_reports(foreseen: Outcome, reason: String) -> Intent<Operations> {
    report(foreseen, Outcome::failed(reason))
}
