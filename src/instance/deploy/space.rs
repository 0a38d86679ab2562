//! Checks that the disk has room for a release before the first byte is downloaded.

use std::io;
use std::path::Path;

use nix::sys::statvfs::statvfs;

use crate::artifact::{Entry, Manifest};

/// The most that a file takes beyond its bytes: the rest of its last block.
const BLOCK: u64 = 4096;

/// Room on a disk.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Room {
    /// Bytes.
    pub bytes: u64,
    /// Files; none if the file system does not count them.
    pub files: Option<u64>,
}

impl Room {
    /// The free space below a path.
    ///
    /// # Errors
    /// The system gives no answer.
    pub fn free(path: &Path) -> io::Result<Self> {
        let facts = statvfs(path).map_err(io::Error::from)?;
        let files = (facts.files() > 0).then(|| facts.files_available());
        Ok(Self { bytes: facts.blocks_available().saturating_mul(facts.fragment_size()), files })
    }

    /// The space that a release needs until it is unpacked, if `fetched` bytes of its archive exist.
    pub fn needed(manifest: &Manifest, fetched: u64) -> Self {
        let files = manifest.entries.len() as u64;
        let blocks =
            manifest.entries.iter().filter(|entry| !matches!(entry, Entry::Link { .. })).count() as u64;
        let archive = manifest.archive.size.saturating_sub(fetched);
        let unpacked = manifest.unpacked_bytes().saturating_add(blocks.saturating_mul(BLOCK));
        Self { bytes: archive.saturating_add(unpacked), files: Some(files + 4) }
    }

    /// The missing space, in words, if this many bytes must stay free; none if there is room.
    pub fn missing(self, free: Self, keep_free: u64) -> Option<String> {
        let wanted = self.bytes.saturating_add(keep_free);
        if free.bytes < wanted {
            return Some(format!(
                "it needs {} bytes, {keep_free} must stay free, and {} are free",
                self.bytes, free.bytes
            ));
        }
        let (files, there) = (self.files?, free.files?);
        (there < files).then(|| format!("it needs {files} files, but the file system has room for {there}"))
    }
}
