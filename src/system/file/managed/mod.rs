//! `file.managed`: a file with contents from a source or from the SLS, and with an owner and a mode.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.managed>.

mod contents;
mod diff;
mod spec;

use crate::operation::{Check, Operations};
use crate::owner::Owner;
use crate::{Call, Intent, LocalState};
use machine::file::{self, FileKind, Stat};
use model::{Function, Outcome};

use contents::ContentsError;
pub(super) use contents::encode;
pub(crate) use contents::{Desired, DesiredContents};
pub(super) use diff::shown_difference;
pub(crate) use diff::{Target, plan, target};
pub use spec::FUNCTIONS;

/// `file.managed`.
pub struct Managed;

/// The present state of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    pub(super) now: Now,
    pub(super) desired: Result<DesiredContents, ContentsError>,
}

/// The entry at a path.
#[derive(Clone, Debug, Default)]
pub struct Now {
    /// The entry itself, even if it is a link.
    pub link: Option<Stat>,
    /// The target.
    pub stat: Option<Stat>,
    /// The contents, for a file.
    pub contents: Option<Vec<u8>>,
    /// True if its directory exists.
    pub has_parent: bool,
    /// The missing directories above it, the topmost first.
    pub missing_parents: Vec<std::path::PathBuf>,
}

impl PartialEq for Now {
    fn eq(&self, other: &Self) -> bool {
        self.contents == other.contents && self.has_parent == other.has_parent
    }
}

impl Now {
    /// Reads the entry at a path.
    ///
    /// # Errors
    /// A path that cannot be read.
    pub fn of(path: &std::path::Path) -> Result<Self, String> {
        let failed = |error: file::FileError| model::chain(&error);
        let link = Stat::find_link(path).map_err(failed)?;
        let stat = Stat::find(path).map_err(failed)?;
        let is_file = stat.as_ref().is_some_and(|stat| stat.kind == FileKind::File);
        let contents = if is_file { Some(file::read(path).map_err(failed)?) } else { None };
        let missing_parents = missing_above(path);
        Ok(Self { link, stat, contents, has_parent: missing_parents.is_empty(), missing_parents })
    }

    /// True for a directory, or a link to one.
    pub fn is_directory(&self) -> bool {
        self.stat.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory)
    }

    /// True for a link.
    pub fn is_link(&self) -> bool {
        self.link.as_ref().is_some_and(|stat| stat.kind == FileKind::Link)
    }
}

/// The missing directories above a path, the topmost first.
pub(super) fn missing_above(path: &std::path::Path) -> Vec<std::path::PathBuf> {
    let above = path.ancestors().skip(1).take_while(|it| !it.as_os_str().is_empty() && !it.is_dir());
    let mut missing: Vec<_> = above.map(std::path::Path::to_owned).collect();
    missing.reverse();
    missing
}

impl LocalState for Managed {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        if let Some(reason) = diff::objection(&call) {
            return Err(Outcome::failed(reason));
        }
        let now = Now::of(std::path::Path::new(call.name)).map_err(Outcome::failed)?;
        let desired = contents::desired_contents(&call, &now).await;
        Ok(Live { now, desired })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff::diff(&call, live)
    }
}

/// The check of `check_cmd`; only this function has the keyword.
pub(super) fn check(call: &Call<'_>) -> Option<Check> {
    let command = call.fields.texts("check_cmd")?.join(" && ");
    let shell = call.minion.grains.get("shell").and_then(model::Value::as_str).unwrap_or("/bin/sh");
    let directory = call.fields.text("tmp_dir").filter(|path| !path.is_empty());
    Some(Check {
        command,
        shell: shell.to_owned(),
        directory: directory.unwrap_or_else(|| "/tmp".to_owned()).into(),
        extension: call.fields.text("tmp_ext").unwrap_or_default(),
    })
}

/// The owner that the usual arguments name.
pub(super) fn owner(call: &Call<'_>) -> Owner {
    Owner::read(call.fields, &["mode"])
}
