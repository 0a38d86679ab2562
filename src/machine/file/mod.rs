//! Files: their attributes, their contents, and writing them so that nobody sees a part of a file.
//!
//! Every change is made by a [`Place`](place::Place): a name in a directory that is held open. No link that a user may change
//! leads root to the files of another user; see [`trust`] for the rules and `docs/decisions/0024-root-trusts-no-path.md`. Every read is
//! in [`read`].

mod acl;
mod attributes;
mod change;
mod check;
mod contents;
mod digest;
mod holes;
mod left_over;
mod mounted;
mod permit;
mod place;
mod private;
mod read;
mod tree;
mod trust;
mod write;

use std::fs::Metadata;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

pub use acl::{Acl, List, Who, read_acl, write_acl};
pub use change::{
    copy, copy_over, hard_link, make_directories, make_directory, make_pipe, permit, permit_followed, remove,
    rename, rename_over, set_times, symbolic_link,
};
pub use check::{check_path, check_permit, check_regular, open_directory};
pub use contents::{copy_followed, remove_directory, truncate};
pub use digest::Algorithm;
pub use mounted::{check_unmounted, mounts_below};
pub(crate) use permit::change_owner;
pub(crate) use place::Place;
pub use private::read_private;
pub use read::{
    READ_LIMIT, check_read, digest, names, open, read, read_if_there, read_of_tree, read_text, text_if_there,
    utf8_if_there,
};
pub use write::{Permissions, backup, replace, write};

/// Why an operation on a file failed.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Its attributes cannot be read.
    #[error("'{}' cannot be looked at", path.display())]
    Look {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// It could not be read.
    #[error("'{}' cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// It could not be written; the old file stays as it was.
    #[error("'{}' cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// Another change failed.
    #[error("'{}' cannot be {attempt}", path.display())]
    Change {
        /// The file.
        path: PathBuf,
        /// The attempt: `removed`.
        attempt: &'static str,
        /// The reason.
        source: std::io::Error,
    },
    /// A user could redirect the change or the read to another file; nothing was done.
    #[error("'{}' is not {attempt}: {why}", path.display())]
    Untrusted {
        /// The file.
        path: PathBuf,
        /// The attempt: `changed`, `read`.
        attempt: &'static str,
        /// The user who could, and what to write instead.
        why: String,
    },
    /// A file system is mounted there, which holds what nobody asked to remove.
    #[error("'{}' is not removed: '{}' is a mount point. Unmount it first", path.display(), point.display())]
    Mounted {
        /// The file.
        path: PathBuf,
        /// The mount point, at it or below it.
        point: PathBuf,
    },
    /// The copy could not be made.
    #[error("'{}' cannot be copied aside", path.display())]
    Backup {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
}

/// The type of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileKind {
    /// An ordinary file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Link,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A block device.
    Block,
    /// A character device.
    Character,
}

/// The attributes of a file.
#[derive(Clone, Debug)]
pub struct Stat {
    /// Its type.
    pub kind: FileKind,
    /// Its permission bits, with the set-user, set-group and sticky bits: `0o0644`.
    pub mode: u32,
    /// The number of its owner.
    pub uid: u32,
    /// The number of its group.
    pub gid: u32,
    /// All other attributes.
    pub metadata: Metadata,
}

impl Stat {
    /// Reads the attributes of a path, and follows links.
    ///
    /// # Errors
    ///
    /// I/O errors, "not found" among them.
    pub fn of(path: &Path) -> Result<Self, FileError> {
        Self::made(path, std::fs::metadata(path))
    }

    /// Reads the attributes of a path itself, even if it is a link.
    ///
    /// # Errors
    ///
    /// I/O errors, "not found" among them.
    pub fn of_link(path: &Path) -> Result<Self, FileError> {
        Self::made(path, std::fs::symlink_metadata(path))
    }

    /// Reads the attributes of a path, and follows links; nothing if there is no file.
    ///
    /// # Errors
    ///
    /// Any I/O error but "not found".
    pub fn find(path: &Path) -> Result<Option<Self>, FileError> {
        found(Self::of(path))
    }

    /// Reads the attributes of a path itself; nothing if there is no file.
    ///
    /// # Errors
    ///
    /// Any I/O error but "not found".
    pub fn find_link(path: &Path) -> Result<Option<Self>, FileError> {
        found(Self::of_link(path))
    }

    fn made(path: &Path, metadata: std::io::Result<Metadata>) -> Result<Self, FileError> {
        let metadata = metadata.map_err(|source| FileError::Look { path: path.to_owned(), source })?;
        Ok(Self {
            kind: FileKind::of(&metadata),
            mode: metadata.mode() & 0o7777,
            uid: metadata.uid(),
            gid: metadata.gid(),
            metadata,
        })
    }

    /// The permission bits as text: `0644`, `4755`.
    pub fn mode_text(&self) -> String {
        mode_text(self.mode)
    }
}

impl FileError {
    /// The reason alone, as an I/O error.
    pub fn into_io(self) -> std::io::Error {
        match self {
            Self::Look { source, .. }
            | Self::Read { source, .. }
            | Self::Write { source, .. }
            | Self::Change { source, .. }
            | Self::Backup { source, .. } => source,
            Self::Untrusted { .. } => std::io::Error::new(std::io::ErrorKind::PermissionDenied, self),
            Self::Mounted { .. } => std::io::Error::new(std::io::ErrorKind::ResourceBusy, self),
        }
    }

    /// True if the reason is "not found".
    pub fn is_not_found(&self) -> bool {
        let (Self::Look { source, .. }
        | Self::Read { source, .. }
        | Self::Write { source, .. }
        | Self::Change { source, .. }
        | Self::Backup { source, .. }) = self
        else {
            return false;
        };
        matches!(source.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
    }
}

impl FileKind {
    fn of(metadata: &Metadata) -> Self {
        let kind = metadata.file_type();
        match () {
            () if kind.is_symlink() => Self::Link,
            () if kind.is_dir() => Self::Directory,
            () if kind.is_fifo() => Self::Pipe,
            () if kind.is_socket() => Self::Socket,
            () if kind.is_block_device() => Self::Block,
            () if kind.is_char_device() => Self::Character,
            () => Self::File,
        }
    }

    /// Salt's word: `file`, `dir`, `link`, `pipe`, `socket`, `block`, `char`.
    pub fn word(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Directory => "dir",
            Self::Link => "link",
            Self::Pipe => "pipe",
            Self::Socket => "socket",
            Self::Block => "block",
            Self::Character => "char",
        }
    }
}

/// Permission bits as text of four digits: `0644`.
pub fn mode_text(mode: u32) -> String {
    format!("{:04o}", mode & 0o7777)
}

/// Permission bits of text such as `644`, `0644`, `0o644` or `4755`; nothing if the text is not valid.
pub fn parse_mode(text: &str) -> Option<u32> {
    let digits = text.trim().trim_start_matches("0o");
    u32::from_str_radix(digits, 8).ok().filter(|mode| *mode <= 0o7777)
}

fn found<T>(looked: Result<T, FileError>) -> Result<Option<T>, FileError> {
    match looked {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
