//! `archive.extracted`: the contents of an archive, in a directory.
//!
//! ```yaml
//! /srv/tool:
//!   archive.extracted:
//!     - source: salt://tool-1.2.tar.gz
//!     - options: --strip-components=1
//!     - enforce_toplevel: False
//! ```
//!
//! Tar (plain, gzip; xz, bzip2 and zstd by the system's programs) and zip. An archive is extracted if any of its entries is
//! missing. An archive with a path that leads out of the directory, a device, or a pipe is refused as a whole.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.archive.html>.

mod how;
mod job;
mod spec;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::owner::Owner;
use super::source::{self, SourceError};
use super::{Call, Intent, LocalState};
use machine::archive::{self, ArchiveError, Entry, EntryKind, Form};
use machine::file::Stat;
use model::{Function, Map, Outcome, Value, chain};

pub use job::Job;
pub use spec::FUNCTIONS;

/// The state module `archive`.
pub struct Archive;

/// An archive, and the present state of its entries.
#[derive(Debug)]
pub struct Live {
    shown: String,
    archive: archive::Archive,
    entries: Vec<Entry>,
    /// The missing paths.
    missing: bool,
    /// The paths of another type.
    wrong: Vec<PathBuf>,
    /// The paths with another owner.
    foreign: Vec<PathBuf>,
    has_directory: bool,
}

impl LocalState for Archive {
    type Live = Box<Live>;
    type Step = Box<Job>;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Self::Live, Outcome> {
        how::check(&call).map_err(Outcome::failed)?;
        if let Some(path) = call.fields.text("if_missing")
            && Path::new(&path).exists()
        {
            return Err(Outcome::succeeded(format!("Path {path} exists")));
        }
        look(&call).await.map(Box::new).map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Self::Live) -> Intent<Self::Step> {
        plan(&call, *live)
    }
}

/// The directory, as Salt writes it.
fn directory(call: &Call<'_>) -> String {
    format!("{}/", call.name.trim_end_matches('/'))
}

async fn look(call: &Call<'_>) -> Result<Live, String> {
    let (fields, name) = (call.fields, call.name);
    let owner = Owner::read(fields, &[]);
    if owner.unknown().is_some() {
        let (word, field) = if owner.has_unknown_user() { ("User", "user") } else { ("Group", "group") };
        return Err(format!("{word} {} does not exist", fields.text(field).unwrap_or_default()));
    }
    let sources = source::written(fields, "source").filter(|sources| !sources.is_empty());
    let sources = sources.ok_or_else(|| "no source of the archive is given".to_owned())?;
    let is_list = fields.node("source").is_some_and(|node| node.as_list().is_some());
    let found = source::find_first(call, &sources, is_list).await;
    let (found, hash) = found.map_err(|reason| match reason {
        SourceError::NotHere(path) => format!("Source file '{path}' does not exist"),
        other => other.to_string(),
    })?;
    let hash = hash.or_else(|| fields.text("source_hash")).unwrap_or_default();
    if !hash.is_empty() {
        let contents = found.load()?.contents;
        found.check(call, &hash, &found.written, &contents).await?;
    }
    let archive = how::archive(call, &found.written, &found.path)?;
    let (archive, entries) = listed(archive).await?;
    let entries = entries.map_err(|error| how::unlisted(&error, &found.written))?;
    let within = fields.text("enforce_ownership_on");
    let base = Path::new(name);
    let (mut missing, mut wrong, mut foreign) = (false, vec![], vec![]);
    for entry in &entries {
        match Stat::find_link(&base.join(&entry.path)).map_err(|error| chain(&error))? {
            None => missing = true,
            Some(stat) => {
                let is_directory = stat.metadata.is_dir() || base.join(&entry.path).is_dir();
                if is_directory != (entry.kind == EntryKind::Directory)
                    && !matches!(entry.kind, EntryKind::Link(_))
                {
                    wrong.push(entry.path.clone());
                }
                let belongs = within.as_ref().is_none_or(|within| base.join(&entry.path).starts_with(within));
                if belongs && !owner.differences(&stat, false).is_empty() {
                    foreign.push(base.join(&entry.path));
                }
            }
        }
    }
    let has_directory = base.is_dir();
    Ok(Live { shown: found.written.clone(), archive, entries, missing, wrong, foreign, has_directory })
}

/// The entries of an archive. Reading a large one takes a while, and nothing else waits for it.
async fn listed(
    archive: archive::Archive,
) -> Result<(archive::Archive, Result<Vec<Entry>, ArchiveError>), String> {
    let list = move || {
        let entries = archive.list();
        (archive, entries)
    };
    tokio::task::spawn_blocking(list).await.map_err(|error| chain(&error))
}

/// The top level of an archive: its names, and how many of them are not directories.
fn top(entries: &[Entry]) -> (BTreeSet<PathBuf>, usize) {
    let first = |entry: &Entry| entry.path.components().next().map(|part| PathBuf::from(part.as_os_str()));
    let names: BTreeSet<PathBuf> = entries.iter().filter_map(first).collect();
    let bare = entries
        .iter()
        .filter(|entry| entry.path.components().count() == 1 && entry.kind != EntryKind::Directory);
    let count = bare.count();
    (names, count)
}

