//! Whether the disk has room for a release, told before the first byte is fetched.

use std::io;
use std::path::Path;

use nix::sys::statvfs::statvfs;

use crate::instance::artifact::{Entry, Manifest};

/// What a file takes beyond its bytes, at most: the rest of its last block.
const BLOCK: u64 = 4096;

/// Room on a disk.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Room {
    /// Bytes.
    pub bytes: u64,
    /// Files; none where the file system does not count them.
    pub files: Option<u64>,
}

impl Room {
    /// What is free below a path.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn free(path: &Path) -> io::Result<Self> {
        let facts = statvfs(path).map_err(io::Error::from)?;
        let files = (facts.files() > 0).then(|| facts.files_available());
        Ok(Self { bytes: facts.blocks_available().saturating_mul(facts.fragment_size()), files })
    }

    /// What a release needs until it is unpacked, `fetched` bytes of its archive being there.
    pub fn needed(manifest: &Manifest, fetched: u64) -> Self {
        let files = manifest.entries.len() as u64;
        let blocks =
            manifest.entries.iter().filter(|entry| !matches!(entry, Entry::Link { .. })).count() as u64;
        let archive = manifest.archive.size.saturating_sub(fetched);
        let unpacked = manifest.unpacked_bytes().saturating_add(blocks.saturating_mul(BLOCK));
        Self { bytes: archive.saturating_add(unpacked), files: Some(files + 4) }
    }

    /// What of this is missing, in words, where so many bytes are to stay free; none if there is room.
    pub fn missing(self, free: Self, keep_free: u64) -> Option<String> {
        let wanted = self.bytes.saturating_add(keep_free);
        if free.bytes < wanted {
            return Some(format!(
                "it needs {} bytes and {keep_free} are to stay free, and {} are free",
                self.bytes, free.bytes
            ));
        }
        let (files, there) = (self.files?, free.files?);
        (there < files).then(|| format!("it needs {files} files, and the file system has room for {there}"))
    }
}
