//! Reading the contents of files. Root reads regular files alone, and never more than a limit.
//!
//! A local user may put anything into a directory of the user: a pipe that nobody writes, a link to a device without an end, a sparse
//! file, a link to a file of root. Every read of the machine is made here, so none of them holds a run up, fills the memory, or
//! shows the file of another user. `tests/it/fences/paths.rs` refuses other reads.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;

use super::place::{Last, Place};
use super::trust::Trusted;
use super::{Algorithm, FileError, digest as digests, found};
use crate::{account, text};

/// What is kept in memory of a file: 1 GiB.
pub const READ_LIMIT: u64 = 1 << 30;

/// The same of a file that a user may have prepared: 256 MiB.
const READ_LIMIT_OF_USERS: u64 = 256 << 20;

/// What is read of such a file piece by piece: 64 GiB, a minute's work.
const STREAM_LIMIT_OF_USERS: u64 = 64 << 30;

/// A configuration file as text: 64 MiB.
const TEXT_LIMIT: u64 = 64 << 20;

/// A regular file that is open for reading.
struct Opened {
    file: File,
    /// Its size, as the system says.
    size: u64,
    /// True if the file and its directory belong to root or to the user of this process.
    is_trusted: bool,
}

impl Opened {
    fn at(place: &Place) -> io::Result<Self> {
        let trusted = Trusted::here();
        // A handle of `O_PATH` opens nothing: opening a device can do something by itself.
        check_kind(FileType::from_raw_mode(place.handle()?.1.st_mode))?;
        let file = File::from(place.open(OFlags::RDONLY)?);
        let holder = place.directory_owner;
        let is_trusted = trusted.has(holder);
        let stat = fstat(&file)?;
        if stat.st_nlink > 1 && !is_trusted && stat.st_uid != holder {
            // Some kernels let users make such names (`fs.protected_hardlinks`).
            let (owner, holder) = (account::user_name(stat.st_uid), account::user_name(holder));
            let why =
                format!("it has another name elsewhere, belongs to {owner}, and {holder} may have linked it");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        Self::checked(file, |owner| is_trusted && trusted.has(owner))
    }

    fn checked(file: File, is_trusted: impl Fn(u32) -> bool) -> io::Result<Self> {
        let stat = fstat(&file)?;
        check_kind(FileType::from_raw_mode(stat.st_mode))?;
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        Ok(Self { file, size, is_trusted: is_trusted(stat.st_uid) })
    }

    fn limit(&self, limit: u64) -> u64 {
        if self.is_trusted { limit } else { limit.min(READ_LIMIT_OF_USERS) }
    }

    fn whole(self, limit: u64) -> io::Result<Vec<u8>> {
        let limit = self.limit(limit);
        check_size(self.size, limit)?;
        let mut contents = Vec::with_capacity(usize::try_from(self.size).unwrap_or(0));
        // Files of `/proc` have no size, and a file may grow: one more byte shows that it is too long.
        self.file.take(limit + 1).read_to_end(&mut contents)?;
        check_size(u64::try_from(contents.len()).unwrap_or(u64::MAX), limit)?;
        Ok(contents)
    }
}

fn check_kind(kind: FileType) -> io::Result<()> {
    let what = match kind {
        FileType::RegularFile => return Ok(()),
        FileType::Directory => return Err(Errno::ISDIR.into()),
        FileType::Symlink => return Err(Errno::LOOP.into()),
        FileType::Fifo => "a named pipe",
        FileType::Socket => "a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        FileType::Unknown => "something unknown",
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, and no regular file")))
}

fn check_size(size: u64, limit: u64) -> io::Result<()> {
    if size <= limit {
        return Ok(());
    }
    let why = format!("it has more than {} MiB, and more is not read", limit >> 20);
    Err(io::Error::new(io::ErrorKind::FileTooLarge, why))
}

fn open_at(path: &Path) -> Result<Opened, FileError> {
    let place = Place::find(path, Last::Followed, None).map_err(|error| match error {
        FileError::Look { path, source } => FileError::Read { path, source },
        FileError::Untrusted { path, why, .. } => FileError::Untrusted { path, attempt: "read", why },
        other => other,
    })?;
    Opened::at(&place).map_err(|source| unread(path, source))
}

fn unread(path: &Path, source: io::Error) -> FileError {
    FileError::Read { path: path.to_owned(), source }
}

/// Opens a regular file for reading. Nobody can put a pipe or a device in its place, and no link of a user leads to it.
///
/// # Errors
///
/// I/O errors, "not found" among them; it is no regular file; [`FileError::Untrusted`].
pub fn open(path: &Path) -> Result<File, FileError> {
    Ok(open_at(path)?.file)
}

/// Whether [`read`] would read a file, for a program that reads it.
///
/// # Errors
///
/// Those of [`read`].
pub fn check_read(path: &Path) -> Result<(), FileError> {
    let opened = open_at(path)?;
    check_size(opened.size, opened.limit(READ_LIMIT)).map_err(|source| unread(path, source))
}

/// The contents of a file.
///
/// # Errors
///
/// Those of [`open`]; the file is larger than [`READ_LIMIT`], or a user's file larger than 256 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    open_at(path)?.whole(READ_LIMIT).map_err(|source| unread(path, source))
}

/// The contents of a file of the tree. Its authors are trusted with everything, so their links are followed anywhere.
///
/// # Errors
///
/// I/O errors, "not found" among them; it is no regular file, or larger than [`READ_LIMIT`].
pub fn read_of_tree(path: &Path) -> Result<Vec<u8>, FileError> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = openat(rustix::fs::CWD, path, flags, Mode::empty()).map_err(io::Error::from);
    let whole = opened.and_then(|file| Opened::checked(File::from(file), |_| true)?.whole(READ_LIMIT));
    whole.map_err(|source| unread(path, source))
}

