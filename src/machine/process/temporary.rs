//! Programs and directories that are there only while something is run.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::while_none_starts;
use crate::machine::file::{self, FileError, Permissions};

/// A file for its owner alone, who may run it, or a directory of the same kind; it goes when this goes.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Writes it, for a user by number where it is another's.
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
    /// Where, and what the system says.
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

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = file::remove(&self.0);
    }
}
