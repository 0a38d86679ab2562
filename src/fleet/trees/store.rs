//! Sealed trees outside of the servers: in a bucket.
//!
//! The place is inside the sealed order, and the digest beside it: somebody who can write to the bucket can only delay.

use std::fmt::Debug;
use std::path::Path;

use futures::future::BoxFuture;

/// Where sealed trees are fetched from.
pub trait TreeSource: Debug + Send + Sync {
    /// Fetches what a place has under a name into a file, and goes on where the file ends; false if there is no such thing. What is in it
    /// is not checked.
    fn fetch<'a>(
        &'a self,
        place: &'a str,
        name: &'a str,
        size: u64,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, String>>;
}

/// Where sealed trees are put.
pub trait TreeStore: Send + Sync {
    /// The place: `s3://bucket/prefix`.
    fn place(&self) -> &str;

    /// Puts bytes under a name.
    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> BoxFuture<'a, Result<(), String>>;
}

/// The name of a sealed tree, by its digest.
pub fn name_of(sha256: &str) -> String {
    format!("tree/{sha256}")
}
