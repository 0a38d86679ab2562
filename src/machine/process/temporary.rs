//! Programs and directories that exist only while a command runs.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::while_none_starts;
use crate::file::{self, FileError, Permissions};

/// A file that only its owner can read and run, or such a directory; it is removed when this value is dropped.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Writes it, for another user if a number is given.
    ///
    /// # Errors
    ///
    /// Those of [`file::write`].
    pub fn write(bytes: &[u8], extension: Option<&str>, owner: Option<u32>) -> Result<Self, FileError> {
        let extension = extension.map(|extension| format!(".{extension}")).unwrap_or_default();
        let temporary = Self::anywhere(&extension);
        let permissions = Permissions { mode: Some(0o500), uid: owner, gid: None };
        while_none_starts(|| file::write(&temporary.0, bytes, permissions))?;
        Ok(temporary)
    }

    /// Makes an empty directory.
    ///
    /// # Errors
    ///
    /// The path and the I/O error.
    pub fn directory() -> Result<Self, String> {
        let temporary = Self::anywhere("");
        let made = DirBuilder::new().mode(0o700).create(&temporary.0);
        made.map_err(|error| format!("'{}': {error}", temporary.0.display()))?;
        Ok(temporary)
    }

    fn anywhere(end: &str) -> Self {
        let random = uuid::Uuid::new_v4().simple().to_string();
        Self(PathBuf::from(format!("/tmp/.orchestrate-{random}{end}")))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = file::remove(&self.0);
    }
}
