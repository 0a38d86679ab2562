//! `file.symlink` and `file.hardlink`: other names for a file.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.symlink>.

mod hard;
mod symbolic;

use std::path::{Path, PathBuf};

use super::arguments::{DIR_MODE, GROUP, MAKEDIRS, MODE, NAME, USER};
use super::managed::missing_above;
use crate::operation::{Operation, Operations};
use crate::owner::Owner;
use crate::{Call, Intent, LocalState};
use machine::file::{FileKind, Permissions, Stat, parse_mode};
use machine::text;
use model::{Argument, Function, Outcome, Shape};

const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "whether a file in its place is removed; false if left out");

const SYMLINK: &[Argument] = &[
    NAME,
    Argument::required("target", Shape::Text, "the target of the link"),
    FORCE,
    Argument::optional("backupname", Shape::Text, "the new name of a file in its place"),
    MAKEDIRS,
    USER,
    GROUP,
    MODE,
    Argument::optional("atomic", Shape::Boolean, "taken for compatibility: it always is"),
    Argument::optional("disallow_copy_and_unlink", Shape::Boolean, "taken for compatibility"),
    Argument::optional("inherit_user_and_group", Shape::Boolean, "taken for compatibility"),
    Argument::optional("follow_symlinks", Shape::Boolean, "taken for compatibility"),
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
];

const HARDLINK: &[Argument] = &[
    NAME,
    Argument::required("target", Shape::Text, "the file that the link names"),
    FORCE,
    MAKEDIRS,
    USER,
    GROUP,
    DIR_MODE,
];

/// The functions of this family.
pub const FUNCTIONS: &[Function] = &[
    Function::other("symlink", &["file.symlink"], SYMLINK, "Creates or changes a symbolic link."),
    Function::other("hardlink", &["file.hardlink"], HARDLINK, "Creates or changes a hard link."),
];

/// `file.symlink` and `file.hardlink`.
pub struct Links;

/// The present entries at the path, at its target, and at the place of a backup.
#[derive(Clone, Debug)]
pub struct Live {
    path: PathBuf,
    link: Option<Stat>,
    leads_to: Option<String>,
    target: Option<Stat>,
    missing_parents: Vec<PathBuf>,
    backup: Option<(PathBuf, bool)>,
}

impl Live {
    fn kind(&self) -> Option<FileKind> {
        self.link.as_ref().map(|stat| stat.kind)
    }

    /// The directories above it.
    fn parents(&self, call: &Call<'_>, mode: &str) -> Vec<Operation> {
        let owner = Owner::read(call.fields, &[]);
        let mode = call.fields.text(mode).and_then(|text| parse_mode(&text)).or(Some(0o755));
        let permissions = Permissions { mode, ..owner.permissions() };
        let make = |path: &PathBuf| Operation::MakeDirectory { path: path.clone(), permissions };
        self.missing_parents.iter().map(make).collect()
    }

    fn parent(&self) -> String {
        self.path.parent().unwrap_or(Path::new("/")).display().to_string()
    }

    fn lacks_parent(&self, call: &Call<'_>) -> bool {
        !self.missing_parents.is_empty() && call.fields.boolean("makedirs") != Some(true)
    }
}

impl LocalState for Links {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let path = PathBuf::from(call.name);
        let failed = |error| Outcome::failed(model::chain(&error));
        let takes_backup = call.function.verb == "symlink";
        let backup = if takes_backup { call.fields.text("backupname") } else { None };
        let backup = backup.map(|name| path.with_file_name("").join(name));
        let target = PathBuf::from(call.fields.required_text("target"));
        Ok(Live {
            link: Stat::find_link(&path).map_err(failed)?,
            leads_to: std::fs::read_link(&path).ok().map(text::of_path),
            target: if target.is_absolute() { Stat::find(&target).map_err(failed)? } else { None },
            missing_parents: missing_above(&path),
            backup: backup.map(|place| (place.clone(), place.symlink_metadata().is_ok())),
            path,
        })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "hardlink" => hard::diff(&call, &live),
            _ => symbolic::diff(&call, &live),
        }
    }
}
