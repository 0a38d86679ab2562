//! Archives: what they hold, and taking it out. Tar, plain or compressed, and zip.
//!
//! Laws: nothing is written outside of the directory that is named, whatever paths and links an archive holds; devices and
//! pipes are refused; nothing gets set-user or set-group bits. What the system's programs decompress (xz, bzip2, zstd) is
//! streamed through them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How an archive is made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// Tar, compressed or not: the file itself tells how.
    Tar,
    /// Zip.
    Zip,
}

/// What one path of an archive is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, and where it leads.
    Link(PathBuf),
    /// Another name of a file of the archive.
    HardLink(PathBuf),
}

/// One path of an archive.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// As the archive writes it.
    pub name: String,
    /// Below the directory that it is put in.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
}

/// Why an archive was not read or unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It cannot be read.
    #[error("the archive '{}' cannot be read", path.display())]
    Read {
        /// The archive.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It holds something that is not taken out.
    #[error("the archive holds '{name}', {why}: nothing of it was taken out")]
    Refused {
        /// What.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// Something cannot be written.
    #[error("'{}' cannot be written", path.display())]
    Write {
        /// What.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// What an archive holds, with so many leading directories left out.
///
/// # Errors
///
/// It cannot be read, or holds what is refused.
pub fn list(archive: &Path, form: Form, strip: usize) -> Result<Vec<Entry>, ArchiveError> {
    let mut found = vec![];
    each(archive, form, strip, |entry, _, _| {
        found.push(entry.clone());
        Ok(())
    })?;
    Ok(found)
}

/// Takes everything out, into a directory that is there; the entries that were.
///
/// # Errors
///
/// It cannot be read, holds what is refused, or something cannot be written.
pub fn extract(archive: &Path, form: Form, strip: usize, into: &Path) -> Result<Vec<Entry>, ArchiveError> {
    // Everything is looked at before anything is written.
    list(archive, form, strip)?;
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| ArchiveError::Write { path, source }
    };
    let root = into.canonicalize().map_err(failed(into))?;
    let mut found = vec![];
    each(archive, form, strip, |entry, mode, contents| {
        let path = place(&root, entry)?;
        put(&root, &path, entry, mode, contents).map_err(failed(&path))?;
        found.push(entry.clone());
        Ok(())
    })?;
    Ok(found)
}

/// Calls with each entry, its permission bits and what it holds.
fn each(
    archive: &Path,
    form: Form,
    strip: usize,
    mut with: impl FnMut(&Entry, u32, &mut dyn Read) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let failed = |source| ArchiveError::Read { path: archive.to_owned(), source };
    match form {
        Form::Tar => {
            let mut stream = Stream::open(archive).map_err(failed)?;
            for entry in tar::Archive::new(&mut stream).entries().map_err(failed)? {
                let mut entry = entry.map_err(failed)?;
                if let Some(described) = of_tar(&entry, strip).map_err(failed)?? {
                    let mode = entry.header().mode().unwrap_or(0o644);
                    with(&described, mode, &mut entry)?;
                }
            }
            stream.end().map_err(failed)
        }
        Form::Zip => {
            let file = File::open(archive).map_err(failed)?;
            let mut zip = zip::ZipArchive::new(file).map_err(|error| failed(error.into()))?;
            for index in 0..zip.len() {
                let mut entry = zip.by_index(index).map_err(|error| failed(error.into()))?;
                let name = entry.name().map_err(|error| failed(error.into()))?.into_owned();
                let Some(path) = inside(&name, strip)? else { continue };
                let mode = entry.unix_mode().unwrap_or(if entry.is_dir() { 0o755 } else { 0o644 });
                let kind = if entry.is_dir() {
                    Kind::Directory
                } else if entry.is_symlink() {
                    let mut target = String::new();
                    entry.read_to_string(&mut target).map_err(failed)?;
                    Kind::Link(target.into())
                } else {
                    Kind::File
                };
                with(&Entry { name, path, kind }, mode, &mut entry)?;
            }
            Ok(())
        }
    }
}

type Described = Result<Option<Entry>, ArchiveError>;

fn of_tar<R: Read>(entry: &tar::Entry<'_, R>, strip: usize) -> io::Result<Described> {
    use tar::EntryType;
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let target = entry.link_name()?.map(std::borrow::Cow::into_owned).unwrap_or_default();
    let kind = match entry.header().entry_type() {
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => Kind::File,
        EntryType::Directory => Kind::Directory,
        EntryType::Symlink => Kind::Link(target),
        EntryType::Link => match inside(&target.to_string_lossy(), strip) {
            Ok(Some(target)) => Kind::HardLink(target),
            Ok(None) => return Ok(Ok(None)),
            Err(error) => return Ok(Err(error)),
        },
        EntryType::XGlobalHeader => return Ok(Ok(None)),
        _ => {
            return Ok(Err(ArchiveError::Refused {
                name,
                why: "which is neither file nor directory nor link",
            }));
        }
    };
    Ok(inside(&name, strip).map(|path| path.map(|path| Entry { name, path, kind })))
}

/// The path below the directory; nothing for that directory itself, and for what is left out.
fn inside(name: &str, strip: usize) -> Result<Option<PathBuf>, ArchiveError> {
    let refused = |why| ArchiveError::Refused { name: name.to_owned(), why };
    let mut parts = vec![];
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            Component::ParentDir => return Err(refused("which leads out of it")),
            Component::RootDir | Component::Prefix(_) => return Err(refused("which begins at the root")),
        }
    }
    let kept: PathBuf = parts.into_iter().skip(strip).collect();
    Ok(if kept.as_os_str().is_empty() { None } else { Some(kept) })
}

