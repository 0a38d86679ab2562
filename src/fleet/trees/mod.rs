//! Published trees: `file_roots` and `pillar_roots` of an ops node as one revision that every instance of a job runs with.
//!
//! [`list_files`] lists the files of roots, [`pack`] makes a sealed tree of them, [`chunks`] brings sealed trees to the stream and back, [`TreeSource`] fetches them from a bucket,
//! [`TreeCache`] keeps them unpacked. The archive and its manifest are those of [`artifact`](instance::artifact), so its laws hold
//! here too. Nothing is unpacked before its digest, its seal and the signature of an operator are checked.

mod cache;
pub mod chunks;
mod sealed_tree;
mod store;
#[cfg(test)]
mod tests;
mod tree_files;

use std::io;
use std::path::PathBuf;

pub use cache::{KEPT, PILLAR_RIGHT, RIGHT, TreeCache};
pub use sealed_tree::{Packed, Publisher, Tree, pack};
pub use store::{TreeSource, TreeStore, name_of};
pub use tree_files::{Roots, TreeFiles, content, list_files};

use crate::identity::IdentityError;
use crate::protocol::Refusal;
use crate::transport::TransportError;
use instance::artifact;
use machine::file::FileError;
use machine::lock::LockError;

/// Why a tree cannot be published or used.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// A file of the roots cannot be read.
    #[error("could not read {path}")]
    Read {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("could not write {path}")]
    Write {
        /// Which.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// An entry of the roots is not a file, directory or link.
    #[error("{0} is neither a file nor a directory, and cannot be published")]
    Kind(PathBuf),
    /// A name is not UTF-8.
    #[error("the name of {0} is not UTF-8")]
    Name(PathBuf),
    /// Links lead in a circle.
    #[error("{0} is too deep: do links lead in a circle?")]
    TooDeep(PathBuf),
    /// It is larger than instances take.
    #[error("the packed tree has {found} bytes; the limit is {most}")]
    TooLarge {
        /// Its size.
        found: u64,
        /// The bound.
        most: u64,
    },
    /// A part is not in the stream.
    #[error("revision '{revision}' is no longer on the servers (part {part} is missing); publish it again")]
    Gone {
        /// Which revision.
        revision: String,
        /// The number of the part.
        part: u64,
    },
    /// A bucket has no such tree.
    #[error("revision '{revision}' is no longer in {place}; publish it again")]
    NotThere {
        /// Which revision.
        revision: String,
        /// The bucket.
        place: String,
    },
    /// A bucket cannot be used.
    #[error("revision '{revision}' and {place}: {reason}")]
    Store {
        /// Which revision.
        revision: String,
        /// The bucket.
        place: String,
        /// What happened.
        reason: String,
    },
    /// What came is not what was published.
    #[error("the digest of the fetched revision '{revision}' is not the one that the job names")]
    Digest {
        /// Which revision.
        revision: String,
    },
    /// Its signature, its seal, or the rights of who published it.
    #[error("revision '{revision}' is refused: {refusal}")]
    Refused {
        /// Which revision.
        revision: String,
        /// Why.
        refusal: Refusal,
    },
    /// The artifact.
    #[error("revision '{revision}' is refused")]
    Artifact {
        /// Which revision.
        revision: String,
        /// Why.
        source: artifact::UnpackError,
    },
    /// It cannot be packed.
    #[error("the tree cannot be packed")]
    Pack(#[from] artifact::PackError),
    /// The servers.
    #[error(transparent)]
    Transport(#[from] TransportError),
    /// A key is broken.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The disk.
    #[error(transparent)]
    Disk(#[from] FileError),
    /// The lock of a cache.
    #[error("the directory of trees cannot be locked")]
    Lock(#[from] LockError),
}
