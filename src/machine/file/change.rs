//! Changing the entries of a directory: one call, one change.

use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{
    AtFlags, FileType, Mode, Timespec, Timestamps, UTIME_OMIT, linkat, mkdirat, mknodat, renameat, symlinkat,
    utimensat,
};
use rustix::io::Errno;

use super::permit::{self, permit_place};
use super::place::{Last, Place};
use super::{FileError, Permissions, check_unmounted, tree};

/// Makes a directory. If its permissions are left out, the mode is `0755` less the umask, and the owner is that of the process.
///
/// A directory that exists gets the permissions; a link to one is left as it is.
///
/// # Errors
///
/// I/O errors; "already exists" is not an error if it is a directory.
pub fn make_directory(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    let place = find(path, Last::Itself, permissions.uid, "made")?;
    // Nobody can look in before it has its owner. Without a wanted mode it gets `0755` less the umask.
    let mode = if permissions.mode.is_some() { 0o700 } else { 0o755 };
    match mkdirat(&place.directory, &place.name, Mode::from_raw_mode(mode)) {
        Ok(()) => return permit_place(&place, permissions),
        Err(Errno::EXIST) => {}
        Err(errno) => return Err(changed(path, "made", errno.into())),
    }
    let (_, stat) = place.handle().map_err(|error| changed(path, "made", error))?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Directory => permit_place(&place, permissions),
        FileType::Symlink if leads_to_directory(path)? => Ok(()),
        _ => Err(changed(path, "made", Errno::EXIST.into())),
    }
}

/// Makes a directory and those above it, as far as they are missing.
///
/// # Errors
///
/// Those of [`make_directory`].
pub fn make_directories(path: &Path) -> Result<(), FileError> {
    let mut missing = vec![];
    for directory in path.ancestors() {
        if directory.as_os_str().is_empty() || directory.is_dir() {
            break;
        }
        missing.push(directory);
    }
    for directory in missing.into_iter().rev() {
        make_directory(directory, Permissions::default())?;
    }
    Ok(())
}

fn leads_to_directory(path: &Path) -> Result<bool, FileError> {
    let stat =
        Place::find(path, Last::Followed, None)?.stat().map_err(|error| changed(path, "made", error))?;
    Ok(stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory))
}

/// Makes a named pipe.
///
/// # Errors
///
/// I/O errors, "already exists" among them.
pub fn make_pipe(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    let place = find(path, Last::Itself, permissions.uid, "made")?;
    mknodat(&place.directory, &place.name, FileType::Fifo, Mode::from_raw_mode(0o600), 0)
        .map_err(|errno| changed(path, "made", errno.into()))?;
    permit_place(&place, permissions)
}

/// Sets owner, group and mode as far as they are given. A link has an owner of its own, and no mode.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub fn permit(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    permit_place(&find(path, Last::Itself, None, PERMITTED)?, permissions)
}

/// The same for the target of a link.
///
/// # Errors
///
/// Those of [`permit`].
pub fn permit_followed(path: &Path, permissions: Permissions) -> Result<(), FileError> {
    permit_place(&find(path, Last::Followed, None, PERMITTED)?, permissions)
}

/// Removes a file, a link, or a directory with all its contents. Links are not followed. A missing path is a success.
///
/// # Errors
///
/// I/O errors, [`FileError::Untrusted`], and [`FileError::Mounted`]: another file system is never emptied.
pub fn remove(path: &Path) -> Result<(), FileError> {
    match Place::find(path, Last::Itself, None) {
        Err(error) if error.is_not_found() => Ok(()),
        Err(error) => Err(error),
        Ok(place) => check_unmounted(path).and_then(|()| removed(&place, path)),
    }
}

fn removed(place: &Place, path: &Path) -> Result<(), FileError> {
    tree::remove(place).map_err(|source| changed(path, "removed", source))
}

/// Makes a symbolic link. It replaces a file or a link, by rename.
///
/// # Errors
///
/// I/O errors; then the old file stays as it is.
pub fn symbolic_link(path: &Path, target: &str) -> Result<(), FileError> {
    let place = find(path, Last::Itself, None, "linked")?;
    tree::in_place(&place, |name| Ok(symlinkat(target, &place.directory, name)?))
        .map_err(|source| changed(path, "linked", source))
}

/// Makes a hard link. It replaces a file, by rename.
///
/// # Errors
///
/// I/O errors; then the old file stays as it is.
pub fn hard_link(path: &Path, target: &Path) -> Result<(), FileError> {
    let to = find(target, Last::Itself, None, "linked")?;
    let place = find(path, Last::Itself, None, "linked")?;
    tree::in_place(&place, |name| {
        Ok(linkat(&to.directory, &to.name, &place.directory, name, AtFlags::empty())?)
    })
    .map_err(|source| changed(path, "linked", source))
}

