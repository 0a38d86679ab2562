//! A directory that stores artifacts; keys are paths below it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use futures::future::{BoxFuture, FutureExt, ready};

use super::{Content, LARGEST_DOCUMENT, Store, StoreError, Tag, Tagged};
use machine::file::{self, Algorithm};

/// Artifacts below a directory.
#[derive(Clone, Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// The store in a directory.
    pub fn new(root: &Path) -> Self {
        Self(root.to_owned())
    }

    fn open(&self, key: &str) -> Result<Option<File>, StoreError> {
        match File::open(self.0.join(key)) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(disk("read", key)(source)),
        }
    }

    fn read_now(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(file) = self.open(key)? else { return Ok(None) };
        let found = file.metadata().map_err(disk("read", key))?.len();
        if found > LARGEST_DOCUMENT {
            return Err(StoreError::TooLarge { subject: key.to_owned(), found, most: LARGEST_DOCUMENT });
        }
        let mut bytes = Vec::new();
        file.take(LARGEST_DOCUMENT).read_to_end(&mut bytes).map_err(disk("read", key))?;
        Ok(Some(bytes))
    }

    fn fetch_now(&self, key: &str, size: u64, to: &Path) -> Result<bool, StoreError> {
        let Some(mut from) = self.open(key)? else { return Ok(false) };
        let shown = to.display().to_string();
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .mode(0o600)
            .open(to)
            .map_err(disk("write", &shown))?;
        let there = file.metadata().map_err(disk("write", &shown))?.len();
        if there > size {
            file.set_len(0).map_err(disk("write", &shown))?;
        }
        let start = if there > size { 0 } else { there };
        from.seek(SeekFrom::Start(start)).map_err(disk("read", key))?;
        io::copy(&mut from.take(size - start), &mut file).map_err(disk("write", &shown))?;
        file.flush().map_err(disk("write", &shown))?;
        Ok(true)
    }

    fn put_now(&self, key: &str, content: Content<'_>) -> Result<(), StoreError> {
        let path = self.0.join(key);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(disk("write", key))?;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let made = path.with_file_name(format!(".{name}.new"));
        match content {
            Content::Bytes(bytes) => fs::write(&made, bytes).map_err(disk("write", key))?,
            Content::File(from) => drop(fs::copy(from, &made).map_err(disk("write", key))?),
        }
        fs::rename(&made, &path).map_err(disk("write", key))
    }

    /// Compares and writes under a lock.
    fn put_if_now(&self, key: &str, content: Content<'_>, there: Option<&Tag>) -> Result<bool, StoreError> {
        fs::create_dir_all(&self.0).map_err(disk("write", key))?;
        let lock = OpenOptions::new().create(true).append(true).mode(0o600).open(self.0.join(".lock"));
        let lock = lock.map_err(disk("lock", key))?;
        lock.lock().map_err(disk("lock", key))?;
        let found = match there {
            Some(_) => self.read_now(key)?.as_deref().map(tag),
            None => self.open(key)?.map(|_| Tag(String::new())),
        };
        if found.as_ref() != there {
            return Ok(false);
        }
        self.put_now(key, content).map(|()| true)
    }

    fn names_now(&self, below: &str) -> Result<Vec<String>, StoreError> {
        let names = file::names(&self.0.join(below)).map_err(disk("list", below))?;
        Ok(names.into_iter().filter(|name| !name.starts_with('.')).collect())
    }
}

fn tag(bytes: &[u8]) -> Tag {
    Tag(Algorithm::Sha256.digest(bytes))
}

fn disk(attempt: &'static str, subject: &str) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError::Disk { attempt, subject: subject.to_owned(), source }
}

impl Store for Directory {
    fn name(&self) -> String {
        self.0.display().to_string()
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        ready(self.read_now(key)).boxed()
    }

    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>> {
        ready(self.fetch_now(key, size, to)).boxed()
    }

    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(self.put_now(key, content)).boxed()
    }

    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>> {
        let read = self.read_now(key);
        let tagged = |bytes: Vec<u8>| {
            let tag = tag(&bytes);
            (bytes, tag)
        };
        ready(read.map(|found| found.map(tagged))).boxed()
    }

    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        ready(self.put_if_now(key, content, there)).boxed()
    }

    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        ready(self.names_now(below)).boxed()
    }
}
