//! Where artifacts are kept: a bucket, or a directory for those without one.
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

use crate::aws::ApiError;

pub use directory::Directory;
pub use root::{find_root, follow};
pub use s3::{Encryption, Location, S3};
pub use signed::{SignedError, SignedManifest, find_freshness, find_manifest, find_pointer};

/// The largest document: manifests of 200,000 entries stay below it.
pub const LARGEST_DOCUMENT: u64 = 64 << 20;

/// What the keys of root documents begin with.
pub const ROOTS: &str = ".root";

/// A name as one part of a key: what may mean something in a path becomes `-`.
pub fn part(name: &str) -> String {
    name.chars().map(|it| if it.is_alphanumeric() || "._-".contains(it) { it } else { '-' }).collect()
}

/// Why something could not be had or put.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// AWS refused or did not answer.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The disk.
    #[error("could not {attempt} {subject}")]
    Disk {
        /// What was tried.
        attempt: &'static str,
        /// With what.
        subject: String,
        /// What happened.
        source: io::Error,
    },
    /// Larger than anything that belongs there.
    #[error("{subject} is {found} bytes long, more than the {most} it may have")]
    TooLarge {
        /// What.
        subject: String,
        /// Its size.
        found: u64,
        /// The most.
        most: u64,
    },
}

/// A place that keeps artifacts by key.
pub trait Store: Send + Sync {
    /// What a person calls it: `s3://bucket/deploy`.
    fn name(&self) -> String;

    /// A document; none if the key does not exist.
    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>>;

    /// Fetches a large thing of a known size into a file and goes on where the file ends; false if the key does not
    /// exist. What is there already is not checked: that is the caller's, who knows the digest.
    fn fetch<'a>(&'a self, key: &'a str, size: u64, to: &'a Path) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// Puts a file's or document's bytes under a key, in place of what is there.
    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>>;

    /// A document with the tag of its present content; none if the key does not exist.
    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>>;

    /// Puts bytes under a key if what is there still has this tag, or without one if nothing is there; false if that is not so.
    /// Where the answer was lost, what was put may be what is there.
    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// The names directly below a key, sorted.
    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>>;
}

/// What distinguishes the content of a key from every other: S3's ETag.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tag(pub String);

/// A document and its tag.
pub type Tagged = (Vec<u8>, Tag);

/// What is put.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// What a file holds.
    File(&'a Path),
}

/// The keys of a service.
#[derive(Clone, Debug)]
pub struct Keys<'a> {
    /// The service.
    pub service: &'a str,
}

impl Keys<'_> {
    /// Which revision is current, for all instances or for some.
    pub fn pointer(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/current{instance}.json", self.service)
    }

    /// A pointer that waits for more signatures.
    pub fn proposal(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/proposed{instance}.json", self.service)
    }

    /// Until when that pointer counts.
    pub fn freshness(&self, instance: Option<&str>) -> String {
        let instance = instance.map(|instance| format!(".{instance}")).unwrap_or_default();
        format!("{}/fresh{instance}.json", self.service)
    }

    /// A version of the document that says whose signatures count.
    pub fn root(version: u64) -> String {
        format!("{ROOTS}/{version}.json")
    }

    /// What a revision is.
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
