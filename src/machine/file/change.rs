//! Changing what stands in a directory: one call, one change.

use std::fs::{self, File, FileTimes};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown, lchown};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{FileError, FileKind, Permissions, Stat};

/// Makes a directory; what is left out of its permissions is `0755` less the umask, and the process's own.
///
/// # Errors
///
/// The system's own; "already exists" is none where it is a directory.
pub fn make_directory(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    let failed = |source| changed(path, "made", source);
    let mode = if permissions.mode.is_some() { 0o700 } else { 0o755 };
    match fs::DirBuilder::new().mode(mode).create(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
        other => other.map_err(failed)?,
    }
    permit(path, permissions)
}

/// Makes a named pipe.
///
/// # Errors
///
/// The system's own; "already exists" among them.
pub fn make_pipe(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    let mode = nix::sys::stat::Mode::from_bits_truncate(0o600);
    nix::unistd::mkfifo(path, mode).map_err(|errno| changed(path, "made", errno.into()))?;
    permit(path, permissions)
}

/// Sets owner, group and mode as far as they are given; those of a link are its own, and it has no mode.
///
/// # Errors
///
/// The system's own.
pub fn permit(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    let is_link = Stat::of_link(path)?.kind == FileKind::Link;
    if permissions.uid.is_some() || permissions.gid.is_some() {
        lchown(path, permissions.uid, permissions.gid)
            .map_err(|source| changed(path, "given away", source))?;
    }
    // After the owner: a change of owner takes set-user bits away.
    match permissions.mode.filter(|_| !is_link) {
        Some(mode) => fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .map_err(|source| changed(path, "given other permissions", source)),
        None => Ok(()),
    }
}

/// The same for what a link leads to.
///
/// # Errors
///
/// The system's own.
pub fn permit_followed(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    if permissions.uid.is_some() || permissions.gid.is_some() {
        chown(path, permissions.uid, permissions.gid)
            .map_err(|source| changed(path, "given away", source))?;
    }
    match permissions.mode {
        Some(mode) => fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .map_err(|source| changed(path, "given other permissions", source)),
        None => Ok(()),
    }
}

/// Removes a file, a link, or a directory with all that is in it. Links are not followed; what is not there is removed.
///
/// # Errors
///
/// The system's own.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let removed = match Stat::find_link(path)? {
        None => Ok(()),
        Some(stat) if stat.kind == FileKind::Directory => fs::remove_dir_all(path),
        Some(_) => fs::remove_file(path),
    };
    removed.map_err(|source| changed(path, "removed", source))
}

/// Makes a symbolic link, in the place of a file or link that stands there, by rename.
///
/// # Errors
///
/// The system's own; what was there is as it was.
pub fn symbolic_link(path: &Path, target: &str) -> Result<(), FileError> {
    beside(path, "linked", |temporary| std::os::unix::fs::symlink(target, temporary))
}

/// Makes a hard link, in the place of a file that stands there, by rename.
///
/// # Errors
///
/// The system's own; what was there is as it was.
pub fn hard_link(path: &Path, target: &Path) -> Result<(), FileError> {
    beside(path, "linked", |temporary| fs::hard_link(target, temporary))
}

/// Gives a file another name, on another file system by copying it.
///
/// # Errors
///
/// The system's own.
pub fn rename(from: &Path, to: &Path) -> Result<(), FileError> {
    match fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            copy(from, to, true)?;
            remove(from)
        }
        other => other.map_err(|source| changed(from, "renamed", source)),
    }
}

/// Copies a file, a link as a link, or a directory with all that is in it; `preserve` keeps owners and times too.
///
/// # Errors
///
/// The system's own.
pub fn copy(from: &Path, to: &Path, preserve: bool) -> Result<(), FileError> {
    let failed = |source| changed(from, "copied", source);
    let stat = Stat::of_link(from)?;
    match stat.kind {
        FileKind::Link => {
            let target = fs::read_link(from).map_err(failed)?;
            symbolic_link(to, &target.to_string_lossy())?;
        }
        FileKind::Directory => {
            make_directory(to, Permissions::default())?;
            for entry in fs::read_dir(from).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                copy(&entry.path(), &to.join(entry.file_name()), preserve)?;
            }
        }
        _ => beside(to, "copied", |temporary| fs::copy(from, temporary).map(|_| ()))?,
    }
    if stat.kind == FileKind::Directory {
        permit(to, Permissions { mode: Some(stat.mode), ..Permissions::default() })?;
    }
    if preserve {
        permit(to, Permissions { mode: Some(stat.mode), uid: Some(stat.uid), gid: Some(stat.gid) })?;
        if stat.kind != FileKind::Link {
            let times = stat.metadata.accessed().ok().zip(stat.metadata.modified().ok());
            if let Some((accessed, modified)) = times {
                set_times(to, Some(accessed), Some(modified))?;
            }
        }
    }
    Ok(())
}

/// Sets when a file was last read and changed, as far as given.
///
/// # Errors
///
/// The system's own.
pub fn set_times(
    path: &Path,
    accessed: Option<SystemTime>,
    modified: Option<SystemTime>,
) -> Result<(), FileError> {
    let mut times = FileTimes::new();
    if let Some(accessed) = accessed {
        times = times.set_accessed(accessed);
    }
    if let Some(modified) = modified {
        times = times.set_modified(modified);
    }
    let set = File::open(path).and_then(|file| file.set_times(times));
    set.map_err(|source| changed(path, "given other times", source))
}

/// Makes something beside a path, then renames it into place.
fn beside(
    path: &Path,
    attempt: &'static str,
    make: impl FnOnce(&Path) -> io::Result<()>,
) -> Result<(), FileError> {
    let temporary = super::write::temporary_for(path);
    let done = make(&temporary).and_then(|()| fs::rename(&temporary, path));
    done.map_err(|source| {
        let _ = fs::remove_file(&temporary);
        changed(path, attempt, source)
    })?;
    // Two names of one file: rename does nothing, and the other name stays.
    let _ = fs::remove_file(&temporary);
    Ok(())
}

fn changed(path: &Path, attempt: &'static str, source: io::Error) -> FileError {
    FileError::Change { path: PathBuf::from(path), attempt, source }
}
