//! A name in a directory that is held open. A change there is made in that directory, whatever happens to the path.
//!
//! Every change of a file first finds its [`Place`], and acts by it. No path is walked twice, so a directory that is swapped for
//! a link in the meantime redirects nothing. Directories are held by `O_PATH`, which opens nothing and needs no permission to
//! read.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, ResolveFlags, Stat, fstat, openat, openat2, readlinkat};
use rustix::io::Errno;

use super::FileError;
use super::trust::{FollowedLink, Trusted};

/// As many links as the kernel follows.
const MAX_LINKS: usize = 40;

const HANDLE: OFlags = OFlags::PATH.union(OFlags::CLOEXEC);
const HANDLE_ITSELF: OFlags = HANDLE.union(OFlags::NOFOLLOW);

/// How the last name of a path is used.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Last {
    /// The entry itself, even if it is a link.
    Itself,
    /// The target, if it is a link.
    Followed,
}

/// A name in a directory that is held open.
#[derive(Debug)]
pub(crate) struct Place {
    pub directory: OwnedFd,
    pub name: OsString,
    /// The owner of the directory.
    pub directory_owner: u32,
    /// The path as the caller wrote it.
    pub path: PathBuf,
}

impl Place {
    /// Finds a place. A file for `whose` is not found below a directory of a third user.
    ///
    /// # Errors
    ///
    /// I/O errors ("not found" when a directory on the way is missing), and [`FileError::Untrusted`].
    pub fn find(path: &Path, last: Last, whose: Option<u32>) -> Result<Self, FileError> {
        if let (Last::Itself, None) = (last, whose)
            && let Some(place) = Self::without_links(path)?
        {
            return Ok(place);
        }
        Walk::begin(path, last, whose)?.finish()
    }

    /// In one call, if no link is on the way; nothing if there is one, or if the kernel has no such call.
    fn without_links(path: &Path) -> Result<Option<Self>, FileError> {
        let failed = |errno: Errno| FileError::Look { path: path.to_owned(), source: errno.into() };
        let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        let flags = HANDLE | OFlags::DIRECTORY;
        match openat2(CWD, directory, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            Ok(handle) => {
                let directory_owner = fstat(&handle).map_err(failed)?.st_uid;
                let (name, path) = (name.to_owned(), path.to_owned());
                Ok(Some(Self { directory: handle, name, directory_owner, path }))
            }
            Err(Errno::NOENT | Errno::NOTDIR) => Err(failed(Errno::NOENT)),
            Err(_) => Ok(None),
        }
    }

    /// Another name in the same directory.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn beside(&self, name: OsString) -> io::Result<Self> {
        let directory = self.directory.try_clone()?;
        let path = self.path.with_file_name(&name);
        Ok(Self { directory, name, directory_owner: self.directory_owner, path })
    }

    /// A name in the directory at this place.
    ///
    /// # Errors
    ///
    /// I/O errors; a link is not a directory.
    pub fn below(&self, name: &OsStr) -> io::Result<Self> {
        let directory = self.open(OFlags::DIRECTORY | OFlags::PATH)?;
        let directory_owner = fstat(&directory)?.st_uid;
        Ok(Self { directory, name: name.to_owned(), directory_owner, path: self.path.join(name) })
    }

    /// A handle of the entry itself, even if it is a link, and its attributes.
    ///
    /// # Errors
    ///
    /// I/O errors, "not found" among them.
    pub fn handle(&self) -> io::Result<(OwnedFd, Stat)> {
        let handle = openat(&self.directory, &self.name, HANDLE_ITSELF, Mode::empty())?;
        let stat = fstat(&handle)?;
        Ok((handle, stat))
    }

    /// The attributes of the entry itself; nothing if there is none.
    ///
    /// # Errors
    ///
    /// Any I/O error but "not found".
    pub fn stat(&self) -> io::Result<Option<Stat>> {
        match self.handle() {
            Ok((_, stat)) => Ok(Some(stat)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens the entry. A link is an error, and opening a pipe does not block.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn open(&self, flags: OFlags) -> io::Result<OwnedFd> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.directory, &self.name, flags, Mode::empty())?)
    }

    /// Opens a new file.
    ///
    /// # Errors
    ///
    /// I/O errors, "already exists" among them.
    pub fn create(&self, mode: u32) -> io::Result<OwnedFd> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(openat(&self.directory, &self.name, flags, Mode::from_raw_mode(mode))?)
    }
}

/// A path on the way to its place.
struct Walk<'a> {
    path: &'a Path,
    last: Last,
    whose: Option<u32>,
    trusted: Trusted,
    todo: VecDeque<OsString>,
    here: OwnedFd,
    here_owner: u32,
    shown: PathBuf,
    leads: Vec<FollowedLink>,
    links: usize,
}

