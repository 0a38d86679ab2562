//! Builds an artifact from a directory: the same directory gives the same bytes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

use super::manifest::check_mode;
use super::{Archive, Entry, Manifest, Refusal, links, path};

/// Why no artifact could be built.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// Something cannot be read.
    #[error("could not read {path}")]
    Read {
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The archive cannot be written.
    #[error("could not write the archive")]
    Write(#[source] io::Error),
    /// Somebody writes there at the same time.
    #[error("{0} changed while it was packed")]
    Changed(PathBuf),
    /// A name is not UTF-8.
    #[error("the name of {0} is not UTF-8")]
    Name(PathBuf),
    /// Something that an artifact cannot hold: an instance would refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The identity of an artifact, without its files.
#[derive(Clone, Debug)]
pub struct Release {
    /// The service.
    pub service: String,
    /// The revision.
    pub revision: String,
    /// Increases with each build.
    pub sequence: u64,
    /// When it is built.
    pub created: Timestamp,
    /// When it expires.
    pub expires: Option<Timestamp>,
    /// Additional facts.
    pub build: BTreeMap<String, String>,
}

/// A built artifact.
#[derive(Debug)]
pub struct Packed {
    /// Its manifest.
    pub manifest: Manifest,
}

/// Builds the artifact of a directory; the archive goes to `out`.
///
/// Permissions are kept; owners and times are not, so that the bytes depend on the files alone.
///
/// # Errors
/// Something cannot be read or written, or cannot be in an artifact.
pub fn pack(directory: &Path, release: Release, out: impl Write) -> Result<Packed, PackError> {
    path::check_name(&release.service)?;
    path::check_name(&release.revision)?;
    let mut entries = Vec::new();
    collect(directory, "", &mut entries)?;
    links::check(&entries)?;
    let counting = Counting { inner: out, digest: Sha256::new(), size: 0 };
    let gzip = GzBuilder::new().mtime(0).write(counting, Compression::default());
    let mut archive = Builder::new(gzip);
    for entry in &mut entries {
        append(directory, entry, &mut archive)?;
    }
    let gzip = archive.into_inner().map_err(PackError::Write)?;
    let mut counting = gzip.finish().map_err(PackError::Write)?;
    counting.flush().map_err(PackError::Write)?;
    let archive = Archive { size: counting.size, sha256: hexadecimal(counting.digest) };
    let Release { service, revision, sequence, created, expires, build } = release;
    Ok(Packed {
        manifest: Manifest {
            format: 1,
            service,
            revision,
            sequence,
            created,
            expires,
            archive,
            entries,
            build,
        },
    })
}

/// Everything below a directory by name, files still without size and digest.
fn collect(root: &Path, inside: &str, entries: &mut Vec<Entry>) -> Result<(), PackError> {
    let directory = root.join(inside);
    let read = |path: &Path| {
        let path = path.to_owned();
        move |source| PackError::Read { path, source }
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(&directory).map_err(read(&directory))? {
        let name = entry.map_err(read(&directory))?.file_name();
        names.push(name.into_string().map_err(|name| PackError::Name(directory.join(name)))?);
    }
    names.sort();
    for name in names {
        let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
        path::check(&path)?;
        let full = root.join(&path);
        let facts = fs::symlink_metadata(&full).map_err(read(&full))?;
        let mode = facts.permissions().mode() & 0o7777;
        if facts.is_symlink() {
            let target = fs::read_link(&full).map_err(read(&full))?;
            let target = target.into_os_string().into_string().map_err(|_| PackError::Name(full))?;
            path::check_link(&path, &target)?;
            entries.push(Entry::Link { path, target });
            continue;
        }
        check_mode(&path, mode)?;
        if facts.is_dir() {
            entries.push(Entry::Directory { path: path.clone(), mode });
            collect(root, &path, entries)?;
        } else if facts.is_file() {
            entries.push(Entry::File { path, mode, size: 0, sha256: String::new() });
        } else {
            return Err(Refusal::Kind { path, kind: "a device, pipe or socket".to_owned() }.into());
        }
    }
    Ok(())
}

/// Writes one entry into the archive, and a file's size and digest into the entry.
fn append(root: &Path, entry: &mut Entry, archive: &mut Builder<impl Write>) -> Result<(), PackError> {
    let mut header = Header::new_gnu();
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(0);
    let written = match entry {
        Entry::Directory { path, mode } => {
            header.set_entry_type(EntryType::Directory);
            header.set_mode(*mode);
            archive.append_data(&mut header, &*path, io::empty())
        }
        Entry::Link { path, target } => {
            header.set_entry_type(EntryType::Symlink);
            header.set_mode(0o777);
            archive.append_link(&mut header, &*path, &*target)
        }
        Entry::File { path, mode, size, sha256 } => {
            let full = root.join(&*path);
            let read = |source| PackError::Read { path: full.clone(), source };
            let file = File::open(&full).map_err(read)?;
            *size = file.metadata().map_err(read)?.len();
            header.set_entry_type(EntryType::Regular);
            header.set_mode(*mode);
            header.set_size(*size);
            let mut content = Counting { inner: file.take(*size), digest: Sha256::new(), size: 0 };
            archive.append_data(&mut header, &*path, &mut content).map_err(PackError::Write)?;
            if content.size != *size {
                return Err(PackError::Changed(full));
            }
            *sha256 = hexadecimal(content.digest);
            Ok(())
        }
    };
    written.map_err(PackError::Write)
}

/// Counts and digests the bytes that pass.
struct Counting<T> {
    inner: T,
    digest: Sha256,
    size: u64,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.digest.update(&bytes[..count]);
        self.size += count as u64;
        Ok(count)
    }
}

/// The digits of a digest that was computed in pieces.
pub(super) fn hexadecimal(digest: Sha256) -> String {
    model::hex(&digest.finalize())
}
