//! Writing the entries of an archive: below a directory that is held open, and nowhere else.
//!
//! Every directory on the way is found anew from that handle. The kernel refuses any link that leads out of it (`RESOLVE_BENEATH`
//! of `openat2(2)`), even if a user puts one there meanwhile. Only its owner can read a file until it is whole.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, ResolveFlags, fchmod, fstat, linkat, mkdirat, openat, openat2,
    symlinkat, unlinkat,
};
use rustix::io::Errno;

use super::read::Facts;
use super::{Entry, EntryKind};
use crate::file::{Permissions, Place, change_owner};

const DIRECTORY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// The owner of the extracted files: of the given paths, or of all if no path is given.
#[derive(Clone, Debug, Default)]
pub struct Owner {
    /// The number of the user.
    pub uid: Option<u32>,
    /// The number of the group.
    pub gid: Option<u32>,
    /// Only this path and what is below it.
    pub within: Option<PathBuf>,
}

/// Why an entry was not written.
pub(super) enum Failure {
    /// It leads out of the directory, or to something that is not the archive's.
    Refused(&'static str),
    /// The I/O error.
    System(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<Errno> for Failure {
    fn from(errno: Errno) -> Self {
        Self::System(errno.into())
    }
}

/// A directory that an archive is extracted into.
pub(super) struct Target {
    root: OwnedFd,
    owner: Owner,
    /// The files that were extracted: hard links may lead only to these.
    files: HashSet<PathBuf>,
}

impl Target {
    pub fn new(root: OwnedFd, owner: Owner) -> Self {
        Self { root, owner, files: HashSet::new() }
    }

    /// Writes one entry.
    pub fn put(&mut self, entry: &Entry, facts: Facts, contents: &mut dyn Read) -> Result<(), Failure> {
        let place = self.place(&entry.path)?;
        let owner = self.owner_of(&entry.path);
        if entry.kind == EntryKind::Directory {
            return Ok(put_directory(&place, facts, owner)?);
        }
        match unlinkat(&place.directory, &place.name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(Errno::ISDIR) => {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory is in its place").into());
            }
            Err(errno) => return Err(errno.into()),
        }
        match &entry.kind {
            EntryKind::Link(target) => {
                symlinkat(target, &place.directory, &place.name)?;
                let (handle, stat) = place.handle()?;
                if FileType::from_raw_mode(stat.st_mode) != FileType::Symlink {
                    return Err(io::Error::other("something else took its place").into());
                }
                Ok(change_owner(&handle, owner)?)
            }
            EntryKind::HardLink(target) => self.put_hard_link(&place, target),
            EntryKind::File | EntryKind::Directory => {
                put_file(&place, facts, owner, contents)?;
                self.files.insert(entry.path.clone());
                Ok(())
            }
        }
    }

    /// The name of an entry, with its directory held open; missing directories on the way are made.
    fn place(&self, path: &Path) -> Result<Place, Failure> {
        let name = path.file_name().ok_or(Errno::INVAL)?;
        let above = path.parent().unwrap_or(Path::new(""));
        let directory = match self.open_directory(above) {
            Err(Failure::System(error)) if error.kind() == io::ErrorKind::NotFound => {
                self.make_directories(above)?;
                self.open_directory(above)?
            }
            other => other?,
        };
        let directory_owner = fstat(&directory)?.st_uid;
        Ok(Place { directory, name: name.to_owned(), directory_owner, path: path.to_owned() })
    }

    /// A directory below the root; links on the way may not lead out.
    fn open_directory(&self, below: &Path) -> Result<OwnedFd, Failure> {
        if below.as_os_str().is_empty() {
            return Ok(self.root.try_clone()?);
        }
        let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        match openat2(&self.root, below, DIRECTORY, Mode::empty(), beneath) {
            Ok(handle) => Ok(handle),
            Err(Errno::XDEV | Errno::LOOP) => Err(Failure::Refused("which is behind a link that leads out")),
            // Before Linux 5.6: no link at all is followed.
            Err(Errno::NOSYS | Errno::PERM) => Ok(self.open_without_links(below)?),
            Err(errno) => Err(errno.into()),
        }
    }

    fn open_without_links(&self, below: &Path) -> io::Result<OwnedFd> {
        let mut here = self.root.try_clone()?;
        for part in below.components() {
            let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
            here = openat(&here, name, DIRECTORY | OFlags::NOFOLLOW, Mode::empty())?;
        }
        Ok(here)
    }

    fn make_directories(&self, below: &Path) -> Result<(), Failure> {
        let mut made = PathBuf::new();
        for part in below.components() {
            let Component::Normal(name) = part else { return Err(Errno::INVAL.into()) };
            let here = self.open_directory(&made)?;
            match mkdirat(&here, name, Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(errno) => return Err(errno.into()),
            }
            made.push(name);
        }
        Ok(())
    }

    fn put_hard_link(&self, place: &Place, target: &Path) -> Result<(), Failure> {
        if !self.files.contains(target) {
            return Err(Failure::Refused(
                "which is another name of something that is no file of the archive",
            ));
        }
        let original = self.place(target)?;
        let (_, stat) = original.handle()?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(io::Error::other(
                "something else took the place of the file that it is another name of",
            )
            .into());
        }
        Ok(linkat(&original.directory, &original.name, &place.directory, &place.name, AtFlags::empty())?)
    }

    fn owner_of(&self, path: &Path) -> Permissions {
        let is_within = self.owner.within.as_ref().is_none_or(|within| path.starts_with(within));
        if !is_within {
            return Permissions::default();
        }
        Permissions { mode: None, uid: self.owner.uid, gid: self.owner.gid }
    }
}

fn put_directory(place: &Place, facts: Facts, owner: Permissions) -> io::Result<()> {
    let make = || mkdirat(&place.directory, &place.name, Mode::from_raw_mode(0o755));
    match make() {
        Ok(()) => {}
        Err(Errno::EXIST) => {
            let (_, stat) = place.handle()?;
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => {}
                // A link to a directory of the same tree is accepted; its target is not changed.
                FileType::Symlink => return Ok(()),
                _ => {
                    unlinkat(&place.directory, &place.name, AtFlags::empty())?;
                    make()?;
                }
            }
        }
        Err(errno) => return Err(errno.into()),
    }
    let opened = place.open(OFlags::RDONLY | OFlags::DIRECTORY)?;
    change_owner(&opened, owner)?;
    match facts.mode {
        // A user who cannot write into a directory cannot put anything in it either.
        Some(mode) => Ok(fchmod(&opened, Mode::from_raw_mode(mode & 0o777 | 0o700))?),
        None => Ok(()),
    }
}

fn put_file(place: &Place, facts: Facts, owner: Permissions, contents: &mut dyn Read) -> io::Result<()> {
    let first = if facts.mode.is_some() { 0o600 } else { 0o666 };
    let mut file = File::from(place.create(first)?);
    io::copy(&mut contents.take(facts.size), &mut file)?;
    let modified = facts.modified.map(Duration::from_secs);
    if let Some(modified) = modified.and_then(|since| SystemTime::UNIX_EPOCH.checked_add(since)) {
        file.set_modified(modified)?;
    }
    change_owner(&file, owner)?;
    match facts.mode {
        Some(mode) => Ok(fchmod(&file, Mode::from_raw_mode(mode & 0o777))?),
        None => Ok(()),
    }
}
