//! The stores of artifacts: a bucket, or a directory for users without one.
//!
//! ```text
//! deploy/myapp/current.json          which revision is current, signed
//! deploy/myapp/current.testing.json  the same for the instances 'testing' alone
//! deploy/myapp/fresh.json            until when that pointer counts, signed by another key
//! deploy/myapp/r17/manifest.json     what the revision is, with .sig beside it
//! deploy/myapp/r17/archive.tar.gz    its files
//! deploy/.root/2.json                whose signatures count, signed; no service has such a name
//! ```

mod directory;
mod root;
mod s3;
mod signed;

use std::io;
use std::path::Path;

use futures::future::BoxFuture;

use aws::ApiError;

pub use directory::Directory;
pub use root::{find_root, follow};
pub use s3::{Encryption, Location, S3};
pub use signed::{SignedError, SignedManifest, find_freshness, find_manifest, find_pointer};

/// The maximum size of a document: manifests of 200,000 entries are smaller.
pub const LARGEST_DOCUMENT: u64 = 64 << 20;

/// The prefix of the keys of root documents.
pub const ROOTS: &str = ".root";

/// A name as one part of a key: characters with a meaning in paths become `-`.
pub fn part(name: &str) -> String {
    name.chars().map(|it| if it.is_alphanumeric() || "._-".contains(it) { it } else { '-' }).collect()
}

/// Why a read or a write failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// AWS refused or did not answer.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The disk failed.
    #[error("could not {attempt} {subject}")]
    Disk {
        /// What was tried.
        attempt: &'static str,
        /// The path.
        subject: String,
        /// The cause.
        source: io::Error,
    },
    /// Larger than any valid document.
    #[error("{subject} is {found} bytes long, but at most {most} are allowed")]
    TooLarge {
        /// The document.
        subject: String,
        /// Its size.
        found: u64,
        /// The limit.
        most: u64,
    },
}

/// A store of artifacts, by key.
pub trait Store: Send + Sync {
    /// Its name for people: `s3://bucket/deploy`.
    fn name(&self) -> String;

    /// A document; none if the key does not exist.
    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Downloads a large object of a known size into a file, continuing at the end of the file; false if the key does
    /// not exist. The existing part is not checked: the caller knows the digest.
    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Stores the bytes of a file or document under a key, replacing the old ones.
    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A document with the tag of its current content; none if the key does not exist.
    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>>;

    /// Stores bytes under a key if its content still has this tag, or without a tag if the key does not exist; false if
    /// that is not so. If the answer was lost, the write may have succeeded.
    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// The names directly below a key, sorted.
    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;
}

/// Identifies the content of a key: S3's ETag.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tag(pub String);

/// A document and its tag.
pub type Tagged = (Vec<u8>, Tag);

/// The bytes to store.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// The content of a file.
    File(&'a Path),
}

/// The keys of a service.
#[derive(Clone, Debug)]
pub struct Keys<'a> {
    /// The service.
    pub service: &'a str,
}

impl Keys<'_> {
    /// The current revision, for all instances or for some.
    pub fn pointer(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/current{instance}.json", self.service)
    }

    /// A pointer that waits for more signatures.
    pub fn proposal(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/proposed{instance}.json", self.service)
    }

    /// The renewal of that pointer.
    pub fn freshness(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/fresh{instance}.json", self.service)
    }

    /// A version of the document that names the keys whose signatures count.
    pub fn root(version: u64) -> String {
        format!("{ROOTS}/{version}.json")
    }

    /// The manifest of a revision.
    pub fn manifest(&self, revision: &str) -> String {
        format!("{}/{revision}/manifest.json", self.service)
    }

    /// A revision's files.
    pub fn archive(&self, revision: &str) -> String {
        format!("{}/{revision}/archive.tar.gz", self.service)
    }
}

/// The key of the signatures beside a document.
pub fn signature_of(key: &str) -> String {
    format!("{key}.sig")
}

#[cfg(test)]
mod tests;