/// Where an entry is put: no link on the way leads out.
fn place(root: &Path, entry: &Entry) -> Result<PathBuf, ArchiveError> {
    let path = root.join(&entry.path);
    let refused =
        || ArchiveError::Refused { name: entry.name.clone(), why: "which lies behind a link that leads out" };
    let above = path.ancestors().skip(1).take_while(|it| it.starts_with(root)).find(|it| it.exists());
    let real = above.and_then(|above| above.canonicalize().ok());
    if real.is_some_and(|real| real.starts_with(root)) { Ok(path) } else { Err(refused()) }
}

fn put(root: &Path, path: &Path, entry: &Entry, mode: u32, contents: &mut dyn Read) -> io::Result<()> {
    let is_directory = |path: &Path| path.symlink_metadata().is_ok_and(|stat| stat.is_dir());
    let permissions = |mode: u32| fs::Permissions::from_mode(mode & 0o777);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if entry.kind == Kind::Directory {
        if path.symlink_metadata().is_ok() && !path.is_dir() {
            fs::remove_file(path)?;
        }
        fs::create_dir_all(path)?;
        // Who cannot write into a directory cannot put anything in it either.
        return if is_directory(path) {
            fs::set_permissions(path, permissions(mode | 0o700))
        } else {
            Ok(())
        };
    }
    if path.symlink_metadata().is_ok() {
        if is_directory(path) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory stands in its place"));
        }
        fs::remove_file(path)?;
    }
    match &entry.kind {
        Kind::Link(target) => std::os::unix::fs::symlink(target, path),
        Kind::HardLink(target) => fs::hard_link(root.join(target), path),
        Kind::File | Kind::Directory => {
            let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
            io::copy(contents, &mut file)?;
            file.set_permissions(permissions(mode))
        }
    }
}

/// The bytes of a tar archive, decompressed.
enum Stream {
    Plain(File),
    Gzip(Box<flate2::read::MultiGzDecoder<File>>),
    Program(Child),
}

impl Stream {
    fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut head = [0; 6];
        let size = file.read(&mut head)?;
        let file = File::open(path)?;
        let program = match &head[..size] {
            [0x1f, 0x8b, ..] => return Ok(Self::Gzip(Box::new(flate2::read::MultiGzDecoder::new(file)))),
            [0xfd, b'7', b'z', b'X', b'Z', ..] => "xz",
            [b'B', b'Z', b'h', ..] => "bzip2",
            [0x28, 0xb5, 0x2f, 0xfd, ..] => "zstd",
            _ => return Ok(Self::Plain(file)),
        };
        let child =
            Command::new(program).arg("-dc").stdin(file).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        child
            .map(Self::Program)
            .map_err(|error| io::Error::new(error.kind(), format!("{program} cannot be started: {error}")))
    }

    /// A program that failed has not told everything.
    fn end(self) -> io::Result<()> {
        let Self::Program(mut child) = self else { return Ok(()) };
        io::copy(
            &mut child
                .stdout
                .take()
                .map_or_else(|| Box::new(io::empty()) as Box<dyn Read>, |out| Box::new(out)),
            &mut io::sink(),
        )?;
        if child.wait()?.success() { Ok(()) } else { Err(io::Error::other("it cannot be decompressed")) }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Gzip(stream) => stream.read(buffer),
            Self::Program(child) => child.stdout.as_mut().map_or(Ok(0), |out| out.read(buffer)),
        }
    }
}

#[cfg(test)]
mod tests;