/// What is wrong with the archive, or with the paths in its place.
fn objection(call: &Call<'_>, live: &Live) -> Option<String> {
    let fields = call.fields;
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let into = directory(call);
    let (names, files) = top(&live.entries);
    if fields.boolean("enforce_toplevel").unwrap_or(true) && (names.len() > 1 || files > 0) {
        let kind = if live.archive.form == Form::Zip { "zip" } else { "tar" };
        return Some(format!(
            "Archive does not have a single top-level directory. To allow this archive to be extracted, set \
             'enforce_toplevel' to False. To avoid a '{kind}-bomb' it may also be advisable to set a top-level directory by \
             adding it to the 'name' value (for example, setting 'name' to {into}some_dir instead of {into})."
        ));
    }
    if flag("clean") && flag("clean_parent") {
        return Some("Only one of 'clean' and 'clean_parent' can be set to True".to_owned());
    }
    let cleans = flag("clean") || flag("clean_parent");
    if !live.wrong.is_empty() && !cleans && !flag("force") {
        let wrong: Vec<String> = live.wrong.iter().map(|path| format!("\n- {}", path.display())).collect();
        return Some(format!(
            "The below paths (relative to {into}) exist, but are the incorrect type (file instead of directory, symlink \
             instead of file, etc.). To proceed with extraction, set 'force' to True. Note that this will remove these paths \
             before extracting.\n{}",
            wrong.concat()
        ));
    }
    None
}

/// The paths that are removed before the extraction.
fn remove_first(call: &Call<'_>, live: &Live, job: &mut Job, changes: &mut Map) {
    let flag = |name: &str| call.fields.boolean(name) == Some(true);
    let into = directory(call);
    if flag("clean_parent") && live.has_directory {
        job.removed.push(into.trim_end_matches('/').into());
        changes
            .insert("removed".into(), format!("Directory {into} was removed prior to the extraction").into());
    } else {
        let gone =
            if flag("clean") { top(&live.entries).0.into_iter().collect() } else { live.wrong.clone() };
        let there = gone.into_iter().map(|path| Path::new(&into).join(path));
        job.removed.extend(there.filter(|path| path.symlink_metadata().is_ok()));
        if !job.removed.is_empty() {
            let is_directory = |path: &Path| {
                let below = |entry: &Entry| {
                    let place = Path::new(&into).join(&entry.path);
                    place.starts_with(path) && (place != path || entry.kind == EntryKind::Directory)
                };
                live.entries.iter().any(below)
            };
            let slash = |path: &Path| if is_directory(path) { "/" } else { "" };
            let shown = job.removed.iter().map(|path| format!("{}{}", path.display(), slash(path)));
            let shown: Vec<String> = shown.collect();
            changes.insert("removed".into(), shown.into());
        }
    }
}

/// The number of paths that are shown.
fn limit(call: &Call<'_>) -> Option<usize> {
    match call.fields.value("trim_output") {
        Some(Value::Bool(true)) => Some(100),
        Some(Value::Int(count)) if count > 0 => usize::try_from(count).ok(),
        Some(Value::Str(count)) => count.parse().ok().filter(|count| *count > 0),
        _ => None,
    }
}

/// The extracted paths as they are shown.
fn extracted(live: &Live, limit: Option<usize>) -> Vec<String> {
    let shown = limit.unwrap_or(usize::MAX);
    let (is_tar, is_whole) = (live.archive.form == Form::Tar, live.archive.strip == 0);
    let names = live.entries.iter().map(|entry| {
        let name = if is_tar && is_whole { entry.name.trim_end_matches('/') } else { &entry.name };
        name.to_owned()
    });
    let more = live.entries.len() > shown && !is_tar;
    names.take(shown).chain(more.then(|| format!("List trimmed after {shown} files."))).collect()
}

fn plan(call: &Call<'_>, live: Live) -> Intent<Box<Job>> {
    let fields = call.fields;
    let flag = |name: &str| fields.boolean(name) == Some(true);
    let (into, shown) = (directory(call), live.shown.clone());
    if let Some(why) = objection(call, &live) {
        return Intent::Settled(Outcome::failed(why));
    }
    let extracts = live.missing || flag("overwrite") || !live.wrong.is_empty();
    let mut changes = Map::new();
    let mut job = Job::new(&into, Owner::read(fields, &[]).permissions());
    if !extracts {
        let done = "All files in archive are already present";
        if live.foreign.is_empty() {
            return Intent::Settled(Outcome::succeeded(done));
        }
        changes.insert("updated ownership".into(), true.into());
        job.given = live.foreign;
        job.done = Outcome { changes: changes.clone(), ..Outcome::succeeded(done) };
        let comment = format!("{done}. Ownership would be updated on one or more files/directories.");
        return Intent::Act {
            foreseen: Outcome { changes, ..Outcome::would_change(comment) },
            step: Box::new(job),
        };
    }
    remove_first(call, &live, &mut job, &mut changes);
    if !live.has_directory || flag("clean_parent") {
        changes.insert("directories_created".into(), vec![into.clone()].into());
    }
    let limit = limit(call);
    changes.insert("extracted_files".into(), extracted(&live, limit).into());
    if Owner::read(fields, &[]).is_anothers() {
        changes.insert("updated ownership".into(), true.into());
    }
    let why = if live.missing { ", due to absence of one or more files/dirs" } else { "" };
    let trimmed =
        limit.map(|limit| format!(". Output was trimmed to {limit} number of lines")).unwrap_or_default();
    job.done = Outcome {
        changes: changes.clone(),
        ..Outcome::succeeded(format!("{shown} extracted to {into}{why}{trimmed}"))
    };
    job.archive = Some(live.archive);
    job.within = fields.text("enforce_ownership_on").map(Into::into);
    let cleaned = if flag("clean") { ", after cleaning destination path(s)" } else { "" };
    let comment = format!("Archive {shown} would be extracted to {into}{cleaned}{why}");
    Intent::Act { foreseen: Outcome { changes, ..Outcome::would_change(comment) }, step: Box::new(job) }
}
