//! A file to write.

use std::path::{Path, PathBuf};

use super::{Check, Operation};
use machine::file::{self, Permissions};
use machine::text;
use model::chain;

/// The contents of a file to write. Text is written with the bytes that it was read from; see [`text::from_bytes`].
#[derive(Clone, Debug)]
pub struct Contents(Vec<u8>);

impl From<String> for Contents {
    fn from(text: String) -> Self {
        Self(text::to_bytes(&text))
    }
}

impl From<&str> for Contents {
    fn from(text: &str) -> Self {
        Self(text::to_bytes(text))
    }
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

/// A file to write.
#[derive(Clone, Debug)]
pub struct Writing {
    /// The path.
    pub path: PathBuf,
    /// The new contents.
    pub contents: Vec<u8>,
    /// Its owner and mode.
    pub permissions: Permissions,
    /// True if a link in its place is followed.
    pub follows: bool,
    /// The path of a copy of the present file.
    pub backup: Option<PathBuf>,
    /// The check of the new contents.
    pub check: Option<Check>,
}

impl Writing {
    /// A file with these contents; links are followed and all else stays as it is.
    pub fn new(path: impl Into<PathBuf>, contents: impl Into<Contents>) -> Self {
        Self {
            path: path.into(),
            contents: contents.into().0,
            permissions: Permissions::default(),
            follows: true,
            backup: None,
            check: None,
        }
    }

    pub(super) async fn carry_out(self) -> Result<(), String> {
        if let Some(check) = &self.check {
            check.agrees(&self.contents).await?;
        }
        let write = if self.follows { file::write } else { file::replace };
        self.backup
            .as_ref()
            .map_or(Ok(()), |place| file::backup(&self.path, place))
            .and_then(|()| write(&self.path, &self.contents, self.permissions))
            .map_err(|error| chain(&error))
    }
}

impl From<Writing> for Operation {
    fn from(writing: Writing) -> Self {
        Self::Write(Box::new(writing))
    }
}

/// A file that may be new, in a directory that may be new.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// The path.
    pub path: &'a Path,
    /// True when the directory exists.
    pub has_directory: bool,
    /// True if the file exists; then it keeps its owner and mode.
    pub is_there: bool,
    /// The owner of a new file or directory; then nobody else can read them.
    pub owner: Option<(u32, u32)>,
}

impl Kept<'_> {
    /// Writes it, the directory first.
    pub fn write(self, text: impl Into<Contents>) -> Vec<Operation> {
        let is_private = self.owner.is_some();
        let new = |mode| Permissions {
            mode: Some(mode),
            uid: self.owner.map(|(uid, _)| uid),
            gid: self.owner.map(|(_, gid)| gid),
        };
        let directory = self.path.parent().filter(|_| !self.has_directory).map(|path| {
            let permissions = new(if is_private { 0o700 } else { 0o755 });
            Operation::MakeDirectory { path: path.to_owned(), permissions }
        });
        let permissions =
            if self.is_there { Permissions::default() } else { new(if is_private { 0o600 } else { 0o644 }) };
        let file = Writing { permissions, ..Writing::new(self.path, text) };
        directory.into_iter().chain([file.into()]).collect()
    }
}