/// Renames a file; it is copied if the new name is on another file system.
///
/// # Errors
///
/// I/O errors.
pub fn rename(from: &Path, to: &Path) -> Result<(), FileError> {
    let failed = |source| changed(from, "renamed", source);
    let old = find(from, Last::Itself, None, "renamed")?;
    let new = find(to, Last::Itself, None, "renamed")?;
    match renameat(&old.directory, &old.name, &new.directory, &new.name) {
        Err(Errno::XDEV) => {
            tree::copy(&old, &new, true).map_err(failed)?;
            tree::remove(&old).map_err(failed)
        }
        other => other.map_err(|errno| failed(errno.into())),
    }
}

/// Copies a file, a link as a link, or a directory with all its contents; `preserve` keeps owners, times and attributes too.
///
/// # Errors
///
/// I/O errors; pipes and devices are not copied.
pub fn copy(from: &Path, to: &Path, preserve: bool) -> Result<(), FileError> {
    let old = find(from, Last::Itself, None, "copied")?;
    let new = find(to, Last::Itself, None, "copied")?;
    tree::copy(&old, &new, preserve).map_err(|source| changed(from, "copied", source))
}

/// Copies as [`copy`] does, beside the new place first. What is there is removed only when the copy is whole.
///
/// # Errors
///
/// I/O errors; then the new place keeps what it has.
pub fn copy_over(from: &Path, to: &Path, preserve: bool) -> Result<(), FileError> {
    let old = find(from, Last::Itself, None, "copied")?;
    let new = find(to, Last::Itself, None, "copied")?;
    check_unmounted(to)?;
    tree::over(&new, |beside| tree::copy(&old, beside, preserve))
        .map_err(|source| changed(from, "copied", source))
}

/// Renames as [`rename`] does. What is at the new name is removed only after that.
///
/// # Errors
///
/// I/O errors; then the new name keeps what it has.
pub fn rename_over(from: &Path, to: &Path) -> Result<(), FileError> {
    let failed = |source| changed(from, "renamed", source);
    let old = find(from, Last::Itself, None, "renamed")?;
    let new = find(to, Last::Itself, None, "renamed")?;
    check_unmounted(to)?;
    let moved = tree::over(&new, |beside| {
        match renameat(&old.directory, &old.name, &beside.directory, &beside.name) {
            Err(Errno::XDEV) => tree::copy(&old, beside, true),
            other => Ok(other?),
        }
    });
    moved.map_err(failed)?;
    tree::remove(&old).map_err(failed)
}

/// Sets the times of last access and last change, as far as they are given.
///
/// # Errors
///
/// I/O errors.
pub fn set_times(
    path: &Path,
    accessed: Option<SystemTime>,
    modified: Option<SystemTime>,
) -> Result<(), FileError> {
    let place = find(path, Last::Followed, None, "given other times")?;
    if place.stat().is_ok_and(|stat| stat.is_some()) {
        permit::check_place(&place, Permissions::default())?;
    }
    let times = Timestamps { last_access: timespec(accessed), last_modification: timespec(modified) };
    utimensat(&place.directory, &place.name, &times, AtFlags::SYMLINK_NOFOLLOW)
        .map_err(|errno| changed(path, "given other times", errno.into()))
}

fn timespec(time: Option<SystemTime>) -> Timespec {
    let Some(time) = time else { return Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT } };
    let (since, is_before) = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => (since, false),
        Err(error) => (error.duration(), true),
    };
    let seconds = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    match (is_before, i64::from(since.subsec_nanos())) {
        (false, nanoseconds) => Timespec { tv_sec: seconds, tv_nsec: nanoseconds },
        (true, 0) => Timespec { tv_sec: -seconds, tv_nsec: 0 },
        (true, nanoseconds) => Timespec { tv_sec: -seconds - 1, tv_nsec: 1_000_000_000 - nanoseconds },
    }
}

const PERMITTED: &str = "given other permissions";

fn find(path: &Path, last: Last, whose: Option<u32>, attempt: &'static str) -> Result<Place, FileError> {
    Place::find(path, last, whose).map_err(|error| match error {
        FileError::Look { path, source } => FileError::Change { path, attempt, source },
        other => other,
    })
}

fn changed(path: &Path, attempt: &'static str, source: io::Error) -> FileError {
    FileError::Change { path: path.to_owned(), attempt, source }
}
