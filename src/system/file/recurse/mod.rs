//! `file.recurse`: a directory of the tree, copied to this machine with its contents.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.recurse>.

mod choose;
mod diff;
mod spec;

use std::path::PathBuf;

use super::directory::{Cleaned, Kept, cleanable};
use super::managed::{Desired, DesiredContents, Now, missing_above};
use super::patterns::Paths;
use crate::operation::Operations;
use crate::source::{self, Source};
use crate::{Call, Intent, LocalState};
use machine::file::{FileKind, Stat};
use machine::text;
use model::{Function, Map, Outcome};

pub use spec::FUNCTIONS;

/// `file.recurse`.
pub struct Recurse;

/// The wanted entries, each with the present one.
#[derive(Clone, Debug)]
pub struct Live {
    root: PathBuf,
    root_is_there: bool,
    missing_parents: Vec<PathBuf>,
    /// The directories with contents, and whether they exist.
    directories: Vec<(PathBuf, Option<Stat>)>,
    files: Vec<File>,
    /// Links, their targets, and the present entries.
    links: Vec<Link>,
    cleaned: Cleaned,
}

#[derive(Clone, Debug)]
struct File {
    path: PathBuf,
    now: Now,
    desired: Result<DesiredContents, String>,
}

#[derive(Clone, Debug)]
struct Link {
    path: PathBuf,
    target: String,
    leads_to: Option<String>,
    stat: Option<Stat>,
}

impl LocalState for Recurse {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        describe(&call).await.map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff::diff(&call, &live)
    }
}

async fn describe(call: &Call<'_>) -> Result<Live, String> {
    if let Some(reason) = choose::objection(call) {
        return Err(reason);
    }
    let trimmed = call.name.trim_end_matches('/');
    let root = PathBuf::from(if trimmed.is_empty() { "/" } else { trimmed });
    let failed = |error| model::chain(&error);
    let root_stat = Stat::find(&root).map_err(failed)?;
    if root_stat.is_some_and(|stat| stat.kind != FileKind::Directory) {
        return Err(format!("The path {} exists and is not a directory", call.name));
    }
    let chosen = choose::choose(call)?;
    let mut directories = vec![];
    for relative in &chosen.directories {
        let path = if relative.is_empty() { root.clone() } else { root.join(relative) };
        // A link to a directory is accepted. Its owner is its own, as in Salt, which does not follow it here.
        let stat = match Stat::find(&path).map_err(failed)? {
            Some(_) => Stat::find_link(&path).map_err(failed)?,
            None => None,
        };
        directories.push((path, stat));
    }
    let mut files = vec![];
    for (relative, source) in chosen.files {
        let path = root.join(relative);
        let now = Now::of(&path)?;
        let desired = if now.is_directory() {
            Ok(DesiredContents::plain(Desired::Anything))
        } else {
            desired_contents(call, &source, &now).await
        };
        files.push(File { path, now, desired });
    }
    let mut links = vec![];
    for (relative, target) in chosen.links {
        let path = root.join(relative);
        let leads_to = std::fs::read_link(&path).ok().map(text::of_path);
        links.push(Link { stat: Stat::find_link(&path).map_err(failed)?, leads_to, path, target });
    }
    let mut kept = Kept::of(call);
    kept.paths.extend(directories.iter().map(|(path, _)| path.clone()));
    kept.paths.extend(files.iter().map(|file| file.path.clone()));
    kept.paths.extend(links.iter().map(|link| link.path.clone()));
    let cleaned = if call.fields.boolean("clean") == Some(true) && root.is_dir() {
        cleanable(&root, &kept, Paths::read(call.fields, "exclude_pat")?.as_ref())?
    } else {
        Cleaned::default()
    };
    Ok(Live {
        missing_parents: missing_above(&root),
        root_is_there: root.is_dir(),
        root,
        directories,
        files,
        links,
        cleaned,
    })
}

/// The contents of a file of the tree, rendered.
async fn desired_contents(call: &Call<'_>, source: &Source, now: &Now) -> Result<DesiredContents, String> {
    if call.fields.boolean("replace") == Some(false) && now.stat.is_some() {
        return Ok(DesiredContents::plain(Desired::Anything));
    }
    let loaded = source.load()?;
    let mut contents = loaded.contents;
    if call.fields.text("template").is_some()
        && let Ok(text) = std::str::from_utf8(&contents)
    {
        contents = source::render(call, text, Some(source), Map::new()).await?.into_bytes();
    }
    Ok(DesiredContents {
        mode: Some(loaded.mode),
        has_source: true,
        ..DesiredContents::plain(Desired::Bytes(contents))
    })
}
