//! How much an archive may hold: a small file can unpack to more than any disk.

use std::path::{Path, PathBuf};

use super::ArchiveError;

/// How much an archive may hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// The number of its entries.
    pub entries: u64,
    /// The bytes of all its files.
    pub bytes: u64,
}

impl Default for Limits {
    /// A million entries and 64 GiB.
    fn default() -> Self {
        Self { entries: 1_000_000, bytes: 64 << 30 }
    }
}

impl Limits {
    pub(super) fn count(self, archive: &Path) -> Count {
        Count { limits: self, archive: archive.to_owned(), entries: 0, bytes: 0 }
    }
}

/// The counts so far.
pub(super) struct Count {
    limits: Limits,
    archive: PathBuf,
    entries: u64,
    bytes: u64,
}

impl Count {
    /// Adds an entry of this size in bytes.
    ///
    /// # Errors
    ///
    /// [`ArchiveError::TooLarge`].
    pub fn add(&mut self, size: u64) -> Result<(), ArchiveError> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(self.too_large(format!("holds more than {} entries", self.limits.entries)));
        }
        self.bytes = self.bytes.saturating_add(size);
        if self.bytes > self.limits.bytes {
            return Err(self.too_large(format!("unpacks to more than {} bytes", self.limits.bytes)));
        }
        Ok(())
    }

    fn too_large(&self, what: String) -> ArchiveError {
        ArchiveError::TooLarge { path: self.archive.clone(), what }
    }
}
