//! Removes what killed runs have left.

use std::path::Path;

use super::disk::Disk;
use super::error::DeployError;
use super::layout::Layout;
use machine::file;

/// The endings of unfinished files' names; the name of a release never begins with a dot.
const UNFINISHED: &[&str] = &[".partial", ".removed", ".archive", ".manifest"];

/// Removes it, except the partial download of the desired revision, and the manifests of releases.
pub(super) fn settle(layout: &Layout, disk: Disk<'_>, wanted: &str) -> Result<(), DeployError> {
    let releases = layout.releases();
    for name in hidden(&releases)? {
        let path = releases.join(&name);
        let kept = path == layout.archive(wanted) && !layout.release(wanted).exists();
        let of_release =
            name.strip_suffix(".manifest").is_some_and(|name| releases.join(&name[1..]).exists());
        let is_unfinished = UNFINISHED.iter().any(|end| name.ends_with(end));
        if is_temporary(&name) || (is_unfinished && !kept && !of_release) {
            disk.remove_directory(&path)?;
        }
    }
    for name in hidden(&layout.home())?.into_iter().filter(|name| is_temporary(name)) {
        disk.remove_file(&layout.home().join(name))?;
    }
    Ok(())
}

/// A file that was being written beside the one that it should replace.
fn is_temporary(name: &str) -> bool {
    name.starts_with("..")
}

fn hidden(directory: &Path) -> Result<Vec<String>, DeployError> {
    let failed = |source| DeployError::Read { path: directory.to_owned(), source };
    Ok(file::names(directory).map_err(failed)?.into_iter().filter(|name| name.starts_with('.')).collect())
}
