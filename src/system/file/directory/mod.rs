//! `file.directory`: a directory, its owner and mode, and its contents.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.directory>.

mod clean;
mod diff;
mod spec;
mod walk;

use std::path::{Path, PathBuf};

use super::managed::missing_above;
use crate::operation::Operations;
use crate::{Call, Intent, LocalState};
use machine::file::{FileKind, Stat};
use model::{Function, Outcome};

pub(super) use clean::{Cleaned, Kept, cleanable};
pub use spec::FUNCTIONS;

/// `file.directory`.
pub struct Directory;

/// The present directory, with its contents.
#[derive(Clone, Debug)]
pub struct Live {
    link: Option<Stat>,
    stat: Option<Stat>,
    missing_parents: Vec<PathBuf>,
    /// All its contents, as far as they are read: files before directories, by name.
    inside: Vec<Inside>,
    /// The paths that cleaning would remove: whole directories, and all their contents.
    cleaned: Cleaned,
    has_backup: bool,
}

/// An entry of a directory.
#[derive(Clone, Debug)]
struct Inside {
    path: PathBuf,
    stat: Stat,
}

impl LocalState for Directory {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        if let Some(reason) = diff::objection(&call) {
            return Err(Outcome::failed(reason));
        }
        let path = diff::path(&call);
        let failed = |error| Outcome::failed(model::chain(&error));
        let stat = Stat::find(&path).map_err(failed)?;
        let is_directory = stat.as_ref().is_some_and(|stat| stat.kind == FileKind::Directory);
        let fields = call.fields;
        let recurses = fields.has("recurse");
        let depth = fields.integer("max_depth").and_then(|depth| usize::try_from(depth).ok());
        let inside = if is_directory && recurses {
            walk::walk(&path, depth).map_err(Outcome::failed)?
        } else {
            vec![]
        };
        let cleaned = if is_directory && fields.boolean("clean") == Some(true) {
            let excluded = super::patterns::Paths::read(fields, "exclude_pat").map_err(Outcome::failed)?;
            cleanable(&path, &Kept::of(&call), excluded.as_ref()).map_err(Outcome::failed)?
        } else {
            Cleaned::default()
        };
        let backup = fields.text("backupname").map(PathBuf::from);
        let has_backup = backup.is_some_and(|path| path.symlink_metadata().is_ok());
        Ok(Live {
            link: Stat::find_link(&path).map_err(failed)?,
            stat,
            missing_parents: missing_above(Path::new(&path)),
            inside,
            cleaned,
            has_backup,
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff::diff(&call, &live)
    }
}
