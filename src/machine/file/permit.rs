//! Owner, group and mode of an open handle.

use std::io;
use std::os::fd::{AsFd, AsRawFd};

use rustix::fs::{AtFlags, CWD, FileType, Gid, Mode, OFlags, Stat, Uid, chmodat, chownat, fchmod, fstat};
use rustix::io::Errno;

use super::place::Place;
use super::trust::Trusted;
use super::{FileError, Permissions};
use crate::account;

const SET_ID: u32 = 0o6000;

/// Sets the given permissions of an existing file. A link has an owner and no mode.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`] for a file that a user may have put there.
pub(super) fn permit_place(place: &Place, permissions: Permissions) -> Result<(), FileError> {
    let failed =
        |attempt| move |source: io::Error| FileError::Change { path: place.path.clone(), attempt, source };
    let (handle, stat) = place.handle().map_err(failed("given other permissions"))?;
    check(place, &stat, permissions)?;
    change_owner(&handle, permissions).map_err(failed("given away"))?;
    // After the owner: a change of owner removes set-user bits. They stay if no mode is wanted.
    let mode = permissions.mode.or_else(|| kept_mode(&stat));
    match mode.filter(|_| FileType::from_raw_mode(stat.st_mode) != FileType::Symlink) {
        Some(mode) => change_mode(place, &handle, mode).map_err(failed("given other permissions")),
        None => Ok(()),
    }
}

/// The mode that a change of owner would lessen.
fn kept_mode(stat: &Stat) -> Option<u32> {
    let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    (is_file && stat.st_mode & SET_ID != 0).then_some(stat.st_mode & 0o7777)
}

/// Whether [`permit_place`] would refuse.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub(super) fn check_place(place: &Place, permissions: Permissions) -> Result<(), FileError> {
    let looked = place.handle();
    let (_, stat) = looked.map_err(|source| FileError::Look { path: place.path.clone(), source })?;
    check(place, &stat, permissions)
}

/// The mode of a copy that belongs to `owner`. What another user wrote gets no set-user and no set-group bit: it would run as `owner`.
pub(super) fn mode_of_copy(original: &Stat, owner: u32) -> u32 {
    let mode = original.st_mode & 0o7777;
    let is_own = original.st_uid == owner || Trusted::here().has(original.st_uid);
    if is_own { mode } else { mode & !SET_ID }
}

/// A file in a user's directory may be another user's file, or may hold what the user likes.
fn check(place: &Place, stat: &Stat, permissions: Permissions) -> Result<(), FileError> {
    let trusted = Trusted::here();
    let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
    if !is_file {
        return Ok(());
    }
    let refused = |why| Err(FileError::Untrusted { path: place.path.clone(), attempt: "changed", why });
    let holder = place.directory_owner;
    if stat.st_nlink > 1
        && !trusted.has(holder)
        && stat.st_uid != holder
        && permissions.uid != Some(stat.st_uid)
    {
        return refused(format!(
            "it has another name elsewhere, belongs to {}, and {} owns the directory and may have linked it. Remove it, or \
             copy it",
            account::user_name(stat.st_uid),
            account::user_name(holder)
        ));
    }
    let mode = permissions.mode.or_else(|| kept_mode(stat));
    let sets_id = mode.is_some_and(|mode| mode & SET_ID != 0);
    let wanted = permissions.uid.unwrap_or(stat.st_uid);
    if sets_id && !trusted.has(stat.st_uid) && stat.st_uid != wanted {
        return refused(format!(
            "its contents are those of {}, and it would run as {}. Write its contents in the same state",
            account::user_name(stat.st_uid),
            account::user_name(wanted)
        ));
    }
    Ok(())
}

/// Sets the owner of a handle, even if it is a link.
///
/// # Errors
///
/// I/O errors.
pub(crate) fn change_owner(handle: impl AsFd, permissions: Permissions) -> io::Result<()> {
    let now = fstat(&handle)?;
    let uid = permissions.uid.filter(|uid| *uid != now.st_uid);
    let gid = permissions.gid.filter(|gid| *gid != now.st_gid);
    if uid.is_none() && gid.is_none() {
        return Ok(());
    }
    let (uid, gid) = (uid.map(Uid::from_raw), gid.map(Gid::from_raw));
    Ok(chownat(&handle, "", uid, gid, AtFlags::EMPTY_PATH)?)
}

/// `fchmod` refuses handles of `O_PATH`; the path of the handle in `/proc` leads to the same inode (`proc(5)`).
fn change_mode(place: &Place, handle: impl AsFd, mode: u32) -> io::Result<()> {
    let name = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    match chmodat(CWD, name, Mode::from_raw_mode(mode), AtFlags::empty()) {
        // There is no /proc.
        Err(Errno::NOENT | Errno::NOTDIR) => {
            let opened = place.open(OFlags::RDONLY)?;
            let (a, b) = (fstat(&opened)?, fstat(&handle)?);
            if (a.st_dev, a.st_ino) != (b.st_dev, b.st_ino) {
                return Err(io::Error::other("something else took its place"));
            }
            Ok(fchmod(&opened, Mode::from_raw_mode(mode))?)
        }
        other => Ok(other?),
    }
}
