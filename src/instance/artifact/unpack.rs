//! Unpacks an archive whose manifest was checked: exactly the listed entries, into one new directory.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use tar::{Archive as Tar, EntryType};

use super::manifest::check_mode;
use super::pack::hexadecimal;
use super::{Entry, Manifest, Refusal, path};
use machine::archive::LimitedHeaders;
use machine::file::{self, Algorithm, FileError};

const CHUNK: usize = 64 * 1024;

/// The limits of an artifact.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    /// Bytes of all files together.
    pub unpacked_bytes: u64,
    /// Files, directories and links.
    pub entries: usize,
}

impl Default for Limits {
    /// 4 GiB in 200,000 entries.
    fn default() -> Self {
        Self { unpacked_bytes: 4 << 30, entries: 200_000 }
    }
}

/// Why an archive was not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// It differs from what was signed, or is not safe.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The archive cannot be read.
    #[error("could not read the archive {path}")]
    Read {
        /// The archive.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The disk refused the write.
    #[error("could not write {path}")]
    Write {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

/// Checks that a file is the archive that the manifest describes.
///
/// # Errors
/// It has another size or content, or cannot be read.
pub fn check_archive(manifest: &Manifest, archive: &Path) -> Result<(), UnpackError> {
    let read = |source| UnpackError::Read { path: archive.to_owned(), source };
    let (found, wanted) = (fs::metadata(archive).map_err(read)?.len(), manifest.archive.size);
    if found != wanted {
        return Err(Refusal::ArchiveSize { found, wanted }.into());
    }
    let found = file::digest(archive, Algorithm::Sha256).map_err(|error| match error {
        FileError::Read { source, .. } => read(source),
        other => read(io::Error::other(other)),
    })?;
    if found == manifest.archive.sha256 { Ok(()) } else { Err(Refusal::ArchiveDigest.into()) }
}

/// Unpacks the archive into `target`, an existing, empty directory. After a failure the caller must remove what is
/// there. `before` is called with each path before it is made.
///
/// # Errors
/// The archive holds something else than the manifest lists, the disk refused the write, or `before` returned an error.
pub fn unpack(
    manifest: &Manifest,
    archive: &Path,
    target: &Path,
    before: &dyn Fn(&Path) -> io::Result<()>,
) -> Result<(), UnpackError> {
    let file =
        File::open(archive).map_err(|source| UnpackError::Read { path: archive.to_owned(), source })?;
    let mut wanted: HashMap<&str, &Entry> =
        manifest.entries.iter().map(|entry| (entry.path(), entry)).collect();
    let broken = |error: io::Error| Refusal::ArchiveBroken(error.to_string());
    let mut tar = Tar::new(LimitedHeaders::new(GzDecoder::new(file)));
    for found in tar.entries().map_err(broken)? {
        let mut found = found.map_err(broken)?;
        let head = Head::of(&found)?;
        let Some(entry) = wanted.remove(head.path.as_str()) else {
            let is_listed = manifest.entries.iter().any(|entry| entry.path() == head.path);
            return Err(
                if is_listed { Refusal::Twice(head.path) } else { Refusal::NotListed(head.path) }.into()
            );
        };
        if head != Head::wanted(entry) {
            return Err(Refusal::Differs(head.path).into());
        }
        let full = target.join(entry.path());
        before(&full).map_err(|source| UnpackError::Write { path: full, source })?;
        place(entry, &mut found, target)?;
    }
    if let Some(missing) = manifest.entries.iter().find(|entry| wanted.contains_key(entry.path())) {
        return Err(Refusal::Missing(missing.path().to_owned()).into());
    }
    directories(manifest, target)
}

/// The description of an entry in an archive, before its content.
#[derive(Debug, Eq, PartialEq)]
struct Head {
    path: String,
    kind: EntryKind,
}

#[derive(Debug, Eq, PartialEq)]
enum EntryKind {
    Directory { mode: u32 },
    File { mode: u32, size: u64 },
    Link { target: String },
}

impl Head {
    fn of(entry: &tar::Entry<'_, impl Read>) -> Result<Self, Refusal> {
        let broken = |error: io::Error| Refusal::ArchiveBroken(error.to_string());
        let bytes = entry.path_bytes();
        let path = String::from_utf8_lossy(&bytes).trim_end_matches('/').to_owned();
        path::check(&path)?;
        let header = entry.header();
        let (uid, gid) = (header.uid().map_err(broken)?, header.gid().map_err(broken)?);
        if (uid, gid) != (0, 0) {
            return Err(Refusal::Owner { path, uid, gid });
        }
        let mode = header.mode().map_err(broken)?;
        let kind = match header.entry_type() {
            EntryType::Directory => EntryKind::Directory { mode },
            EntryType::Regular => EntryKind::File { mode, size: entry.size() },
            EntryType::Symlink => {
                let target = entry.link_name_bytes().unwrap_or_default();
                let target = String::from_utf8_lossy(&target).into_owned();
                path::check_link(&path, &target)?;
                return Ok(Self { path, kind: EntryKind::Link { target } });
            }
            other => return Err(Refusal::Kind { path, kind: name(other).to_owned() }),
        };
        check_mode(&path, mode)?;
        Ok(Self { path, kind })
    }

    fn wanted(entry: &Entry) -> Self {
        let kind = match entry {
            Entry::Directory { mode, .. } => EntryKind::Directory { mode: *mode },
            Entry::File { mode, size, .. } => EntryKind::File { mode: *mode, size: *size },
            Entry::Link { target, .. } => EntryKind::Link { target: target.clone() },
        };
        Self { path: entry.path().to_owned(), kind }
    }
}

fn name(kind: EntryType) -> &'static str {
    match kind {
        EntryType::Link => "a hard link",
        EntryType::Char | EntryType::Block => "a device",
        EntryType::Fifo => "a pipe",
        _ => "of an unknown type",
    }
}

/// Writes one entry. Directories stay writable until they are complete.
fn place(entry: &Entry, content: &mut impl Read, target: &Path) -> Result<(), UnpackError> {
    let full = target.join(entry.path());
    let write = |source| UnpackError::Write { path: full.clone(), source };
    match entry {
        Entry::Directory { .. } => DirBuilder::new().mode(0o700).create(&full).map_err(write),
        Entry::Link { target, .. } => symlink(target, &full).map_err(write),
        Entry::File { path, mode, size, sha256 } => {
            let mut file =
                OpenOptions::new().write(true).create_new(true).mode(0o600).open(&full).map_err(write)?;
            let (mut digest, mut left, mut chunk) = (Sha256::new(), *size, vec![0; CHUNK]);
            while left > 0 {
                let room = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
                let count = content.read(&mut chunk[..room]);
                let count = count.map_err(|error| Refusal::ArchiveBroken(error.to_string()))?;
                if count == 0 {
                    return Err(Refusal::ArchiveBroken(format!("it ends within {path}")).into());
                }
                digest.update(&chunk[..count]);
                file.write_all(&chunk[..count]).map_err(write)?;
                left -= count as u64;
            }
            if hexadecimal(digest) != *sha256 {
                return Err(Refusal::Digest(path.clone()).into());
            }
            file.set_permissions(fs::Permissions::from_mode(*mode)).map_err(write)
        }
    }
}

/// Sets the permissions of directories, and asks the disk to keep everything.
fn directories(manifest: &Manifest, target: &Path) -> Result<(), UnpackError> {
    for entry in &manifest.entries {
        if let Entry::Directory { path, mode } = entry {
            let full = target.join(path);
            let set = fs::set_permissions(&full, fs::Permissions::from_mode(*mode));
            set.map_err(|source| UnpackError::Write { path: full, source })?;
        }
    }
    let write = |source| UnpackError::Write { path: target.to_owned(), source };
    let directory = File::open(target).map_err(write)?;
    nix::unistd::syncfs(&directory).map_err(|error| write(error.into()))
}
