//! `file.absent`, `exists`, `missing`, `touch`, `copy`, `rename`: whether something is at a path.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html>.

mod presence;
mod touch;
mod transfer;

use std::path::{Path, PathBuf};

use super::arguments::{DIR_MODE, GROUP, MAKEDIRS, MODE, NAME, USER};
use super::managed::missing_above;
use crate::operation::{Operations, refused};
use crate::{Call, Intent, LocalState};
use machine::file::Stat;
use model::{Argument, Function, Outcome, Shape};

const ONLY_NAME: &[Argument] = &[NAME];

const TOUCH: &[Argument] = &[
    NAME,
    Argument::optional("atime", Shape::Number, "when it was last read: seconds since 1970"),
    Argument::optional("mtime", Shape::Number, "when it was last changed: seconds since 1970"),
    MAKEDIRS,
];

const SOURCE: Argument = Argument::required("source", Shape::Text, "the path that is copied or renamed");
const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "whether a file in its place is replaced; false if left out");

const COPY: &[Argument] = &[
    NAME,
    SOURCE,
    FORCE,
    MAKEDIRS,
    Argument::optional(
        "preserve",
        Shape::Boolean,
        "whether owner and times are copied too; false if left out",
    ),
    USER,
    GROUP,
    MODE,
    DIR_MODE,
    Argument::optional("subdir", Shape::Boolean, "whether the copy is put into a directory at the path"),
];

const RENAME: &[Argument] = &[NAME, SOURCE, FORCE, MAKEDIRS];

/// The functions of this family.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "absent",
        &["file.absent"],
        ONLY_NAME,
        "Removes a file, a link, or a directory with its contents.",
    ),
    Function::other("exists", &["file.exists"], ONLY_NAME, "Fails unless something is at the path."),
    Function::other("missing", &["file.missing"], ONLY_NAME, "Fails if something is at the path."),
    Function::other(
        "touch",
        &["file.touch"],
        TOUCH,
        "Makes an empty file, or sets the times of a present one.",
    ),
    Function::other(
        "copy",
        &["file.copy", "file.copy_"],
        COPY,
        "Copies a file or directory of this machine, once.",
    ),
    Function::other("rename", &["file.rename"], RENAME, "Gives a file or directory another path, once."),
];

/// Whether something is at a path.
pub struct Place;

/// The entries at the path and at the source.
#[derive(Clone, Debug)]
pub struct Live {
    path: PathBuf,
    link: Option<Stat>,
    stat: Option<Stat>,
    source: Option<Stat>,
    is_same: bool,
    missing_parents: Vec<PathBuf>,
    now: std::time::SystemTime,
}

impl LocalState for Place {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let failed = |error| Outcome::failed(model::chain(&error));
        let takes_source = matches!(call.function.verb, "copy" | "rename");
        let source =
            if takes_source { Some(PathBuf::from(call.fields.required_text("source"))) } else { None };
        let mut path = PathBuf::from(call.name);
        if call.function.verb == "copy" && call.fields.boolean("subdir") == Some(true) && path.is_dir() {
            path.extend(source.as_deref().and_then(Path::file_name));
        }
        let find = |source: &PathBuf| if source.is_absolute() { Stat::find_link(source) } else { Ok(None) };
        Ok(Live {
            link: Stat::find_link(&path).map_err(failed)?,
            stat: Stat::find(&path).map_err(failed)?,
            is_same: source.as_ref().is_some_and(|source| transfer::hold_the_same(source, &path)),
            source: source.as_ref().map(find).transpose().map_err(failed)?.flatten(),
            missing_parents: missing_above(&path),
            now: call.context.services.now(),
            path,
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        if !call.name.starts_with('/') {
            return refused(format!("Specified file {} is not an absolute path", call.name));
        }
        match call.function.verb {
            "absent" => presence::absent(&call, &live),
            "exists" => presence::exists(&call, &live),
            "missing" => presence::missing(&call, &live),
            "touch" => touch::diff(&call, &live),
            "copy" => transfer::copy(&call, &live),
            _ => transfer::rename(&call, &live),
        }
    }
}
