//! A program that is there only while it is run.

use std::path::{Path, PathBuf};

use super::while_none_starts;
use crate::machine::file::{self, FileError, Permissions};

/// A file for its owner alone, who may run it; it goes when this goes.
#[derive(Debug)]
pub struct Temporary(PathBuf);

impl Temporary {
    /// Writes it, for a user by number where it is another's.
    ///
    /// # Errors
    ///
    /// Those of [`file::write`].
    pub fn write(bytes: &[u8], extension: Option<&str>, owner: Option<u32>) -> Result<Self, FileError> {
        let random = uuid::Uuid::new_v4().simple().to_string();
        let extension = extension.map(|extension| format!(".{extension}")).unwrap_or_default();
        let temporary = Self(PathBuf::from(format!("/tmp/.orchestrate-{random}{extension}")));
        let permissions = Permissions { mode: Some(0o500), uid: owner, gid: None };
        while_none_starts(|| file::write(&temporary.0, bytes, permissions))?;
        Ok(temporary)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