impl<'a> Walk<'a> {
    fn begin(path: &'a Path, last: Last, whose: Option<u32>) -> Result<Self, FileError> {
        let failed = |errno: Errno| FileError::Look { path: path.to_owned(), source: errno.into() };
        let start = if path.is_absolute() { "/" } else { "." };
        let here = openat(CWD, start, HANDLE | OFlags::DIRECTORY, Mode::empty()).map_err(failed)?;
        let here_owner = fstat(&here).map_err(failed)?.st_uid;
        Ok(Self {
            path,
            last,
            whose,
            trusted: Trusted::here(),
            todo: names(path),
            here,
            here_owner,
            shown: PathBuf::from(start),
            leads: vec![],
            links: 0,
        })
    }

    fn finish(mut self) -> Result<Place, FileError> {
        loop {
            let Some(name) = self.todo.pop_front() else { return Err(self.failed(Errno::INVAL)) };
            if name == ".." {
                self.go_up()?;
                continue;
            }
            let is_last = self.todo.is_empty();
            let found = openat(&self.here, &name, HANDLE_ITSELF, Mode::empty());
            let handle = match found {
                Ok(handle) => handle,
                // Nothing is there yet, but the place is known.
                Err(Errno::NOENT) if is_last => return self.place(name, None),
                Err(errno) => {
                    self.check_leads(None)?;
                    return Err(self.failed(errno));
                }
            };
            let stat = fstat(&handle).map_err(|errno| self.failed(errno))?;
            let kind = FileType::from_raw_mode(stat.st_mode);
            match kind {
                FileType::Symlink if !is_last || self.last == Last::Followed => {
                    self.follow(&name, &handle, stat.st_uid)?;
                }
                _ if is_last => return self.place(name, Some(&stat)),
                FileType::Directory => self.enter(name, handle, stat.st_uid)?,
                _ => {
                    self.check_leads(Some((&name, stat.st_uid)))?;
                    return Err(self.failed(Errno::NOTDIR));
                }
            }
        }
    }

    fn enter(&mut self, name: OsString, handle: OwnedFd, owner: u32) -> Result<(), FileError> {
        self.shown.push(name);
        self.here = handle;
        self.here_owner = owner;
        match self.whose {
            Some(whose) => self.trusted.check_directory(self.path, &self.shown, owner, whose),
            None => Ok(()),
        }
    }

    fn go_up(&mut self) -> Result<(), FileError> {
        let above = openat(&self.here, "..", HANDLE | OFlags::DIRECTORY, Mode::empty());
        self.here = above.map_err(|errno| self.failed(errno))?;
        self.here_owner = fstat(&self.here).map_err(|errno| self.failed(errno))?.st_uid;
        self.shown.pop();
        Ok(())
    }

    fn follow(&mut self, name: &OsStr, link: &OwnedFd, owner: u32) -> Result<(), FileError> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(self.failed(Errno::LOOP));
        }
        let target = readlinkat(link.as_fd(), "", Vec::new()).map_err(|errno| self.failed(errno))?;
        let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
        self.leads.extend(self.trusted.lead(self.shown.join(name), owner, self.here_owner));
        if target.is_absolute() {
            let root = openat(CWD, "/", HANDLE | OFlags::DIRECTORY, Mode::empty());
            self.here = root.map_err(|errno| self.failed(errno))?;
            self.here_owner = fstat(&self.here).map_err(|errno| self.failed(errno))?.st_uid;
            self.shown = PathBuf::from("/");
        }
        for name in names(&target).into_iter().rev() {
            self.todo.push_front(name);
        }
        Ok(())
    }

    fn place(self, name: OsString, stat: Option<&Stat>) -> Result<Place, FileError> {
        let name = if name.is_empty() { OsString::from(".") } else { name };
        self.check_leads(stat.map(|stat| (name.as_os_str(), stat.st_uid)))?;
        let path = self.path.to_owned();
        Ok(Place { directory: self.here, name, directory_owner: self.here_owner, path })
    }

    /// A user's link leads to a directory of that user, and to a file of that user if there is one.
    fn check_leads(&self, found: Option<(&OsStr, u32)>) -> Result<(), FileError> {
        for lead in &self.leads {
            lead.check(self.path, &self.shown, self.here_owner)?;
            if let Some((name, owner)) = found {
                lead.check(self.path, &self.shown.join(name), owner)?;
            }
        }
        Ok(())
    }

    fn failed(&self, errno: Errno) -> FileError {
        FileError::Look { path: self.path.to_owned(), source: errno.into() }
    }
}

/// The names of a path; `.` for one that has none.
fn names(path: &Path) -> VecDeque<OsString> {
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some(OsString::from("..")),
        _ => None,
    };
    let mut names: VecDeque<OsString> = path.components().filter_map(name).collect();
    if names.back().is_none_or(|name| name == "..") {
        names.push_back(OsStr::from_bytes(b".").to_owned());
    }
    names
}
