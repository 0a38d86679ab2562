//! Directories with all their contents, by handles: removed and copied.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, Stat, Timespec, Timestamps, fchmod, mkdirat,
    readlinkat, renameat, renameat_with, symlinkat, unlinkat, utimensat,
};
use rustix::io::Errno;

use super::left_over::temporary_name;
use super::place::Place;
use super::{Permissions, attributes, holes, permit};
use crate::account;

/// Deeper than any real tree, with fewer handles than a process may have.
const MAX_DEPTH: usize = 256;

/// Removes the entry at a place, its contents first. A missing entry is a success.
///
/// # Errors
///
/// I/O errors.
pub(super) fn remove(place: &Place) -> io::Result<()> {
    remove_at(&place.directory, &place.name, MAX_DEPTH)
}

fn remove_at(directory: &OwnedFd, name: &OsStr, depth: usize) -> io::Result<()> {
    match unlinkat(directory, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        Err(Errno::ISDIR) => {}
        Err(errno) => return Err(errno.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = match rustix::fs::openat(directory, name, flags, Mode::empty()) {
        Err(Errno::NOENT) => return Ok(()),
        other => other?,
    };
    let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
    for entry in names(&opened)? {
        remove_at(&opened, &entry, depth)?;
    }
    match unlinkat(directory, name, AtFlags::REMOVEDIR) {
        Err(Errno::NOENT) => Ok(()),
        other => Ok(other?),
    }
}

/// The names in the directory of a place.
///
/// # Errors
///
/// I/O errors.
pub(super) fn names_beside(place: &Place) -> io::Result<Vec<OsString>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    names(&rustix::fs::openat(&place.directory, ".", flags, Mode::empty())?)
}

fn names(directory: &OwnedFd) -> io::Result<Vec<OsString>> {
    let mut found = vec![];
    for entry in Dir::read_from(directory)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name != "." && name != ".." {
            found.push(name.to_owned());
        }
    }
    Ok(found)
}

/// Copies the entry at a place to another: a file, a link as a link, a directory with all its contents.
///
/// `preserve` keeps owners, times and attributes too.
///
/// # Errors
///
/// I/O errors; pipes and devices are not copied.
pub(super) fn copy(from: &Place, to: &Place, preserve: bool) -> io::Result<()> {
    copy_at(from, to, preserve, MAX_DEPTH)
}

fn copy_at(from: &Place, to: &Place, preserve: bool, depth: usize) -> io::Result<()> {
    let (handle, stat) = from.handle()?;
    let mode = stat.st_mode & 0o7777;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Symlink => {
            let target = readlinkat(&handle, "", Vec::new())?;
            in_place(to, |name| Ok(symlinkat(&target, &to.directory, name)?))?;
            if preserve {
                give(to, &stat)?;
            }
        }
        FileType::Directory => {
            let depth = depth.checked_sub(1).ok_or_else(too_deep)?;
            // Only its owner can look in before it is whole.
            match mkdirat(&to.directory, &to.name, Mode::from_raw_mode(0o700)) {
                Err(Errno::EXIST) => {}
                other => other?,
            }
            let opened = from.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
            for name in names(&opened)? {
                copy_at(&from.below(&name)?, &to.below(&name)?, preserve, depth)?;
            }
            let made = to.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
            if preserve {
                give(to, &stat)?;
                attributes::write(&made, &attributes::read(&opened)?)?;
            }
            fchmod(&made, Mode::from_raw_mode(mode))?;
        }
        FileType::RegularFile => {
            let mut source = File::from(from.open(OFlags::RDONLY)?);
            in_place(to, |name| {
                let new = to.beside(name.to_owned())?;
                let mut file = File::from(new.create(0o600)?);
                holes::copy(&mut source, &mut file)?;
                let mut mode = mode;
                if preserve {
                    give(&new, &stat)?;
                    attributes::write(&file, &attributes::read(&source)?)?;
                } else {
                    mode = permit::mode_of_copy(&stat, account::own_uid());
                }
                Ok(fchmod(&file, Mode::from_raw_mode(mode))?)
            })?;
        }
        _ => return Err(io::Error::new(io::ErrorKind::Unsupported, "it is no file, directory or link")),
    }
    if preserve { copy_times(to, &stat) } else { Ok(()) }
}

/// Gives a copy the owner of the original.
fn give(to: &Place, stat: &Stat) -> io::Result<()> {
    let (handle, _) = to.handle()?;
    permit::change_owner(&handle, Permissions { mode: None, uid: Some(stat.st_uid), gid: Some(stat.st_gid) })
}

fn copy_times(to: &Place, stat: &Stat) -> io::Result<()> {
    let time = |seconds, nanoseconds: u64| Timespec {
        tv_sec: seconds,
        tv_nsec: i64::try_from(nanoseconds).unwrap_or_default(),
    };
    let times = Timestamps {
        last_access: time(stat.st_atime, stat.st_atime_nsec),
        last_modification: time(stat.st_mtime, stat.st_mtime_nsec),
    };
    Ok(utimensat(&to.directory, &to.name, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Makes something beside a place, then renames it there.
///
/// # Errors
///
/// I/O errors; then the old file stays as it is.
pub(super) fn in_place(place: &Place, make: impl FnOnce(&OsStr) -> io::Result<()>) -> io::Result<()> {
    let temporary = temporary_name(&place.name);
    let made = make(&temporary)
        .and_then(|()| Ok(renameat(&place.directory, &temporary, &place.directory, &place.name)?));
    // Also after success: rename does nothing if both names are one file, and the other name stays.
    let _ = unlinkat(&place.directory, &temporary, AtFlags::empty());
    made
}

/// Makes something beside a place, puts it there, and then removes what was there before.
///
/// # Errors
///
/// I/O errors; if it cannot be made, the old entry stays as it is.
pub(super) fn over(place: &Place, make: impl FnOnce(&Place) -> io::Result<()>) -> io::Result<()> {
    let beside = place.beside(temporary_name(&place.name))?;
    if let Err(error) = make(&beside) {
        let _ = remove(&beside);
        return Err(error);
    }
    let directory = &place.directory;
    match renameat_with(directory, &beside.name, directory, &place.name, RenameFlags::EXCHANGE) {
        Ok(()) => return remove(&beside),
        Err(Errno::NOENT) => return Ok(renameat(directory, &beside.name, directory, &place.name)?),
        // Not every file system can exchange two names.
        Err(Errno::INVAL | Errno::NOSYS) => {}
        Err(errno) => {
            let _ = remove(&beside);
            return Err(errno.into());
        }
    }
    let aside = place.beside(temporary_name(&place.name))?;
    renameat(directory, &place.name, directory, &aside.name)?;
    renameat(directory, &beside.name, directory, &place.name)?;
    remove(&aside)
}

fn too_deep() -> io::Error {
    io::Error::other(format!("directories are nested more than {MAX_DEPTH} deep"))
}
