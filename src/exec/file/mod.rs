//! `file.*`: reads and changes files and directories.
//!
//! Paths begin at the root or with `~`. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.file.html>.

mod act;
mod change;
mod find;
mod find_criteria;
mod hash;
mod look;
mod path;
mod search;
mod stats;
mod text;
mod write;

pub(super) use change::FUNCTIONS as CHANGES;
pub(super) use hash::FUNCTIONS as HASHES;
pub(super) use look::FUNCTIONS as LOOKS;
pub(super) use path::FUNCTIONS as PATHS;
pub(super) use search::FUNCTIONS as SEARCHES;
pub(super) use stats::FUNCTIONS as STATS;
pub(super) use text::FUNCTIONS as TEXTS;
pub(super) use write::FUNCTIONS as WRITES;

use std::path::PathBuf;

use super::Context;
use super::call::{Bound, CallError};
use machine::account;
use machine::file::Stat;

/// The path of an argument, with `~` and `~user` expanded.
fn path(context: &Context<'_>, bound: &Bound, name: &str) -> PathBuf {
    expanded(context, &bound.text(name))
}

/// A path with `~` and `~user` expanded; an unknown user stays as written.
pub(super) fn expanded(context: &Context<'_>, text: &str) -> PathBuf {
    let Some(rest) = text.strip_prefix('~') else { return PathBuf::from(text) };
    let (user, below) = rest.split_once('/').unwrap_or((rest, ""));
    let home = if user.is_empty() {
        context.environment.get("HOME").map(PathBuf::from)
    } else {
        account::find_user(user).map(|account| account.home)
    };
    match home {
        Some(home) if below.is_empty() => home,
        Some(home) => home.join(below),
        None => PathBuf::from(text),
    }
}

/// The file at the path of a call; an error if there is none.
fn stat(context: &Context<'_>, bound: &Bound, follows: bool) -> Result<Stat, CallError> {
    let path = path(context, bound, "path");
    let looked = if follows { Stat::of(&path) } else { Stat::of_link(&path) };
    looked.map_err(|error| {
        if error.is_not_found() {
            bound.fails(format!("there is no '{}'", path.display()))
        } else {
            bound.failed(&error)
        }
    })
}