/// The contents of a file as text.
///
/// # Errors
///
/// Those of [`read`]; it is no UTF-8, or has more than 64 MiB.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, FileError> {
    let path = path.as_ref();
    let bytes = open_at(path)?.whole(TEXT_LIMIT).map_err(|source| unread(path, source))?;
    String::from_utf8(bytes)
        .map_err(|_| unread(path, io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text")))
}

/// The contents of a file; nothing if there is none.
///
/// # Errors
///
/// Those of [`read`] but "not found".
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    found(read(path))
}

/// The same as text that loses no byte; see [`from_bytes`](text::from_bytes).
///
/// # Errors
///
/// Those of [`read_if_there`]; it has more than 64 MiB.
pub fn text_if_there(path: &Path) -> Result<Option<String>, FileError> {
    let Some(opened) = found(open_at(path))? else { return Ok(None) };
    let bytes = opened.whole(TEXT_LIMIT).map_err(|source| unread(path, source))?;
    Ok(Some(text::from_bytes(&bytes)))
}

/// The same of a file that must be UTF-8, because its data are written anew.
///
/// # Errors
///
/// Those of [`text_if_there`], and bytes that are not UTF-8.
pub fn utf8_if_there(path: &Path) -> Result<Option<String>, FileError> {
    found(read_text(path))
}

/// The names in a directory, sorted, as [`text::from_bytes`] reads them; empty if it is missing.
///
/// # Errors
///
/// I/O errors.
pub fn names(directory: &Path) -> io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        other => other?,
    };
    let names = entries.map(|entry| Ok(text::of_path(entry?.file_name())));
    let mut names: Vec<String> = names.collect::<io::Result<_>>()?;
    names.sort();
    Ok(names)
}

/// The digest of the contents of a file, in hexadecimal digits. The file is read piece by piece.
///
/// # Errors
///
/// Those of [`open`]; a user's file larger than 64 GiB.
pub fn digest(path: &Path, algorithm: Algorithm) -> Result<String, FileError> {
    let failed = |source| unread(path, source);
    let Opened { mut file, size, is_trusted } = open_at(path)?;
    if is_trusted {
        return digests::of_file(&mut file, algorithm).map_err(failed);
    }
    check_size(size, STREAM_LIMIT_OF_USERS).map_err(failed)?;
    // What the user adds meanwhile is not read: the user could add it faster.
    digests::of_file(&mut file.take(size), algorithm).map_err(failed)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::{Permissions, make_pipe};
    use super::*;

    fn said(error: FileError) -> String {
        match error {
            FileError::Read { source, .. } => source.to_string(),
            other => other.to_string(),
        }
    }

    #[test]
    fn only_a_regular_file_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let (pipe, link) = (directory.path().join("pipe"), directory.path().join("link"));
        make_pipe(&pipe, Permissions::default()).unwrap();
        symlink("/dev/zero", &link).unwrap();
        for (path, what) in [
            (pipe.as_path(), "it is a named pipe, and no regular file"),
            (&link, "it is a device, and no regular file"),
            (directory.path(), "Is a directory"),
        ] {
            assert!(said(read(path).unwrap_err()).starts_with(what), "{}", path.display());
            assert!(said(read_of_tree(path).unwrap_err()).starts_with(what), "{}", path.display());
            assert!(said(text_if_there(path).unwrap_err()).starts_with(what), "{}", path.display());
            assert!(said(digest(path, Algorithm::Sha256).unwrap_err()).starts_with(what));
        }
        assert!(read_if_there(&directory.path().join("nothing")).unwrap().is_none());
        assert!(text_if_there(&directory.path().join("nothing")).unwrap().is_none());
        assert!(!read_text("/proc/self/mounts").unwrap().is_empty(), "a file of /proc has no size");
    }

    #[test]
    fn a_file_that_is_too_large_is_not_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("sparse");
        File::create(&path).unwrap().set_len(1 << 41).unwrap();
        assert_eq!(said(read(&path).unwrap_err()), "it has more than 1024 MiB, and more is not read");
        assert_eq!(said(text_if_there(&path).unwrap_err()), "it has more than 64 MiB, and more is not read");
        if account::own_uid() == 0 {
            std::os::unix::fs::chown(&path, Some(12_345), None).unwrap();
            assert_eq!(said(read(&path).unwrap_err()), "it has more than 256 MiB, and more is not read");
            let digested = said(digest(&path, Algorithm::Sha256).unwrap_err());
            assert_eq!(digested, "it has more than 65536 MiB, and more is not read");
        }
    }
}
