//! `acl.*`: permissions of further users and groups on a file, by POSIX access control lists.
//!
//! ```yaml
//! /srv/data:
//!   acl.present:
//!     - acl_type: default:user
//!     - acl_name: deploy
//!     - perms: rwx
//!     - recurse: True
//! ```
//!
//! The lists are read and written without `getfacl` and `setfacl`. The mask follows the entries, as with `setfacl`. `acl_names`
//! of `list_present` and `list_absent` are several names; other entries stay.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.linux_acl.html>.

mod diff;
mod spec;
#[cfg(test)]
mod tests;
mod want;

use std::path::{Path, PathBuf};

use super::operation::Operations;
use super::{Call, Intent, LocalState};
use machine::file::{Acl, FileError, FileKind, List, Stat, read_acl};
use model::{Function, Outcome, chain};
use want::Want;

/// The state module `acl`.
pub struct AccessLists;

/// A file or directory, and its list.
#[derive(Clone, Debug)]
pub struct Listed {
    path: PathBuf,
    /// True for the path that the state names: a link there is followed.
    follows: bool,
    /// The mode, from which a missing access list is made.
    mode: u32,
    acl: Option<Acl>,
}

/// The paths, the one that the state names first. Empty if it does not exist.
#[derive(Clone, Debug)]
pub struct Live {
    listed: Vec<Listed>,
    want: Want,
    is_there: bool,
}

/// Deeper than any real tree: a mount may lead in a circle.
const MAX_DEPTH: usize = 256;

impl LocalState for AccessLists {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let want = Want::of(&call).map_err(Outcome::failed)?;
        let failed = |error: FileError| Outcome::failed(chain(&error));
        let path = Path::new(call.name);
        let mut live = Live { listed: vec![], want, is_there: false };
        let Some(stat) = Stat::find(path).map_err(failed)? else { return Ok(live) };
        live.is_there = true;
        let recurses = stat.kind == FileKind::Directory && call.fields.boolean("recurse") == Some(true);
        let of = |path: PathBuf, stat: &Stat, follows| -> Result<Option<Listed>, FileError> {
            let fits = stat.kind == FileKind::Directory
                || stat.kind != FileKind::Link && live.want.list == List::Access;
            if !fits {
                return Ok(None);
            }
            let acl = read_acl(&path, follows, live.want.list)?;
            Ok(Some(Listed { path, follows, mode: stat.mode, acl }))
        };
        let mut listed: Vec<Listed> = of(path.to_owned(), &stat, true).map_err(failed)?.into_iter().collect();
        if recurses {
            for (path, stat) in below(path, MAX_DEPTH).map_err(Outcome::failed)? {
                listed.extend(of(path, &stat, false).map_err(failed)?);
            }
        }
        live.listed = listed;
        Ok(live)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        diff::diff(&call, &live)
    }
}

/// All paths below a directory, by name. Links are not followed.
fn below(directory: &Path, depth: usize) -> Result<Vec<(PathBuf, Stat)>, String> {
    let failed = |error: std::io::Error| format!("'{}' cannot be read: {error}", directory.display());
    let mut found = vec![];
    let Some(depth) = depth.checked_sub(1) else { return Ok(found) };
    let mut entries =
        std::fs::read_dir(directory).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let Some(stat) = Stat::find_link(&path).map_err(|error| chain(&error))? else { continue };
        let is_directory = stat.kind == FileKind::Directory;
        found.push((path.clone(), stat));
        if is_directory {
            found.extend(below(&path, depth)?);
        }
    }
    Ok(found)
}
